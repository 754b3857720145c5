import TextFormats

/// A change of one scalar somewhere in a JSON value, also in a value that stands as a text inside of it.
struct LeafMutation {
  /// Names and `[]`, whatever the index; ` > ` leads into a text: `body > events[].time`.
  let field: String
  let original: JSONValue
  let value: JSONValue
  /// The whole, changed.
  let changed: JSONValue

  /// Every change of every scalar.
  ///
  /// - Parameter alternatives: further values to try at a field, such as others that were seen there.
  static func all(of root: JSONValue, alternatives: (String) -> [JSONValue] = { _ in [] }) -> [LeafMutation] {
    var mutations: [LeafMutation] = []
    visit(root, field: "", opensTexts: true) { field, original, rebuild in
      for value in variations(of: original) + alternatives(field) where value != original {
        mutations.append(LeafMutation(field: field, original: original, value: value, changed: rebuild(value)))
      }
    }
    return mutations
  }

  /// Every scalar with its field.
  static func leaves(of root: JSONValue) -> [(field: String, value: JSONValue)] {
    var leaves: [(String, JSONValue)] = []
    visit(root, field: "", opensTexts: true) { field, original, _ in leaves.append((field, original)) }
    return leaves
  }

  private static func variations(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .null: [.string("x"), .bool(true)]
    case .bool(let bool): [.bool(!bool), .null]
    case .integer(let integer): [.integer(integer &+ 1), .integer(integer &- 1), .string("\(integer)")]
    case .number(let literal): [.number(literal + "1"), .null]
    case .string(let text): [.string(text + "x"), .string(text.isEmpty ? "y" : String(text.dropLast())), .null]
    case .array, .object: []
    }
  }

  private typealias Rebuild = (JSONValue) -> JSONValue

  private static func visit(
    _ value: JSONValue, field: String, opensTexts: Bool, _ body: (String, JSONValue, @escaping Rebuild) -> Void
  ) {
    switch value {
    case .object(let object):
      for (index, member) in object.members.enumerated() {
        let name = field.isEmpty || field.hasSuffix(" > ") ? field + member.name : "\(field).\(member.name)"
        visit(member.value, field: name, opensTexts: opensTexts) { field, original, rebuild in
          body(field, original) { changed in
            var members = object.members
            members[index].value = rebuild(changed)
            return .object(JSONObject(uniqueMembers: members))
          }
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        visit(element, field: field + "[]", opensTexts: opensTexts) { field, original, rebuild in
          body(field, original) { changed in
            var elements = elements
            elements[index] = rebuild(changed)
            return .array(elements)
          }
        }
      }
    case .string(let text):
      body(field, value) { $0 }
      guard opensTexts, text.hasPrefix("{") || text.hasPrefix("["), let inside = try? JSON.parse(text) else { return }
      visit(inside, field: field + " > ", opensTexts: false) { field, original, rebuild in
        body(field, original) { .string(rebuild($0).text) }
      }
    default:
      body(field, value) { $0 }
    }
  }
}
