/// The keys that are promised, bound one by one since the library's defaults differ between systems.
enum KeyBindings {
  struct Binding {
    /// As the library writes keys: `^W`, `\e[A`.
    var key: String
    var command: String
  }

  /// Commands of our own: interface, since users may bind them in `editrc`.
  enum OwnCommand: Int32, CaseIterable {
    case complete
    case paste

    var name: String {
      switch self {
      case .complete: "flagsh-complete"
      case .paste: "flagsh-paste"
      }
    }

    var help: String {
      switch self {
      case .complete: "Complete the word before the cursor"
      case .paste: "Insert pasted text"
      }
    }
  }

  /// What a terminal sends around pasted text.
  static let pasteStart: [UInt32] = "\u{1B}[200~".unicodeScalars.map(\.value)
  static let pasteEnd: [UInt32] = "\u{1B}[201~".unicodeScalars.map(\.value)
  /// What the library gets instead of the start, a scalar that nobody can type: binding a sequence that begins with
  /// ESC would take vi users' ESC key away.
  static let pasteKey: Unicode.Scalar = "\u{80}"

  /// What stays bound whatever the user's `editrc` says, as `bind -e` and `bind -v` there wipe everything.
  static let essential = [
    Binding(key: "^I", command: OwnCommand.complete.name),
    Binding(key: String(pasteKey), command: OwnCommand.paste.name),
  ]

  static let defaults: [Binding] =
    essential
    + bindings("ed-delete-prev-word", "^W")
    + bindings("em-inc-search-prev", "^R")
    + bindings("vi-kill-line-prev", "^U")
    + bindings("ed-prev-word", "\\e[1;5D", "\\e[1;3D", "\\e[5D", "\\eOd", "\\e\\e[D", "\\e\\eOD")
    + bindings("em-next-word", "\\e[1;5C", "\\e[1;3C", "\\e[5C", "\\eOc", "\\e\\e[C", "\\e\\eOC")
    + bindings("ed-move-to-beg", "\\e[H", "\\e[1~", "\\e[7~", "\\eOH")
    + bindings("ed-move-to-end", "\\e[F", "\\e[4~", "\\e[8~", "\\eOF")
    + bindings("ed-delete-next-char", "\\e[3~")
    + bindings("ed-prev-history", "\\e[A", "\\eOA", "^P")
    + bindings("ed-next-history", "\\e[B", "\\eOB", "^N")
    + bindings("ed-next-char", "\\e[C", "\\eOC")
    + bindings("ed-prev-char", "\\e[D", "\\eOD")

  /// The key sequences that begin with ESC and are bound, as the terminal sends them.
  static let knownSequences: [String] =
    defaults.filter { $0.key.hasPrefix("\\e") }.map { binding in
      binding.key.split(separator: "\\e", omittingEmptySubsequences: false).joined(separator: "\u{1B}")
    }

  private static func bindings(_ command: String, _ keys: String...) -> [Binding] {
    keys.map { Binding(key: $0, command: command) }
  }
}
