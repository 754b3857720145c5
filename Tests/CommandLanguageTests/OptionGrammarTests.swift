import CommandLanguage
import Testing
import TextFormats

@Suite struct OptionGrammarTests {
  static let grammar = OptionGrammar([
    OptionDeclaration("commands", short: "c", value: "COMMANDS", .text, isRepeatable: true, summary: "run commands"),
    OptionDeclaration("output", short: "o", value: "text|json", .word(["text", "json"]), summary: "form"),
    OptionDeclaration("live", summary: "real services"),
    OptionDeclaration("limit", value: "DURATION", .duration, summary: "limit"),
  ])

  @Test func readsTheArgumentsOfAProcess() throws {
    let words = try Self.grammar.parse(arguments: [
      "--live", "-c", "open", "-ojson", "-c--x", "--limit=5s", "run", "a", "--", "--b", "-",
    ])
    #expect(words.has("live"))
    #expect(words.values("commands") == ["open", "--x"])
    #expect(words.value("output") == "json")
    #expect(words.value("limit") == "5s")
    #expect(words.arguments.map(\.text) == ["run", "a", "--b", "-"])
  }

  @Test func stopsAtTheFirstArgumentWhenAsked() throws {
    let words = try Self.grammar.parse(arguments: ["--live", "evaluate", "--flags", "x"], stopsAtFirstArgument: true)
    #expect(words.arguments.map(\.text) == ["evaluate", "--flags", "x"])
  }

  @Test(
    arguments: [
      (["--lvie"], "unknownOption", "did you mean --live?"), (["-z"], "unknownOption", nil),
      (["--limit"], "missingValue", nil),
      (["--live=1"], "badArgument", nil), (["-o", "xml"], "badArgument", nil), (["--limit", "5"], "badArgument", nil),
      (["--live", "--live"], "repeatedOption", nil),
    ] as [([String], String, String?)])
  func saysWhatIsWrong(arguments: [String], code: String, hint: String?) {
    let thrown = #expect(throws: Diagnostic.self) { try Self.grammar.parse(arguments: arguments) }
    #expect(thrown?.code == code)
    #expect(thrown?.place == nil)
    if let hint { #expect(thrown?.hint == hint) }
  }
}
