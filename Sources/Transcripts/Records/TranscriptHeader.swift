package import SessionModel
package import TextFormats
import Vocabulary

/// The first record of a session: all that a replay has to know, and where the session came from.
package struct TranscriptHeader: Equatable, Sendable {
  /// What the first line of every transcript names.
  package static let format = "flagsh-transcript"
  /// The version that is written, and the newest that is read.
  package static let version = 1

  /// The version of the tool that recorded the session; a replay copies it (product.md section 7).
  package var toolVersion: String
  package var configuration: SessionConfiguration
  /// Facts for people: the name and the checksum of the world that answered. A replay needs neither.
  package var worldName: String?
  package var worldChecksum: String?

  package init(
    toolVersion: String, configuration: SessionConfiguration, worldName: String? = nil, worldChecksum: String? = nil
  ) {
    self.toolVersion = toolVersion
    self.configuration = configuration
    self.worldName = worldName
    self.worldChecksum = worldChecksum
  }

  /// The virtual or real start as people write it, in UTC.
  package var startText: String { MomentText.text(microseconds: configuration.startMicroseconds) }

  /// The seed as people write it: a decimal number when it fits 64 bits, else all its hexadecimal digits.
  package var seedText: String {
    let words = configuration.seed
    return words.dropLast().allSatisfy { $0 == 0 } ? String(words.last ?? 0) : "0x\(TimeText.hexadecimal(words))"
  }
}

/// The last record of a session.
package struct TranscriptFooter: Equatable, Sendable {
  package var counts: RecordCounts
  /// CRC-32 of all bytes of this session before the footer, from the first byte of its header on.
  package var checksum: UInt32
  /// `InputDigest` of everything that went in; nil in transcripts that were made before footers named it.
  package var inputs: UInt32?
  /// The session document at the end.
  package var document: JSONValue
  /// Whether the footer names a checksum of its document; those of the first recorders do not.
  package var checksDocument: Bool
  /// False when another session follows in the file, so that a file cut between two sessions is recognised.
  package var isLast: Bool

  package init(
    counts: RecordCounts, checksum: UInt32, inputs: UInt32?, document: JSONValue, checksDocument: Bool = true,
    isLast: Bool
  ) {
    self.counts = counts
    self.checksum = checksum
    self.inputs = inputs
    self.document = document
    self.checksDocument = checksDocument
    self.isLast = isLast
  }
}
