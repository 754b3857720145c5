import Foundation
import LiveServices
import SessionModel
import TestSupport
import Testing
import TextFormats

@Suite("The outbox on disk")
struct OutboxStoreTests {
  private func names(_ folder: ScratchFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func whatWasKeptIsFoundAfterACrash() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    let records = (1...5).map { OutboxBench.record($0) }
    try store.perform(.append(Array(records[0..<3])))
    try store.perform(.append(Array(records[3...])))
    #expect(try OutboxBench.found(OutboxBench.picture(of: scratch.path)) == records)
  }

  @Test func whatWasAcknowledgedIsNotFound() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    try store.perform(.append((1...5).map { OutboxBench.record($0) }))
    try store.perform(.remove(insertIds: ["I-1", "I-4", "unknown"]))
    let found = try OutboxBench.found(OutboxBench.picture(of: scratch.path))
    #expect(found.map(\.insertId) == ["I-2", "I-3", "I-5"])
    try store.perform(.remove(insertIds: ["I-2", "I-3", "I-5"]))
    #expect(try OutboxBench.found(OutboxBench.picture(of: scratch.path)).isEmpty)
    #expect(try scratch.bytes(of: "one.jsonl").isEmpty, "nothing is left to keep")
  }

  @Test func whatWasSetAsideIsFoundWithItsReason() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    try store.perform(.append([OutboxBench.record(1), OutboxBench.record(2)]))
    try store.perform(.setAside(insertIds: ["I-2"], reason: "keyRefused"))
    let found = try OutboxBench.found(OutboxBench.picture(of: scratch.path))
    #expect(found == [OutboxBench.record(1), OutboxBench.record(2, setAside: "keyRefused")])
    // The reason goes along when the event is taken over, and again after that.
    let later = try OutboxBench.folder(OutboxBench.picture(of: scratch.path))
    let second = try OutboxStore(folder: later.path, name: "two")
    _ = try second.adopt()
    #expect(try OutboxBench.found(OutboxBench.picture(of: later.path)) == found)
  }

  @Test func folderAndFileAreTheOwnersOnly() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path(of: "state/flagsh/outbox")
    let store = try OutboxStore(folder: folder, name: "one")
    try store.perform(.append([OutboxBench.record(1)]))
    #expect(try OutboxBench.permissions(folder) == 0o700)
    #expect(try OutboxBench.permissions(scratch.path(of: "state")) == 0o700)
    #expect(try OutboxBench.permissions(folder + "/one.jsonl") == 0o600)
  }

  @Test func anOpenFolderIsClosedToOthers() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path)
    _ = try OutboxStore(folder: scratch.path, name: "one")
    #expect(try OutboxBench.permissions(scratch.path) == 0o700)
  }

  @Test func whoKeepsNothingLeavesNoFile() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    _ = try store.adopt()
    try store.perform(.remove(insertIds: ["I-1"]))
    #expect(try names(scratch).isEmpty)
    try store.perform(.append([OutboxBench.record(1)]))
    try store.perform(.remove(insertIds: ["I-1"]))
    store.close()
    #expect(try names(scratch).isEmpty)
  }

  @Test func closingKeepsWhatIsUndelivered() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    try store.perform(.append([OutboxBench.record(1)]))
    store.close()
    #expect(try names(scratch) == ["one.jsonl"])
    let second = try OutboxStore(folder: scratch.path, name: "two")
    #expect(try second.adopt().records == [OutboxBench.record(1)])
    #expect(try names(scratch) == ["two.jsonl"])
  }

  @Test func aLivingOwnersFileIsLeftAlone() throws {
    let scratch = try ScratchFolder()
    let owner = try OutboxStore(folder: scratch.path, name: "one")
    try owner.perform(.append([OutboxBench.record(1)]))
    let other = try OutboxStore(folder: scratch.path, name: "two")
    #expect(try other.adopt().records.isEmpty)
    try other.perform(.append([OutboxBench.record(2)]))
    #expect(try names(scratch) == ["one.jsonl", "two.jsonl"])
    owner.close()
    #expect(try other.adopt().records == [OutboxBench.record(1)])
    #expect(try other.adopt().records.isEmpty)
    #expect(try names(scratch) == ["two.jsonl"])
  }

  @Test func twoProcessesOfOneNameHaveTwoFiles() throws {
    let scratch = try ScratchFolder()
    let one = try OutboxStore(folder: scratch.path, name: "same")
    let other = try OutboxStore(folder: scratch.path, name: "same")
    try one.perform(.append([OutboxBench.record(1)]))
    try other.perform(.append([OutboxBench.record(2)]))
    #expect(try names(scratch).count == 2)
    #expect(try OutboxBench.found(OutboxBench.picture(of: scratch.path)).map(\.insertId) == ["I-1", "I-2"])
  }

  @Test func olderSessionsComeFirst() throws {
    let scratch = try ScratchFolder()
    for (name, number) in [("a", 30), ("b", 10), ("c", 20)] {
      let store = try OutboxStore(folder: scratch.path, name: name)
      try store.perform(.append([OutboxBench.record(number), OutboxBench.record(number + 1)]))
      store.close()
    }
    let store = try OutboxStore(folder: scratch.path, name: "later")
    #expect(try store.adopt().records.map(\.sequence) == [10, 11, 20, 21, 30, 31])
  }

  // MARK: Damage

  @Test func aFileCutAnywhereLosesNoWholeRecord() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    let records = (1...4).map { OutboxBench.record($0) }
    for record in records { try store.perform(.append([record])) }
    let bytes = try scratch.bytes(of: "one.jsonl")
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    #expect(ends.count == 4)
    for length in 0...bytes.count {
      let folder = try OutboxBench.folder(["one.jsonl": Array(bytes.prefix(length))])
      let second = try OutboxStore(folder: folder.path, name: "two")
      let adoption = try second.adopt()
      // A record counts as soon as it is whole, with or without its line end.
      let whole = ends.count { $0 <= length }
      #expect(adoption.records == Array(records.prefix(whole)), "cut at \(length)")
      let begins = ([0] + ends.map { $0 + 1 })[whole]
      let isCut = length > begins
      #expect(adoption.notices.map(\.code) == (isCut ? ["outboxDamaged"] : []), "cut at \(length)")
      if isCut {
        #expect(try folder.bytes(of: "one.corrupt") == Array(bytes[begins..<length]) + [0x0A], "cut at \(length)")
      }
    }
  }

  @Test func aChangedByteCostsItsRecordOnly() throws {
    let scratch = try ScratchFolder()
    let store = try OutboxStore(folder: scratch.path, name: "one")
    let records = (1...3).map { OutboxBench.record($0) }
    for record in records { try store.perform(.append([record])) }
    let bytes = try scratch.bytes(of: "one.jsonl")
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    let middle = (ends[0] + 1)..<ends[1]
    for place in middle {
      var changed = bytes
      changed[place] ^= 0x01
      let folder = try OutboxBench.folder(["one.jsonl": changed])
      let adoption = try OutboxStore(folder: folder.path, name: "two").adopt()
      #expect(adoption.records == [records[0], records[2]], "byte \(place)")
      #expect(adoption.notices.count == 1)
    }
  }

  @Test(
    "What is no record is set aside",
    arguments: [
      "x", "{}", "[]", "[\"00000000\",{}]", "[\"\",]", "\u{0}\u{0}\u{0}", #"{"event":"x","insertId":"I-1"}"#,
      String(repeating: "[", count: 10_000),
    ])
  func garbage(line: String) throws {
    let folder = try OutboxBench.folder(["one.jsonl": Array((line + "\n").utf8)])
    let adoption = try OutboxStore(folder: folder.path, name: "two").adopt()
    #expect(adoption.records.isEmpty)
    #expect(adoption.notices.map(\.code) == ["outboxDamaged"])
    #expect(try folder.text(of: "one.corrupt") == line + "\n")
    #expect(try names(folder) == ["one.corrupt"])
  }

  @Test func damageIsAddedToWhatWasSetAsideBefore() throws {
    let folder = try OutboxBench.folder(["one.jsonl": Array("second\n".utf8), "one.corrupt": Array("first\n".utf8)])
    _ = try OutboxStore(folder: folder.path, name: "two").adopt()
    #expect(try folder.text(of: "one.corrupt") == "first\nsecond\n")
  }

  // MARK: What else may stand in the folder

  @Test func otherThingsAreLeftAlone() throws {
    let folder = try OutboxBench.folder(["README": [1], "old.corrupt": [2]])
    try folder.write("target", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link.jsonl"), withDestinationPath: folder.path(of: "elsewhere"))
    try FileManager.default.createDirectory(atPath: folder.path(of: "folder.jsonl"), withIntermediateDirectories: false)
    #expect(mkfifo(folder.path(of: "pipe.jsonl"), 0o600) == 0)
    let before = try names(folder)
    let adoption = try OutboxStore(folder: folder.path, name: "two").adopt()
    #expect(adoption.records.isEmpty)
    #expect(adoption.notices.map(\.code) == Array(repeating: "outboxFileUnusable", count: 3))
    #expect(try names(folder) == before)
    #expect(try folder.text(of: "elsewhere") == "target")
  }

  @Test func aFolderThatIsALinkIsNotFollowed() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: scratch.path(of: "real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(of: "link"), withDestinationPath: scratch.path(of: "real"))
    #expect(throws: Diagnostic.self) { try OutboxStore(folder: scratch.path(of: "link"), name: "one") }
  }

  @Test func aPlaceThatCannotBeAFolderIsADiagnosticWithAHint() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "file")
    for path in ["file", "file/outbox"] {
      let fault = #expect(throws: Diagnostic.self) { try OutboxStore(folder: scratch.path(of: path), name: "one") }
      #expect(fault?.code == "outboxFailed")
      #expect(fault?.hint?.isEmpty == false)
    }
    #expect(throws: Diagnostic.self) { try OutboxStore(folder: "", name: "one") }
  }

  @Test func aDiskThatHasRecoveredGetsWhatItMissed() throws {
    let scratch = try ScratchFolder()
    // Every name that would be tried is taken, so no file can be made.
    let taken = ["one.jsonl"] + (1..<100).map { "one-\($0).jsonl" }
    for name in taken { try scratch.write("", to: name) }
    let store = try OutboxStore(folder: scratch.path, name: "one")
    #expect(throws: Diagnostic.self) { try store.perform(.append([OutboxBench.record(1), OutboxBench.record(2)])) }
    #expect(throws: Diagnostic.self) { try store.perform(.append([OutboxBench.record(3)])) }
    try store.perform(.remove(insertIds: ["I-2"]))
    try store.perform(.setAside(insertIds: ["I-3"], reason: "keyRefused"))
    for name in taken { try FileManager.default.removeItem(atPath: scratch.path(of: name)) }
    try store.perform(.append([OutboxBench.record(4)]))
    #expect(
      try OutboxBench.found(OutboxBench.picture(of: scratch.path)) == [
        OutboxBench.record(1), OutboxBench.record(3, setAside: "keyRefused"), OutboxBench.record(4),
      ])
  }

  @Test func aFolderThatHasGoneIsADiagnosticEachTime() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path(of: "outbox")
    let store = try OutboxStore(folder: folder, name: "one")
    try FileManager.default.removeItem(atPath: folder)
    for _ in 0..<2 {
      #expect(throws: Diagnostic.self) { try store.perform(.append([OutboxBench.record(1)])) }
    }
    store.close()
  }
}
