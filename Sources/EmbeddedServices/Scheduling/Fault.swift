import TextFormats
import Vocabulary

/// A fault of a service, and for how long.
struct Fault: Equatable, Sendable {
  var kind: FaultKind
  /// How many more requests meet the fault; nil for all.
  var remaining: Int?

  /// The words of all kinds, as documents name them.
  static let kindNames = [FaultKind.statusWord] + FaultKind.words

  init(_ kind: FaultKind, remaining: Int? = nil) {
    self.kind = kind
    self.remaining = remaining
  }

  /// A kind from its word, and its status where it needs one.
  init?(name: String, status: Int?, remaining: Int?) {
    guard let kind = FaultKind(word: name, status: status) else { return nil }
    self.init(kind, remaining: remaining)
  }

  /// `kind`, `status` and `times`.
  var document: JSONValue {
    ["kind": .string(kind.word), "status": JSONValue(kind.status), "times": JSONValue(remaining)]
  }
}
