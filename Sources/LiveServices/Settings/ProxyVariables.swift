import TextFormats

/// The proxies that the environment names. libcurl reads them by itself; this is for what people may see of them.
package struct ProxyVariables: Equatable, Sendable {
  /// A variable that counts, with its value as it may be shown: `***@` in place of user and password.
  package struct Shown: Equatable, Sendable {
    package var name: String
    package var text: String
  }

  /// In the order in which libcurl asks for an https address; those that are not set are left out.
  package let shown: [Shown]
  /// User names and passwords, as written and percent-decoded, the longest first.
  package let secrets: [String]

  // `HTTP_PROXY` is ignored by libcurl on purpose: a web server sets it from a header.
  private static let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy"]
  private static let exceptions = ["no_proxy", "NO_PROXY"]

  private static let shortestSecret = 4

  package init(environment: [String: String]) {
    var shown: [Shown] = []
    var secrets: Set<ExactText> = []
    for name in Self.names {
      guard let value = environment[name], !value.isEmpty else { continue }
      guard let at = value.utf8.lastIndex(of: UInt8(ascii: "@")) else {
        shown.append(Shown(name: name, text: value))
        continue
      }
      let start = Self.afterScheme(value)
      guard start <= at else { continue }
      shown.append(Shown(name: name, text: value[..<start] + "***" + value[at...]))
      let userInfo = value[start..<at]
      let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: true)
      // A name of one or two letters would be found in every word: it counts only together with its password.
      for part in parts.map(String.init).filter({ $0.utf8.count >= Self.shortestSecret }) + [String(userInfo)] {
        secrets.insert(ExactText(part))
        if let decoded = PercentEncoding.decode(part) { secrets.insert(ExactText(decoded)) }
      }
    }
    for name in Self.exceptions {
      if let value = environment[name], !value.isEmpty { shown.append(Shown(name: name, text: value)) }
    }
    self.shown = shown
    self.secrets = secrets.map(\.text).sorted {
      $0.utf8.count != $1.utf8.count ? $0.utf8.count > $1.utf8.count : $0.precedes($1)
    }
  }

  /// The text with `***` in place of every secret.
  func hidden(in text: String) -> String {
    var bytes = Array(text.utf8)
    for secret in secrets.map({ Array($0.utf8) }) {
      var start = 0
      while start + secret.count <= bytes.count {
        if bytes[start..<(start + secret.count)].elementsEqual(secret) {
          bytes.replaceSubrange(start..<(start + secret.count), with: "***".utf8)
          start += 3
        } else {
          start += 1
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func afterScheme(_ value: String) -> String.Index {
    let utf8 = value.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return value.startIndex }
    let rest = utf8[colon...]
    guard rest.starts(with: "://".utf8) else { return value.startIndex }
    return utf8.index(colon, offsetBy: 3)
  }
}
