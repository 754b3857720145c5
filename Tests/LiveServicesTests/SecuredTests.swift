import Foundation
import LiveServices
import ServiceMessages
import TestSupport
import Testing
import Vocabulary

/// Connections that must be safe, against the server that comes with OpenSSL.
@Suite struct SecuredTests {
  static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// A server with a certificate of its own making, that answers every GET with a page.
  final class SecuredServer {
    let folder = try? ScratchFolder()
    let port: String
    var certificate: String { path("certificate.pem") }
    private let program: RunningProgram

    private func path(_ name: String) -> String { folder?.path(of: name) ?? "" }

    init(names: String) throws {
      let openssl = try #require(SecuredTests.openssl)
      let files = try #require(folder)
      try Self.run(
        openssl,
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
          "-subj", "/CN=flagsh test", "-addext", "subjectAltName=" + names,
          "-keyout", files.path(of: "key.pem"), "-out", files.path(of: "certificate.pem"),
        ])
      program = try RunningProgram(
        openssl,
        arguments: [
          "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", files.path(of: "certificate.pem"),
          "-key", files.path(of: "key.pem"),
        ], environment: ["PATH": "/usr/bin:/bin"])
      let running = program
      try running.wait(for: "the port") {
        running.outputText.contains("ACCEPT 127.0.0.1:") && running.outputText.hasSuffix("\n")
      }
      let after = try #require(running.outputText.components(separatedBy: "ACCEPT 127.0.0.1:").last)
      port = String(after.prefix { $0.isNumber })
    }

    /// A folder that holds the certificate under the name by which it is looked up.
    func certificateFolder() throws -> String {
      let files = try #require(folder)
      let text = try files.text(of: "certificate.pem")
      try files.write(text, to: "folder/one.pem")
      try Self.run(try #require(SecuredTests.openssl), ["rehash", files.path(of: "folder")])
      return files.path(of: "folder")
    }

    private static func run(_ openssl: String, _ arguments: [String]) throws {
      let program = try RunningProgram(openssl, arguments: arguments, environment: ["PATH": "/usr/bin:/bin"])
      let ending = try program.waitForEnd()
      #expect(ending == .exited(0), "\(program.errorText)")
    }
  }

  private static func completion(_ url: String, _ certificates: CertificateSettings) throws -> HTTPCompletion {
    try ClientLoop(HTTPClient.Settings(certificates: certificates)).get(url)
  }

  @Test(.enabled(if: openssl != nil, "openssl is not installed"))
  func certificateFileOfTheEnvironmentIsTrusted() throws {
    let server = try SecuredServer(names: "DNS:localhost,IP:127.0.0.1")
    let certificates = CertificateSettings(environment: ["SSL_CERT_FILE": server.certificate])
    let completion = try Self.completion("https://127.0.0.1:\(server.port)/", certificates)
    #expect(completion.answer.response?.status == 200)
    #expect(completion.facts.tls?.hasPrefix("TLS") == true, "\(completion.facts)")
    let secured = try #require(completion.facts.secured)
    #expect(try #require(completion.facts.connected) <= secured)
    #expect(!completion.facts.reusedConnection)
  }

  @Test(.enabled(if: openssl != nil, "openssl is not installed"))
  func certificateFolderOfTheEnvironmentIsTrusted() throws {
    let server = try SecuredServer(names: "DNS:localhost")
    let certificates = CertificateSettings(environment: ["SSL_CERT_DIR": try server.certificateFolder()])
    let completion = try Self.completion("https://localhost:\(server.port)/", certificates)
    #expect(completion.answer.response?.status == 200, "\(completion.answer)")
  }

  @Test(.enabled(if: openssl != nil, "openssl is not installed"))
  func certificateOfNobodyIsNot() throws {
    let server = try SecuredServer(names: "DNS:localhost,IP:127.0.0.1")
    let failure = try #require(
      try Self.completion("https://127.0.0.1:\(server.port)/", CertificateSettings()).answer.failure)
    #expect(failure.kind == .tls)
    #expect(failure.detail.contains("cannot be made safe"))
    #expect(failure.detail.contains("SSL_CERT_FILE"))
  }

  @Test(.enabled(if: openssl != nil, "openssl is not installed"))
  func certificateForAnotherNameIsNot() throws {
    let server = try SecuredServer(names: "DNS:localhost,DNS:elsewhere.example")
    let certificates = CertificateSettings(file: server.certificate)
    let completion = try Self.completion("https://127.0.0.1:\(server.port)/", certificates)
    #expect(completion.answer.failure?.kind == .tls)
  }

  @Test func missingCertificateFileIsAFaultOfTheConnection() throws {
    let server = try LoopbackServer { _, _ in [.silence] }
    let certificates = CertificateSettings(file: "/no-such-folder/certificates.pem")
    let failure = try #require(try Self.completion("https://127.0.0.1:\(server.port)/", certificates).answer.failure)
    #expect(failure.kind == .tls)
    #expect(failure.detail.contains("ca-certificates"))
  }

  @Test func serverThatSpeaksPlainIsNotSafe() throws {
    var settings = LoopbackServer.Settings()
    settings.onConnection = { _ in [.answer(400, body: "plain"), .close] }
    let server = try LoopbackServer(settings) { _, _ in [] }
    let failure = try Self.completion("https://127.0.0.1:\(server.port)/", CertificateSettings()).answer.failure
    #expect(failure?.kind == .tls)
  }
}
