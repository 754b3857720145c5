import TextFormats

/// A value of the world file that knows its path, so that every mistake can name its place.
struct WorldNode {
  enum Step: Equatable, Sendable {
    case name(String)
    case index(Int)
  }

  /// A mistake at a path, before it has a place in the text.
  struct Fault: Error {
    var steps: [Step]
    var message: String
    var hint: String?
  }

  let value: JSONValue
  let steps: [Step]

  init(_ value: JSONValue, steps: [Step] = []) {
    self.value = value
    self.steps = steps
  }

  /// `$.flags[2].key`.
  static func path(_ steps: [Step]) -> String {
    steps.reduce(into: "$") { path, step in
      switch step {
      case .name(let name): path += JSONPath.step(name: name)
      case .index(let index): path += "[\(index)]"
      }
    }
  }

  func fault(_ message: String, hint: String? = nil) -> Fault { Fault(steps: steps, message: message, hint: hint) }

  private func expected(_ what: String, hint: String? = nil) -> Fault {
    fault("expected \(what), found \(value.kindName)", hint: hint)
  }

  // MARK: Objects and arrays

  /// The members of an object; with `allowing`, any other name is a mistake.
  func members(allowing names: [String]? = nil) throws(Fault) -> [(name: String, node: WorldNode)] {
    guard let object = value.object else { throw expected("an object") }
    var members: [(name: String, node: WorldNode)] = []
    for member in object.members {
      let node = WorldNode(member.value, steps: steps + [.name(member.name)])
      if let names, !names.contains(where: { $0.isExactly(member.name) }) {
        let nearest = NearestName.nearestName(to: member.name, in: names)
        let known = names.isEmpty ? nil : "known here: \(names.joined(separator: ", "))"
        let hint = nearest.map { "did you mean \($0)?" } ?? known
        throw node.fault("unknown member", hint: hint)
      }
      members.append((member.name, node))
    }
    return members
  }

  /// A member that may be absent.
  func optional(_ name: String) -> WorldNode? {
    value[name].map { WorldNode($0, steps: steps + [.name(name)]) }
  }

  /// A member that must be there.
  func required(_ name: String) throws(Fault) -> WorldNode {
    guard let node = optional(name) else { throw fault("missing member \"\(name)\"") }
    return node
  }

  func elements() throws(Fault) -> [WorldNode] {
    guard let array = value.array else { throw expected("an array") }
    return array.enumerated().map { WorldNode($1, steps: steps + [.index($0)]) }
  }

  // MARK: Single values

  func text() throws(Fault) -> String {
    guard let text = value.string else { throw expected("a string") }
    return text
  }

  func filledText() throws(Fault) -> String {
    let text = try text()
    guard !text.isEmpty else { throw fault("is empty") }
    return text
  }

  func flag() throws(Fault) -> Bool {
    guard let flag = value.bool else { throw expected("true or false") }
    return flag
  }

  func integer(in range: ClosedRange<Int64>) throws(Fault) -> Int {
    guard let integer = value.integer else {
      if case .number(let literal) = value { throw fault("expected an integer, found \(literal)") }
      throw expected("an integer")
    }
    guard range.contains(integer) else {
      throw fault("\(integer) is not between \(range.lowerBound) and \(range.upperBound)")
    }
    return Int(integer)
  }

  /// One of a few words.
  func word(of words: [String]) throws(Fault) -> String {
    let text = try text()
    if words.contains(where: { $0.isExactly(text) }) { return text }
    throw fault("unknown word \"\(text)\"", hint: "one of \(words.joined(separator: ", "))")
  }
}
