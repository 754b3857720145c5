import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A JUnit report as another program reads it.
final class ParsedReport: NSObject, XMLParserDelegate {
  struct Malformed: Error {}

  private(set) var suites: [String] = []
  private(set) var cases: [String] = []
  private(set) var failures: [String] = []
  private(set) var total: [String: String] = [:]
  private var isInFailure = false

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw Malformed() }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    switch name {
    case "testsuites": total = attributes.filter { $0.key != "name" }
    case "testsuite": suites.append(attributes["name"] ?? "")
    case "testcase": cases.append(attributes["name"] ?? "")
    case "failure":
      failures.append("")
      isInFailure = true
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInFailure { failures[failures.count - 1] += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if name == "failure" { isInFailure = false }
  }
}
