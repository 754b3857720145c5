package import TextFormats

/// The result of one flag for one user; shared by all users who get it.
package final class EvaluatedVariant: Sendable {
  /// The flag that it is a result of.
  package let flag: String
  /// The name of the variant in the flag's `variants`.
  package let name: String
  /// The variant's own key, value and payload; nil when null or absent.
  package let key: String?
  package let value: JSONValue?
  package let payload: JSONValue?
  /// Metadata of flag, segment and variant, later over earlier, nulls included (evaluation.md 12).
  package let metadata: JSONObject
  /// The written form (evaluation.md 14): `key`, `value` and `payload` only when there, `metadata` always.
  package let document: JSONValue
  /// Flag key and written form as a member of a JSON object, ready to be copied: `"report-layout":{...}`.
  let writtenMember: [UInt8]

  init(
    flag: FlagConfiguration.Flag, segment: FlagConfiguration.Segment, name: String, variant: FlagConfiguration.Variant
  ) {
    self.flag = flag.key
    self.name = name
    key = variant.key
    value = variant.value
    payload = variant.payload
    var metadata = flag.metadata
    for member in segment.metadata.members + variant.metadata.members { metadata[member.name] = member.value }
    self.metadata = metadata
    var members: [JSONMember] = []
    if let key { members.append(JSONMember("key", .string(key))) }
    members.append(JSONMember("metadata", .object(metadata)))
    if let payload { members.append(JSONMember("payload", payload)) }
    if let value { members.append(JSONMember("value", value)) }
    document = .object(JSONObject(uniqueMembers: members))
    var written: [UInt8] = []
    JSONWriter.append(string: flag.key, to: &written)
    written.append(UInt8(ascii: ":"))
    document.write(into: &written)
    writtenMember = written
  }
}

/// The results of one evaluation in the order of evaluation; flags without a result are not among them.
package struct EvaluationResults: Sendable {
  package internal(set) var variants: [EvaluatedVariant] = []
  /// The same by number of the flag.
  var byFlag: [EvaluatedVariant?] = []

  /// The result of the flag with exactly this key.
  package subscript(key: String) -> EvaluatedVariant? { variants.first { $0.flag.isExactly(key) } }

  /// Flag key to written form.
  package var document: JSONValue {
    .object(JSONObject(uniqueMembers: variants.map { JSONMember($0.flag, $0.document) }))
  }
}
