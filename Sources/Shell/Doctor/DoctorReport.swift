import TextFormats

/// What `doctor` found, a line a thing; never a key (product.md section 2).
struct DoctorReport: Equatable {
  enum Verdict: String {
    case ok
    /// Worth knowing, and no fault.
    case note
    /// Something does not work as it is.
    case problem
  }

  struct Line: Equatable {
    var name: String
    /// Keys are masked.
    var value: String
    /// Where the value came from; nil for what was tried out rather than set.
    var source: Setting.Source?
    var verdict = Verdict.ok
    /// What is wrong, and what to do.
    var remark: String?
  }

  private(set) var lines: [Line] = []

  mutating func add(
    _ name: String, _ value: String, from source: Setting.Source? = nil, _ verdict: Verdict = .ok,
    _ remark: String? = nil
  ) {
    lines.append(Line(name: name, value: value, source: source, verdict: verdict, remark: remark))
  }

  var hasProblems: Bool { lines.contains { $0.verdict == .problem } }

  /// The form that people read: name, value, source in columns, a remark below.
  var text: [String] {
    let names = lines.map { $0.name.unicodeScalars.count }.max() ?? 0
    let values = lines.map { min(48, $0.value.unicodeScalars.count) }.max() ?? 0
    var text: [String] = []
    for line in lines {
      var row = Self.padded(line.name, names + 2) + (line.value.isEmpty ? "(not set)" : line.value)
      if let source = line.source {
        row = Self.padded(row, names + 2 + values + 2) + source.text
      }
      text.append(PrintableText.safe(row))
      if let remark = line.remark {
        let word = line.verdict == .problem ? "problem: " : ""
        text.append(String(repeating: " ", count: names + 2) + PrintableText.safe(word + remark))
      }
    }
    let problems = lines.count { $0.verdict == .problem }
    text.append(problems == 0 ? "no problem found" : problems == 1 ? "1 problem" : "\(problems) problems")
    return text
  }

  /// The same for programs: one object a thing.
  var document: JSONValue {
    .array(
      lines.map { line in
        [
          "name": .string(line.name), "remark": JSONValue(line.remark), "source": JSONValue(line.source?.text),
          "value": .string(line.value), "verdict": .string(line.verdict.rawValue),
        ]
      })
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.unicodeScalars.count))
  }
}
