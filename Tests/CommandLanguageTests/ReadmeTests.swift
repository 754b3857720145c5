import CommandLanguage
import Foundation
import Testing

/// The README's table of commands is the catalogue's.
@Suite struct ReadmeTests {
  @Test func commandTableOfTheReadmeIsTheCatalogues() throws {
    let readme = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let opening = try #require(text.range(of: "<!-- commands -->\n"))
    let closing = try #require(text.range(of: "<!-- end of commands -->"))
    let table = String(text[opening.upperBound..<closing.lowerBound])
    let isRecording = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"
    guard isRecording, table != Help.markdownCommandTable else {
      #expect(table == Help.markdownCommandTable, "UPDATE_SNAPSHOTS=1 swift test --filter ReadmeTests writes it anew")
      return
    }
    let updated = text[..<opening.upperBound] + Help.markdownCommandTable + text[closing.lowerBound...]
    try String(updated).write(to: readme, atomically: true, encoding: .utf8)
    Issue.record("README.md was written anew; look at the difference")
  }
}
