/// Which certificates to trust beside the system's, as the `curl` tool reads it from the environment; the library itself
/// does not (curl.md 7). An empty value counts as unset.
package struct CertificateSettings: Equatable, Sendable {
  /// A file of certificates: `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`.
  package var file: String?
  /// A folder of certificates: `SSL_CERT_DIR`.
  package var folder: String?

  package init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }

  package init(environment: [String: String]) {
    func value(_ name: String) -> String? {
      guard let text = environment[name], !text.isEmpty, !text.utf8.contains(0) else { return nil }
      return text
    }
    file = value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE")
    folder = value("SSL_CERT_DIR")
  }
}
