package import TextFormats

/// One outcome of a flag as the evaluation service gave it (amplitude.md 3.2).
package struct Variant: Equatable, Sendable {
  /// The identifier of the variant; copied from the value when the service left it out (amplitude.md 3.4).
  package var key: String?
  /// What application code compares; nil when absent or not a text.
  package var value: String?
  package var payload: JSONValue?
  package var metadata: JSONObject?
  /// The experiment run this belongs to: `expKey`, else `metadata.experimentKey`.
  package var experimentKey: String?

  package init(
    key: String? = nil, value: String? = nil, payload: JSONValue? = nil, metadata: JSONObject? = nil,
    experimentKey: String? = nil
  ) {
    self.key = key
    self.value = value
    self.payload = payload
    self.metadata = metadata
    self.experimentKey = experimentKey
  }

  /// The service evaluated the flag but assigned nothing: `metadata.default` is exactly true (amplitude.md 3.3).
  package var isDefault: Bool { metadata?["default"] == .bool(true) }

  /// What an exposure calls the variant: its key, else its value (amplitude.md 5.2).
  package var exposureName: String? { key ?? value }

  /// The variant under the names of the wire, absent members left out.
  package var document: JSONValue {
    var members: [JSONMember] = []
    if let experimentKey { members.append(JSONMember("expKey", .string(experimentKey))) }
    if let key { members.append(JSONMember("key", .string(key))) }
    if let metadata { members.append(JSONMember("metadata", .object(metadata))) }
    if let payload { members.append(JSONMember("payload", payload)) }
    if let value { members.append(JSONMember("value", .string(value))) }
    return .object(JSONObject(uniqueMembers: members))
  }
}
