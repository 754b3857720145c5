/// A pattern of a `regex match` condition, compiled for one dialect, or the reason why it cannot be.
///
/// The matcher is our own: backtracking over a compiled program, with a budget of steps and a stack on the heap. The
/// dialects of CPython and ECMAScript differ in what no library speaks both of (errors, classes, units, look-behind),
/// hostile patterns must end in an error rather than in waiting, and the binary shall need no further library.
struct Pattern: Sendable {
  let source: String
  private let form: Form

  private enum Form: Sendable {
    /// A pattern without special characters is searched for as it is.
    case literal([UInt8])
    case program(PatternProgram)
    case invalid(PatternFault)
  }

  init(_ source: String, syntax: Dialect.PatternSyntax) {
    self.source = source
    if source.utf8.allSatisfy({ !Self.specialBytes.contains($0) }) {
      form = .literal(Array(source.utf8))
      return
    }
    guard source.utf8.count <= PatternLimits.maximumLength else {
      form = .invalid(PatternFault(reason: "longer than \(PatternLimits.maximumLength) bytes"))
      return
    }
    do {
      let (node, groupCount) =
        switch syntax {
        case .python: try PythonPatternParser.parse(source)
        case .javaScript: try JavaScriptPatternParser.parse(source)
        }
      form = .program(PatternProgram(node, groupCount: groupCount, syntax: syntax))
    } catch {
      form = .invalid(error)
    }
  }

  private static let specialBytes = Array(#"\^$.|?*+()[]{}"#.utf8)

  enum Failure: Error {
    case invalid(PatternFault)
    case workLimit
  }

  /// Whether the pattern is found anywhere in the text.
  func isFound(in text: SubjectText, budget: inout Int) throws(Failure) -> Bool {
    switch form {
    case .literal(let bytes):
      do { return try ByteSearch.contains(text.bytes, bytes, budget: &budget) } catch { throw .workLimit }
    case .invalid(let fault): throw .invalid(fault)
    case .program(let program):
      do {
        return try PatternMatcher.finds(program, in: text.units, budget: &budget)
      } catch {
        throw .workLimit
      }
    }
  }
}
