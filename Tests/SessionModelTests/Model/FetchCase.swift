import ServiceMessages

/// An answer to a fetch, and what it means by product.md rule 5, written down by hand.
struct FetchCase {
  enum Meaning: Equatable {
    case assigned(value: String, name: String, experiment: String?)
    case fallback(String)
  }

  var answer: Answer
  var meaning: Meaning
  /// The flags that have a variant afterwards.
  var variants: [String] = []

  private init(_ entry: String, _ meaning: Meaning) {
    answer = Answers.json(#"{"other":{"key":"on","value":"on"},"report-layout":\#(entry)}"#)
    self.meaning = meaning
    variants = ["other", "report-layout"]
  }

  private init(_ answer: Answer, _ meaning: Meaning, variants: [String] = []) {
    self.answer = answer
    self.meaning = meaning
    self.variants = variants
  }

  private static func assigned(_ value: String, _ name: String, _ experiment: String? = nil) -> Meaning {
    .assigned(value: value, name: name, experiment: experiment)
  }

  static let all: [FetchCase] = [
    FetchCase(#"{"key":"control","value":"control"}"#, assigned("control", "control")),
    FetchCase(#"{"key":"expanded","value":"expanded"}"#, assigned("expanded", "expanded")),
    FetchCase(#"{"value":"expanded"}"#, assigned("expanded", "expanded")),
    FetchCase(#"{"key":"treatment","value":"expanded"}"#, assigned("expanded", "treatment")),
    FetchCase(
      #"{"key":"control","value":"control","metadata":{"experimentKey":"exp-1"}}"#,
      assigned("control", "control", "exp-1")),
    FetchCase(#"{"key":"control","value":"control","expKey":"exp-2"}"#, assigned("control", "control", "exp-2")),
    FetchCase(#"{"key":"grid","value":"grid"}"#, .fallback("unknownValue")),
    FetchCase(#"{"key":"expanded"}"#, .fallback("noValue")),
    FetchCase(#"{"key":"off","metadata":{"default":true}}"#, .fallback("defaultVariant")),
    FetchCase(#"{"key":"control","value":"control","metadata":{"default":true}}"#, .fallback("defaultVariant")),
    FetchCase(Answers.json("{}"), .fallback("absent")),
    FetchCase(Answers.json(#"{"other":{"key":"on"},"report-layout":null}"#), .fallback("absent"), variants: ["other"]),
    FetchCase(Answers.json("[]"), .fallback("fetchFailed")),
    FetchCase(Answers.json(#"{"report-layout":"#), .fallback("fetchFailed")),
    FetchCase(Answers.json(#"{"report-layout":{"value":"expanded"}}"#, status: 201), .fallback("fetchFailed")),
    FetchCase(Answers.status(503), .fallback("fetchFailed")),
    FetchCase(Answers.status(401), .fallback("fetchFailed")),
    FetchCase(Answers.offline, .fallback("fetchFailed")),
    FetchCase(.failure(TransportFailure(kind: .timeout)), .fallback("timeout")),
  ]
}

/// An answer to an upload of some events, and what it means for them (amplitude.md 6.5).
struct UploadCase {
  var answer: Answer
  /// Indexes that are accepted.
  var accepted: [Int] = []
  /// Indexes that are refused for good.
  var refused: [Int] = []
  /// Whether more may be sent at once.
  var goesOn = true
  /// Everything that waits is put aside until there is another key.
  var refusesKey = false

  static func random(count: Int, using random: inout some RandomNumberGenerator) -> UploadCase {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return UploadCase(answer: Answers.status(503), goesOn: false)
    case 1: return UploadCase(answer: Answers.status(429), goesOn: false)
    case 2: return UploadCase(answer: Answers.offline, goesOn: false)
    case 3: return UploadCase(answer: Answers.json("<html>proxy</html>", status: 400), goesOn: false)
    case 4: return UploadCase(answer: Answers.status(413), refused: count == 1 ? [0] : [])
    case 5:
      let index = Int.random(in: 0..<count, using: &random)
      return UploadCase(
        answer: Answers.json(
          #"{"code":400,"error":"Invalid field values on some events","events_with_invalid_fields":{"time":[\#(index)]}}"#,
          status: 400), refused: [index])
    case 6:
      return UploadCase(
        answer: Answers.json(#"{"code":400,"error":"Invalid API key: x"}"#, status: 400), goesOn: false,
        refusesKey: true)
    case 7:
      // One event that is refused without being named is found by halves.
      return UploadCase(
        answer: Answers.json(#"{"code":400,"error":"Invalid event JSON"}"#, status: 400),
        refused: count == 1 ? [0] : [])
    default: return UploadCase(answer: Answers.accepted(count), accepted: Array(0..<count))
    }
  }
}
