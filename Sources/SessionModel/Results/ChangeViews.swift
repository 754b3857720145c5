package import CommandLanguage
package import TextFormats
import Vocabulary

/// What `property` changed. All that stands is told by `identity`: an answer whose length grew with what was set before
/// would make a script that sets thousands cost the square.
package struct PropertiesView: Equatable, Sendable {
  package var changes: [PropertyChange]
  /// Whose properties they are, with all of them.
  package var identity: IdentityView

  /// How many properties there are now.
  package var count: Int { identity.identity.properties.count }

  /// `properties` has the named ones, null for those that went; `count` is how many there are.
  package var document: JSONValue {
    let named = changes.map { change in
      switch change {
      case .set(let name, let value): JSONMember(name, value)
      case .unset(let name): JSONMember(name, .null)
      }
    }
    return [
      "count": JSONValue(count), "deviceId": .string(identity.identity.deviceId),
      "properties": .object(JSONObject(members: named)), "revision": JSONValue(identity.revision),
      "stale": .bool(identity.isStale), "userId": JSONValue(identity.identity.userId),
    ]
  }
}

/// What `override` changed; all that stands is told by `status` and `variants`.
package struct OverridesView: Equatable, Sendable {
  package var set: [FlagOverride] = []
  /// The flags whose overrides went.
  package var cleared: [String] = []
  /// How many overrides there are now.
  package var count: Int

  /// The changed flags with their variants, null for those without override now.
  package var document: JSONValue {
    let gone = cleared.map { JSONMember($0, .null) }
    return .object(JSONObject(members: gone + set.map { JSONMember($0.flag, .string($0.variant)) }))
  }
}
