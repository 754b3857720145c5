package import TextFormats
package import Vocabulary

/// The request for all variants of one identity (amplitude.md 2.1–2.3).
package enum EvaluationRequest {
  /// How long the app waits for an answer (product.md rule 3).
  package static let timeout = Span.seconds(5)

  /// The user object as the Unified plugin supplies it: ids, properties and library, absent fields left out
  /// (amplitude.md 2.3 and 8.3). Members are sorted by name.
  package static func user(_ identity: Identity) -> JSONValue {
    var members = [
      JSONMember("device_id", .string(identity.deviceId)),
      JSONMember("library", .string(ClientLibrary.experiment)),
    ]
    if let userId = identity.userId { members.append(JSONMember("user_id", .string(userId))) }
    if !identity.properties.isEmpty { members.append(JSONMember("user_properties", .object(identity.properties))) }
    return .object(JSONObject(uniqueMembers: members))
  }

  /// The request; `tracksAssignment` false asks the service not to record an assignment (amplitude.md 2.8).
  package static func build(for identity: Identity, tracksAssignment: Bool) -> HTTPRequest {
    var headers = [
      HTTPHeader("Authorization", "Api-Key " + SecretPlaceholder.deploymentKey),
      HTTPHeader("X-Amp-Exp-User", user(identity).text),
    ]
    if !tracksAssignment { headers.append(HTTPHeader("X-Amp-Exp-Track", "no-track")) }
    return HTTPRequest(service: .evaluation, method: "GET", path: "/sdk/v2/vardata?v=0", headers: headers)
  }
}

/// The names under which the app's libraries report themselves (amplitude.md 2.3 and 8.4). They are constants, not
/// this tool's version: targeting may select on them, and a transcript must replay under a later version.
package enum ClientLibrary {
  package static let experiment = "experiment-ios-client/1.20.1"
  package static let analytics = "amplitude-swift-unified/0.0.0-amplitude-swift/1.18.6"
}
