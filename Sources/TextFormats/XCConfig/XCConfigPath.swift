/// Paths of includes and patterns of conditions, as texts: no file system is asked.
enum XCConfigPath {
  /// The path of an included file: as it is when absolute, else in the folder of the including file.
  static func resolve(_ path: String, from file: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(file[...slash]) + path
  }

  /// A path without `.`, without empty parts, and without `..` where it can be resolved: equal for equal files, unless
  /// links are at play.
  static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Whether a text matches a pattern in which `*` stands for anything and `?` for one byte.
  static func matches(_ text: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>) -> Bool {
    var text = text
    var pattern = pattern
    // Where to go on when a star has to take one byte more.
    var retry: (text: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        retry = (text, pattern)
      } else if let byte = text.first, let wanted = pattern.first, wanted == byte || wanted == UInt8(ascii: "?") {
        text = text.dropFirst()
        pattern = pattern.dropFirst()
      } else if text.isEmpty, pattern.isEmpty {
        return true
      } else {
        guard let star = retry, !star.text.isEmpty else { return false }
        text = star.text.dropFirst()
        pattern = star.pattern
        retry = (text, pattern)
      }
    }
  }
}
