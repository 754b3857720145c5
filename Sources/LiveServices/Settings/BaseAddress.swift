import ServiceMessages
package import TextFormats

/// `https://HOST[:PORT][/PREFIX]`; `http` only to this machine, since the keys would travel in the clear.
package struct BaseAddress: Equatable, Sendable {
  /// Without a slash at the end; scheme and host in small letters.
  package let text: String
  /// Without port; an IPv6 address in its brackets.
  package let host: String
  package let isPlain: Bool

  /// - Parameter purpose: what is addressed, for messages: `evaluation`.
  /// - Throws: a diagnostic with the code `badAddress`.
  package init(parsing written: String, for purpose: String) throws(Diagnostic) {
    func fault(_ what: String) -> Diagnostic {
      Diagnostic(
        code: "badAddress", message: "the address for \(purpose) is wrong: \(what)",
        hint: "write https://HOST, with :PORT and /PREFIX if need be; http only for this machine")
    }
    let bytes = Array(written.trimmingWhitespace.utf8)
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }) else {
      throw fault("it holds a character that an address cannot")
    }
    let address = String(decoding: bytes, as: UTF8.self)
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else {
      throw fault("it does not begin with https://")
    }
    let scheme = address[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else { throw fault("\(scheme) is neither https nor http") }
    let rest = address[address.index(colon, offsetBy: 3)...]
    guard !rest.contains("?") else { throw fault("it has a query") }
    guard !rest.contains("#") else { throw fault("it has a fragment") }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash].lowercased()
    guard !authority.contains("@") else { throw fault("it has a user in it") }

    let (host, port) = Self.split(authority)
    guard Self.isHost(host) else { throw fault(host.isEmpty ? "there is no host in it" : "\(host) is no host") }
    if let port {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0 else {
        throw fault("the port is no number from 1 to 65535")
      }
    }
    isPlain = scheme == "http"
    guard !isPlain || Self.isThisMachine(host) else {
      throw fault("http is for this machine only, \(host) needs https")
    }

    var path = rest[slash...]
    while path.last == "/" { path.removeLast() }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      throw fault("its prefix has an empty step")
    }
    text = scheme + "://" + authority + path
    self.host = host
  }

  /// Whether a host, in small letters, can only be this machine: `localhost`, 127.0.0.0/8, `[::1]`.
  package static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part).map { String($0) == part } == true
      }
  }

  private static func split(_ authority: String) -> (host: String, port: String?) {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      let rest = authority[authority.index(after: end)...]
      guard !rest.isEmpty else { return (authority, nil) }
      return (String(authority[...end]), rest.first == ":" ? String(rest.dropFirst()) : "")
    }
    guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
    return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      let inside = host.dropFirst().dropLast()
      return host.hasSuffix("]") && inside.contains(":")
        && inside.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x3A || byte == 0x2E
        }
    }
    // One dot at the end says that the name is whole.
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        }
    }
  }
}
