/// Holds back a key's escape sequence until it is whole, turns the start of a paste into its key, and swallows what no key
/// is bound to: the library would type its tail into the line.
struct EscapeFilter {
  enum Verdict: Equatable {
    /// Hand these on.
    case pass([UInt32])
    /// The sequence goes on.
    case incomplete
    /// A whole sequence that nobody knows.
    case unknown
  }

  /// Longer ones are no keys.
  static let longestSequence = 32

  /// Nil: all are, as the user binds keys that we do not know of.
  private let known: Set<[UInt32]>?
  private var held: [UInt32] = []

  init(known: [String]?) {
    self.known = known.map { Set($0.map { $0.unicodeScalars.map(\.value) }) }
  }

  /// Whether a sequence has begun.
  var isHolding: Bool { !held.isEmpty }

  mutating func feed(_ scalar: UInt32) -> Verdict {
    let escape: UInt32 = 0x1B
    if held.isEmpty {
      guard scalar == escape else { return .pass([scalar]) }
      held = [escape]
      return .incomplete
    }
    held.append(scalar)
    // Alt with an arrow key may arrive as two escapes.
    let start = held.starts(with: [escape, escape]) ? 2 : 1
    guard held.count > start else { return held.count == 2 ? .incomplete : release() }
    switch held[start] {
    case UInt32(ascii: "O"):
      guard held.count > start + 1 else { return .incomplete }
      return judge()
    case UInt32(ascii: "["):
      guard held.count > start + 1 else { return .incomplete }
      // The Linux console's function keys: ESC [ [ A.
      if held[start + 1] == UInt32(ascii: "["), held.count == start + 2 { return .incomplete }
      guard (0x40..<0x7F).contains(scalar) || held.count >= Self.longestSequence else { return .incomplete }
      return judge()
    default:
      return release()
    }
  }

  mutating func reset() { held = [] }

  private mutating func release() -> Verdict {
    defer { held = [] }
    return .pass(held)
  }

  private mutating func judge() -> Verdict {
    defer { held = [] }
    if held == KeyBindings.pasteStart { return .pass([KeyBindings.pasteKey.value]) }
    return known?.contains(held) ?? true ? .pass(held) : .unknown
  }
}

extension UInt32 {
  init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}
