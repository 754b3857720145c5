import Testing
import TextFormats

@testable import CommandLanguage

@Suite("The outbox commands")
struct OutboxCommandTests {
  private func command(_ text: String) -> Command? {
    try? CommandParser.parse(text, place: SourcePlace(file: "t", line: 1, column: 1)).command
  }

  @Test(
    "Forms",
    arguments: [
      ("outbox", OutboxCommand.list), ("outbox list", .list), ("outbox send", .send(insertIds: [])),
      ("outbox send A 'b c'", .send(insertIds: ["A", "b c"])), ("outbox discard", .discard(insertIds: [])),
      ("outbox discard A B", .discard(insertIds: ["A", "B"])),
    ])
  func forms(text: String, wanted: OutboxCommand) {
    #expect(command(text) == .outbox(wanted))
  }

  @Test("What is no form is refused", arguments: ["outbox A", "outbox list A", "outbox burn", "outbox send --all"])
  func refused(text: String) {
    #expect(command(text) == nil)
  }

  @Test func completionOffersInsertIds() {
    var vocabulary = CompletionVocabulary()
    vocabulary.insertIds = ["AAAA-1", "BBBB-2"]
    let line = "outbox discard "
    let all = Completion.complete(line: line, cursorScalars: line.count, vocabulary: vocabulary)
    #expect(all.candidates.map(\.text) == ["AAAA-1", "BBBB-2"])
    let second = Completion.complete(line: line + "AAAA-1 B", cursorScalars: line.count + 8, vocabulary: vocabulary)
    #expect(second.candidates.map(\.text) == ["BBBB-2"])
  }
}
