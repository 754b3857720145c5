import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import LiveServices

/// Addresses, certificates and proxies.
@Suite struct SettingsTests {
  @Test(arguments: [
    ("US", "https://api.lab.amplitude.com", "https://api2.amplitude.com"),
    ("EU", "https://api.lab.eu.amplitude.com", "https://api.eu.amplitude.com"),
  ])
  func regionChoosesBothHosts(region: String, evaluation: String, analytics: String) throws {
    let endpoints = try LiveEndpoints(region: region)
    #expect(endpoints.base(of: .evaluation)?.text == evaluation)
    #expect(endpoints.base(of: .analytics)?.text == analytics)
    #expect(endpoints.base(of: .decisions) == nil)
    #expect(endpoints.base(of: .world) == nil)
  }

  @Test(arguments: ["", "us", "EU ", "APAC"])
  func unknownRegionChoosesNone(region: String) throws {
    let endpoints = try LiveEndpoints(region: region)
    #expect(endpoints.evaluation == nil && endpoints.analytics == nil)
  }

  @Test func everyCustomAddressStandsForItself() throws {
    let endpoints = try LiveEndpoints(
      region: "EU", evaluationURL: "https://Flags.Example:8443/base/",
      decisions: try PersonalizationEndpoint(parsing: "TENANT.c360a.salesforce.com"))
    #expect(endpoints.evaluation?.text == "https://flags.example:8443/base")
    #expect(endpoints.analytics?.text == "https://api.eu.amplitude.com")
    #expect(endpoints.decisions?.text == "https://tenant.c360a.salesforce.com")
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example", "a.example", false),
    ("  HTTPS://A.Example//  ", "https://a.example", "a.example", false),
    ("https://a.example/Path/x", "https://a.example/Path/x", "a.example", false),
    ("https://1.2.3.4:1", "https://1.2.3.4:1", "1.2.3.4", false),
    ("https://[2001:DB8::1]:443/p", "https://[2001:db8::1]:443/p", "[2001:db8::1]", false),
    ("https://a.example./p", "https://a.example./p", "a.example.", false),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1", true),
    ("http://127.1.2.3", "http://127.1.2.3", "127.1.2.3", true),
    ("http://localhost:65535/x", "http://localhost:65535/x", "localhost", true),
    ("http://[::1]:80", "http://[::1]:80", "[::1]", true),
  ])
  func addressesAreRead(written: String, text: String, host: String, isPlain: Bool) throws {
    let address = try BaseAddress(parsing: written, for: "evaluation")
    #expect(address.text == text)
    #expect(address.host == host)
    #expect(address.isPlain == isPlain)
  }

  @Test(arguments: [
    ("", "does not begin"), ("a.example", "does not begin"), ("//a.example", "does not begin"),
    ("https:/a.example", "does not begin"), ("ftp://a.example", "neither"), ("https://", "no host"),
    ("https:///path", "no host"), ("https://:443", "no host"), ("https://user@a.example", "a user"),
    ("https://user:pass@a.example", "a user"), ("https://a.example?x=1", "a query"),
    ("https://a.example/#f", "a fragment"),
    ("https://a.example:0", "port"), ("https://a.example:65536", "port"), ("https://a.example:", "port"),
    ("https://a.example:+80", "port"), ("https://a..example", "is no host"), ("https://[::1", "is no host"),
    ("https://[::1]x", "port"), ("https://[abc]", "is no host"), ("https://a.example/a//b", "empty step"),
    ("https://a.example/../b", "empty step"), ("https://a exa.mple", "character"),
    ("https://ä.example", "character"), ("https://a\\b", "character"),
    ("http://a.example", "needs https"), ("http://127.0.0.1.example", "needs https"),
    ("http://128.0.0.1", "needs https"),
    ("http://127.0.0.01", "needs https"), ("http://127.1", "needs https"), ("http://localhost.example", "needs https"),
    ("http://[::2]", "needs https"), ("http://2130706433", "needs https"),
  ])
  func wrongAddressesAreExplained(written: String, words: String) {
    let error = #expect(throws: Diagnostic.self) { try BaseAddress(parsing: written, for: "evaluation") }
    #expect(error?.code == "badAddress")
    #expect(error?.message.hasPrefix("the address for evaluation is wrong: ") == true)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.hint != nil)
  }

  @Test func controlCharactersAreNoAddress() {
    for written in ["https://a.example/\u{0}", "https://a.example/\r\nX: 1", "https://a\u{7F}.example"] {
      let error = #expect(throws: Diagnostic.self) { try BaseAddress(parsing: written, for: "evaluation") }
      #expect(error?.message.contains("character") == true)
    }
  }

  @Test func certificatesComeFromTheVariablesOfTheCurlTool() {
    let all = ["CURL_CA_BUNDLE": "/a", "SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c"]
    #expect(CertificateSettings(environment: all) == CertificateSettings(file: "/a", folder: "/c"))
    #expect(CertificateSettings(environment: ["SSL_CERT_FILE": "/b", "CURL_CA_BUNDLE": ""]).file == "/b")
    #expect(CertificateSettings(environment: ["SSL_CERT_DIR": ""]) == CertificateSettings())
    #expect(CertificateSettings(environment: [:]) == CertificateSettings())
  }

  @Test func proxiesAreShownWithoutUserAndPassword() {
    let proxies = ProxyVariables(environment: [
      "https_proxy": "http://me:p%40ss@proxy.example:3128", "ALL_PROXY": "socks5://plain.example",
      "HTTP_PROXY": "http://ignored:ignored@x", "http_proxy": "", "no_proxy": "127.0.0.0/8",
      "all_proxy": "we:ird@pa/ss@proxy",
    ])
    #expect(proxies.shown.map(\.name) == ["https_proxy", "all_proxy", "ALL_PROXY", "no_proxy"])
    #expect(
      proxies.shown.map(\.text) == [
        "http://***@proxy.example:3128", "***@proxy", "socks5://plain.example", "127.0.0.0/8",
      ])
    #expect(proxies.secrets == ["we:ird@pa/ss", "ird@pa/ss", "me:p%40ss", "me:p@ss", "p%40ss", "p@ss"])
  }

  @Test func wordsOfTheLibraryQuoteNoAddress() {
    let words = "Unsupported proxy scheme for 'ftp://user:password@proxy.example"
    #expect(TransportFailure.withoutAddress(words) == "Unsupported proxy scheme for '...")
    #expect(TransportFailure.withoutAddress("http://user:pa ss@proxy") == "...")
    #expect(
      TransportFailure.withoutAddress("Failed to connect: a:b // c\u{1B}") == "Failed to connect: a:b // c\\u{1b}")
  }

  @Test func libraryDescribesItself() throws {
    let library = try TransportLibrary.open()
    #expect(library.version.split(separator: ".").count >= 2)
    #expect(library.tls != nil)
    #expect(library.hasGzip)
    #expect(library.resolvesInBackground)
    let error = #expect(throws: Diagnostic.self) { try TransportLibrary.open(named: "libno-such-thing.so.4") }
    #expect(error?.code == "missingLibrary")
    #expect(error?.hint?.contains("libcurl4") == true)
  }
}
