import Shell

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
enum Entrypoint {
  static func main() {
    var texts: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      guard let text = String(validatingCString: argument) else { exit(Flagsh.refuse(argument: index)) }
      texts.append(text)
    }
    exit(Flagsh.run(arguments: texts, environment: environment()))
  }

  /// The variables that flagsh looks at; a name given twice keeps its first value, as `getenv` sees it.
  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pair = entry.pointee {
      entry += 1
      guard Flagsh.environmentPrefixes.contains(where: { strncmp(pair, $0, strlen($0)) == 0 }) else { continue }
      guard let text = String(validatingCString: pair) else {
        // A folder may be called anything; what is meant for this program is text.
        if strncmp(pair, "FLAGSH_", 7) == 0 { exit(Flagsh.refuse(variable: String(cString: pair))) }
        continue
      }
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
    }
    return variables
  }
}
