package import SessionModel
package import TextFormats
import Vocabulary

/// Turns what passes the border of sessions into the bytes of a transcript.
///
/// The writer opens no file. Each call adds bytes to `pending`; the caller hands them to the operating system before
/// anything of them becomes visible (product.md section 7) and then calls `clearPending`, or moves them out with
/// `takePending`. The order for one input is: `append(input)`, `Session.apply`, `append(outputs)`, write, perform.
///
/// With a redaction every text is cleaned while it is written. The session must then be given `redaction.redacted(input)`
/// too: a session that saw the secret itself would replay differently.
package struct TranscriptWriter: Sendable {
  /// What was encoded and not yet cleared.
  package private(set) var pending: [UInt8] = []
  /// Whether a session has begun that has no footer yet.
  package private(set) var isOpen = false
  /// The records of the current session, or of the last one when none is open.
  package private(set) var counts = RecordCounts()

  private let encoder: RecordEncoder
  private let redaction: Redaction?
  private var checksum = CRC32()
  private var inputs = InputDigest()
  private var sequence = 0
  private var time = Instant.start

  package init(redaction: Redaction? = nil) {
    encoder = RecordEncoder(redaction: redaction)
    self.redaction = redaction
  }

  /// Begins a session; the one before must have been finished.
  package mutating func begin(_ header: TranscriptHeader) {
    precondition(!isOpen, "a session begins inside another")
    open()
    encoded { encoder, bytes in encoder.append(header, to: &bytes) }
  }

  /// Begins a session with the line of a header as it was read, line end included, so that a copy is exact.
  mutating func begin(headerLine: some Sequence<UInt8>) {
    precondition(!isOpen, "a session begins inside another")
    open()
    encoded { _, bytes in bytes.append(contentsOf: headerLine) }
  }

  /// Writes what goes into the session.
  package mutating func append(_ input: Input) {
    precondition(isOpen, "a record outside of a session")
    sequence += 1
    time = input.time
    let number = sequence
    inputs.add(redaction.map { $0.redacted(input) } ?? input)
    counts[encoded { encoder, bytes in encoder.append(input, sequence: number, to: &bytes) }] += 1
  }

  /// Writes what came out of the session for the last input; what concerns only the shell is left out.
  package mutating func append(_ outputs: [Output]) {
    precondition(isOpen, "a record outside of a session")
    for output in outputs {
      let (number, moment) = (sequence + 1, time)
      let kind = encoded { encoder, bytes in encoder.append(output, sequence: number, time: moment, to: &bytes) }
      guard let kind else { continue }
      sequence = number
      counts[kind] += 1
    }
  }

  /// Ends the session.
  ///
  /// - Parameter isLast: false when the caller is going to begin another session in the same file; a file that ends
  ///   there is then recognised as cut.
  package mutating func finish(document: JSONValue, isLast: Bool) {
    finish(document: document, isLast: isLast, namesInputs: true, checksDocument: true)
  }

  /// Ends the session; a copy of a transcript whose footer lacks a checksum lacks it too.
  mutating func finish(document: JSONValue, isLast: Bool, namesInputs: Bool, checksDocument: Bool) {
    precondition(isOpen, "a footer outside of a session")
    let footer = TranscriptFooter(
      counts: counts, checksum: checksum.value, inputs: namesInputs ? inputs.value : nil, document: document,
      checksDocument: checksDocument, isLast: isLast)
    encoder.append(footer, to: &pending)
    isOpen = false
  }

  /// Forgets the pending bytes and keeps the memory for the next ones.
  package mutating func clearPending() { pending.removeAll(keepingCapacity: true) }

  /// Moves the pending bytes out.
  package mutating func takePending() -> [UInt8] {
    defer { pending = [] }
    return pending
  }

  private mutating func open() {
    isOpen = true
    counts = RecordCounts()
    checksum = CRC32()
    inputs = InputDigest()
    sequence = 0
    time = .start
  }

  private mutating func encoded<Value>(_ body: (RecordEncoder, inout [UInt8]) -> Value) -> Value {
    let start = pending.count
    let value = body(encoder, &pending)
    checksum.update(pending[start...])
    return value
  }
}
