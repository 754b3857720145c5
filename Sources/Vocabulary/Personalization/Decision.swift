package import TextFormats

/// What the service decided for one point (personalization.md 2.1).
package struct Decision: Equatable, Sendable {
  /// One thing of a decision's content.
  package struct Item: Equatable, Sendable {
    /// Where it stood in the answer, counted from 0: stays right when a neighbour could not be used.
    package var index: Int
    package var contentId: String
    /// All members as received.
    package var members: JSONObject

    package init(index: Int, contentId: String, members: JSONObject) {
      self.index = index
      self.contentId = contentId
      self.members = members
    }

    package static func == (left: Item, right: Item) -> Bool {
      left.index == right.index && left.contentId.isExactly(right.contentId) && left.members == right.members
    }
  }

  /// Where the entry stood in the answer, counted from 0.
  package var place: Int
  package var point: PersonalizationPoint
  package var personalizationId: String
  package var decisionId: String?
  /// Texts and addresses of the point itself; empty when there are none.
  package var attributes: JSONObject
  /// The usable items, in the answer's order.
  package var items: [Item]
  /// The entry as received, with what is not understood.
  package var received: JSONValue

  package init(
    place: Int = 0, point: PersonalizationPoint, personalizationId: String, decisionId: String? = nil,
    attributes: JSONObject = JSONObject(), items: [Item] = [], received: JSONValue = .null
  ) {
    self.place = place
    self.point = point
    self.personalizationId = personalizationId
    self.decisionId = decisionId
    self.attributes = attributes
    self.items = items
    self.received = received
  }

  /// Whether there is anything to show: dynamic content has only attributes, recommendations have items.
  package var hasContent: Bool { !attributes.isEmpty || !items.isEmpty }

  package static func == (left: Decision, right: Decision) -> Bool {
    left.place == right.place && left.point == right.point && left.personalizationId.isExactly(right.personalizationId)
      && JSONValue(left.decisionId) == JSONValue(right.decisionId) && left.attributes == right.attributes
      && left.items == right.items && left.received == right.received
  }
}

/// What became of a point that was asked for (product.md rule 12).
package enum DecisionOutcome: String, Sendable, CaseIterable {
  /// Attributes, items or both.
  case content
  /// An entry without either.
  case empty
  /// The answer has no entry for the point.
  case missing
}
