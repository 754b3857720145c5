package import TextFormats

/// An assertion over the session document (product.md section 5).
package struct Expectation: Equatable, Sendable {
  /// How the value at the path is compared, as written between PATH and VALUE.
  package enum Operator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// A substring of a text, an element of a list, a member name of an object.
    case contains
    /// A regular expression found somewhere in a text (`TextPattern`).
    case matches
    /// Neither null nor absent.
    case exists
    /// Null or absent.
    case missing

    /// True for the operators that stand before a VALUE.
    package var takesValue: Bool { self != .exists && self != .missing }
  }

  /// An operator with its VALUE, ready to be held against what a path finds.
  package struct Test: Equatable, Sendable {
    package let comparison: Operator
    /// Empty for operators that take none.
    package let value: String
    /// The compiled VALUE of `matches`.
    let pattern: TextPattern?
  }

  package let path: DocumentPath
  /// Nil when only a path was given: it holds when the path `exists` and is not `false`.
  package let test: Test?
  /// The assertion as a command would spell it, without `expect`.
  package let text: String

  /// All operators as a usage line names them.
  static let operatorList = Operator.allCases.map(\.rawValue).joined(separator: " ")

  /// Reads PATH, OP and VALUE.
  init(words: [Word]) throws(CommandFault) {
    let pathWord = words[0]
    do throws(DocumentPath.Fault) {
      path = try DocumentPath(pathWord.text)
    } catch {
      throw CommandFault(
        .badArgument, error.message, at: pathWord.offset(ofByte: error.offset), hint: error.hint, showsUsage: false)
    }
    test = words.count > 1 ? try Self.test(words) : nil
    text = words.map { ShellQuoting.quoted($0.text) }.joined(separator: " ")
  }

  private static func test(_ words: [Word]) throws(CommandFault) -> Test {
    let word = words[1]
    guard let comparison = Operator(rawValue: word.text) else {
      let near = word.text == "=" ? "==" : NearestName.nearestName(to: word.text, in: Operator.allCases.map(\.rawValue))
      throw CommandFault(
        .badArgument, "there is no operator \(ValueReader.quoted(word.text))", at: word.offset,
        hint: near.map { "did you mean \($0)?" } ?? "the operators are \(operatorList)")
    }
    guard comparison.takesValue else {
      if words.count > 2 {
        throw CommandFault(.extraArgument, "\(comparison.rawValue) takes no value", at: words[2].offset)
      }
      return Test(comparison: comparison, value: "", pattern: nil)
    }
    guard words.count > 2 else {
      throw CommandFault(.missingArgument, "\(comparison.rawValue) needs a value", at: nil)
    }
    guard comparison == .matches else { return Test(comparison: comparison, value: words[2].text, pattern: nil) }
    do throws(TextPattern.Fault) {
      return Test(comparison: comparison, value: words[2].text, pattern: try TextPattern(words[2].text))
    } catch {
      throw CommandFault(
        .badArgument, "the pattern is wrong: \(error.message)", at: words[2].offset(ofByte: error.offset),
        hint: "`help expect` says what patterns can do", showsUsage: false)
    }
  }

  /// Asks for what a path leads to: the outcome has what was found, or the names that are near.
  package init(reading path: DocumentPath) {
    self.path = path
    test = nil
    text = path.text
  }

  /// Looks at a document that holds at least the section `path.firstName`, if the session has it.
  package func evaluate(in document: JSONValue) -> ExpectationOutcome {
    ExpectationEvaluator(expectation: self).evaluate(in: document)
  }
}
