import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@Suite("Requests for decisions")
struct DecisionsRequestTests {
  @Test("The smallest request has a device id, a data space and a name, and nothing empty")
  func smallest() {
    let request = DecisionsRequest.build(
      points: ["Home_Hero"], individualId: "3f0c9a1e5b7d2468", dataspace: "default", anchor: nil, attributes: [],
      isTest: false)
    #expect(request.service == .decisions)
    #expect(request.method == "POST")
    #expect(request.path == "/personalization/decisions")
    #expect(request.header("content-type") == "application/json")
    #expect(request.header("authorization") == nil)
    #expect(
      request.body == """
        {"context":{"dataspace":"default","individualId":"3f0c9a1e5b7d2468"},\
        "personalizationPoints":[{"name":"Home_Hero"}]}
        """)
  }

  @Test("Attributes stand beside the anchor, typed, and test mode is a flag")
  func whole() throws {
    let request = DecisionsRequest.build(
      points: ["Home_Hero", "Product_Recs"], individualId: "d", dataspace: "shop",
      anchor: Anchor(id: "SKU-17", type: "ssot__GoodsProduct__dlm"),
      attributes: [
        ContextualAttribute(name: "maxPrice", value: .double(249.5)),
        ContextualAttribute(name: "category", value: "tents"), ContextualAttribute(name: "inStock", value: true),
      ], isTest: true)
    #expect(
      request.body == """
        {"context":{"anchorId":"SKU-17","anchorType":"ssot__GoodsProduct__dlm","category":"tents","dataspace":"shop",\
        "inStock":true,"individualId":"d","maxPrice":249.5},"executionFlags":["TestMode"],\
        "personalizationPoints":[{"name":"Home_Hero"},{"name":"Product_Recs"}]}
        """)
  }

  @Test("An anchor without a type leaves the type out")
  func anchorAlone() throws {
    let request = DecisionsRequest.build(
      points: ["p"], individualId: "d", dataspace: "default", anchor: Anchor(id: "SKU-1"), attributes: [],
      isTest: false)
    let context = try JSON.parse(try #require(request.body))["context"]
    #expect(context == ["anchorId": "SKU-1", "dataspace": "default", "individualId": "d"])
  }
}
