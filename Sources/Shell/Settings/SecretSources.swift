import TextFormats
import Transcripts

/// The secret values that an audit looks for (product.md section 7): those of the configuration and of
/// `FLAGSH_SECRETS_FILE`.
enum SecretSources {
  private static let settingNames = ["AMPLITUDE_API_KEY", "AMPLITUDE_DEPLOYMENT_KEY", "PERSONALIZATION_APP_ID"]

  /// - Throws: A diagnostic: `unreadableFile` (5), or a mistake in the configuration (3).
  static func read(_ environment: [String: String], config path: String?) throws(Diagnostic) -> [NamedSecret] {
    var secrets: [NamedSecret] = []
    for name in settingNames {
      if let value = environment[name], !value.isEmpty { secrets.append(NamedSecret(name: name, value: value)) }
    }
    if let path {
      let config = try ConfigurationFile.read(path)
      for name in settingNames {
        if let value = config[name]?.value, !value.isEmpty { secrets.append(NamedSecret(name: name, value: value)) }
      }
    }
    if let path = environment["FLAGSH_SECRETS_FILE"], !path.isEmpty {
      secrets += named(try FileReading.contents(of: path, as: "file of secrets"))
    }
    return secrets
  }

  /// One secret a line: `NAME=VALUE`, or a value alone; blank lines and lines that begin with `#` are skipped.
  private static func named(_ bytes: [UInt8]) -> [NamedSecret] {
    var secrets: [NamedSecret] = []
    let text = String(decoding: bytes, as: UTF8.self)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard let first = line.first, first != "#" else { continue }
      if let equals = line.firstIndex(of: "="), isName(line[..<equals]) {
        secrets.append(NamedSecret(name: String(line[..<equals]), value: String(line[line.index(after: equals)...])))
      } else {
        secrets.append(NamedSecret(name: "SECRET_\(index + 1)", value: String(line)))
      }
    }
    return secrets
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 0x5F }
  }
}
