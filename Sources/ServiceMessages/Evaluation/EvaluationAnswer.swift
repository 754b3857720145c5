package import TextFormats
package import Vocabulary

/// What the evaluation service's answer means (amplitude.md 3).
///
/// Unlike the iOS client, one bad entry loses only itself.
package enum EvaluationAnswer: Equatable, Sendable {
  /// The variants in the answer's order, and the flag keys whose entry could not be read.
  case variants([FlagVariant], unreadable: [String])
  case failure(ServiceFailure)

  /// Judges an answer: only status 200 with a JSON object is a success.
  package init(_ answer: Answer) {
    guard let body = ServiceFailure.successBody(of: answer, successStatus: 200) else {
      self = .failure(ServiceFailure(answer))
      return
    }
    guard let entries = (try? JSON.parse(body))?.object else {
      self = .failure(ServiceFailure(code: .malformed, detail: "the body is not a JSON object"))
      return
    }
    var variants: [FlagVariant] = []
    var unreadable: [String] = []
    for entry in entries.members {
      if let variant = Self.variant(entry.value) {
        variants.append(FlagVariant(flag: entry.name, variant: variant))
      } else {
        unreadable.append(entry.name)
      }
    }
    self = .variants(variants, unreadable: unreadable)
  }

  /// One entry, read as leniently as its shape allows; nil for anything but an object.
  package static func variant(_ entry: JSONValue) -> Variant? {
    guard let members = entry.object else { return nil }
    let value = members["value"]?.string
    var metadata = members["metadata"]?.object
    if let known = metadata, known.members.contains(where: \.value.isNull) {
      // The official client drops null values and lets a top-level experiment key win (amplitude.md 3.4).
      metadata = JSONObject(uniqueMembers: known.members.filter { !$0.value.isNull })
    }
    let experimentKey = members["expKey"]?.string ?? metadata?["experimentKey"]?.string
    if let experimentKey, members["expKey"]?.string != nil, metadata?["experimentKey"] != nil {
      metadata?["experimentKey"] = .string(experimentKey)
    }
    var payload = members["payload"]
    // Spelt out: a bare nil would be read as the JSON null itself.
    if payload?.isNull == true { payload = .none }
    return Variant(
      key: members["key"]?.string ?? value, value: value, payload: payload, metadata: metadata,
      experimentKey: experimentKey)
  }
}
