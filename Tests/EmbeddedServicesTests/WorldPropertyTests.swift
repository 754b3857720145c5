import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// Random requests, cancellations, timers and control actions; every failure names the seed that repeats it.
@Suite struct `A world under random use` {
  /// What a run should come to, kept beside the world without looking into it.
  private struct Expectation {
    /// Requests that are owed an answer; those that a timeout fault met are not among them.
    var owed: Set<Int> = []
    var timers: Set<Int> = []
    var holds: Set<String> = []
    var held: [(id: Int, service: String)] = []
    var timeouts: [String: Int] = [:]
  }

  private static let services = ["evaluation", "analytics", "decisions"]

  @Test(arguments: [1, 2, 3, 20_26, 0xF1A6] as [UInt64])
  func `every request gets one answer unless cancelled, held or timed out`(
    seed: UInt64
  ) throws {
    var random = TestRandom(seed: seed)
    var driver = try WorldDriver()
    var expectation = Expectation()
    var answered: [Int: Int] = [:]
    var lastTime = Instant.start

    func take(_ limit: Instant) {
      while let input = driver.world.next(notAfter: limit) {
        #expect(input.time >= lastTime, "seed \(seed): time never goes back")
        #expect(input.time <= limit, "seed \(seed)")
        lastTime = input.time
        switch input.kind {
        case .answer(let request, _):
          answered[request, default: 0] += 1
          #expect(expectation.owed.remove(request) != nil, "seed \(seed): request \(request) is owed an answer")
        case .timer(let id):
          #expect(expectation.timers.remove(id) != nil, "seed \(seed): timer \(id)")
        default:
          Issue.record("seed \(seed): an input that no world makes")
        }
      }
    }

    for _ in 0..<1_500 {
      switch random.below(10) {
      case 0...4:
        let service = random.pick(Self.services)
        let id = driver.send(request(service, &random))
        if let times = expectation.timeouts[service] {
          expectation.timeouts[service] = times > 1 ? times - 1 : nil
        } else if expectation.holds.contains(service) {
          expectation.held.append((id, service))
        } else {
          expectation.owed.insert(id)
        }
      case 5:
        let id = random.below(driver.lastId + 2)
        driver.world.perform(.cancelRequest(id: id), at: driver.now)
        expectation.owed.remove(id)
        expectation.held.removeAll { $0.id == id }
      case 6:
        let id = 1 + random.below(500)
        if random.below(2) == 0 {
          let due = driver.now.advanced(by: Span(microseconds: Int64(random.below(300_000))))
          driver.world.perform(.startTimer(id: id, due: due), at: driver.now)
          expectation.timers.insert(id)
        } else {
          driver.world.perform(.cancelTimer(id: id), at: driver.now)
          expectation.timers.remove(id)
        }
      case 7, 8:
        let body = action(&random, &expectation)
        expectation.owed.insert(driver.send(Requests.control("world", body)))
      default:
        driver.now = driver.now.advanced(by: Span(microseconds: Int64(random.below(200_000))))
        take(driver.now)
      }
    }
    take(Instant(microseconds: .max))
    #expect(expectation.owed.isEmpty, "seed \(seed): \(expectation.owed.sorted().prefix(5)) got no answer")
    #expect(expectation.timers.isEmpty, "seed \(seed)")
    #expect(answered.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(driver.world.held.map(\.request) == expectation.held.map(\.id), "seed \(seed)")
    #expect(driver.world.nextDue == nil, "seed \(seed)")
  }

  @Test(arguments: [7, 8] as [UInt64]) func `the same effects at the same moments give the same bytes`(
    seed: UInt64
  ) throws {
    func run() throws -> [Input] {
      var random = TestRandom(seed: seed)
      var driver = try WorldDriver()
      var expectation = Expectation()
      var inputs: [Input] = []
      for _ in 0..<600 {
        switch random.below(4) {
        case 0, 1: driver.send(request(random.pick(Self.services), &random))
        case 2: driver.send(Requests.control("world", action(&random, &expectation)))
        default: driver.send(Requests.control(random.pick(["profile", "experiment"]), ["deviceId": "device-1"]))
        }
        driver.now = driver.now.advanced(by: Span(microseconds: Int64(random.below(50_000))))
        while let input = driver.world.next(notAfter: driver.now) { inputs.append(input) }
      }
      return inputs
    }
    #expect(try run() == run(), "seed \(seed)")
  }

  @Test func `senseless requests are answered too`() throws {
    let seed: UInt64 = 99
    var random = TestRandom(seed: seed)
    var driver = try WorldDriver()
    for round in 0..<3_000 {
      var request =
        random.below(2) == 0
        ? request(random.pick(Self.services), &random)
        : Requests.control(
          random.pick(["why", "profile", "experiment", "world", "", "../world"]),
          ["action": "assign", "flag": "report-layout", "user": ["user_id": "x"], "want": "on", "deviceId": "d"])
      if random.below(3) == 0 { request.method = random.pick(["GET", "POST", "DELETE", ""]) }
      if random.below(3) == 0 { request.path = random.pick(["", "/", "/2/httpapi?x=1", "?", "/sdk/v2/vardata"]) }
      if let body = request.body {
        var bytes = Array(body.utf8)
        for _ in 0..<random.below(4) {
          guard !bytes.isEmpty else { break }
          bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        request.body = random.below(5) == 0 ? nil : String(decoding: bytes.dropLast(random.below(9)), as: UTF8.self)
      }
      let response = try driver.response(request)
      #expect((200..<500).contains(response.status), "seed \(seed) round \(round)")
    }
  }

  private func request(_ service: String, _ random: inout TestRandom) -> HTTPRequest {
    switch service {
    case "evaluation":
      return Requests.evaluation([
        "user_id": .string(random.pick(["tester-control", "tester-expanded", "stranger"])), "device_id": "device-1",
      ])
    case "analytics":
      let variant = random.pick(["control", "expanded"])
      return Requests.upload([
        Requests.exposure(variant, user: "tester-x", insertId: "insert-\(random.below(50))"),
        Requests.event(random.pick(["Report Exported", ""]), insertId: "insert-\(random.below(50))"),
      ])
    default:
      let anchor = JSONValue.string(random.pick(["SKU-1", "SKU-3", "unknown"]))
      return DecisionsDriver.request(
        [random.pick(["homeHero", "product_recs", "Nowhere"])],
        context: random.below(2) == 0 ? [("anchorId", anchor)] : [])
    }
  }

  private func action(_ random: inout TestRandom, _ expectation: inout Expectation) -> JSONValue {
    let service = random.pick(Self.services)
    switch random.below(7) {
    case 0:
      let latency = Int64(random.below(200_000))
      return ["action": "latency", "service": .string(service), "microseconds": .integer(latency)]
    case 1:
      let kind = random.pick(["status", "offline", "timeout", "reset", "malformed", "empty"])
      let times = 1 + random.below(3)
      expectation.timeouts[service] = kind == "timeout" ? times : nil
      return [
        "action": "fault", "service": .string(service), "kind": .string(kind), "status": 503, "times": JSONValue(times),
      ]
    case 2:
      expectation.timeouts[service] = nil
      return ["action": "clearFault", "service": .string(service)]
    case 3:
      expectation.holds.insert(service)
      return ["action": "hold", "service": .string(service)]
    case 4:
      return deliver(&random, &expectation)
    case 5:
      let condition = random.pick(["active", "inactive", "undeployed", "absent"])
      return ["action": "flag", "key": "report-layout", "condition": .string(condition)]
    default:
      let userId = "tester-\(random.below(5))"
      return ["action": "assign", "key": "report-layout", "userId": .string(userId), "variant": "expanded"]
    }
  }

  private func deliver(_ random: inout TestRandom, _ expectation: inout Expectation) -> JSONValue {
    guard !expectation.held.isEmpty, random.below(2) == 0 else {
      expectation.owed.formUnion(expectation.held.map(\.id))
      expectation.held = []
      expectation.holds = []
      return ["action": "deliver"]
    }
    let chosen = expectation.held.remove(at: random.below(expectation.held.count))
    expectation.owed.insert(chosen.id)
    expectation.holds.remove(chosen.service)
    return ["action": "deliver", "requests": [JSONValue(chosen.id)]]
  }
}
