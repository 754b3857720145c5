import ServiceMessages
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

/// Records a session whose requests are answered after 120 ms by fixed texts.
struct RecordedSession {
  private var session: Session
  private(set) var writer = TranscriptWriter()
  private var now = Instant.start
  private var due: [Input] = []
  private var line = 0
  private let variant: String
  private let payload: String

  init(
    variant: String = "expanded", payload: String = "null", seed: UInt64 = 5, rules: Set<Rule> = Set(Rule.allCases),
    tool: String = "0.1.0",
    configuration: SessionConfiguration = SessionConfiguration(dailyActions: [10, 20, 12, 8, 14, 11, 9])
  ) {
    self.variant = variant
    self.payload = payload
    var configuration = configuration
    configuration.seed = [0, seed]
    session = Session(configuration, rules: rules)
    writer.begin(
      TranscriptHeader(
        toolVersion: tool, configuration: configuration, worldName: "a world", worldChecksum: "0123abcd"))
  }

  /// A whole transcript of these commands.
  static func bytes(
    _ commands: [String], variant: String = "expanded", rules: Set<Rule> = Set(Rule.allCases), isLast: Bool = true,
    tool: String = "0.1.0", payload: String = "null"
  ) -> [UInt8] {
    var recorded = RecordedSession(variant: variant, payload: payload, rules: rules, tool: tool)
    for command in commands { recorded.run(command) }
    recorded.finish(isLast: isLast)
    return recorded.writer.pending
  }

  mutating func run(_ command: String) {
    line += 1
    put(.command(text: command, place: SourcePlace(file: "walk.flagsh", line: line, column: 1)))
    while session.isAwaiting {
      guard !due.isEmpty else {
        put(.interrupt)
        continue
      }
      takeNext()
    }
  }

  mutating func put(_ kind: Input.Kind) {
    let input = Input(time: now, kind)
    writer.append(input)
    let outputs = session.apply(input)
    writer.append(outputs)
    for case .effect(let effect) in outputs { perform(effect) }
  }

  mutating func finish(isLast: Bool) {
    put(.leave)
    while !session.hasLeft, !due.isEmpty { takeNext() }
    writer.finish(document: session.document, isLast: isLast)
  }

  private mutating func takeNext() {
    let input = due.removeFirst()
    now = max(now, input.time)
    put(input.kind)
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .request(let id, let request):
      add(Input(time: now.advanced(by: .milliseconds(120)), .answer(request: id, .response(answer(to: request)))))
    case .startTimer(let id, let moment): add(Input(time: moment, .timer(id: id)))
    case .cancelTimer(let id): due.removeAll { $0.kind == .timer(id: id) }
    case .cancelRequest(let id):
      due.removeAll { if case .answer(id, _) = $0.kind { true } else { false } }
    case .outbox, .shell: break
    }
  }

  private mutating func add(_ input: Input) {
    let index = due.firstIndex { $0.time > input.time } ?? due.endIndex
    due.insert(input, at: index)
  }

  private static let decisions = """
    {"requestId":"b1d0","personalizations":[{"personalizationId":"7a2e","personalizationPointId":"9pp1",
    "personalizationPointName":"homeHero","attributes":{"Header":"Spring sale"},
    "data":[{"personalizationContentId":"7a2e:0","name":"Tarp"},{"name":"no id"}]}]}
    """

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    switch request.service {
    case .evaluation:
      HTTPResponse(
        status: 200,
        json: """
          {"report-layout":{"key":"\(variant)","value":"\(variant)","payload":\(payload),"metadata":{"experimentKey":"e"}}}
          """)
    case .analytics: HTTPResponse(status: 200, json: #"{"code":200,"events_ingested":1}"#)
    case .decisions: HTTPResponse(status: 200, json: Self.decisions)
    case .world: HTTPResponse(status: 200, json: "{}")
    }
  }
}
