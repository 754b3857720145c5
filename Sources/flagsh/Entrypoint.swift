import Shell

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
enum Entrypoint {
  static func main() {
    exit(Flagsh.run(arguments: Array(CommandLine.arguments.dropFirst()), environment: environment()))
  }

  /// The variables that flagsh looks at; a name given twice keeps its first value, as `getenv` sees it.
  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pair = entry.pointee {
      entry += 1
      guard Flagsh.environmentPrefixes.contains(where: { strncmp(pair, $0, strlen($0)) == 0 }) else { continue }
      let text = String(cString: pair)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
    }
    return variables
  }
}
