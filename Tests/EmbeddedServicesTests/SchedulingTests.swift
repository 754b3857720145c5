import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

@Suite struct `Scheduling of a world` {
  private let user: JSONValue = ["user_id": "tester-expanded", "device_id": "device-1"]

  @Test func `an answer is due when its latency has passed`() throws {
    var driver = try WorldDriver()
    driver.send(Requests.evaluation(user))
    #expect(driver.world.nextDue == Instant(microseconds: 120_000))
    #expect(driver.next(notAfter: Instant(microseconds: 119_999)) == nil)
    #expect(driver.next()?.time == Instant(microseconds: 120_000))
    #expect(driver.world.nextDue == nil)
  }

  @Test func `a changed latency holds for later requests only`() throws {
    var driver = try WorldDriver()
    driver.send(Requests.evaluation(user))
    _ = try driver.control("world", ["action": "latency", "service": "evaluation", "microseconds": 5])
    driver.send(Requests.evaluation(user))
    let inputs = [driver.next(), driver.next()]
    #expect(inputs.map { $0?.time.microseconds } == [5, 120_000])
  }

  @Test func `answers come before timers of the same moment and in the order of asking`() throws {
    var driver = try WorldDriver()
    let due = Instant(microseconds: 120_000)
    driver.world.perform(.startTimer(id: 1, due: due), at: driver.now)
    driver.world.perform(.request(id: 9, Requests.evaluation(user)), at: driver.now)
    driver.world.perform(.request(id: 4, Requests.evaluation(user)), at: driver.now)
    #expect(order(&driver) == ["answer 9", "answer 4", "timer 1"])
  }

  @Test func `cancelled requests and timers give nothing`() throws {
    var driver = try WorldDriver()
    let first = driver.send(Requests.evaluation(user))
    let second = driver.send(Requests.evaluation(user))
    driver.world.perform(.startTimer(id: 1, due: Instant(microseconds: 7)), at: driver.now)
    driver.world.perform(.cancelTimer(id: 1), at: driver.now)
    driver.world.perform(.cancelRequest(id: first), at: driver.now)
    #expect(driver.world.nextDue == Instant(microseconds: 120_000))
    #expect(order(&driver) == ["answer \(second)"])
  }

  @Test func `held answers come in the order of delivery, now and before the delivery itself returns`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "evaluation"])
    let ids = (0..<3).map { _ in driver.send(Requests.evaluation(user)) }
    #expect(driver.next() == nil)
    driver.now = Instant(microseconds: 1_000_000)
    let delivery = driver.send(
      Requests.control(
        "world", ["action": "deliver", "requests": [JSONValue(ids[2]), JSONValue(ids[0])]]))
    #expect(driver.world.nextDue == Instant(microseconds: 1_000_000))
    #expect(order(&driver) == ["answer \(ids[2])", "answer \(ids[0])", "answer \(delivery)"])
    let rest = driver.send(Requests.control("world", ["action": "deliver"]))
    #expect(order(&driver) == ["answer \(ids[1])", "answer \(rest)"])
  }

  @Test func `a delivery ends the hold`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "evaluation"])
    let held = driver.send(Requests.evaluation(user))
    let (_, before) = try driver.control("world", ["action": "show"])
    #expect(before["contract"]?["holds"] == ["evaluation"])
    #expect(before["contract"]?["held"] == [["request": JSONValue(held), "service": "evaluation"]])
    let (_, after) = try driver.control("world", ["action": "deliver"])
    #expect(after["contract"]?["holds"] == [])
    #expect(after["contract"]?["held"] == [])
    driver.send(Requests.evaluation(user))
    #expect(driver.world.nextDue == Instant(microseconds: 120_000))
  }

  @Test func `delivering what is not held names what is`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "evaluation"])
    let held = driver.send(Requests.evaluation(user))
    let (status, body) = try driver.control("world", ["action": "deliver", "requests": [JSONValue(held), 77]])
    #expect(status == 404)
    #expect(body["error"]?["code"] == "notHeld")
    #expect(body["error"]?["hint"] == .string("held: \(held)"))
    let (_, after) = try driver.control("world", ["action": "show"])
    #expect(after["contract"]?["held"]?.array?.count == 1, "nothing was delivered")
  }

  @Test func `a cancelled held request disappears`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "evaluation"])
    let held = driver.send(Requests.evaluation(user))
    driver.world.perform(.cancelRequest(id: held), at: driver.now)
    let (_, body) = try driver.control("world", ["action": "deliver"])
    #expect(body["contract"]?["held"] == [])
    #expect(driver.next() == nil)
  }

  @Test func `a held answer was computed when the request was made`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "hold", "service": "evaluation"])
    let held = driver.send(Requests.evaluation(user))
    _ = try driver.control("world", ["action": "flag", "key": "report-layout", "condition": "inactive"])
    driver.send(Requests.control("world", ["action": "deliver"]))
    guard case .response(let response) = try driver.answer(to: held) else { throw WorldDriver.Missing(request: held) }
    #expect(try JSON.parse(response.body)["report-layout"]?["value"] == "expanded")
  }

  @Test(arguments: ["offline", "reset"]) func `a transport fault is a failure after the latency`(kind: String) throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "fault", "service": "evaluation", "kind": .string(kind), "times": 1])
    let answer = try driver.answer(to: driver.send(Requests.evaluation(user)))
    #expect(answer == .failure(TransportFailure(kind: kind == "reset" ? .reset : .offline)))
    #expect(driver.now == Instant(microseconds: 120_000))
    #expect(try driver.response(Requests.evaluation(user)).status == 200)
  }

  @Test func `a counted fault meets that many requests`() throws {
    var driver = try WorldDriver()
    _ = try driver.control(
      "world", ["action": "fault", "service": "evaluation", "kind": "status", "status": 503, "times": 2])
    let statuses = try (0..<3).map { _ in try driver.response(Requests.evaluation(user)).status }
    #expect(statuses == [503, 503, 200])
  }

  @Test func `a service that times out never answers, until the fault is cleared`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "fault", "service": "evaluation", "kind": "timeout"])
    driver.send(Requests.evaluation(user))
    driver.send(Requests.evaluation(user))
    #expect(driver.world.nextDue == nil)
    _ = try driver.control("world", ["action": "clearFault", "service": "evaluation"])
    #expect(try driver.response(Requests.evaluation(user)).status == 200)
  }

  @Test func `a malformed answer is not JSON`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "fault", "service": "evaluation", "kind": "malformed"])
    let response = try driver.response(Requests.evaluation(user))
    #expect(response.status == 200)
    #expect(throws: JSONError.self) { try JSON.parse(response.body) }
  }

  @Test func `a fault of one service leaves the others and the world alone`() throws {
    var driver = try WorldDriver()
    _ = try driver.control("world", ["action": "fault", "service": "evaluation", "kind": "offline"])
    #expect(try driver.response(Requests.upload([Requests.event("Report Previewed")])).status == 200)
    #expect(driver.now == Instant(microseconds: 80_000))
    #expect(try driver.control("world", ["action": "show"]).status == 200)
    #expect(driver.now == Instant(microseconds: 80_000))
  }

  @Test func `twenty thousand timers with cancellations come in the order of a sorted list`() {
    var queue = DueQueue()
    var model: [Int: (due: Int64, order: Int)] = [:]
    var random = TestRandom(seed: 20_261)
    for order in 0..<20_000 {
      let id = random.below(30_000)
      let due = Int64(random.below(5_000))
      queue.add(.timer, id: id, due: Instant(microseconds: due), .timer(id: id))
      model[id] = (due, order)
      if random.below(3) > 0 {
        let victim = random.below(30_000)
        #expect(queue.cancel(.timer, id: victim) == (model.removeValue(forKey: victim) != nil))
      }
    }
    #expect(queue.count == model.count)
    let expected = model.sorted { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) }.map(\.key)
    var taken: [Int] = []
    while let input = queue.take(notAfter: Instant(microseconds: .max)) {
      if case .timer(let id) = input.kind { taken.append(id) }
    }
    #expect(taken == expected)
    #expect(queue.nextDue == nil)
  }

  private func order(_ driver: inout WorldDriver) -> [String] {
    var order: [String] = []
    while let input = driver.next() {
      switch input.kind {
      case .answer(let request, _): order.append("answer \(request)")
      case .timer(let id): order.append("timer \(id)")
      default: order.append("?")
      }
    }
    return order
  }
}
