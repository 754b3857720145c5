import Testing

@testable import TextFormats

struct XCConfigTests {
  private func read(_ files: [String: String], _ path: String = "Config/App.xcconfig") throws -> XCConfig {
    try XCConfig.read(path) { name in files[name].map { Array($0.utf8) } }
  }

  private func value(_ text: String, of name: String = "A") throws -> String? {
    try read(["Config/App.xcconfig": text])[name]?.value
  }

  @Test func readsTheSeedsTwoFiles() throws {
    let config = try read(
      [
        "Config/Amplitude.xcconfig": """
        // Config/Amplitude.xcconfig
        #include? "Local.xcconfig"
        GENERATE_INFOPLIST_FILE = NO
        INFOPLIST_FILE = AmplitudeReports/Info.plist

        """,
        "Config/Local.xcconfig": """
        AMPLITUDE_API_KEY = key-one
        AMPLITUDE_DEPLOYMENT_KEY =
        AMPLITUDE_SERVER_ZONE = US
        """,
      ], "Config/Amplitude.xcconfig")
    #expect(
      config.settings.map { "\($0.name)=\($0.value)" } == [
        "AMPLITUDE_API_KEY=key-one", "AMPLITUDE_DEPLOYMENT_KEY=", "AMPLITUDE_SERVER_ZONE=US",
        "GENERATE_INFOPLIST_FILE=NO",
        "INFOPLIST_FILE=AmplitudeReports/Info.plist",
      ])
    #expect(config["AMPLITUDE_SERVER_ZONE"]?.place == SourcePlace(file: "Config/Local.xcconfig", line: 3, column: 1))
    #expect(config.files == ["Config/Amplitude.xcconfig", "Config/Local.xcconfig"])
    #expect(config.warnings.isEmpty)
  }

  @Test(arguments: [
    ("A = x", "x"), ("A=x", "x"), ("  A  =  x y  ", "x y"), ("A = x // note", "x"),
    ("A = https://example.com/p", "https:"),
    ("A = https:/$()/example.com/p", "https://example.com/p"), ("A =", ""), ("A = x;", "x"), ("A = x ; // note", "x"),
    ("A = x\nA = y", "y"), ("A = \"q\"", "\"q\""), ("A = a = b", "a = b"), ("A = x \\\n  y \\\n z\nB = 1", "x y z"),
    ("A = x \\", "x"), ("\u{FEFF}A = x\r\nB = y\rC = z", "x"), ("A = é€", "é€"), ("A = a # b", "a # b"),
    ("A = a/b/", "a/b/"),
  ])
  func readsValuesAsXcodeDoes(_ text: String, _ expected: String) throws {
    #expect(try value(text) == expected)
  }

  @Test(arguments: [
    ("B = x\nA = $(B)y", "xy"), ("A = ${B}y\nB = x", "xy"), ("A = $(B)\nB = 1\nB = 2", "2"),
    ("A = $(NONE)-x", "$(NONE)-x"),
    ("A = 1\nA = $(inherited) 2\nA = $(inherited) 3", "1 2 3"), ("A = $(inherited)x", "x"),
    ("A = 1\nA = $(A) 2", "1 2"),
    ("A = $(A)x", "x"), ("A = $(B)\nB = $(A)", "$(A)"), ("A = $(B_$(C))\nB_x = deep\nC = x", "deep"),
    ("A = $(open", "$(open"),
    ("A = $(NONE:default=d)", "d"), ("A = $(B:default=d)\nB = b", "b"), ("A = $(B:default=d)\nB =", "d"),
    ("A = $(B:lower)\nB = b", "$(B:lower)"), ("A = $B $ ) }\nB = b", "$B $ ) }"), ("A = $(B}\nB = b", "$(B}"),
    ("A = ${inherited}", ""), ("B = 1\nA = $(B)$(B)\nB = 2", "22"),
  ])
  func resolvesReferences(_ text: String, _ expected: String) throws {
    #expect(try value(text) == expected)
  }

  @Test func includesInPlaceSoThatTheLaterWins() throws {
    let files = [
      "Config/App.xcconfig": "A = before\n#include \"Sub/More.xcconfig\"\nB = after $(inherited)",
      "Config/Sub/More.xcconfig": "A = inside\nB = inside\n#include \"Other.xcconfig\"\n#include? \"../Gone.xcconfig\"",
      "Config/Sub/Other.xcconfig": "C = other",
    ]
    let config = try read(files)
    #expect(config["A"]?.value == "inside")
    #expect(config["A"]?.place.file == "Config/Sub/More.xcconfig")
    #expect(config["B"]?.value == "after inside")
    #expect(config["C"]?.value == "other")
    #expect(config.absentFiles == ["Config/Sub/../Gone.xcconfig"])
  }

  @Test func includesAbsolutePathsAndFromTheCurrentFolder() throws {
    #expect(
      try read(["a.xcconfig": "#include \"b.xcconfig\"", "b.xcconfig": "A = 1"], "a.xcconfig")["A"]?.value == "1")
    #expect(
      try read(["/x/a.xcconfig": "#include \"/y/b.xcconfig\"", "/y/b.xcconfig": "A = 1"], "/x/a.xcconfig")["A"]?.value
        == "1")
  }

  @Test func namesTheLineOfAMissingInclude() throws {
    let error = try #require(throws: Diagnostic.self) {
      try read(["Config/App.xcconfig": "A = 1\n\n  #include \"Gone.xcconfig\" // note"])
    }
    #expect(error.code == "missingFile")
    #expect(error.place == SourcePlace(file: "Config/App.xcconfig", line: 3, column: 12))
    #expect(error.message == "there is no file 'Config/Gone.xcconfig'")
    #expect(error.hint?.contains("#include?") == true)
  }

  @Test func namesAMissingFirstFile() throws {
    let error = try #require(throws: Diagnostic.self) { try read([:]) }
    #expect(error.code == "missingFile")
    #expect(error.place == nil)
  }

  @Test(arguments: ["App.xcconfig", "./App.xcconfig", "../Config/App.xcconfig", "B.xcconfig"])
  func refusesCycles(_ path: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try read([
        "Config/App.xcconfig": "A = 1\n#include? \"\(path)\"",
        "Config/B.xcconfig": "#include \"../Config/App.xcconfig\"",
        "Config/./App.xcconfig": "", "Config/../Config/App.xcconfig": "",
      ])
    }
    #expect(error.code == "includeCycle")
    #expect(error.place?.line == (path == "B.xcconfig" ? 1 : 2))
  }

  @Test func readsAFileTwiceWhenItIsNoCycle() throws {
    let config = try read([
      "Config/App.xcconfig": "#include \"B.xcconfig\"\nA = 2\n#include \"B.xcconfig\"", "Config/B.xcconfig": "A = 1",
    ])
    #expect(config["A"]?.value == "1")
    #expect(config.files.count == 2)
  }

  @Test func takesConditionsThatHold() throws {
    #expect(try value("A = 1\nA[sdk=iphoneos*] = 2") == "2")
    #expect(try value("A = 1\nA[sdk=*] = 2") == "2")
    #expect(try value("A[sdk=macosx*] = 2\nA = 1") == "1")
    #expect(try value("A = 1\nA[sdk=iphone*][arch=x86_64] = 2") == "1")
    #expect(try value("A = 1\nA[sdk=iphone*,arch=arm64] = 2") == "2")
    #expect(try value("A = 1\nA[config=*] = 2") == "2")
    let config = try read(["Config/App.xcconfig": "A = 1\nA[sdk=macosx*] = 2\nA[config=Debug] = 3"])
    #expect(config["A"]?.value == "1")
    #expect(config.skipped.map(\.value) == ["2", "3"])
  }

  @Test func warnsOfHashLinesAndGoesOn() throws {
    let config = try read([
      "Config/App.xcconfig": "# Config/App.xcconfig\nA = 1\n #note\n# include \"B.xcconfig\"",
      "Config/B.xcconfig": "B = 1",
    ])
    #expect(config["A"]?.value == "1")
    #expect(config["B"]?.value == "1")
    #expect(config.warnings.map(\.code) == ["unknownDirective", "unknownDirective"])
    #expect(config.warnings.map { $0.place?.line } == [1, 3])
    #expect(config.warnings[0].hint?.contains("//") == true)
  }

  @Test(arguments: [
    ("A", 2), ("A B = 1", 3), ("= 1", 1), ("1A = 1", 1), ("A-B = 1", 2), ("A[sdk = 1", 2), ("A[sdk] = 1", 2), ("!", 1),
    ("#include B", 10), ("#include \"B", 10), ("#include \"\"", 10), ("#include \"B\" x", 14),
    ("#include \"https://b\"", 10), ("é = 1", 1),
  ])
  func refusesLinesThatMeanNothing(_ line: String, _ column: Int) throws {
    let error = try #require(throws: Diagnostic.self) { try read(["Config/App.xcconfig": "// one\n\(line)\n"]) }
    #expect(error.place == SourcePlace(file: "Config/App.xcconfig", line: 2, column: column))
    #expect(error.hint != nil)
    #expect(error.sourceLine == line)
  }

  @Test func refusesBytesThatAreNoText() throws {
    let error = try #require(throws: Diagnostic.self) {
      try XCConfig.read("a.xcconfig") { _ in Array("A = 1\nB = é".utf8) + [0xFF] }
    }
    #expect(error.place == SourcePlace(file: "a.xcconfig", line: 2, column: 6))
    #expect(throws: Diagnostic.self) { try value("A = \u{0}") }
  }

  @Test(.timeLimit(.minutes(1))) func standsHostileFiles() throws {
    // Values that double, references that double without growing, includes without end, brackets without end.
    let doubling = (0..<30).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))" }.joined(separator: "\n")
    #expect(throws: Diagnostic.self) { try value(doubling + "\nA30 = xxxx") }
    #expect(throws: Diagnostic.self) { try value(doubling + "\nA30 =") }
    #expect(throws: Diagnostic.self) { try value("A = x\n" + String(repeating: "A = $(A)$(A)\n", count: 60)) }
    #expect(throws: Diagnostic.self) {
      try XCConfig.read("0") { path in Array("#include \"\((Int(path) ?? 0) + 1)\"".utf8) }
    }
    #expect(throws: Diagnostic.self) {
      try XCConfig.read("0") { path in
        let next = (Int(path) ?? 0) + 1
        return Array((next < 20 ? "#include \"\(next)\"\n#include \"\(next)\"\n" : "").utf8)
      }
    }
    let brackets = String(repeating: "$(", count: 20_000)
    #expect(try value("A = \(brackets)") == brackets)
    let closed = String(repeating: "$(", count: 10_000) + String(repeating: ")", count: 10_000)
    #expect(try value("A = \(closed)") != nil)
    #expect(try value("A[sdk=\(String(repeating: "*a", count: 2_000))] = 1\nA = 2") == "2")
  }
}
