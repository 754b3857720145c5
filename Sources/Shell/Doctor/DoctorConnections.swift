import LiveServices
import TextFormats

/// The part of `doctor` about the way to the services: addresses, the library, certificates, proxies.
struct DoctorConnections {
  let endpoints: LiveEndpoints
  let project: ProjectSettings
  let options: LaunchOptions
  let environment: [String: String]

  func look(into report: inout DoctorReport) {
    address("evaluation", endpoints.evaluation?.text, option: "evaluation-url", into: &report)
    address("analytics", endpoints.analytics?.text, option: "analytics-url", into: &report)
    address("decisions", endpoints.decisions?.text, option: nil, into: &report)
    library(into: &report)
    certificates(into: &report)
    for proxy in ProxyVariables(environment: environment).shown {
      report.add("proxy", proxy.text, from: .environment(proxy.name))
    }
    if environment["SSLKEYLOGFILE"].map({ !$0.isEmpty }) ?? false {
      report.add(
        "SSLKEYLOGFILE", "set", from: .environment("SSLKEYLOGFILE"), .note,
        "whoever reads that file can read what a live session sends, keys included")
    }
  }

  private func address(_ name: String, _ url: String?, option: String?, into report: inout DoctorReport) {
    let custom = options.settings.first { $0.name == option }
    let source = custom?.source ?? (name == "decisions" ? project[.endpoint].source : project[.region].source)
    report.add(
      name + " address", url ?? "", from: source, custom == nil ? .ok : .note,
      custom == nil ? nil : "not the host of the region")
  }

  private func library(into report: inout DoctorReport) {
    do throws(Diagnostic) {
      let library = try TransportLibrary.open()
      let tls = library.tls.map { ", \($0)" } ?? ""
      let lacks = [
        library.tls == nil ? "TLS" : nil, library.hasHTTP2 ? nil : "HTTP/2", library.hasGzip ? nil : "gzip",
      ].compactMap { $0 }
      report.add(
        "libcurl", library.version + tls, from: nil, library.tls == nil ? .problem : lacks.isEmpty ? .ok : .note,
        lacks.isEmpty ? nil : "this build lacks \(lacks.joined(separator: ", "))")
      if !library.resolvesInBackground {
        report.add("", "", from: nil, .note, "this build stops the whole shell while it looks up a name")
      }
      if CertificateSettings(environment: environment).file == nil {
        let places = [library.certificateFile, library.certificateFolder].compactMap { $0 }
        report.add("certificates", places.joined(separator: ", "), from: .builtIn)
      }
    } catch {
      report.add("libcurl", "", from: nil, .problem, error.message + (error.hint.map { "; " + $0 } ?? ""))
    }
  }

  private func certificates(into report: inout DoctorReport) {
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
      guard let path = environment[name], !path.isEmpty else { continue }
      var fault: String?
      if case .failure(let failure) = SystemCalls.kind(of: path) { fault = failure.text }
      report.add(
        "certificates", PrintableText.ascii(path), from: .environment(name), fault == nil ? .ok : .problem, fault)
    }
  }
}
