import ServiceMessages
package import SessionModel
import TextFormats
import Vocabulary

/// A checksum of everything that went into a session, as the footer of its transcript names it.
///
/// A replay compares what comes out; much of what goes in shows there, but not all: the body of an answer that was
/// discarded, for instance. This says that nothing of it was changed either. Of each input it covers the word of its
/// kind, its time, and its values as `parts` lists them, as text in UTF-8 and each followed by a zero byte. The place of
/// a command is left out, so the same commands have the same checksum wherever they were written.
package struct InputDigest: Sendable {
  private var checksum = CRC32()
  private var scratch: [UInt8] = []

  package init() {}

  /// The CRC-32 of the inputs so far.
  package var value: UInt32 { checksum.value }

  /// Takes an input into the sum: its moment and everything in it that a session can see.
  package mutating func add(_ input: Input) {
    scratch.removeAll(keepingCapacity: true)
    switch input.kind {
    case .command(let text, _):
      begin(.command, input)
      part(text)
    case .answer(let request, .response(let response)):
      begin(.answer, input)
      part(request)
      part(response.status)
      for header in response.headers {
        part(header.name)
        part(header.value)
      }
      scratch.append(contentsOf: response.body)
      scratch.append(0)
    case .answer(let request, .failure(let failure)):
      begin(.answer, input)
      part(request)
      part(failure.kind.rawValue)
      part(failure.detail)
    case .timer(let id):
      begin(.timer, input)
      part(id)
    case .outbox(let found):
      begin(.outboxFound, input)
      for record in found {
        part(record.insertId)
        part(record.deviceId)
        part(record.sequence)
        part(record.event)
        part(record.setAside ?? "")
      }
    case .outboxFailed(let reason):
      begin(.outboxFailed, input)
      part(reason)
    case .interrupt: begin(.interrupt, input)
    case .leave: begin(.leave, input)
    }
    checksum.update(scratch)
  }

  private mutating func begin(_ kind: RecordKind, _ input: Input) {
    part(kind.rawValue)
    JSONWriter.append(integer: input.time.microseconds, to: &scratch)
    scratch.append(0)
  }

  private mutating func part(_ integer: Int) {
    JSONWriter.append(integer: integer, to: &scratch)
    scratch.append(0)
  }

  private mutating func part(_ text: String) {
    scratch.append(contentsOf: text.utf8)
    scratch.append(0)
  }
}
