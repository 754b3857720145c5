import ServiceMessages
import Testing
import TextFormats
import Vocabulary

/// The limits of amplitude.md 6.3: 1024 characters, 40 levels.
@Suite("Limits of an event")
struct EventLimitsTests {
  private func excess(
    type: String = "Report Previewed", userId: String? = nil, deviceId: String = "device-1",
    _ properties: JSONObject = JSONObject()
  ) -> String? {
    EventLimits.excess(type: type, userId: userId, deviceId: deviceId, properties: properties)
  }

  private func object(_ name: String, _ value: JSONValue) -> JSONObject {
    JSONObject(uniqueMembers: [JSONMember(name, value)])
  }

  /// Arrays inside each other, a number innermost.
  private func nested(_ levels: Int) -> JSONValue {
    (0..<levels).reduce(JSONValue.integer(1)) { value, _ in .array([value]) }
  }

  @Test func aThousandAndTwentyFourCharactersAreAllowed() {
    let longest = String(repeating: "\u{1F600}", count: 1_024)
    #expect(excess(type: longest, userId: longest, deviceId: longest, object(longest, .string(longest))) == nil)
    let over = longest + "x"
    #expect(excess(type: over) == "the event type has more than 1024 characters")
    #expect(excess(userId: over) == "the user id has more than 1024 characters")
    #expect(excess(deviceId: over) == "the device id has more than 1024 characters")
    #expect(excess(object(over, 1)) == "the name of a property has more than 1024 characters")
    #expect(excess(object("a", .string(over))) == "property a has a text of more than 1024 characters")
    #expect(excess(object("a", [["b": .string(over)]])) == "property a has a text of more than 1024 characters")
    #expect(excess(object("a", .object(object(over, 1)))) == "property a has a name of more than 1024 characters")
  }

  @Test func fortyLevelsAreAllowed() {
    // The property object itself is the first.
    #expect(excess(object("a", nested(39))) == nil)
    #expect(excess(object("a", nested(40))) == "property a is nested more than 40 levels deep")
    #expect(excess(object("a", nested(500))) == "property a is nested more than 40 levels deep")
  }
}
