import CommandLanguage
import Testing
import TextFormats
import Vocabulary

@Suite struct CommandParserTests {
  @Test(
    arguments: [
      ("sign-in tester-control", .signIn(userId: "tester-control")),
      ("sign-in 'two words'", .signIn(userId: "two words")),
      ("logout", .logout), ("identity", .identity), ("identity --device-id D-1", .setDeviceId("D-1")),
      ("identity --device-id=D-1", .setDeviceId("D-1")),
      (
        "property plan=pro seats:=5 'name=a b' empty= x=y=z",
        .property([
          .set(name: "plan", value: "pro"), .set(name: "seats", value: 5), .set(name: "name", value: "a b"),
          .set(name: "empty", value: ""), .set(name: "x", value: "y=z"),
        ])
      ),
      ("property 'tags:=[\"a\",null]'", .property([.set(name: "tags", value: ["a", nil])])),
      ("property --unset a b", .property([.unset(name: "a"), .unset(name: "b")])),
      ("property a --unset", .property([.unset(name: "a")])),
      ("refresh", .refresh), ("variants", .variants), ("variant report-layout", .variant(key: "report-layout")),
      ("override report-layout expanded", .override(key: "report-layout", variant: "expanded")),
      ("override --clear", .clearOverride(key: nil)), ("override --clear k", .clearOverride(key: "k")),
      ("why k", .why(key: "k", wanted: nil)), ("why k --want v", .why(key: "k", wanted: "v")),
      ("why --want=v k", .why(key: "k", wanted: "v")), ("why -- --k", .why(key: "--k", wanted: nil)),
      ("why '--want'", .why(key: "--want", wanted: nil)), ("why \"k\" --want \"--v\"", .why(key: "k", wanted: "--v")),
      ("open", .open), ("close", .close), ("export", .export),
      ("events", .events(last: nil)), ("events --last 3", .events(last: 3)), ("suppressed", .suppressed),
      ("flush", .flush), ("profile", .profile(deviceId: nil)), ("profile d", .profile(deviceId: "d")),
      ("experiment", .experiment(key: nil)), ("experiment k", .experiment(key: "k")),
      ("requests --last 1", .requests(last: 1)), ("jobs", .jobs), ("wait", .wait(.allJobs)),
      ("wait %12", .wait(.job(12))), ("wait 250ms", .wait(.duration(.milliseconds(250)))),
      ("cancel %1", .cancel(job: 1)),
      ("world", .world(.show)), ("world latency evaluation 5s", .world(.latency(.evaluation, .seconds(5)))),
      ("world fault decisions 503", .world(.fault(.decisions, .status(503), times: nil))),
      ("world fault analytics offline --times 2", .world(.fault(.analytics, .offline, times: 2))),
      ("world fault analytics --times 2 timeout", .world(.fault(.analytics, .timeout, times: 2))),
      ("world fault evaluation reset", .world(.fault(.evaluation, .reset, times: nil))),
      ("world fault evaluation malformed", .world(.fault(.evaluation, .malformed, times: nil))),
      ("world fault decisions empty", .world(.fault(.decisions, .empty, times: nil))),
      ("world fault evaluation --clear", .world(.clearFault(.evaluation))),
      ("world hold analytics", .world(.hold(.analytics))),
      ("world deliver", .world(.deliver(requests: []))), ("world deliver 3 2", .world(.deliver(requests: [3, 2]))),
      ("world flag k undeployed", .world(.flag(key: "k", .undeployed))),
      ("world assign k user-1 v", .world(.assign(key: "k", userId: "user-1", variant: "v"))),
      ("world configure", .world(.configure)), ("world unconfigure", .world(.unconfigure)),
      ("status", .status(all: false)), ("status --all", .status(all: true)),
      ("record f.jsonl", .record(file: "f.jsonl")), ("record --stop", .stopRecording),
      ("source 'a b'", .source(file: "a b")),
      ("echo", .echo(text: "")), ("echo a  b '  c' -n --x", .echo(text: "a b   c -n --x")),
      ("echo a\"b c\"d\\ e", .echo(text: "ab cd e")), ("echo \"\\\"\\\\\\n\"", .echo(text: "\"\\\\n")),
      ("output json", .output(.json)), ("history", .history(.show(last: nil))), ("history 5", .history(.show(last: 5))),
      ("history --clear", .history(.clear)), ("help", .help(topic: nil)), ("?", .help(topic: nil)),
      ("help why", .help(topic: "why")), ("help world latency", .help(topic: "world latency")),
      ("help troubleshooting", .help(topic: "troubleshooting")), ("why --help", .help(topic: "why")),
      ("world --help", .help(topic: "world")), ("quit", .quit(code: nil)), ("exit 3", .quit(code: 3)),
    ] as [(String, Command)])
  func understands(text: String, expected: Command) throws {
    let parsed = try CommandParser.parse(text)
    #expect(parsed.command == expected)
    #expect(!parsed.expectsFailure && !parsed.inBackground)
  }

  @Test(arguments: [
    ("! logout", true, false), ("!logout", true, false), ("logout &", false, true), ("logout&", false, true),
    ("! refresh &", true, true), ("echo '&'", false, false), ("echo \\&", false, false), ("echo \"x\"&", false, true),
    ("echo !", false, false),
  ])
  func understandsBangAndAmpersand(text: String, expectsFailure: Bool, inBackground: Bool) throws {
    let parsed = try CommandParser.parse(text)
    #expect(parsed.expectsFailure == expectsFailure)
    #expect(parsed.inBackground == inBackground)
  }

  @Test func namesAreCanonical() throws {
    #expect(try CommandParser.parse("exit").name == "quit")
    #expect(try CommandParser.parse("world hold analytics").name == "world hold")
    #expect(try CommandParser.parse("world").name == "world")
  }

  // `^` stands in the second line under the scalar at which the caret is expected.
  @Test(
    arguments: [
      ("refrsh", "^", "unknownCommand", "did you mean refresh?"),
      ("! opne", "  ^", "unknownCommand", "did you mean open?"),
      ("!opne", " ^", "unknownCommand", "did you mean open?"),
      ("frobnicate", "^", "unknownCommand", "`help` lists all commands"),
      ("\"open \"", "^", "unknownCommand", nil),
      ("world latancy evaluation 5s", "      ^", "unknownCommand", "did you mean world latency?"),
      ("why", "   ^", "missingArgument", "usage: why KEY [--want VARIANT]"),
      ("why kéy --wnat x", "        ^", "unknownOption", "did you mean --want?; usage: why KEY [--want VARIANT]"),
      ("why k --want", "            ^", "missingValue", nil),
      ("why k --want a --want b", "               ^", "repeatedOption", nil),
      ("why a b", "      ^", "extraArgument", nil), ("status --all=1", "             ^", "badArgument", nil),
      ("refresh | grep x", "        ^", "extraArgument", "there are no pipes and no redirections here; usage: refresh"),
      (
        "open && export", "     ^", "extraArgument",
        "use `;`: a script stops at the first command that fails; usage: open"
      ),
      ("!", "^", "missingCommand", nil), ("&", "^", "missingCommand", nil), ("", "^", "missingCommand", nil),
      ("! ! open", "  ^", "unknownCommand", nil),
      ("sign-in abcd", "        ^", "badArgument", nil), ("sign-in \"\"", "        ^", "badArgument", nil),
      ("sign-in '     '", "        ^", "badArgument", nil),
      ("wait 5", "     ^", "badArgument", nil), ("wait %0", "     ^", "badArgument", nil),
      ("wait %", "     ^", "badArgument", nil),
      ("cancel 1", "       ^", "badArgument", nil), ("cancel %99999999999999999999", "       ^", "badArgument", nil),
      ("events --last 0", "              ^", "badArgument", nil),
      ("events --last=-1", "              ^", "badArgument", nil),
      ("events --last 99999999999999999999", "              ^", "badArgument", nil),
      ("quit 256", "     ^", "badArgument", nil), ("quit -1", "     ^", "badArgument", nil),
      ("output yaml", "       ^", "badArgument", nil),
      ("output jsn", "       ^", "badArgument", "did you mean json?; usage: output text|json"),
      ("property", "        ^", "missingArgument", nil), ("property x", "         ^", "badArgument", nil),
      ("property =x", "         ^", "badArgument", nil), ("property n:=[1,", "               ^", "badArgument", nil),
      ("property n:=01", "            ^", "badArgument", nil),
      ("property --unset a=b", "                 ^", "badArgument", nil),
      ("property --unset", "                ^", "missingArgument", nil),
      ("world fault evaluation 99", "                       ^", "badArgument", nil),
      ("world fault evaluation 600", "                       ^", "badArgument", nil),
      ("world fault evaluation ofline", "                       ^", "badArgument", nil),
      ("world fault evaluation --clear --times 2", "                               ^", "conflictingOptions", nil),
      ("world hold evalution", "           ^", "badArgument", "did you mean evaluation?; usage: world hold SERVICE"),
      ("world flag k asleep", "             ^", "badArgument", nil), ("record", "      ^", "missingArgument", nil),
      ("record ''", "       ^", "badArgument", nil), ("help nonsense", "     ^", "badArgument", nil),
      ("help refres", "     ^", "badArgument", "did you mean refresh?; usage: help [COMMAND...]"),
      ("expect", "      ^", "missingArgument", nil), ("expect a ==", "           ^", "missingArgument", nil),
      ("expect a = b", "         ^", "badArgument", "did you mean ==?; usage: expect PATH [OP [VALUE]]"),
      ("expect a exists b", "                ^", "extraArgument", nil),
      ("expect a == b c", "              ^", "extraArgument", nil),
      ("expect a.b.[0]", "           ^", "badArgument", nil), ("expect a[0", "        ^", "badArgument", nil),
      ("expect events[type==x]", "                   ^", "badArgument", nil),
      ("expect a]", "        ^", "badArgument", nil),
      ("expect a matches 'ab(c'", "                 ^", "badArgument", nil),
      ("expect a matches ab(c", "                   ^", "badArgument", nil),
      ("expect a[99999999999999999999]", "         ^", "badArgument", nil),
      ("echo 'x", "     ^", "unbalancedQuote", nil), ("open; close", "    ^", "badStatement", nil),
    ] as [(String, String, String, String?)])
  func pointsAtTheFault(text: String, marker: String, code: String, hint: String?) {
    let found = fault(text)
    #expect(found.code == code, "\(found)")
    #expect(found.place?.column == marker.unicodeScalars.count, "\(found)")
    if let hint { #expect(found.hint == hint) }
    #expect(!found.message.isEmpty && found.message.last != ".")
  }

  // amplitude.md 6.4, with other spellings.
  @Test(arguments: [
    "anonymous", "Anonymous", "UNDEFINED", "unknown", "00000000-0000-0000-0000-000000000000", "lmy47d", "LMY47D",
  ])
  func refusesDeniedUserIds(id: String) {
    #expect(fault("sign-in \(id)").message.contains("refuses"))
  }

  @Test(arguments: [("abcde", true), ("abcd", false), ("ööööö", true), ("👩‍💻👩‍💻👩‍💻👩‍💻", false), ("unknown-1", true)])
  func countsTheCharactersOfUserIds(id: String, isFine: Bool) {
    #expect((fault("sign-in \(id)").code == "none") == isFine)
  }

  @Test(
    arguments: [
      ("1us", 1), ("250ms", 250_000), ("5s", 5_000_000), ("2m", 120_000_000), ("1h", 3_600_000_000), ("0s", 0),
      ("1.5s", 1_500_000), ("0.5m", 30_000_000), ("0.000001s", 1), ("1.50s", 1_500_000), ("0.25h", 900_000_000),
      ("0.0000000025h", 9), ("9223372036854775807us", Int64.max), ("1.0us", 1), ("007s", 7_000_000),
      ("0.1250000000000000s", 125_000),
    ] as [(String, Int64)])
  func readsDurations(text: String, microseconds: Int64) throws {
    #expect(try DurationText.parse(text).microseconds == microseconds)
  }

  @Test(
    arguments: [
      ("", .notANumber), ("s", .notANumber), (".5s", .notANumber), ("1.s", .notANumber), ("-1s", .notANumber),
      ("+1s", .notANumber),
      ("5", .noUnit), ("5.5", .noUnit), ("5 s", .unknownUnit), ("5S", .unknownUnit), ("5sec", .unknownUnit),
      ("1d", .unknownUnit),
      ("1.5us", .tooFine), ("0.0001ms", .tooFine), ("0.00000000001h", .tooFine),
      ("9223372036854775808us", .tooLong), ("2562047789h", .tooLong), ("99999999999999999999999s", .tooLong),
    ] as [(String, DurationText.Fault)])
  func refusesOtherDurations(text: String, expected: DurationText.Fault) {
    #expect(throws: expected) { try DurationText.parse(text) }
  }

  @Test func aPlaceIsTakenOver() {
    let place = SourcePlace(file: "x.flagsh", line: 7, column: 11)
    let thrown = #expect(throws: Diagnostic.self) { try CommandParser.parse("why", place: place) }
    #expect(thrown?.place == SourcePlace(file: "x.flagsh", line: 7, column: 14))
  }
}

@Suite struct HugeCommandTests {
  /// A message stays readable however long the word is that it is about.
  @Test(arguments: [
    "%", "why k --%", "world %", "sign-in 0 %", "wait %", "wait 1%", "cancel %%", "property %", "property %:=x",
    "events --last 1%",
    "help %", "expect a[1%]", "expect a == b %", "expect a % b", "expect % == b", "world fault evaluation 1%",
    "output %", "expect a matches %",
    "property a:=%",
  ])
  func messagesStayShort(template: String) {
    let word = String(repeating: "1x", count: 50_000)
    for filler in [word, String(repeating: "9", count: 100_000)] {
      let found = fault(template.replacing("%", with: filler))
      if found.code == "none" { continue }
      #expect(found.message.unicodeScalars.count < 400, "\(template)")
      #expect((found.hint ?? "").unicodeScalars.count < 400, "\(template)")
    }
  }
}
