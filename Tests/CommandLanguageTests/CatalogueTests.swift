import CommandLanguage
import Testing
import TextFormats

@Suite struct CatalogueTests {
  static let all = Catalogue.entries.flatMap { [$0] + $0.subcommands }

  @Test(arguments: all.map(\.name))
  func everyExampleParsesAsItsOwnCommand(name: String) throws {
    let entry = try #require(Catalogue.entry(path: name))
    #expect(!entry.examples.isEmpty)
    for example in entry.examples {
      #expect(try CommandParser.parse(example).name == name, "\(example)")
    }
  }

  @Test(arguments: all.map(\.name))
  func everyPageOfHelpNamesAllThatTheCommandTakes(name: String) throws {
    let entry = try #require(Catalogue.entry(path: name))
    let page = try #require(Help.text(topic: name))
    for usage in entry.usage { #expect(page.contains(usage)) }
    for option in entry.grammar.options {
      #expect(page.contains("--\(option.name)"))
      #expect(!option.summary.isEmpty)
    }
    for argument in entry.forms.flatMap(\.arguments) { #expect(page.contains(argument.name)) }
    for alias in entry.aliases { #expect(page.contains(alias)) }
    for example in entry.examples { #expect(page.contains(example)) }
    for subcommand in entry.subcommands { #expect(page.contains(subcommand.name)) }
  }

  /// The commands of product.md section 3 that belong to this version.
  @Test func everyAgreedCommandIsThere() {
    let agreed = """
      sign-in logout identity property refresh variants variant override why open close export events suppressed flush
      profile experiment requests consent fetch-decisions decisions engage jobs wait cancel outbox world expect status record source echo output history help quit
      """
    #expect(Set(agreed.split { $0 == " " || $0 == "\n" }.map(String.init)) == Set(Catalogue.names))
    #expect(Catalogue.entry(named: "outbox")?.subcommands.map(\.ownName) == ["list", "send", "discard"])
    let world = "latency fault hold deliver flag assign configure unconfigure".split(separator: " ").map(String.init)
    #expect(Catalogue.entry(named: "world")?.subcommands.map(\.ownName) == world)
  }

  @Test func namesAndAliasesDiffer() {
    let names = Catalogue.entries.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
  }

  @Test func usageLinesFollowTheDeclarations() {
    #expect(Catalogue.entry(named: "why")?.usage == ["why KEY [--want VARIANT]"])
    #expect(Catalogue.entry(named: "override")?.usage == ["override KEY VARIANT", "override --clear [KEY]"])
    #expect(Catalogue.entry(named: "expect")?.usage == ["expect PATH [OP [VALUE]]"])
    #expect(Catalogue.entry(path: "world deliver")?.usage == ["world deliver [REQUEST...]"])
    #expect(
      Catalogue.entry(path: "world fault")?.usage == [
        "world fault SERVICE STATUS|offline|timeout|reset|malformed|empty [--times N]", "world fault SERVICE --clear",
      ])
  }

  @Test func backgroundMattersToCommandsThatStartWork() {
    let working = Catalogue.entries.filter(\.startsWork).map(\.name)
    let agreed = [
      "sign-in", "logout", "identity", "refresh", "why", "open", "flush", "profile", "experiment", "wait", "world",
      "fetch-decisions", "outbox",
    ]
    #expect(Set(working) == Set(agreed))
  }

  @Test func arbitraryWordsNeverCrash() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let words = [
      "--", "--clear", "--last", "--last=", "--times=3", "--help", "-", "-x", "%1", "5s", "evaluation", "k", "''",
      "\"a b\"",
      "a=b", "a:=1", "report.layout", "==", "matches", "exists", "&", "!", "503", "[", "a[", "--want", "--unset",
      "--all",
    ]
    for _ in 0..<5_000 {
      let entry = Self.all[Int.random(in: 0..<Self.all.count, using: &random)]
      let rest = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }
      let text = ([entry.name] + rest).joined(separator: " ")
      do { _ = try CommandParser.parse(text) } catch {
        #expect(error.place != nil && !error.message.isEmpty, "seed \(seed): \(text)")
        #expect(error.place.map { $0.column <= text.unicodeScalars.count + 1 } == true, "seed \(seed): \(text)")
      }
    }
  }
}
