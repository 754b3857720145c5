import ServiceMessages
import Testing
import TextFormats
import Vocabulary

/// The cases of amplitude.md 3.4 and 3.5; where the iOS client loses a whole fetch to one bad entry, only it is lost.
@Suite("The evaluation answer")
struct EvaluationAnswerTests {
  private func answer(_ body: String, status: Int = 200) -> EvaluationAnswer {
    EvaluationAnswer(.response(HTTPResponse(status: status, json: body)))
  }

  private func entry(_ text: String) -> Variant? {
    guard case .variants(let variants, let unreadable) = answer(#"{"f":\#(text)}"#) else { return nil }
    return unreadable.isEmpty ? variants.first?.variant : nil
  }

  @Test func anEmptyObjectIsASuccessWithoutVariants() {
    #expect(answer("{}") == .variants([], unreadable: []))
    #expect(answer("  {} \n") == .variants([], unreadable: []))
  }

  @Test func theReferencesExampleIsReadWhole() {
    let body = """
      {"report-layout":{"key":"expanded","value":"expanded","payload":{"rows":2},
        "metadata":{"experimentKey":"exp-7","segmentName":"Testers","evaluationId":"1_2_3"}},
       "other-flag":{"key":"off","metadata":{"default":true,"segmentName":"All Other Users"}}}
      """
    guard case .variants(let variants, let unreadable) = answer(body) else {
      Issue.record("no variants")
      return
    }
    #expect(unreadable == [])
    #expect(variants.map(\.flag) == ["report-layout", "other-flag"])
    #expect(
      variants[0].variant
        == Variant(
          key: "expanded", value: "expanded", payload: ["rows": 2],
          metadata: JSONObject(members: [
            JSONMember("experimentKey", "exp-7"), JSONMember("segmentName", "Testers"),
            JSONMember("evaluationId", "1_2_3"),
          ]), experimentKey: "exp-7"))
    #expect(variants[1].variant.isDefault)
    #expect(variants[1].variant.value == nil)
  }

  @Test func aMissingKeyIsCopiedFromTheValue() {
    #expect(entry(#"{"value":"expanded"}"#) == Variant(key: "expanded", value: "expanded"))
  }

  @Test func aMissingValueStaysMissing() { #expect(entry(#"{"key":"on"}"#) == Variant(key: "on")) }

  @Test func aValueThatIsNoTextGivesAnEmptyVariant() {
    #expect(entry(#"{"value":1}"#) == Variant())
    #expect(entry("{}") == Variant())
  }

  @Test func unknownMembersAreIgnored() {
    #expect(entry(#"{"key":"a","value":"b","new":{"x":[1]}}"#) == Variant(key: "a", value: "b"))
  }

  @Test(
    "Only a true that is a boolean makes a default variant",
    arguments: [("true", true), ("false", false), ("\"true\"", false), ("1", false), ("null", false)])
  func defaults(value: String, isDefault: Bool) {
    #expect(entry(#"{"key":"off","metadata":{"default":\#(value)}}"#)?.isDefault == isDefault)
  }

  @Test func theTopLevelExperimentKeyWins() {
    let variant = entry(#"{"key":"a","expKey":"e1","metadata":{"experimentKey":"e2"}}"#)
    #expect(variant?.experimentKey == "e1")
    #expect(variant?.metadata?["experimentKey"] == "e1")
    #expect(entry(#"{"key":"a","expKey":"e1"}"#)?.metadata == nil)
    #expect(entry(#"{"key":"a","metadata":{"experimentKey":"e2"}}"#)?.experimentKey == "e2")
  }

  @Test func nullsInMetadataAreDropped() {
    let variant = entry(#"{"key":"a","metadata":{"x":null}}"#)
    #expect(variant?.metadata == JSONObject())
    #expect(entry(#"{"key":"a","payload":null}"#)?.payload == nil)
  }

  @Test("An entry that is no object loses only itself", arguments: ["null", "\"on\"", "1", "[]", "true"])
  func badEntries(entry: String) {
    let read = answer(#"{"bad":\#(entry),"good":{"value":"on"}}"#)
    #expect(
      read == .variants([FlagVariant(flag: "good", variant: Variant(key: "on", value: "on"))], unreadable: ["bad"]))
  }

  @Test(
    "A body that is no JSON object is a failure",
    arguments: ["", "[]", "null", "true", "\"{}\"", "{", "{}x", "<html>", "{\"a\":{}", "\u{feff}{}"])
  func malformed(body: String) {
    guard case .failure(let failure) = answer(body) else {
      Issue.record("\(body) was taken")
      return
    }
    #expect(failure.code == .malformed)
  }

  @Test("Bytes that are no UTF-8 are a failure")
  func invalidText() {
    let body = Array(#"{"f":{"value":""#.utf8) + [0xFF] + Array(#""}}"#.utf8)
    guard case .failure(let failure) = EvaluationAnswer(.response(HTTPResponse(status: 200, body: body))) else {
      Issue.record("taken")
      return
    }
    #expect(failure.code == .malformed)
  }

  @Test("Only status 200 is a success", arguments: [201, 202, 204, 301, 304, 400, 401, 403, 404, 413, 429, 500, 503])
  func statuses(status: Int) {
    guard case .failure(let failure) = answer(#"{"f":{"value":"on"}}"#, status: status) else {
      Issue.record("\(status) was taken")
      return
    }
    #expect(failure.code == .httpStatus)
    #expect(failure.status == status)
  }

  @Test(
    "A transport's failure keeps its kind",
    arguments: zip(
      TransportFailure.Kind.allCases, [ServiceFailure.Code.offline, .reset, .tls, .timeout, .other]))
  func transport(kind: TransportFailure.Kind, code: ServiceFailure.Code) {
    #expect(
      EvaluationAnswer(.failure(TransportFailure(kind: kind, detail: "why")))
        == .failure(ServiceFailure(code: code, detail: "why")))
  }

  @Test func anErrorBodyIsShownInOneShortLine() {
    let failure = ServiceFailure(
      .response(HTTPResponse(status: 401, body: Array("Invalid\n deployment\u{7f}\r\n".utf8))))
    #expect(failure.detail == "Invalid  deployment")
    #expect(failure.sentence == "HTTP 401: Invalid  deployment")
    let long = ServiceFailure(.response(HTTPResponse(status: 500, body: [UInt8](repeating: 0x61, count: 5_000))))
    #expect(long.detail.utf8.count == 203)
    #expect(ServiceFailure(.response(HTTPResponse(status: 500, body: [0xFF, 0x00]))).detail == "\u{FFFD}")
  }
}
