import CommandLanguage
import TextFormats

/// Everything that a reader makes of some bytes, fed in pieces of the given sizes (then the rest).
func items(_ bytes: [UInt8], pieces: [Int] = [], file: String = "f") -> [StatementReader.Item] {
  var reader = StatementReader(file: file)
  var found: [StatementReader.Item] = []
  var rest = bytes[...]
  for size in pieces {
    reader.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
    while let item = reader.next() { found.append(item) }
  }
  reader.feed(rest)
  reader.finish()
  while let item = reader.next() { found.append(item) }
  return found
}

func items(_ text: String) -> [StatementReader.Item] { items(Array(text.utf8)) }

func texts(_ text: String) -> [String] {
  items(text).map { item in
    switch item {
    case .statement(let statement): statement.text
    case .fault(let fault): "FAULT \(fault.code) \(fault.place?.line ?? 0):\(fault.place?.column ?? 0)"
    }
  }
}

func command(_ text: String) throws -> Command { try CommandParser.parse(text).command }

/// The diagnostic of a faulty command; a marker for one that is none.
func fault(_ text: String) -> Diagnostic {
  do {
    let parsed = try CommandParser.parse(text)
    return Diagnostic(code: "none", message: "parsed: \(parsed)")
  } catch { return error }
}

/// A small generator with a printed seed (the one of Numerical Recipes' "ranqd1" family, 64 bits).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
