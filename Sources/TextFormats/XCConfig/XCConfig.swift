/// The settings of an xcconfig file and of all it includes (product.md section 8).
///
/// What is read, as Xcode reads it: `NAME = value` (later wins), `//` comments (also inside an address),
/// `#include "file"` and `#include? "file"` relative to the including file, `$(NAME)`, `${NAME}`,
/// `$(NAME:default=text)`, `$()`, `$(inherited)`, conditions as in `NAME[sdk=iphoneos*] = value`, a trailing `;`, and a
/// `\` at the end of a line. References are resolved when all is read, so a setting may use one that comes later.
package struct XCConfig: Sendable {
  /// One setting.
  package struct Setting: Equatable, Sendable {
    package let name: String
    /// The value with its references resolved. A reference that could not be is left in it as it was written.
    package var value: String
    /// The assignment that decided: the file as it was named or included, line and column of the name.
    package let place: SourcePlace
    /// The line of the assignment, to show it.
    package let sourceLine: String
  }

  /// How deep files may include each other, and how many may be read in all.
  package static let includeDepthLimit = 32
  package static let fileLimit = 1_000
  /// How long a resolved value may get, in bytes, and how deep references may nest.
  package static let valueLengthLimit = 64 << 10
  package static let referenceDepthLimit = 32
  /// How many references one value may need, those of the settings it refers to included.
  package static let referenceLimit = 10_000

  /// Each setting once, by name in the order of UTF-8 bytes.
  package let settings: [Setting]
  /// Assignments whose condition does not hold, as written, in order.
  package let skipped: [Setting]
  /// The files read, in order, each once; the first is the one that was asked for.
  package let files: [String]
  /// Files named by `#include?` that do not exist, in order.
  package let absentFiles: [String]
  /// What did not keep the files from being read but is likely a mistake.
  package let warnings: [Diagnostic]

  /// The setting of a name.
  package subscript(name: String) -> Setting? { settings.first { $0.name.isExactly(name) } }

  /// Reads a file and all that it includes.
  ///
  /// - Parameters:
  ///   - path: the file, as messages shall name it.
  ///   - conditions: what conditional settings are held against, by parameter (`sdk`, `arch`); other parameters match
  ///     only `*`.
  ///   - contents: the bytes of the file at a path, or nil when there is none. Paths are `path` or made from its folder.
  /// - Throws: a `Diagnostic` with file and line: a missing file, a cycle of includes, a line that means nothing, bytes
  ///   that are no text.
  package static func read(
    _ path: String, conditions: [String: String] = ["sdk": "iphoneos", "arch": "arm64"],
    contents: (String) -> [UInt8]?
  ) throws(Diagnostic) -> XCConfig {
    var reader = XCConfigReader(conditions: conditions)
    try reader.read(path, includedAt: nil, contents: contents)
    var expander = XCConfigExpander(assigned: reader.assigned)
    return XCConfig(
      settings: try expander.settings(), skipped: reader.skipped,
      files: reader.files, absentFiles: reader.absentFiles, warnings: reader.warnings)
  }
}
