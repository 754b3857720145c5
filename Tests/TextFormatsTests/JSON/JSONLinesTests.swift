import Testing

@testable import TextFormats

struct JSONLinesTests {
  private func split(_ text: String, chunk: Int) throws -> [JSONLines.Line] {
    let bytes = Array(text.utf8)
    var lines = JSONLines()
    var found: [JSONLines.Line] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      lines.append(bytes[start..<min(bytes.count, start + chunk)])
      while let line = try lines.next() { found.append(line) }
    }
    lines.finish()
    while let line = try lines.next() { found.append(line) }
    return found
  }

  @Test(arguments: [1, 2, 3, 5, 100])
  func givesTheSameLinesForAnyChunks(_ chunk: Int) throws {
    let lines = try split("a\n\r\nbc\r\n\rd\r\r\n\nlast\r", chunk: chunk)
    #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "", "bc", "\rd\r", "", "last\r"])
    #expect(lines.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(lines.map(\.offset) == [0, 2, 4, 8, 13, 14])
    #expect(lines.map(\.endOffset) == [2, 4, 8, 13, 14, 19])
    #expect(lines.map(\.isTerminated) == [true, true, true, true, true, false])
  }

  @Test func givesNoLineAfterALastLineEnd() throws {
    #expect(try split("", chunk: 1).isEmpty)
    #expect(try split("a\n", chunk: 1).count == 1)
    #expect(try split("\n", chunk: 1).map(\.bytes) == [[]])
  }

  @Test(arguments: [1, 3, 4, 100])
  func refusesALineBeyondTheLimitAndGoesOn(_ chunk: Int) throws {
    let bytes = Array("abcd\r\nabcde\nxyz\n".utf8)
    var lines = JSONLines(maximumLength: 4)
    var found: [String] = []
    var errors: [JSONLines.LineTooLong] = []
    func take() {
      while true {
        do {
          guard let line = try lines.next() else { return }
          found.append("\(line.number)@\(line.offset):\(String(decoding: line.bytes, as: UTF8.self))")
        } catch {
          errors.append(error)
        }
      }
    }
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      lines.append(Array(bytes[start..<min(bytes.count, start + chunk)]))
      take()
    }
    lines.finish()
    take()
    #expect(found == ["1@0:abcd", "3@12:xyz"])
    #expect(errors == [JSONLines.LineTooLong(number: 2, offset: 6, limit: 4)])
  }

  @Test func takesALastLineAsLongAsTheLimit() throws {
    var lines = JSONLines(maximumLength: 3)
    lines.append(Array("abc".utf8))
    #expect(try lines.next() == nil)
    lines.finish()
    #expect(try lines.next()?.bytes == ArraySlice("abc".utf8))
    #expect(try lines.next() == nil)
  }

  @Test func linesStayGoodWhileMoreIsAppended() throws {
    var lines = JSONLines()
    lines.append(Array("first\nsec".utf8))
    let first = try #require(try lines.next())
    lines.append(Array("ond\n".utf8))
    let second = try #require(try lines.next())
    #expect(first.bytes == ArraySlice("first".utf8))
    #expect(second.bytes == ArraySlice("second".utf8))
  }
}
