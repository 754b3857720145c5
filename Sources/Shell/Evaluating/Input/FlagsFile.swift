import EmbeddedServices
import FlagEvaluation
import TextFormats

/// A file with flags as the service delivers them: a JSON array (evaluation.md 3).
enum FlagsFile {
  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) or a mistake in the text (3).
  static func read(_ path: String) throws(Diagnostic) -> FlagConfiguration {
    let bytes = try FileReading.bytes(of: path, as: "flags file")
    guard !bytes.isEmpty else {
      throw Diagnostic(
        code: "unreadableFile", message: "the flags file \(PrintableText.ascii(path)) is empty",
        hint: "it holds a JSON array of flags, as the service delivers it")
    }
    let document: JSONValue
    do throws(JSONError) { document = try JSON.parse(bytes, allowsByteOrderMark: true) } catch {
      throw error.diagnostic(file: path, text: bytes[...])
    }
    do throws(FlagConfigurationError) { return try FlagConfiguration(document) } catch {
      var diagnostic = error.diagnostic
      let offset = JSONLocator.offset(ofPath: fullPath(error), in: bytes)
      let position = TextPosition(ofOffset: offset, in: bytes)
      diagnostic.place = SourcePlace(file: path, line: position.line, column: position.column)
      diagnostic.sourceLine = TextPosition.line(holding: offset, in: bytes.prefix(offset + LineFault.bytesShown))
      if document["format"] != nil { diagnostic.hint = "this looks like a world file: --world \(path)" }
      throw diagnostic
    }
  }

  /// The path from the root of the configuration, where the error's begins at its flag.
  static func fullPath(_ error: FlagConfigurationError) -> String {
    guard let index = error.index else { return error.path }
    return "$[\(index)]" + error.path.dropFirst()
  }
}
