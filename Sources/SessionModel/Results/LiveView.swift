import TextFormats
import Vocabulary

/// What a live session knows of where it talks to, and of what it still owes.
package struct LiveView: Equatable, Sendable {
  /// nil when none is configured.
  package var region: String?
  package var endpoints: [CustomEndpoint]
  /// Failed fetches are tried again.
  package var retries: Bool
  /// Events in the outbox that nobody has taken.
  package var undelivered: Int
  /// Why the outbox could not be written.
  package var outboxFailure: String?

  /// The session document's `world`: an embedded session says less.
  static func world(_ kind: SessionConfiguration.WorldKind, isSending: Bool, _ live: LiveView?) -> JSONValue {
    var members = JSONObject(uniqueMembers: [
      JSONMember("kind", .string(kind.rawValue)), JSONMember("sending", .bool(isSending)),
    ])
    for member in live?.members ?? [] { members[member.name] = member.value }
    return .object(members)
  }

  private var members: [JSONMember] {
    [
      JSONMember(
        "endpoints",
        .object(JSONObject(members: endpoints.map { JSONMember($0.service.rawValue, .string($0.url)) }))),
      JSONMember("region", JSONValue(region)), JSONMember("retries", .bool(retries)),
    ]
  }
}
