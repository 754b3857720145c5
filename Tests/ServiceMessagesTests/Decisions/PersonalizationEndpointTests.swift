import ServiceMessages
import Testing
import TextFormats

@Suite("The endpoint for decisions")
struct PersonalizationEndpointTests {
  @Test(
    "A host is taken with or without its scheme and slashes",
    arguments: [
      ("https://m-abc.c360a.salesforce.com", "https://m-abc.c360a.salesforce.com"),
      ("m-abc.c360a.salesforce.com", "https://m-abc.c360a.salesforce.com"),
      ("  HTTPS://M-ABC.c360a.Salesforce.com//  ", "https://m-abc.c360a.salesforce.com"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("http://localhost:1", "http://localhost:1"),
      ("http://[::1]:9", "http://[::1]:9"), ("tenant.example:8443", "https://tenant.example:8443"),
    ])
  func accepted(text: String, url: String) throws { #expect(try PersonalizationEndpoint(parsing: text).url == url) }

  @Test(
    "What is no host of a tenant is refused when it is set",
    arguments: [
      "", " ", "https://", "https:///", "ftp://tenant.example", "http://tenant.example", "https://tenant.example/path",
      "https://user@tenant.example", "https://a b.example", "https://tenant..example", "https://.example",
      "https://tenant.example:", "https://tenant.example:0", "https://tenant.example:99999", "https://tenant.example:x",
      "https://m-abc.c360a.salesforce.com.c360a.salesforce.com", "https://https://tenant.example",
      "https://tenänt.example",
      "$(PERSONALIZATION_ENDPOINT)",
    ])
  func refused(text: String) {
    #expect {
      try PersonalizationEndpoint(parsing: text)
    } throws: { ($0 as? Diagnostic)?.code == "badEndpoint" && ($0 as? Diagnostic)?.hint != nil }
  }

  @Test("What a comment has cut off is told", arguments: ["https:", "https://", "HTTP:"])
  func cutByAComment(text: String) {
    #expect {
      try PersonalizationEndpoint(parsing: text)
    } throws: { ($0 as? Diagnostic)?.hint?.contains("comment") == true }
  }
}
