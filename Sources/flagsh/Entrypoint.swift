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
      guard Flagsh.environmentPrefixes.contains(where: { begins(pair, with: $0) }) else { continue }
      guard let text = String(validatingCString: pair) else {
        // A folder may be called anything; what is meant for this program is text.
        if begins(pair, with: "FLAGSH_") { exit(Flagsh.refuse(variable: String(cString: pair))) }
        continue
      }
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
    }
    return variables
  }

  private static func begins(_ text: UnsafePointer<CChar>, with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { bytes in
      // The NUL at the text's end equals no byte of the prefix.
      for (index, byte) in bytes.enumerated() where UInt8(bitPattern: text[index]) != byte { return false }
      return true
    }
  }
}
