import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// Whole sessions in the built-in world, walked as the app's verification list asks (product.md sections 4 and 6).
@Suite struct `A session in the built-in world` {
  /// A session and its world with the virtual clock between them.
  private struct Walk {
    var session: Session
    var world: EmbeddedWorld
    var now = Instant.start
    var outcomes: [Outcome] = []

    init() throws {
      let file = try WorldFile(parsing: WorldDriver.builtInBytes, file: "world.json")
      session = Session(file.configuration(seed: [0, 0], startMicroseconds: WorldDriver.start, platform: "iOS"))
      world = EmbeddedWorld(file, startMicroseconds: WorldDriver.start)
    }

    /// Runs commands; a command that waits moves the clock from one due input to the next.
    @discardableResult
    mutating func run(_ commands: String...) -> Outcome? {
      for command in commands {
        let place = SourcePlace(file: "<test>", line: 1, column: 1)
        apply(Input(time: now, .command(text: command, place: place)))
        while session.isAwaiting, let input = world.next(notAfter: Instant(microseconds: .max)) {
          now = max(now, input.time)
          apply(input)
        }
      }
      return outcomes.last
    }

    private mutating func apply(_ input: Input) {
      for output in session.apply(input) {
        switch output {
        case .effect(let effect): world.perform(effect, at: now)
        case .outcome(let outcome): outcomes.append(outcome)
        case .ledger, .notice: break
        }
      }
    }

    /// The world's answer to the last question.
    func answer() throws -> JSONValue {
      guard case .world(_, let body) = outcomes.last?.result else { throw NoAnswer() }
      return body
    }

    struct NoAnswer: Error {}
  }

  @Test(arguments: [
    ("tester-control", "assigned", "compact"), ("tester-expanded", "assigned", "expanded"),
    ("tester-unknown", "fallback", "compact"), ("tester-novalue", "fallback", "compact"),
    ("tester-off", "fallback", "compact"), ("somebody-else", "fallback", "compact"),
  ]) func `each tester sees the report that the world gives`(user: String, state: String, layout: String) throws {
    var walk = try Walk()
    #expect(walk.run("open", "sign-in \(user)")?.status == .success)
    let document = walk.session.document
    #expect(document["flags"]?["state"] == .string(state))
    #expect(document["report"]?["layout"] == .string(layout))
    #expect(document["report"]?["total"] == 84)
    #expect(walk.now == Instant(microseconds: 240_000), "two fetches of 120 ms")
  }

  @Test func `the exposure and the events arrive processed`() throws {
    var walk = try Walk()
    walk.run("sign-in tester-expanded", "open", "export", "flush", "profile")
    let profile = try walk.answer()
    #expect(
      profile["events"]?.array?.compactMap { $0["type"]?.string }
        == ["[Experiment] Exposure", "Report Previewed", "Report Exported"])
    #expect(profile["userIds"] == ["tester-expanded"])
    #expect(profile["userProperties"]?["[Experiment] report-layout"] == "expanded")
    #expect(profile["waiting"] == 0)
    walk.run("experiment")
    let experiment = try walk.answer()
    #expect(
      experiment["variants"] == [
        ["variant": "control", "exposed": 0, "converted": 0], ["variant": "expanded", "exposed": 1, "converted": 1],
      ])
    #expect(experiment["missing"] == ["noProcessedExposure:control"])
  }

  @Test func `an older answer that arrives last is not shown`() throws {
    var walk = try Walk()
    walk.run("world hold evaluation", "sign-in tester-expanded &", "sign-in tester-control &", "world deliver", "wait")
    #expect(walk.session.document["flags"]?["state"] == "assigned")
    #expect(walk.session.document["report"]?["layout"] == "compact")
    #expect(walk.session.document["identity"]?["userId"] == "tester-control")
  }

  @Test func `a failed fetch gives the labelled fallback and the next one recovers`() throws {
    var walk = try Walk()
    #expect(walk.run("world fault evaluation 503 --times 1", "sign-in tester-expanded")?.status == .commandFailed)
    #expect(walk.session.document["flags"]?["reason"] == "fetchFailed")
    #expect(walk.run("refresh")?.status == .success)
    #expect(walk.session.document["flags"]?["state"] == "assigned")
  }

  @Test func `a service that never answers is given up after five seconds`() throws {
    var walk = try Walk()
    walk.run("world fault evaluation timeout", "refresh")
    #expect(walk.session.document["flags"]?["reason"] == "timeout")
    #expect(walk.now == Instant(microseconds: 5_000_000))
    #expect(walk.world.nextDue == nil)
  }

  @Test func `an assignment and a refresh change the layout`() throws {
    var walk = try Walk()
    walk.run("sign-in somebody-else", "world assign report-layout somebody-else expanded", "refresh", "open")
    #expect(walk.session.document["report"]?["layout"] == "expanded")
  }

  @Test func `an empty answer assigns nothing`() throws {
    var walk = try Walk()
    walk.run("world fault evaluation empty --times 1", "sign-in tester-expanded")
    #expect(walk.session.document["flags"]?["reason"] == "absent")
    walk.run("refresh")
    #expect(walk.session.document["flags"]?["state"] == "assigned")
  }

  @Test func `without keys flags are off, with them they can be fetched again`() throws {
    var walk = try Walk()
    walk.run("world unconfigure")
    #expect(walk.session.document["flags"]?["state"] == "off")
    #expect(walk.run("refresh")?.status == .commandFailed)
    walk.run("world configure")
    #expect(walk.run("sign-in tester-expanded")?.status == .success)
    #expect(walk.session.document["flags"]?["state"] == "assigned")
  }
}
