import CommandLanguage
import Testing

@Suite struct HelpTests {
  @Test func theOverviewNamesEverything() throws {
    let overview = try #require(Help.text(topic: nil))
    for page in Help.pages { #expect(overview.contains(page), "\(page)") }
    for group in CommandGroup.allCases { #expect(overview.contains(group.rawValue)) }
  }

  @Test(arguments: Help.pages)
  func everyPageExistsAndFitsATerminal(name: String) throws {
    let page = try #require(Help.text(topic: name))
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 3)
    for line in lines where !line.contains("usage:") && !line.hasPrefix("       world") {
      #expect(line.unicodeScalars.count <= 80, "\(line)")
    }
    for line in lines { #expect(line.last != " ", "\(line)") }
  }

  @Test func aliasesLeadToTheirCommand() {
    #expect(Help.text(topic: "exit") == Help.text(topic: "quit"))
    #expect(Help.hasPage("exit") && Help.hasPage("world hold") && !Help.hasPage("nonsense"))
  }

  /// Everything in backquotes on the topic pages that begins like a command must be one.
  @Test(arguments: HelpTopic.all.map(\.name))
  func commandsOnTopicPagesParse(name: String) throws {
    let text = try #require(HelpTopic.named(name)).text
    let joined = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    for (index, piece) in joined.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 1 {
      let words = piece.split(separator: " ")
      guard let first = words.first, Catalogue.entry(named: String(first)) != nil, words.count > 1,
        !piece.contains("CODE"),
        !piece.contains("FILE"), !piece.contains("DURATION")
      else { continue }
      #expect(throws: Never.self, "\(piece)") { try CommandParser.parse(String(piece)) }
    }
  }

  @Test func troubleshootingAnswersEachSymptomWithACommand() throws {
    let text = try #require(HelpTopic.named("troubleshooting")).text
    for command in [
      "`status`", "`why report-layout`", "`events`", "`suppressed`", "`world`", "`experiment report-layout`",
      "`requests`",
    ] {
      #expect(text.contains(command), "\(command)")
    }
  }

  @Test func theMarkdownTableHasARowForEachCommand() {
    let rows = Help.markdownCommandTable.split(separator: "\n")
    #expect(rows.count == 2 + Catalogue.entries.reduce(0) { $0 + 1 + $1.subcommands.count })
    for row in rows {
      let bars = row.replacing("\\|", with: "").count { $0 == "|" }
      #expect(bars == 3, "\(row)")
    }
  }
}
