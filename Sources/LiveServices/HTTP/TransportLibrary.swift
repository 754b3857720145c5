import CCurl
package import TextFormats

/// What is known of libcurl, which is opened by the first request or by whoever asks here, never at start-up.
package struct TransportLibrary: Equatable, Sendable {
  package let version: String
  /// The TLS library and its version; nil in a build without.
  package let tls: String?
  /// Where this build looks for certificates by itself.
  package let certificateFile: String?
  package let certificateFolder: String?
  package let hasHTTP2: Bool
  package let hasGzip: Bool
  /// Without it every look-up of a name stops the whole program for as long as it takes.
  package let resolvesInBackground: Bool

  package static let missingHint = "apt-get install libcurl4 (Debian, Ubuntu), or the libcurl of your system"

  /// Opens the library, if that has not happened yet.
  ///
  /// - Parameter name: a file name to open in place of the system's usual ones.
  /// - Throws: a diagnostic with the code `missingLibrary`.
  package static func open(named name: String? = nil) throws(Diagnostic) -> TransportLibrary {
    if let words = ccurl_open(name) {
      throw Diagnostic(
        code: "missingLibrary",
        message: "libcurl cannot be used: " + PrintableText.safe(String(cString: words)), hint: missingHint)
    }
    return TransportLibrary(ccurl_describe())
  }

  private init(_ found: ccurl_library) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    version = text(found.version) ?? ""
    tls = text(found.tls)
    certificateFile = text(found.ca_file)
    certificateFolder = text(found.ca_folder)
    hasHTTP2 = found.has_http2
    hasGzip = found.has_gzip
    resolvesInBackground = found.resolves_in_background
  }
}
