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

  /// The variables of the process; a name given twice keeps its first value, as `getenv` sees it.
  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pair = entry.pointee {
      let text = String(cString: pair)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
      entry += 1
    }
    return variables
  }
}
