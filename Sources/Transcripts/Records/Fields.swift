import TextFormats

/// Why a record is not what this version writes; becomes a diagnostic with the line.
struct FieldError: Error, Equatable {
  let what: String

  init(_ what: String) { self.what = what }
}

/// The members of a record, taken one by one; what nobody took is an error, since nothing of a record is ignored.
struct Fields {
  private let object: JSONObject
  private let owner: String
  private var taken: [String] = []

  init(_ value: JSONValue, of owner: String) throws(FieldError) {
    guard let object = value.object else { throw FieldError("\(owner) is no object") }
    self.object = object
    self.owner = owner
  }

  /// Ends the taking: every member must have been asked for.
  func end() throws(FieldError) {
    guard taken.count != object.members.count else { return }
    let unknown = object.members.first { member in !taken.contains { $0.isExactly(member.name) } }
    if let unknown { throw FieldError("\(owner) has an unknown field \(JSONValue.string(unknown.name).text)") }
  }

  // MARK: One member

  mutating func value(_ name: String) throws(FieldError) -> JSONValue {
    guard let value = valueIfPresent(name) else { throw FieldError("\(owner) has no field \"\(name)\"") }
    return value
  }

  mutating func valueIfPresent(_ name: String) -> JSONValue? {
    guard let value = object[name] else { return nil }
    taken.append(name)
    return value
  }

  mutating func text(_ name: String) throws(FieldError) -> String {
    guard let text = try value(name).string else { throw wrong(name, "text") }
    return text
  }

  mutating func textIfPresent(_ name: String) throws(FieldError) -> String? {
    guard let value = valueIfPresent(name) else { return nil }
    guard let text = value.string else { throw wrong(name, "text") }
    return text
  }

  mutating func textOrNull(_ name: String) throws(FieldError) -> String? {
    let value = try value(name)
    if value.isNull { return nil }
    guard let text = value.string else { throw wrong(name, "text or null") }
    return text
  }

  mutating func bool(_ name: String) throws(FieldError) -> Bool {
    guard let bool = try value(name).bool else { throw wrong(name, "true or false") }
    return bool
  }

  mutating func boolIfPresent(_ name: String) throws(FieldError) -> Bool? {
    object[name] == nil ? nil : try bool(name)
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(FieldError) -> Int64 {
    guard let integer = try value(name).integer, range.contains(integer) else { throw wrong(name, "integer in range") }
    return integer
  }

  /// A number that counts something: not negative, and far from the end of the integers.
  mutating func count(_ name: String) throws(FieldError) -> Int {
    Int(try integer(name, in: 0...Fields.countLimit))
  }

  mutating func integerIfPresent(_ name: String, in range: ClosedRange<Int64>) throws(FieldError) -> Int? {
    object[name] == nil ? nil : Int(try integer(name, in: range))
  }

  mutating func word<Word: RawRepresentable<String>>(_ name: String) throws(FieldError) -> Word {
    guard let word = Word(rawValue: try text(name)) else { throw wrong(name, "word of this version") }
    return word
  }

  mutating func wordOrNull<Word: RawRepresentable<String>>(_ name: String) throws(FieldError) -> Word? {
    guard let text = try textOrNull(name) else { return nil }
    guard let word = Word(rawValue: text) else { throw wrong(name, "word of this version") }
    return word
  }

  mutating func texts(_ name: String) throws(FieldError) -> [String] {
    guard let elements = try value(name).array else { throw wrong(name, "list of texts") }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw wrong(name, "list of texts") }
    return texts
  }

  mutating func integers(_ name: String) throws(FieldError) -> [Int] {
    guard let elements = try value(name).array else { throw wrong(name, "list of integers") }
    let integers = elements.compactMap { $0.integer.map { Int($0) } }
    guard integers.count == elements.count else { throw wrong(name, "list of integers") }
    return integers
  }

  /// Beyond this no identifier, count or line number goes, so that sums of them cannot overflow.
  static let countLimit: Int64 = 1 << 53

  private func wrong(_ name: String, _ wanted: String) -> FieldError {
    FieldError("field \"\(name)\" of \(owner) is not a valid \(wanted)")
  }
}
