import TextFormats

/// One thing that can be set, with the value that counts and where it came from (product.md section 2, "Precedence").
struct Setting: Equatable {
  /// Where a value came from.
  enum Source: Equatable {
    case option(String)
    case environment(String)
    case file(SourcePlace)
    case builtIn

    /// As `doctor` shows it.
    var text: String {
      switch self {
      case .option(let name): "option --\(name)"
      case .environment(let name): "environment \(name)"
      case .file(let place): "\(PrintableText.ascii(place.file)):\(place.line)"
      case .builtIn: "built in"
      }
    }
  }

  /// The name in configuration files and the environment, or that of the option.
  var name: String
  /// Trimmed; empty when nothing is set.
  var value: String
  var source: Source
}
