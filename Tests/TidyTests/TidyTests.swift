import Foundation
import Testing

/// Rules of the house that reading the sources can check.
@Suite struct TidyTests {
  static let columns = 140
  static let linesOfAFile = 400
  static let linesOfAFunction = 70
  static let filesOfAFolder = 14

  @Test func sourcesAreFound() {
    #expect(SourceTree.sources.count > 100)
    #expect(SourceTree.tests.count > 20)
  }

  @Test func pureTargetsHaveNeitherClockNorChanceNorSurroundings() {
    let forbidden = [
      "Date(", "UUID(", ".random", "SystemRandomNumberGenerator", "ProcessInfo", "CommandLine", "Locale", "FileManager",
      "URLSession", "Task {", "Task(", "Task.detached", "DispatchQueue", "ContinuousClock", "SuspendingClock", "print(",
      "debugPrint(", "readLine(", "hashValue", "getenv", "time(", "clock_gettime", "setlocale", "async", "actor",
      "Mutex", "Atomic", "nonisolated(unsafe)", "@unchecked",
    ]
    for file in SourceTree.sources where DependencyTests.pure.contains(file.target) {
      for token in forbidden { #expect(file.uses(of: token) == [], "\(token) has no place in \(file.target)") }
    }
  }

  @Test func nothingThatShipsImportsFoundation() {
    for file in SourceTree.sources {
      for (module, line) in file.imports { #expect(!module.hasPrefix("Foundation"), "\(file.path):\(line)") }
    }
  }

  @Test func nothingThatShipsTrapsOnPurpose() {
    for file in SourceTree.sources {
      for token in ["try!", "as!", "fatalError(", "unsafeBitCast("] { #expect(file.uses(of: token) == []) }
      for (index, line) in file.code.enumerated() where Self.unwrapsByForce(line) {
        Issue.record("\(file.path):\(index + 1): unwraps by force")
      }
    }
  }

  /// A `!` right behind a name or a closing bracket, but not `!=`.
  static func unwrapsByForce(_ line: String) -> Bool {
    let characters = Array(line)
    return characters.indices.dropFirst().contains { index in
      guard characters[index] == "!" else { return false }
      let before = characters[index - 1]
      let isBehindValue = before.isLetter || before.isNumber || "_)]}".contains(before)
      return isBehindValue && (index + 1 == characters.count || characters[index + 1] != "=")
    }
  }

  @Test func nothingIsLeftToDoInAComment() {
    // Put together here, so that this file holds neither.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for file in SourceTree.sources + SourceTree.tests {
      for (index, line) in file.lines.enumerated() {
        for word in words where SourceFile.uses(word, in: line) { Issue.record("\(file.path):\(index + 1): \(word)") }
      }
    }
  }

  @Test func linesFitTheScreen() {
    for file in SourceTree.sources {
      for (index, line) in file.lines.enumerated() where line.count > Self.columns {
        Issue.record("\(file.path):\(index + 1): \(line.count) columns")
      }
    }
    // A test's samples may be as wide as they are in the wild.
    for file in SourceTree.tests {
      for (index, line) in file.code.enumerated() where line.count > Self.columns {
        Issue.record("\(file.path):\(index + 1): \(line.count) columns")
      }
    }
  }

  /// What a caller in another target sees says what it is: types and functions. Operators and what a documented
  /// protocol asks for need no second sentence.
  @Test func whatOtherTargetsUseIsDocumented() {
    let required = Set(SourceTree.sources.flatMap(\.protocolFunctions))
    for file in SourceTree.sources {
      for (name, line) in file.undocumentedDeclarations where !required.contains(name) {
        Issue.record("\(file.path):\(line): \(name) has no documentation comment")
      }
    }
  }

  @Test func functionsFitAScreen() {
    // The matcher's loop is one switch over the kinds of pattern nodes, and stays together for its speed.
    let exempt = ["Sources/FlagEvaluation/Patterns/PatternMatcher.swift"]
    for file in SourceTree.sources where DependencyTests.pure.contains(file.target) && !exempt.contains(file.path) {
      for (line, count) in file.functionLengths {
        #expect(count <= Self.linesOfAFunction, "\(file.path):\(line)")
      }
    }
  }

  @Test func testsUseOneFrameworkAndNeverSleep() {
    // Waiting for a child process looks at it again and again.
    let exempt = ["Tests/TestSupport/PseudoTerminal.swift"]
    for file in SourceTree.tests where !exempt.contains(file.path) {
      for (module, line) in file.imports { #expect(module != "XCTest", "\(file.path):\(line)") }
      for token in ["sleep(", "usleep(", "nanosleep(", "Task.sleep"] { #expect(file.uses(of: token) == []) }
    }
  }

  @Test func filesAreReadAtOnce() {
    for file in SourceTree.sources {
      #expect(file.lines.count <= Self.linesOfAFile, "\(file.path)")
    }
  }

  @Test func stemsAreUniqueInATarget() {
    for group in Dictionary(grouping: SourceTree.sources, by: { $0.target + "/" + $0.stem }).values {
      #expect(group.count == 1, "\(group.map(\.path).sorted())")
    }
  }

  @Test func noTypeIsNamedLikeItsTarget() {
    for file in SourceTree.sources { #expect(file.stem != file.target || file.target == "flagsh", "\(file.path)") }
  }

  @Test func foldersStaySmall() {
    let folders = Dictionary(grouping: SourceTree.sources) {
      $0.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    for (folder, files) in folders { #expect(files.count <= Self.filesOfAFolder, "\(folder)") }
  }

  @Test func topLevelHoldsNothingElse() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root).filter { !$0.hasPrefix(".") }
    #expect(Set(entries).subtracting(["Package.resolved"]) == Self.topLevel)
  }

  static let topLevel: Set<String> = ["Package.swift", "Sources", "Tests", "scripts", "Config", "README.md"]

  @Test func filesNameNoMachine() throws {
    // Put together here, so that this file holds none of them.
    let words = ["/wo" + "rk/", "/tmp/w" + "t-", "/ho" + "me/", "/ro" + "ot/", "/op" + "t/swift"]
    var paths = ["Package.swift", "README.md"] + SourceTree.files(below: "scripts") + SourceTree.files(below: "Config")
    paths.removeAll { $0.hasSuffix("Local.xcconfig") }
    let texts = try paths.map { SourceFile(path: $0, text: try SourceTree.text(of: $0)) }
    for file in SourceTree.sources + SourceTree.tests + texts {
      for (index, line) in file.lines.enumerated() {
        for word in words where line.contains(word) { Issue.record("\(file.path):\(index + 1): \(word)") }
      }
    }
  }

  @Test func scriptsStopAtTheFirstFault() throws {
    for path in SourceTree.files(below: "scripts") + [".ci/run"] where !path.hasSuffix(".flagsh") {
      let text = try SourceTree.text(of: path)
      #expect(text.hasPrefix("#!/usr/bin/env bash\n# "), "\(path): begins with bash and what it is for")
      #expect(text.contains("\nset -euo pipefail\n"), "\(path)")
      #expect(FileManager.default.isExecutableFile(atPath: SourceTree.root + "/" + path), "\(path)")
    }
  }
}
