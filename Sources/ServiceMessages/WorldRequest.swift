package import TextFormats
import Vocabulary

/// A question to the world itself, under `/flagsh/` (product.md section 6).
package enum WorldRequest {
  /// - Parameter path: what is asked, such as `why`.
  package static func build(_ path: String, _ body: JSONValue) -> HTTPRequest {
    HTTPRequest(
      service: .world, method: "POST", path: "/flagsh/" + path,
      headers: [HTTPHeader("Content-Type", "application/json")], body: body.text)
  }

  /// The answer's JSON, or what it says went wrong.
  package static func read(_ answer: Answer) -> Result<JSONValue, Diagnostic> {
    guard case .response(let response) = answer, let body = try? JSON.parse(response.body) else {
      let failure = ServiceFailure(answer)
      return .failure(Diagnostic(code: "worldFailed", message: "the world gave no answer (\(failure.sentence))"))
    }
    if response.status == 200 { return .success(body) }
    let error = body["error"]
    return .failure(
      Diagnostic(
        code: error?["code"]?.string ?? "worldFailed",
        message: error?["message"]?.string ?? "the world answered with HTTP \(response.status)",
        hint: error?["hint"]?.string))
  }
}
