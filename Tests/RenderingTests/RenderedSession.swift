import Rendering
import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// A session whose requests all get one answer, and what its commands look like.
struct RenderedSession {
  private(set) var session: Session
  private(set) var last: Outcome?
  private var line = 0
  /// What the evaluation service says from now on; nil is silence until the deadline.
  var answer: Answer?

  init(_ configuration: SessionConfiguration = Self.configuration(), answer: Answer? = Self.layout("expanded")) {
    session = Session(configuration)
    self.answer = answer
  }

  /// The week of seed 000: 84 actions, 12 a day, most of them on Tuesday.
  static func configuration(flagsOff: FlagsOff? = nil) -> SessionConfiguration {
    SessionConfiguration(seed: [0, 3], flagsOff: flagsOff, dailyActions: [12, 21, 14, 13, 11, 6, 7])
  }

  static func layout(_ value: String) -> Answer {
    json(["report-layout": ["key": .string(value), "value": .string(value)]])
  }

  static func json(_ value: JSONValue, status: Int = 200) -> Answer {
    .response(HTTPResponse(status: status, json: value.text))
  }

  /// Runs a command and gives the lines of its result, without colours.
  mutating func lines(_ command: String) -> [String] {
    run(command).map { ResultText.lines($0, .plain) } ?? []
  }

  /// Runs a command to its end.
  @discardableResult
  mutating func run(_ command: String) -> Outcome? {
    line += 1
    last = nil
    put(.command(text: command, place: SourcePlace(file: "test", line: line, column: 1)), at: .start)
    return last
  }

  var prompt: String { PromptText.text(session) }

  private mutating func put(_ kind: Input.Kind, at time: Instant) {
    for output in session.apply(Input(time: time, kind)) {
      switch output {
      case .outcome(let outcome): last = outcome
      case .effect(.request(let id, let request)):
        guard request.service == .evaluation else {
          put(.answer(request: id, Self.json([:])), at: time)
          continue
        }
        if let answer { put(.answer(request: id, answer), at: time) }
      case .effect(.startTimer(let id, let due)):
        if answer == nil { put(.timer(id: id), at: due) }
      default: break
      }
    }
  }
}
