package import TextFormats

/// Where the decisions service of a tenant is (personalization.md 1.1): checked when it is set, since a wrong host only
/// shows itself as a network error later.
package struct PersonalizationEndpoint: Equatable, Sendable {
  /// `https://HOST` or `http://HOST:PORT`, without a slash at the end.
  package let url: String
  /// The host without scheme and port, in lower case.
  package let host: String

  private static let domain = ".salesforce.com"
  private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
  private static let hint = "PERSONALIZATION_ENDPOINT is the tenant's host, such as https://TENANT.c360a.salesforce.com"

  /// Reads an endpoint with or without its scheme and with any number of slashes at the end.
  ///
  /// - Throws: a diagnostic with the code `badEndpoint`.
  package init(parsing text: String) throws(Diagnostic) {
    var rest = text.trimmingWhitespace
    while rest.utf8.last == UInt8(ascii: "/") { rest.removeLast() }
    guard !["https:", "http:"].contains(rest.lowercased()) else {
      throw Diagnostic(
        code: "badEndpoint", message: "the endpoint for decisions is wrong: only its scheme is left",
        hint: "// begins a comment in a configuration file: write the host alone")
    }
    var scheme = "https"
    if let separator = Self.firstRange(of: "://", in: rest) {
      scheme = String(rest[..<separator.lowerBound]).lowercased()
      rest = String(rest[separator.upperBound...])
    }
    guard scheme == "https" || scheme == "http" else { throw Self.fault("the scheme \(scheme) is not https") }
    guard !rest.isEmpty else { throw Self.fault("there is no host in it") }
    let allowed = rest.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard allowed else {
      throw Self.fault("it is more than a host: \(PrintableText.ascii(PrintableText.cut(rest, columns: 80)))")
    }
    let lower = rest.lowercased()
    let (name, port) = Self.split(lower)
    guard port.map({ UInt16($0) != nil && $0 != "0" }) ?? true else { throw Self.fault("the port is no number") }
    guard !name.isEmpty, !Self.contains("..", in: name), name.utf8.first != UInt8(ascii: ".") else {
      throw Self.fault("the host has an empty part")
    }
    guard Self.count(of: Self.domain, in: name) < 2 else {
      throw Self.fault("the host repeats \(Self.domain.dropFirst()): \(name)")
    }
    guard scheme == "https" || Self.loopback.contains(name) else {
      throw Self.fault("http is for this machine only, \(name) needs https")
    }
    url = scheme + "://" + lower
    host = name
  }

  private static func fault(_ what: String) -> Diagnostic {
    Diagnostic(code: "badEndpoint", message: "the endpoint for decisions is wrong: \(what)", hint: hint)
  }

  private static func split(_ authority: String) -> (host: String, port: String?) {
    if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
      let rest = authority[authority.index(after: end)...]
      return (String(authority[...end]), rest.isEmpty ? nil : String(rest.dropFirst()))
    }
    guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }

  private static func contains(_ part: String, in text: String) -> Bool { firstRange(of: part, in: text) != nil }

  private static func count(of part: String, in text: String) -> Int {
    var count = 0
    var rest = text
    while let range = firstRange(of: part, in: rest) {
      count += 1
      rest = String(rest[range.upperBound...])
    }
    return count
  }

  private static func firstRange(of part: String, in text: String) -> Range<String.Index>? {
    let wanted = Array(part.utf8)
    var start = text.utf8.startIndex
    while start != text.utf8.endIndex {
      if text.utf8[start...].starts(with: wanted) {
        return start..<text.utf8.index(start, offsetBy: wanted.count)
      }
      start = text.utf8.index(after: start)
    }
    return nil
  }
}
