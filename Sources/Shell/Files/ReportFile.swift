import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing a whole file that the user named.
enum ReportFile {
  /// Writes and says what went wrong (exit status 5).
  static func write(_ text: String, to path: String, _ context: ProcessContext) -> ExitStatus {
    if let failure = write(Array(text.utf8), to: path) {
      return context.fail(
        Diagnostic(
          code: "unwritableFile", message: "cannot write \(PrintableText.ascii(path)): \(failure.text)",
          hint: "name a file in a folder that exists and can be written"), .badFile)
    }
    return .success
  }

  static func write(_ bytes: [UInt8], to path: String) -> SystemCalls.Failure? {
    switch SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC) {
    case .failure(let failure): return failure
    case .success(let descriptor):
      defer { SystemCalls.close(descriptor) }
      return bytes.withUnsafeBytes { SystemCalls.write(descriptor, $0) }
    }
  }
}
