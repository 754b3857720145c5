import Foundation
import TestSupport
import Testing

@testable import LineEditing

@Suite struct HistoryFileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "state/flagsh/history")
  }

  private func mode(of path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private var text: String { get throws { try folder.text(of: "state/flagsh/history") } }

  @Test func missingFileIsNoFaultAndIsMadeForItsOwnerOnly() throws {
    let history = HistoryFile(path: path)
    #expect(history.load() == nil)
    #expect(history.entries.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(history.append("refresh") == nil)
    #expect(try mode(of: path) == 0o600)
    #expect(try mode(of: folder.path(of: "state/flagsh")) == 0o700)
    #expect(try mode(of: folder.path(of: "state")) == 0o700)
    #expect(try text == "refresh\n")
  }

  @Test func entriesComeBackInOrderWithTheirBackslashesAndNewlines() throws {
    let lines = ["plain", #"a\nb"#, "two\nrows", #"ends with \"#, "größe 世界", "\t tab"]
    let first = HistoryFile(path: path)
    for line in lines { #expect(first.append(line) == nil) }
    #expect(try text.hasPrefix("plain\na\\\\nb\ntwo\\nrows\nends with \\\\\n"))
    let second = HistoryFile(path: path)
    #expect(second.load() == nil)
    #expect(second.entries == lines)
  }

  @Test func privateEmptyAndRepeatedLinesStayOut() throws {
    let history = HistoryFile(path: path)
    for line in ["a", " secret", "", "\t", "a", "b", "a"] { #expect(history.append(line) == nil) }
    #expect(history.entries == ["a", "b", "a"])
    #expect(try text == "a\nb\na\n")
  }

  @Test func linesThatLookAlikeButDifferInTheirScalarsAreDifferent() throws {
    let history = HistoryFile(path: path)
    _ = history.append("caf\u{E9}")
    _ = history.append("cafe\u{301}")
    #expect(history.entries.count == 2)
  }

  @Test(arguments: [0o644, 0o660, 0o604, 0o602])
  func fileThatOthersCanReachIsRefused(mode: Int) throws {
    try folder.write("old\n", to: "state/flagsh/history", mode: mode)
    let history = HistoryFile(path: path)
    let warning = try #require(history.load())
    #expect(warning.contains("chmod 600"))
    #expect(warning.contains(path))
    #expect(history.entries.isEmpty)
    #expect(history.append("new") == nil)
    #expect(history.entries == ["new"])
    #expect(try text == "old\n")
  }

  @Test func whatIsNoFileIsRefusedWithoutWaiting() throws {
    try folder.write("", to: "state/flagsh/other")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(HistoryFile(path: path).load()?.contains("is not a file") ?? false)
    #expect(HistoryFile(path: path).append("x")?.contains("is not a file") ?? false)
    #expect(HistoryFile(path: folder.path).load() != nil)
  }

  @Test func unwritablePlaceGivesOneWarningAndTheSessionGoesOn() throws {
    try folder.write("a file, not a folder", to: "state")
    let history = HistoryFile(path: path)
    #expect(history.load() == nil)
    #expect(try #require(history.append("one")).contains("not saved"))
    #expect(history.append("two") == nil)
    #expect(history.entries == ["one", "two"])
  }

  @Test func twoSessionsLoseNothingOfEachOther() throws {
    let first = HistoryFile(path: path)
    let second = HistoryFile(path: path)
    for number in 0..<20 {
      #expect(first.append("first \(number)") == nil)
      #expect(second.append("second \(number)") == nil)
    }
    let third = HistoryFile(path: path)
    #expect(third.load() == nil)
    #expect(third.entries == (0..<20).flatMap { ["first \($0)", "second \($0)"] })
  }

  @Test func fileIsCompactedAtTwiceTheLimitAndOtherSessionsGoOnInTheNewOne() throws {
    let first = HistoryFile(path: path, limit: 5)
    let second = HistoryFile(path: path, limit: 5)
    #expect(second.append("other") == nil)
    #expect(first.load() == nil)
    for number in 0..<10 { #expect(first.append("\(number)") == nil) }
    #expect(try text == "5\n6\n7\n8\n9\n")
    #expect(try mode(of: path) == 0o600)
    #expect(second.append("later") == nil)
    #expect(try text == "5\n6\n7\n8\n9\nlater\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/flagsh")) == ["history"])
  }

  @Test func newestEntriesAreLoaded() throws {
    try folder.write((0..<30).map { "\($0)\n" }.joined(), to: "state/flagsh/history", mode: 0o600)
    let history = HistoryFile(path: path, limit: 3)
    #expect(history.load() == nil)
    #expect(history.entries == ["27", "28", "29"])
  }

  @Test func cutLastLineDoesNotRunIntoTheNext() throws {
    try folder.write("one\ncut", to: "state/flagsh/history", mode: 0o600)
    let history = HistoryFile(path: path)
    #expect(history.load() == nil)
    #expect(history.append("new") == nil)
    #expect(try text == "one\ncut\nnew\n")
  }

  @Test func damagedBytesAreRepaired() throws {
    try folder.write(
      bytes: [0x61, 0xFF, 0x0A, 0x0A, 0x5C, 0x78, 0x0A, 0x62, 0x5C], to: "state/flagsh/history", mode: 0o600)
    let history = HistoryFile(path: path)
    #expect(history.load() == nil)
    #expect(history.entries == ["a\u{FFFD}", #"\x"#, #"b\"#])
  }

  @Test func veryLongLineStaysOutOfTheFile() throws {
    let history = HistoryFile(path: path)
    let longest = String(repeating: "x", count: HistoryFile.longestEntry)
    #expect(history.append(longest) == nil)
    #expect(history.append(longest + "x") == nil)
    #expect(try text == longest + "\n")
    #expect(history.entries.count == 2)
  }

  @Test func lockedFileIsNotWaitedForLong() throws {
    let history = HistoryFile(path: path)
    #expect(history.append("one") == nil)
    let other = open(path, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    #expect(history.append("two")?.contains("locked") ?? false)
    #expect(flock(other, LOCK_UN) == 0)
    #expect(history.append("three") == nil)
    #expect(try text == "one\nthree\n")
  }

  @Test func clearingEmptiesTheFileAndKeepsALink() throws {
    try folder.write("old\n", to: "real", mode: 0o600)
    try folder.write("", to: "state/flagsh/other")
    #expect(symlink(folder.path(of: "real"), path) == 0)
    let history = HistoryFile(path: path)
    #expect(history.load() == nil)
    #expect(history.clear() == nil)
    #expect(history.entries.isEmpty)
    #expect(try folder.text(of: "real") == "")
    #expect(history.append("new") == nil)
    #expect(try folder.text(of: "real") == "new\n")
  }
}
