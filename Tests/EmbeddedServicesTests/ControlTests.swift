import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

@Suite struct `Questions to the world` {
  // MARK: profile

  @Test func `an exposure is renamed and sets a user property when it is processed`() throws {
    var driver = try WorldDriver()
    _ = try driver.response(
      Requests.upload([Requests.exposure("expanded", user: "tester-expanded", insertId: "i-1")]))
    let (status, profile) = try driver.control("profile", ["deviceId": "device-1"])
    #expect(status == 200)
    #expect(profile["userIds"] == ["tester-expanded"])
    #expect(profile["userProperties"] == ["[Experiment] report-layout": "expanded"])
    #expect(profile["waiting"] == 0)
    #expect(
      profile["events"] == [
        [
          "type": "[Experiment] Exposure", "time": 1_767_225_600_000, "insertId": "i-1", "userId": "tester-expanded",
          "properties": [
            "[Experiment] Flag Key": "report-layout", "[Experiment] Variant": "expanded",
            "[Experiment] Experiment Key": "exp-1",
          ],
        ]
      ])
  }

  @Test func `an exposure without a variant unsets the user property`() throws {
    var driver = try WorldDriver()
    let uploads = [("expanded", "i-1"), (nil, "i-2")] as [(String?, String)]
    for (variant, insertId) in uploads {
      _ = try driver.response(
        Requests.upload([Requests.exposure(variant, user: "tester-expanded", insertId: insertId)]))
    }
    let (_, profile) = try driver.control("profile", ["deviceId": "device-1"])
    #expect(profile["userProperties"] == [:])
    #expect(profile["events"]?.array?.count == 2)
  }

  @Test func `an insert id counts once a device, however often it is sent`() throws {
    var driver = try WorldDriver()
    let event = Requests.event("a", insertId: "same")
    let elsewhere = Requests.event("a", device: "device-2", insertId: "same")
    for _ in 0..<2 { #expect(try driver.response(Requests.upload([event, event, elsewhere])).status == 200) }
    #expect(try driver.control("profile", ["deviceId": "device-1"]).body["events"]?.array?.count == 1)
    #expect(try driver.control("profile", ["deviceId": "device-2"]).body["events"]?.array?.count == 1)
    driver.now = driver.now.advanced(by: Span.seconds(7 * 86_400))
    _ = try driver.response(Requests.upload([event]))
    #expect(try driver.control("profile", ["deviceId": "device-1"]).body["events"]?.array?.count == 2)
  }

  @Test func `events wait until the answer is there and processing has had its time`() throws {
    var driver = try WorldDriver(replacing: [("latencies", ["analytics": "80ms", "processing": "1s"])])
    let upload = driver.send(Requests.upload([Requests.event("a")]))
    for (moment, waiting) in [(0, 1), (80_000, 1), (1_079_999, 1), (1_080_000, 0)] as [(Int64, Int)] {
      driver.now = Instant(microseconds: moment)
      let id = driver.send(Requests.control("profile", ["deviceId": "device-1"]))
      guard case .response(let response) = try driver.answer(to: id) else { throw WorldDriver.Missing(request: upload) }
      let profile = try JSON.parse(response.body)
      #expect(profile["waiting"] == JSONValue(waiting), "at \(moment)")
      #expect(profile["events"]?.array?.count == 1 - waiting)
    }
  }

  @Test func `events of a held upload wait until it is delivered`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "analytics"])
    driver.send(Requests.upload([Requests.event("a")]))
    driver.now = Instant(microseconds: 60_000_000)
    #expect(try driver.control("profile", ["deviceId": "device-1"]).body["waiting"] == 1)
    _ = try driver.control("world", ["action": "deliver"])
    #expect(try driver.control("profile", ["deviceId": "device-1"]).body["waiting"] == 0)
  }

  @Test func `a second try under the same insert ids is processed once`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "fault", "service": "analytics", "kind": "malformed", "times": 1])
    let upload = Requests.upload([Requests.event("a", insertId: "i-1")])
    _ = try driver.response(upload)
    _ = try driver.response(upload)
    #expect(try driver.control("profile", ["deviceId": "device-1"]).body["events"]?.array?.count == 1)
  }

  @Test func `an upload that met a fault leaves nothing behind`() throws {
    var driver = try WorldDriver()
    for kind in ["offline", "reset", "timeout"] {
      _ = try driver.control("world", ["action": "fault", "service": "analytics", "kind": .string(kind), "times": 1])
      driver.send(Requests.upload([Requests.event("a")]))
    }
    _ = try driver.control(
      "world", ["action": "fault", "service": "analytics", "kind": "status", "status": 500, "times": 1])
    #expect(try driver.response(Requests.upload([Requests.event("a")])).status == 500)
    let (_, profile) = try driver.control("profile", ["deviceId": "device-1"])
    #expect(profile["events"] == [])
    #expect(profile["waiting"] == 0)
  }

  @Test func `an unknown device is empty`() throws {
    var driver = try WorldDriver()
    let (status, profile) = try driver.control("profile", ["deviceId": "never-seen"])
    #expect(status == 200)
    #expect(
      profile == ["deviceId": "never-seen", "events": [], "userIds": [], "userProperties": [:], "waiting": 0])
  }

  /// The operations of amplitude.md 7.4.
  @Test func `identify operations change the user's properties`() throws {
    var driver = try WorldDriver()
    let operations: [(JSONValue, JSONValue)] = [
      (["$set": ["plan": "team", "seats": 3]], ["plan": "team", "seats": 3]),
      (["$setOnce": ["plan": "solo", "since": "2025"]], ["plan": "team", "seats": 3, "since": "2025"]),
      (["$add": ["seats": 2, "visits": 1]], ["plan": "team", "seats": 5, "since": "2025", "visits": 1]),
      (["$unset": ["seats": "-", "visits": "-"]], ["plan": "team", "since": "2025"]),
      (["$append": ["tags": ["a"]]], ["plan": "team", "since": "2025", "tags": ["a"]]),
      (["$prepend": ["tags": "b"]], ["plan": "team", "since": "2025", "tags": ["b", "a"]]),
      (["$postInsert": ["tags": ["a", "c"]]], ["plan": "team", "since": "2025", "tags": ["b", "a", "c"]]),
      (["$preInsert": ["tags": ["d", "c"]]], ["plan": "team", "since": "2025", "tags": ["d", "b", "a", "c"]]),
      (["$remove": ["tags": ["a", "b"]]], ["plan": "team", "since": "2025", "tags": ["d", "c"]]),
      (["$clearAll": "-"], [:]),
    ]
    for (operation, expected) in operations {
      var event = Requests.event("$identify").object ?? JSONObject()
      event["user_properties"] = operation
      _ = try driver.response(Requests.upload([.object(event)]))
      let (_, profile) = try driver.control("profile", ["deviceId": "device-1"])
      #expect(profile["userProperties"] == expected, "\(operation.text)")
    }
  }

  // MARK: experiment

  private func experiment(_ driver: inout WorldDriver, _ events: [JSONValue]) throws -> JSONValue {
    _ = try driver.response(Requests.upload(events))
    return try driver.control("experiment", ["flag": nil]).body
  }

  @Test func `an experiment without traffic says what is missing`() throws {
    var driver = try WorldDriver()
    let (status, body) = try driver.control("experiment", ["flag": "report-layout"])
    #expect(status == 200)
    #expect(body["state"] == "started")
    #expect(body["start"] == "2025-12-01T00:00:00Z")
    #expect(body["exposureEvent"] == "[Experiment] Exposure")
    #expect(body["primaryMetric"] == "Report Exported")
    #expect(body["missing"] == ["noProcessedExposure:control", "noProcessedExposure:expanded"])
    #expect(
      body["variants"] == [
        ["variant": "control", "exposed": 0, "converted": 0], ["variant": "expanded", "exposed": 0, "converted": 0],
      ])
  }

  @Test func `people count, not events, and only exports after the exposure`() throws {
    var driver = try WorldDriver()
    func export(_ user: String?, _ device: String, _ time: Int64) -> JSONValue {
      Requests.event("Report Exported", user: user, device: device, time: .integer(time))
    }
    let now: Int64 = 1_767_225_600_000
    let body = try experiment(
      &driver,
      [
        export("early-bird", "device-1", now),  // before its exposure, in the same instant
        Requests.exposure("expanded", user: "early-bird", insertId: "1"),
        Requests.exposure("expanded", user: "tester-expanded", insertId: "2"),
        Requests.exposure("expanded", user: "tester-expanded", device: "device-2", insertId: "3"),
        export("tester-expanded", "device-3", now),  // the same instant, afterwards
        export("tester-expanded", "device-3", now + 1),
        Requests.exposure("control", user: nil, device: "device-9", insertId: "4"),
        export(nil, "device-9", now - 1),  // an older time, although sent later
        export("nobody-exposed", "device-8", now + 5),
      ])
    #expect(
      body["variants"] == [
        ["variant": "control", "exposed": 1, "converted": 0], ["variant": "expanded", "exposed": 2, "converted": 1],
      ])
    #expect(body["missing"] == ["noConversion:control"])
    #expect(body["severalVariants"] == 0)
  }

  @Test func `someone who met both variants counts under both and is told of`() throws {
    var driver = try WorldDriver()
    let body = try experiment(
      &driver,
      [
        Requests.exposure("control", user: "tester-x", insertId: "1"),
        Requests.exposure("expanded", user: "tester-x", insertId: "2"),
        Requests.event("Report Exported", user: "tester-x"),
      ])
    #expect(
      body["variants"] == [
        ["variant": "control", "exposed": 1, "converted": 1], ["variant": "expanded", "exposed": 1, "converted": 1],
      ])
    #expect(body["severalVariants"] == 1)
    #expect(body["missing"] == [])
  }

  @Test func `a draft and an experiment of the future count nothing`() throws {
    for start in [nil, "2026-01-01T00:00:01Z"] as [JSONValue] {
      let definition: JSONValue = [
        "flag": "report-layout", "exposureEvent": "[Experiment] Exposure", "primaryMetric": "Report Exported",
        "start": start,
      ]
      var driver = try WorldDriver(replacing: [("experiments", [definition])])
      let body = try experiment(&driver, [Requests.exposure("control", user: "tester-x", insertId: "1")])
      #expect(body["state"] == "draft")
      #expect(body["start"] == start)
      #expect(body["missing"] == ["notStarted"])
      #expect(body["variants"]?.array?.first == ["variant": "control", "exposed": 0, "converted": 0])
    }
  }

  @Test func `events before the start do not count`() throws {
    let definition: JSONValue = [
      "flag": "report-layout", "exposureEvent": "[Experiment] Exposure", "primaryMetric": "Report Exported",
      "start": "2026-01-01T00:00:01Z",
    ]
    var driver = try WorldDriver(replacing: [("experiments", [definition])])
    driver.now = Instant(microseconds: 2_000_000)
    let body = try experiment(&driver, [Requests.exposure("control", user: "tester-x", insertId: "1")])
    #expect(body["state"] == "started")
    #expect(body["variants"]?.array?.first == ["variant": "control", "exposed": 0, "converted": 0])
  }

  @Test func `another exposure event takes the variant that the user has at the time`() throws {
    let definition: JSONValue = [
      "flag": "report-layout", "exposureEvent": "Report Previewed", "primaryMetric": "Report Exported",
      "start": "2025-12-01T00:00:00Z", "variants": ["control", "expanded"],
    ]
    var driver = try WorldDriver(replacing: [("experiments", [definition])])
    let body = try experiment(
      &driver,
      [
        Requests.event("Report Previewed", user: "tester-y"),
        Requests.exposure("control", user: "tester-x", insertId: "1"),
        Requests.event("Report Previewed", user: "tester-x"),
      ])
    #expect(body["variants"]?.array?.first == ["variant": "control", "exposed": 1, "converted": 0])
  }

  @Test func `a flag without an experiment is an error that names those with one`() throws {
    var driver = try WorldDriver()
    let (status, body) = try driver.control("experiment", ["flag": "weekly-digest"])
    #expect(status == 404)
    #expect(body["error"]?["code"] == "noExperiment")
    #expect(body["error"]?["hint"] == "experiments: report-layout")
  }

  // MARK: why

  private let stranger: JSONValue = ["device_id": "device-1", "user_id": "somebody-else"]

  private func why(_ driver: inout WorldDriver, _ flag: String, _ user: JSONValue, want: JSONValue = nil) throws
    -> JSONValue
  {
    let (status, body) = try driver.control("why", ["flag": .string(flag), "user": user, "want": want])
    #expect(status == 200)
    return body
  }

  @Test func `why shows the trace and whether the flag is served`() throws {
    var driver = try WorldDriver()
    let body = try why(&driver, "report-layout", ["device_id": "device-1", "user_id": "tester-expanded"])
    #expect(body["want"] == .some(.null))
    #expect(
      body["conditions"] == [
        "active": true, "deployed": true, "evaluationMode": "remote", "inDeployment": true, "served": true,
      ])
    let flag = try #require(body["trace"]?["flags"]?.array?.first)
    #expect(flag["flag"] == "report-layout")
    #expect(flag["variant"]?["name"] == "expanded")
    #expect(flag["segments"]?.array?.count == 2)
    #expect(flag["segments"]?.array?.last?["matched"] == true)
  }

  @Test func `why explains a flag that is not served as if it were`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "flag", "key": "report-layout", "condition": "undeployed"])
    let body = try why(&driver, "report-layout", ["device_id": "device-1", "user_id": "tester-expanded"])
    #expect(body["conditions"]?["deployed"] == false)
    #expect(body["conditions"]?["served"] == false)
    #expect(body["trace"]?["flags"]?.array?.first?["variant"]?["name"] == "expanded")
  }

  @Test func `why of an unknown flag names the nearest`() throws {
    var driver = try WorldDriver()
    let (status, body) = try driver.control("why", ["flag": "report-layuot", "user": stranger, "want": nil])
    #expect(status == 404)
    #expect(body["error"]?["code"] == "unknownFlag")
    #expect(body["error"]?["hint"] == "did you mean report-layout?")
  }

  @Test func `the smallest change for a variant is the user whom a segment names`() throws {
    var driver = try WorldDriver()
    let body = try why(&driver, "report-layout", stranger, want: "expanded")
    #expect(body["want"]?["code"] == "change")
    #expect(body["want"]?["changes"] == [["property": "user_id", "from": "somebody-else", "to": "tester-expanded"]])
    #expect(body["want"]?["obstacles"] == [])
  }

  @Test func `a change through a dependency is found`() throws {
    var driver = try WorldDriver()
    let body = try why(&driver, "export-hint", stranger, want: "on")
    #expect(body["want"]?["changes"] == [["property": "user_id", "from": "somebody-else", "to": "tester-expanded"]])
  }

  @Test func `a proposed change holds when it is made`() throws {
    var driver = try WorldDriver()
    for (flag, variant) in [("weekly-digest", "on"), ("weekly-digest", "off"), ("report-layout", "grid")] {
      for number in 0..<20 {
        var user: JSONObject = JSONObject()
        user["device_id"] = .string("device-\(number)")
        let want = try why(&driver, flag, .object(user), want: .string(variant))["want"]
        if want?["code"] == "has" { continue }
        #expect(want?["code"] == "change")
        var changed: JSONValue = .object(user)
        for change in want?["changes"]?.array ?? [] {
          let path = (change["property"]?.string ?? "").split(separator: ".").map(String.init)
          let property = try #require(UserProperty(selector: ["context", "user"] + path))
          changed = property.set(change["to"]?.unlessNull, in: changed)
        }
        let answer = try JSON.parse(driver.response(Requests.evaluation(changed)).body)
        #expect(answer[flag]?["key"]?.string == variant)
      }
    }
  }

  @Test func `two properties are changed when one is not enough`() throws {
    func condition(_ name: String, _ op: String, _ value: String) -> JSONValue {
      [
        "selector": ["context", "user", "user_properties", .string(name)], "op": .string(op),
        "values": [.string(value)],
      ]
    }
    let flag: JSONValue = [
      "key": "pro", "variants": ["on": ["key": "on", "value": "on"]],
      "segments": [
        ["conditions": [[condition("plan", "is", "pro"), condition("seats", "greater", "10")]], "variant": "on"]
      ],
    ]
    var driver = try WorldDriver(replacing: [("flags", [flag]), ("experiments", nil)])
    let body = try why(&driver, "pro", ["device_id": "device-1"], want: "on")
    #expect(
      body["want"]?["changes"] == [
        ["property": "user_properties.plan", "from": nil, "to": "pro"],
        ["property": "user_properties.seats", "from": nil, "to": 11],
      ])
  }

  @Test func `what stands in the way is named`() throws {
    let zero: JSONValue = [
      "key": "zero", "variants": ["on": ["key": "on"], "never": ["key": "never"], "off": ["key": "off"]],
      "segments": [
        [
          "bucket": [
            "selector": ["context", "user", "device_id"], "salt": "s",
            "allocations": [["range": [0, 0], "distributions": [["variant": "on", "range": [0, 42_949_673]]]]],
          ], "variant": "off",
        ]
      ],
    ]
    var driver = try WorldDriver(replacing: [("flags", [zero]), ("experiments", nil)])
    _ = try driver.control("world", ["action": "flag", "key": "zero", "condition": "inactive"])
    #expect(try why(&driver, "zero", stranger, want: "on")["want"]?["code"] == "zeroRollout")
    #expect(try why(&driver, "zero", stranger, want: "never")["want"]?["code"] == "noSegment")
    #expect(try why(&driver, "zero", stranger, want: "off")["want"]?["code"] == "has")
    let unknown = try why(&driver, "zero", stranger, want: "onn")["want"]
    #expect(unknown?["code"] == "unknownVariant")
    #expect(unknown?["known"] == ["never", "off", "on"])
    #expect(unknown?["obstacles"] == ["inactive"])
  }

  // MARK: world

  @Test func `the contract describes the built-in world`() throws {
    var driver = try WorldDriver()
    let (status, body) = try driver.control("world", ["action": "show"])
    #expect(status == 200)
    #expect(body["configured"] == true)
    #expect(body["flagsOff"] == .some(.null))
    let contract = try #require(body["contract"])
    #expect(contract["name"] == "built-in")
    #expect(contract["region"] == "US")
    #expect(contract["engine"] == "javascript")
    #expect(contract["latencies"] == ["evaluation": 120_000, "analytics": 80_000, "decisions": 150_000])
    #expect(contract["faults"] == ["evaluation": nil, "analytics": nil, "decisions": nil])
    #expect(contract["holds"] == [])
    let flags = try #require(contract["flags"]?.array)
    #expect(flags.map { $0["key"]?.string } == ["report-layout", "weekly-digest", "export-hint"])
    #expect(flags[0]["values"] == ["control", "expanded", "grid"])
    #expect(flags[0]["evaluation"] == "remote")
    #expect(flags[0]["rollout"]?["variants"] == [], "zero rollout for everybody else")
    #expect(flags[0]["rollout"]?["otherwise"] == "off")
    #expect(flags[1]["rollout"]?["variants"] == [["variant": "on", "percent": 50]])
    #expect(flags[1]["rollout"]?["bucketing"] == ["context", "user", "device_id"])
    #expect(
      flags[2]["rollout"] == ["segment": "All Other Users", "bucketing": nil, "variants": [], "otherwise": "off"])
  }

  @Test func `every change shows in the contract`() throws {
    var driver = try WorldDriver()
    func contract(_ body: JSONValue) throws -> JSONValue? { try driver.control("world", body).body["contract"] }
    #expect(
      try contract(["action": "latency", "service": "decisions", "microseconds": 5])?["latencies"]?["decisions"] == 5)
    #expect(
      try contract(["action": "fault", "service": "analytics", "kind": "status", "status": 429, "times": 3])?[
        "faults"]?[
          "analytics"] == ["kind": "status", "status": 429, "times": 3])
    #expect(
      try contract(["action": "fault", "service": "analytics", "kind": "offline", "times": nil])?["faults"]?[
        "analytics"]
        == ["kind": "offline", "status": nil, "times": nil])
    #expect(try contract(["action": "clearFault", "service": "analytics"])?["faults"]?["analytics"] == .some(.null))
    #expect(try contract(["action": "hold", "service": "decisions"])?["holds"] == ["decisions"])
    let flag = try contract(["action": "flag", "key": "report-layout", "condition": "absent"])?["flags"]?.array?.first
    #expect(flag?["inDeployment"] == false)
    #expect(flag?["active"] == true)
    #expect(
      try contract(["action": "assign", "key": "report-layout", "userId": "tester-x", "variant": "control"])?[
        "assignments"] == [["flag": "report-layout", "userId": "tester-x", "variant": "control"]])
  }

  @Test func `the answer to a change is about what it concerns, however much stands besides`() throws {
    var driver = try WorldDriver()
    func contract(_ body: JSONValue) throws -> JSONValue {
      try #require(driver.control("world", body).body["contract"])
    }
    func assign(_ userId: String, _ variant: String) throws -> JSONValue {
      try contract([
        "action": "assign", "key": "report-layout", "userId": .string(userId), "variant": .string(variant),
      ])
    }
    for number in 0..<50 { _ = try assign("person-\(number)", "control") }
    let assigned = try assign("person-7", "expanded")
    #expect(assigned["assignments"] == [["flag": "report-layout", "userId": "person-7", "variant": "expanded"]])
    #expect(assigned["flags"]?.array?.map { $0["key"] } == ["report-layout"])
    #expect(assigned["flags"]?.array?.first?["assigned"] == 50)
    #expect(assigned["points"] == nil)
    let latency = try contract(["action": "latency", "service": "decisions", "microseconds": 5])
    #expect(latency["latencies"] == ["decisions": 5])
    #expect(latency["flags"] == nil)
    #expect(try contract(["action": "flag", "key": "export-hint", "condition": "inactive"])["assignments"] == [])
    let whole = try contract(["action": "show"])
    let userIds = try #require(whole["assignments"]?.array).compactMap { $0["userId"]?.string }
    #expect(userIds == (0..<50).filter { $0 != 7 }.map { "person-\($0)" } + ["person-7"], "the last one stands last")
    #expect(whole["flags"]?.array?.count == 3)
  }

  @Test func `the app loses and gets its keys`() throws {
    var driver = try WorldDriver()
    let without = try driver.control("world", ["action": "unconfigure"]).body
    #expect(without["configured"] == false)
    #expect(without["flagsOff"] == "unconfigured")
    let with = try driver.control("world", ["action": "configure"]).body
    #expect(with["configured"] == true)
    #expect(with["flagsOff"] == .some(.null))
  }

  @Test func `configuring an app whose keys are blank leaves flags off`() throws {
    var driver = try WorldDriver(replacing: [("keys", ["apiKey": "", "deploymentKey": ""])])
    for action in ["show", "configure"] as [JSONValue] {
      let body = try driver.control("world", ["action": action]).body
      #expect(body["configured"] == false)
      #expect(body["flagsOff"] == "apiKeyBlank")
    }
  }

  @Test(
    arguments: [
      (nil, 400, "badRequest"), ("[]", 400, "badRequest"), ("{", 400, "badRequest"), ("{}", 400, "badRequest"),
      (#"{"action":"shwo"}"#, 404, "unknownAction"), (#"{"action":"hold","service":"world"}"#, 404, "unknownService"),
      (#"{"action":"latency","service":"evaluation","microseconds":-1}"#, 400, "badRequest"),
      (#"{"action":"latency","service":"evaluation","microseconds":1.5}"#, 400, "badRequest"),
      (#"{"action":"fault","service":"evaluation","kind":"status"}"#, 400, "badRequest"),
      (#"{"action":"fault","service":"evaluation","kind":"status","status":600}"#, 400, "badRequest"),
      (#"{"action":"fault","service":"evaluation","kind":"slow"}"#, 404, "unknownFault"),
      (#"{"action":"fault","service":"evaluation","kind":"reset","times":0}"#, 400, "badRequest"),
      (#"{"action":"flag","key":"nope","condition":"active"}"#, 404, "unknownFlag"),
      (#"{"action":"flag","key":"report-layout","condition":"gone"}"#, 404, "unknownCondition"),
      (#"{"action":"assign","key":"report-layout","userId":"","variant":"control"}"#, 400, "badRequest"),
      (#"{"action":"deliver","requests":["1"]}"#, 400, "badRequest"),
      (#"{"action":"deliver","requests":[1]}"#, 404, "notHeld"),
    ] as [(String?, Int, String)]) func `a wrong question is an error with a code`(
      body: String?, status: Int, code: String
    ) throws
  {
    var driver = try WorldDriver()
    let response = try driver.response(
      HTTPRequest(service: .world, method: "POST", path: "/flagsh/world", body: body))
    #expect(response.status == status)
    let error = try JSON.parse(response.body)["error"]
    #expect(error?["code"] == .string(code))
    #expect(error?["message"]?.string?.isEmpty == false)
  }

  @Test func `other paths and methods are errors`() throws {
    var driver = try WorldDriver()
    #expect(try driver.control("nothing", [:]).status == 404)
    let response = try driver.response(HTTPRequest(service: .world, method: "GET", path: "/flagsh/world"))
    #expect(response.status == 405)
  }
}
