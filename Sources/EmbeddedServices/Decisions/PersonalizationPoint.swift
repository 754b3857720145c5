import TextFormats

/// A place in the app that asks for content, with its prioritised decisions (personalization.md 1.6 and 2.2).
struct PersonalizationPoint: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// Texts and addresses in `attributes`; `data` stays empty.
    case dynamicContent
    /// Items in `data`.
    case recommendations
  }

  /// What the answer holds for a point when no decision qualified; the real service does one or the other.
  enum Nobody: String, CaseIterable, Sendable {
    case missing
    case empty
  }

  /// One of the things that a point can show.
  struct Decision: Sendable {
    let id: String
    let name: String
    /// The rule in the engine's form, a list of alternatives; nil when everyone qualifies.
    let rule: JSONValue?
    let attributes: JSONObject
    let recommender: Recommender?
  }

  let name: String
  /// Its record id, which starts with `9pp`.
  let id: String
  let dataspace: String
  let kind: Kind
  let requiresAuthentication: Bool
  /// The profile data graph; one request reads one only.
  let dataGraph: String
  let whenNobody: Nobody
  /// The most important first.
  let decisions: [Decision]
  /// The names below `context.request` that a rule of the point looks at.
  let ruleVariables: Set<ExactText>

  /// How many characters of two record ids have to agree: one may be written with its checksum, the other without.
  private static let significantIdLength = 15

  /// Whether two record ids name the same record.
  static func isSameRecord(_ one: String, _ other: String) -> Bool {
    one.utf8.prefix(significantIdLength).elementsEqual(other.utf8.prefix(significantIdLength))
  }

  /// The point as the world's contract shows it.
  var document: JSONValue {
    [
      "authentication": .bool(requiresAuthentication),
      "dataGraph": .string(dataGraph),
      "dataspace": .string(dataspace),
      "decisions": .array(decisions.map(\.document)),
      "id": .string(id),
      "name": .string(name),
      "type": .string(kind.rawValue),
      "whenNobody": .string(whenNobody.rawValue),
    ]
  }
}

extension PersonalizationPoint.Decision {
  var document: JSONValue {
    [
      "attributes": .array(attributes.members.map { .string($0.name) }),
      "id": .string(id),
      "name": .string(name),
      "recommender": recommender?.document ?? .null,
      "when": rule ?? .null,
    ]
  }
}
