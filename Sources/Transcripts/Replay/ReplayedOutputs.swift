import SessionModel
import Vocabulary

/// What a session gave for one input, encoded as the transcript should have it, and how much of it has been met.
struct ReplayedOutputs {
  private(set) var bytes: [UInt8] = []
  private var ends: [(end: Int, kind: RecordKind)] = []
  private var met = 0
  private var start = 0
  private let encoder = RecordEncoder()

  /// Whether the transcript may have another record before the next input.
  var isExhausted: Bool { met == ends.count }

  /// The kind and the line of the record that should come next, when there is one.
  var next: (kind: RecordKind, line: ArraySlice<UInt8>)? {
    isExhausted ? nil : (ends[met].kind, bytes[start..<ends[met].end])
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    met = 0
    start = 0
  }

  mutating func replace(with outputs: [Output], after sequence: Int, time: Instant) {
    removeAll()
    for output in outputs {
      let number = sequence + ends.count + 1
      if let kind = encoder.append(output, sequence: number, time: time, to: &bytes) {
        ends.append((bytes.count, kind))
      }
    }
  }

  /// Takes the next record when these are exactly its bytes, and gives its kind.
  mutating func take(ifEqualTo line: UnsafeBufferPointer<UInt8>) -> RecordKind? {
    guard met < ends.count, ends[met].end - start == line.count else { return nil }
    let isEqual = bytes.withUnsafeBufferPointer { Self.isEqual($0, from: start, to: line) }
    guard isEqual else { return nil }
    defer { skip() }
    return ends[met].kind
  }

  /// Takes the next record without looking at it.
  mutating func skip() {
    start = ends[met].end
    met += 1
  }

  private static func isEqual(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let one = bytes.baseAddress, let other = line.baseAddress else { return line.isEmpty }
    let left = UnsafeRawPointer(one + start)
    let right = UnsafeRawPointer(other)
    var index = 0
    while index + 8 <= line.count {
      let difference =
        left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index += 8
    }
    while index < line.count {
      if bytes[start + index] != line[index] { return false }
      index += 1
    }
    return true
  }
}
