import TextFormats

/// Looks for secrets in the bytes of any file, chunk by chunk (product.md section 7, `audit`).
package struct SecretAudit: Sendable {
  /// One place where a secret stands. The value itself is nowhere in here.
  package struct Finding: Equatable, Sendable {
    /// The name of the secret.
    package var name: String
    package var form: SecretForm
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    package init(name: String, form: SecretForm, line: Int, column: Int) {
      self.name = name
      self.form = form
      self.line = line
      self.column = column
    }
  }

  /// How many findings are kept; the others are counted only.
  package static let findingLimit = 100

  /// In the order of the file.
  package private(set) var findings: [Finding] = []
  package private(set) var findingCount = 0
  /// The secrets that were looked for, and those whose values are too short for it.
  package let searched: [String]
  package let skipped: [String]

  private let secrets: [NamedSecret]
  private let matcher: SecretMatcher
  /// Bytes that were not searched to the end, because a match in them might go on in the next chunk.
  private var rest: [UInt8] = []
  private var line = 1
  private var column = 1

  /// Takes the values to look for; values that are blank are no secrets and are passed over.
  package init(_ secrets: [NamedSecret]) {
    let present = secrets.filter { !$0.value.isEmpty }
    self.secrets = present
    searched = present.filter(\.isUsable).map(\.name)
    skipped = present.filter { !$0.isUsable }.map(\.name)
    matcher = SecretMatcher(present)
  }

  /// Searches the next bytes of the file.
  package mutating func feed(_ chunk: ArraySlice<UInt8>) {
    rest.append(contentsOf: chunk)
    guard rest.count > matcher.longestMatch else { return }
    search(upTo: rest.count - matcher.longestMatch)
  }

  /// Searches the next bytes of the file.
  package mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

  /// Says that the file has ended; the audit may then be used for no other file.
  package mutating func finish() { search(upTo: rest.count) }

  private mutating func search(upTo end: Int) {
    let bytes = rest
    rest = []
    var searched = 0
    bytes.withUnsafeBufferPointer { text in
      var position = 0
      while let hit = matcher.nextHit(from: &position, to: end, in: text) {
        advance(over: text[searched..<position])
        findingCount += 1
        if findings.count < Self.findingLimit {
          findings.append(Finding(name: secrets[hit.secret].name, form: hit.form, line: line, column: column))
        }
        advance(over: text[hit.range])
        searched = hit.range.upperBound
        position = searched
      }
      advance(over: text[searched..<position])
      searched = position
    }
    rest = Array(bytes[searched...])
  }

  private mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    for byte in bytes {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
