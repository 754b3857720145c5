import Foundation
import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

@Suite struct `Evaluation service of a world` {
  private func fetch(_ request: HTTPRequest) throws -> (status: Int, text: String, body: JSONValue) {
    var driver = try WorldDriver()
    let response = try driver.response(request)
    let body = (try? JSON.parse(response.body)) ?? .null
    return (response.status, String(decoding: response.body, as: UTF8.self), body)
  }

  private func layout(_ userId: String?, device: String = "device-1") throws -> JSONValue? {
    var user = JSONObject()
    user["user_id"] = userId.map(JSONValue.string)
    user["device_id"] = .string(device)
    return try fetch(Requests.evaluation(.object(user))).body["report-layout"]
  }

  @Test(
    arguments: [
      ("tester-control", "control", "control", false), ("tester-expanded", "expanded", "expanded", false),
      ("tester-unknown", "grid", "grid", false), ("tester-novalue", "expanded", nil, false),
      ("tester-off", "off", nil, true), ("somebody-else", "off", nil, true), (nil, "off", nil, true),
    ] as [(String?, String, String?, Bool)]) func `the built-in users have the variants that product.md names`(
      userId: String?, key: String, value: String?, isDefault: Bool
    ) throws
  {
    let variant = try layout(userId)
    #expect(variant?["key"]?.string == key)
    #expect(variant?["value"]?.string == value)
    #expect((variant?["metadata"]?["default"]?.bool ?? false) == isDefault)
    #expect(variant?["metadata"]?["deployed"] == true)
    #expect(variant?["metadata"]?["evaluationMode"] == "remote")
    #expect(variant?["metadata"]?["segmentName"]?.string != nil)
  }

  @Test func `nobody else is rolled out, whatever the device`() throws {
    for number in 0..<300 { #expect(try layout(nil, device: "device-\(number)")?["key"] == "off") }
  }

  @Test func `the answer has every served flag, sorted, with its dependency in effect`() throws {
    let answer = try fetch(Requests.evaluation(["user_id": "tester-expanded", "device_id": "device-1"]))
    #expect(answer.status == 200)
    #expect(answer.body.object?.members.map(\.name) == ["export-hint", "report-layout", "weekly-digest"])
    #expect(answer.body["export-hint"]?["value"] == "on")
    #expect(try JSON.parse(answer.text).text == answer.text)
    let other = try fetch(Requests.evaluation(["user_id": "tester-control", "device_id": "device-1"]))
    #expect(other.body["export-hint"]?["key"] == "off")
  }

  @Test(arguments: ["inactive", "undeployed", "absent"]) func `a flag that is not served is not in the answer`(
    condition: String
  ) throws {
    var driver = try WorldDriver()
    let user: JSONValue = ["user_id": "tester-expanded", "device_id": "device-1"]
    _ = try driver.control(
      "world", ["action": "flag", "key": "report-layout", "condition": .string(condition)])
    let without = try JSON.parse(driver.response(Requests.evaluation(user)).body)
    #expect(without.object?.members.map(\.name) == ["export-hint", "weekly-digest"])
    #expect(without["export-hint"]?["key"] == "off", "what a flag depends on is gone too")
    _ = try driver.control("world", ["action": "flag", "key": "report-layout", "condition": "active"])
    let again = try JSON.parse(driver.response(Requests.evaluation(user)).body)
    #expect(again["report-layout"]?["value"] == "expanded")
  }

  @Test func `individual targeting decides before everything else, for one user`() throws {
    var driver = try WorldDriver()
    let assign: (String) -> JSONValue = { variant in
      ["action": "assign", "key": "report-layout", "userId": "tester-control", "variant": .string(variant)]
    }
    func variant(_ userId: String) throws -> JSONValue? {
      let user: JSONValue = ["user_id": .string(userId), "device_id": "device-1"]
      return try JSON.parse(driver.response(Requests.evaluation(user)).body)["report-layout"]
    }
    _ = try driver.control("world", assign("expanded"))
    #expect(try variant("tester-control")?["value"] == "expanded")
    #expect(try variant("tester-control")?["metadata"]?["experimentKey"] == "exp-1")
    #expect(try variant("tester-unknown")?["value"] == "grid")
    _ = try driver.control("world", assign("control"))
    #expect(try variant("tester-control")?["value"] == "control")
    let (status, body) = try driver.control("world", assign("expandde"))
    #expect(status == 404)
    #expect(body["error"]?["code"] == "unknownVariant")
    #expect(body["error"]?["hint"] == "did you mean expanded?")
  }

  @Test func `assignments in a row all hold, and a flag that goes and comes back keeps them`() throws {
    var driver = try WorldDriver()
    for number in 0..<40 {
      let variant: JSONValue = number % 2 == 0 ? "expanded" : "control"
      _ = try driver.control(
        "world",
        ["action": "assign", "key": "report-layout", "userId": .string("person-\(number)"), "variant": variant])
    }
    func values() throws -> [JSONValue?] {
      try (0..<41).map { number in
        let user: JSONValue = ["user_id": .string("person-\(number)"), "device_id": "device-1"]
        return try JSON.parse(driver.response(Requests.evaluation(user)).body)["report-layout"]?["value"]
      }
    }
    let nothing = JSONValue?.none
    let expected = (0..<41).map { $0 == 40 ? nothing : $0 % 2 == 0 ? "expanded" : "control" }
    #expect(try values() == expected)
    for condition in ["absent", "active"] as [JSONValue] {
      _ = try driver.control("world", ["action": "flag", "key": "report-layout", "condition": condition])
      #expect(try values() == (condition == "active" ? expected : Array(repeating: nothing, count: 41)))
    }
  }

  @Test(
    arguments: [
      nil, "", "Api-Key", "Api-Key {{AMPLITUDE_API_KEY}}", "Bearer {{AMPLITUDE_DEPLOYMENT_KEY}}", "Api-Key other",
    ] as [String?]) func `another deployment key is refused`(authorization: String?) throws
  {
    var request = Requests.evaluation(["device_id": "device-1"])
    request.headers.removeAll { $0.name == "Authorization" }
    if let authorization { request.headers.append(HTTPHeader("Authorization", authorization)) }
    let answer = try fetch(request)
    #expect(answer.status == 401)
    #expect(answer.text == "Invalid deployment")
  }

  @Test(arguments: [
    "{}", #"{"user_id":null,"device_id":""}"#, #"{"library":"x"}"#, "[]", "null", "{", "!!!", "e30", "",
    #"{"device_id":"a","groups":3}"#,
  ]) func `a user without an id or without sense is refused`(header: String) throws {
    let status = try fetch(Requests.evaluation(userHeader: header)).status
    #expect(status == 400)
  }

  @Test func `one of the two ids is enough`() throws {
    #expect(try fetch(Requests.evaluation(["user_id": "tester-expanded"])).status == 200)
    #expect(try fetch(Requests.evaluation(["device_id": "d"])).status == 200)
  }

  @Test func `the user header may be base64 in either alphabet, padded or not`() throws {
    // Both alphabets differ on this text, and it needs padding.
    let text = #"{"user_id":"tester-expanded","device_id":"a?>ÿ~~"}"#
    let standard = Data(text.utf8).base64EncodedString()
    let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    let forms = [
      standard, url, standard.replacingOccurrences(of: "=", with: ""), url.replacingOccurrences(of: "=", with: ""),
    ]
    #expect(Set(forms).count > 1)
    for form in forms {
      #expect(try fetch(Requests.evaluation(userHeader: form)).body["report-layout"]?["value"] == "expanded")
    }
  }

  @Test func `the user may come in the body`() throws {
    let request = HTTPRequest(
      service: .evaluation, method: "POST", path: "/sdk/v2/vardata?v=0", headers: [Requests.authorization],
      body: #"{"user_id":"tester-expanded","country":null}"#)
    #expect(try fetch(request).body["report-layout"]?["value"] == "expanded")
  }

  /// The first encoded header is the example of amplitude.md 2.2.
  @Test(arguments: [
    ("WyJyZXBvcnQtbGF5b3V0IiwiYT8-w78iXQ", ["report-layout"]), (#"["weekly-digest"]"#, ["weekly-digest"]),
    (#"["export-hint","no-such-flag"]"#, ["export-hint"]),
    ("[]", ["export-hint", "report-layout", "weekly-digest"]),
  ]) func `flag keys filter the answer`(header: String, expected: [String]) throws {
    let request = Requests.evaluation(
      ["user_id": "tester-expanded"], extra: [HTTPHeader("X-Amp-Exp-Flag-Keys", header)])
    #expect(try fetch(request).body.object?.members.map(\.name) == expected)
  }

  @Test func `flag keys that are no list of texts, other paths and other methods are refused`() throws {
    let request = Requests.evaluation(["user_id": "a"], extra: [HTTPHeader("X-Amp-Exp-Flag-Keys", "[1]")])
    #expect(try fetch(request).status == 400)
    var other = Requests.evaluation(["user_id": "a"])
    other.path = "/v1/vardata"
    #expect(try fetch(other).status == 404)
    other = Requests.evaluation(["user_id": "a"])
    other.method = "PUT"
    #expect(try fetch(other).status == 405)
  }

  @Test func `a configuration that cannot be evaluated is a server error with the reason`() throws {
    let flag: (String, String) -> JSONValue = { key, dependency in
      ["key": .string(key), "variants": [:], "segments": [], "dependencies": [.string(dependency)]]
    }
    var driver = try WorldDriver(replacing: [("flags", [flag("a", "b"), flag("b", "a")]), ("experiments", nil)])
    let response = try driver.response(Requests.evaluation(["user_id": "tester"]))
    #expect(response.status == 500)
    #expect(String(decoding: response.body, as: UTF8.self).contains("\"a\" -> \"b\" -> \"a\""))
  }

  @Test func `a half rollout by device reaches about half, always the same`() throws {
    var driver = try WorldDriver()
    var first: [Bool] = []
    var second: [Bool] = []
    for number in 0..<400 {
      let request = Requests.evaluation(["device_id": .string("device-\(number)")])
      first.append(try JSON.parse(driver.response(request).body)["weekly-digest"]?["key"] == "on")
      second.append(try JSON.parse(driver.response(request).body)["weekly-digest"]?["key"] == "on")
    }
    #expect(first == second)
    #expect((140...260).contains(first.count { $0 }))
  }
}
