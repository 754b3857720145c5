import Vocabulary

/// The checked words of one command, as its builder in the catalogue takes them.
struct CommandInput {
  /// The arguments, read by the kinds that the form declares.
  let arguments: [ArgumentValue]
  let words: ParsedWords

  func has(_ option: String) -> Bool { words.has(option) }

  /// The value of an option as text.
  func text(option: String) -> String? { words.value(option) }

  /// The value of an option that is declared as a whole number.
  func integer(option: String) -> Int? { words.value(option).flatMap { Int($0) } }

  func optionalText(_ index: Int) -> String? {
    guard index < arguments.count, case .text(let text) = arguments[index] else { return nil }
    return text
  }

  /// Every argument that is a text.
  var texts: [String] { arguments.compactMap { if case .text(let text) = $0 { text } else { nil } } }

  func text(_ index: Int) throws(CommandFault) -> String { try required(optionalText(index), index) }

  func optionalInteger(_ index: Int) -> Int? {
    guard index < arguments.count, case .integer(let number) = arguments[index] else { return nil }
    return number
  }

  func optionalTarget(_ index: Int) -> WaitTarget? {
    guard index < arguments.count, case .target(let target) = arguments[index] else { return nil }
    return target
  }

  func service(_ index: Int) throws(CommandFault) -> Service {
    guard index < arguments.count, case .service(let service) = arguments[index] else {
      return try required(nil, index)
    }
    return service
  }

  func fault(_ index: Int) throws(CommandFault) -> FaultKind {
    guard index < arguments.count, case .fault(let fault) = arguments[index] else { return try required(nil, index) }
    return fault
  }

  /// The contextual attributes of all their options, in the order in which they were given.
  func attributes() throws(CommandFault) -> [ContextualAttribute] {
    var attributes: [ContextualAttribute] = []
    for option in words.options {
      guard let type = AttributeType(option: option.name), let word = option.value else { continue }
      attributes.append(try AttributeReader.read(word, as: type))
    }
    return attributes
  }

  /// The argument at an index as a path.
  func path(_ index: Int) throws(CommandFault) -> DocumentPath? {
    guard index < words.arguments.count else { return nil }
    let word = words.arguments[index]
    do throws(DocumentPath.Fault) {
      return try DocumentPath(word.text)
    } catch {
      throw CommandFault(
        .badArgument, error.message, at: word.offset(ofByte: error.offset), hint: error.hint, showsUsage: false)
    }
  }

  /// The value of an option that is declared as a duration.
  func span(option: String) -> Span? { words.value(option).flatMap { try? DurationText.parse($0) } }

  /// The word of an option's value, for the place of a fault.
  func word(option: String) -> Word? { words.options.last { $0.name == option }?.value }

  var changes: [PropertyChange] {
    arguments.compactMap { if case .change(let change) = $0 { change } else { nil } }
  }

  /// Declared counts and kinds were checked before, so nil here is a slip in the catalogue; its tests find those.
  func required<Value>(_ value: Value?, _ index: Int) throws(CommandFault) -> Value {
    guard let value else { throw CommandFault(.missingArgument, "argument \(index + 1) is missing", at: nil) }
    return value
  }
}
