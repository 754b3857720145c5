import ServiceMessages
import TextFormats

/// What a service is made to do wrong (product.md section 6, `world fault`).
struct Fault: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Answers with this status, 100 to 599, and does none of the work.
    case status(Int)
    /// Cannot be reached.
    case offline
    /// Never answers.
    case timeout
    /// Cuts the connection.
    case reset
    /// Does the work and answers with half of the body.
    case malformed
    /// Does the work and answers with success, but with nothing in it.
    case empty
  }

  var kind: Kind
  /// How many more requests meet the fault; nil for all.
  var remaining: Int?

  static let statuses = 100...599
  /// The kinds by name.
  static let kindNames = ["status", "offline", "timeout", "reset", "malformed", "empty"]

  init(_ kind: Kind, remaining: Int? = nil) {
    self.kind = kind
    self.remaining = remaining
  }

  /// A kind from its name, and its status where it needs one.
  init?(name: String, status: Int?, remaining: Int?) {
    self.remaining = remaining
    switch name {
    case "status":
      guard let status, Self.statuses.contains(status) else { return nil }
      kind = .status(status)
    case "offline": kind = .offline
    case "timeout": kind = .timeout
    case "reset": kind = .reset
    case "malformed": kind = .malformed
    case "empty": kind = .empty
    default: return nil
    }
  }

  /// `kind`, `status` and `times`.
  var document: JSONValue {
    let (name, status): (String, Int?) =
      switch kind {
      case .status(let status): ("status", status)
      case .offline: ("offline", nil)
      case .timeout: ("timeout", nil)
      case .reset: ("reset", nil)
      case .malformed: ("malformed", nil)
      case .empty: ("empty", nil)
      }
    return ["kind": .string(name), "status": JSONValue(status), "times": JSONValue(remaining)]
  }
}
