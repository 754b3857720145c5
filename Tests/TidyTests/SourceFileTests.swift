import Testing

/// The reader that the other checks of this target rely on.
@Suite struct SourceFileTests {
  @Test func codeIsBareOfCommentsAndLiterals() {
    let text = #"""
      let a = "print(" // Date(
      let b = "\(name("x")) print(" + print(a)
      let c = #"UUID( "quoted" "#
      """#
    #expect(
      SourceFile(path: "Sources/T/F.swift", text: text).code == [
        "let a = \"\" ", "let b = \"\" + print(a)", "let c = \"\"",
      ])
  }

  @Test func longLiteralsAreContentToTheirEnd() {
    let quotes = "\"\"\""
    let text = "let a = \(quotes)\n  print(1)\n  \(quotes) + print(2)\nprint(3)"
    let file = SourceFile(path: "Sources/T/F.swift", text: text)
    #expect(file.uses(of: "print(") == ["Sources/T/F.swift:3", "Sources/T/F.swift:4"])
  }

  @Test(arguments: [
    ("print(a)", true), ("fingerprint(a)", false), ("log.print(a)", false), ("func print(a)", false),
    ("x = blueprint(1) + print(2)", true),
  ])
  func namesAreWhole(line: String, isUse: Bool) {
    #expect(SourceFile.uses("print(", in: line) == isUse)
  }

  @Test(arguments: [
    ("a!", true), ("a!.b", true), ("f()!", true), ("a[1]!", true), ("try! f()", true), ("var a: Int!", true),
    ("!a", false), ("a != b", false), ("a!=b", false), ("if !a && !(b)", false),
  ])
  func forceIsSeen(line: String, isForce: Bool) {
    #expect(TidyTests.unwrapsByForce(line) == isForce)
  }

  @Test func declarationsWithoutACommentAreSeen() {
    let text = """
      package struct Bare {}
      /// Says what it is.
      @frozen
      package struct Told {
        package static func == (left: Self, right: Self) -> Bool { true }
        package mutating func quiet() {}
        /// Speaks.
        package func loud() {}
        func inner() {}
        package var value: Int
      }
      """
    let file = SourceFile(path: "Sources/T/F.swift", text: text)
    #expect(file.undocumentedDeclarations.map(\.name) == ["Bare", "quiet"])
    #expect(file.undocumentedDeclarations.map(\.line) == [1, 6])
  }

  @Test func functionsAreMeasured() {
    let text = """
      struct S {
        func one() { two() }
        func two(
          _ a: Int
        ) {
          if a > 0 {
            three()
          }
        }
        init() {
        }
      }
      """
    let file = SourceFile(path: "Sources/T/F.swift", text: text)
    #expect(file.functionLengths.map(\.line) == [2, 3, 10])
    #expect(file.functionLengths.map(\.count) == [1, 7, 2])
  }

  @Test func importsAreRead() {
    let file = SourceFile(path: "Sources/T/F.swift", text: "package import A\n@testable import B\nimport struct C\n")
    #expect(file.imports.map(\.module) == ["A", "B", "C"])
    #expect(file.target == "T")
  }
}
