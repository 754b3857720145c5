package import TextFormats

/// A report in the form that continuous integration reads; it holds no times, so it is the same every run.
package struct JUnitReport: Sendable {
  /// One script or transcript; a nil failure is a pass.
  package struct Case: Sendable {
    package var name: String
    package var failure: Diagnostic?

    package init(name: String, failure: Diagnostic?) {
      self.name = name
      self.failure = failure
    }
  }

  /// The cases of one run.
  package struct Suite: Sendable {
    package var name: String
    package var cases: [Case] = []

    package init(name: String) { self.name = name }
  }

  package var name: String
  package private(set) var suites: [Suite] = []

  package init(name: String) { self.name = name }

  /// Adds a suite behind the others.
  package mutating func add(_ suite: Suite) { suites.append(suite) }

  package var text: String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let cases = suites.flatMap(\.cases)
    xml += "<testsuites name=\"\(Self.escaped(name))\" tests=\"\(cases.count)\""
    xml += " failures=\"\(cases.count { $0.failure != nil })\">\n"
    for suite in suites {
      xml += "  <testsuite name=\"\(Self.escaped(suite.name))\" tests=\"\(suite.cases.count)\""
      xml += " failures=\"\(suite.cases.count { $0.failure != nil })\">\n"
      for testCase in suite.cases { xml += Self.text(testCase, in: suite.name) }
      xml += "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private static func text(_ testCase: Case, in suite: String) -> String {
    let head = "    <testcase classname=\"\(escaped(suite))\" name=\"\(escaped(testCase.name))\""
    guard let failure = testCase.failure else { return head + "/>\n" }
    let details = DiagnosticText.text(failure)
    return head + ">\n      <failure type=\"\(escaped(failure.code))\" message=\"\(escaped(failure.message))\">"
      + escaped(details) + "</failure>\n    </testcase>\n"
  }

  /// Text as XML allows it: the five entities, and no control characters.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case let control where control.value < 0x20 || control.value == 0xFFFE || control.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
