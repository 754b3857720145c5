import Foundation
import TestSupport
import Testing

@testable import LineEditing

@Suite struct ByteSourceTests {
  /// Both ends of a pipe, closed at the end.
  private final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      closeWriting()
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      _ = Foundation.write(writing, bytes, bytes.count)
    }

    func closeWriting() {
      if writing >= 0 { close(writing) }
      writing = -1
    }
  }

  @Test func fileComesInLargePieces() throws {
    let folder = try ScratchFolder()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = open(try folder.write(bytes: bytes, to: "file"), O_RDONLY)
    defer { close(file) }
    let source = ByteSource(descriptor: file)
    var found: [UInt8] = []
    var pieces = 0
    while case .bytes(let piece) = source.next() {
      found += piece
      pieces += 1
    }
    #expect(found == bytes)
    #expect(pieces == 3)
    #expect(source.next() == .end)
  }

  @Test func linesAreSplitAndTheLastOneMayLackItsEnd() throws {
    let pipe = try Pipe()
    pipe.write("one\r\n\ntwo\0\nlast")
    pipe.closeWriting()
    let source = ByteSource(descriptor: pipe.reading)
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("one\r".utf8), isWhole: true))
    #expect(source.nextLine(maximumBytes: 100) == .line([], isWhole: true))
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("two\0".utf8), isWhole: true))
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("last".utf8), isWhole: false))
    #expect(source.nextLine(maximumBytes: 100) == .end)
  }

  @Test func lineAtTheLimitPassesAndALongerOneIsTooLong() throws {
    let pipe = try Pipe()
    pipe.write("12345\n123456\nx\n")
    pipe.closeWriting()
    let source = ByteSource(descriptor: pipe.reading)
    #expect(source.nextLine(maximumBytes: 5) == .line(Array("12345".utf8), isWhole: true))
    #expect(source.nextLine(maximumBytes: 5) == .tooLong)
    #expect(source.nextLine(maximumBytes: 5) == .line(Array("x".utf8), isWhole: true))
  }

  @Test func manyLinesAcrossPiecesComeWhole() throws {
    let folder = try ScratchFolder()
    let lines = (0..<40_000).map { "line number \($0)" }
    let file = open(try folder.write(lines.joined(separator: "\n") + "\n", to: "file"), O_RDONLY)
    defer { close(file) }
    let source = ByteSource(descriptor: file)
    var found: [String] = []
    while case .line(let bytes, isWhole: true) = source.nextLine(maximumBytes: 1000) {
      found.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(found == lines)
  }

  @Test func waitIsAskedOnlyWhenReadingWouldBlock() throws {
    let pipe = try Pipe()
    var asked = 0
    let source = ByteSource(descriptor: pipe.reading) { descriptor in
      #expect(descriptor == pipe.reading)
      asked += 1
      switch asked {
      case 1: return .none
      case 2: return .signal(SIGINT)
      default:
        pipe.write("later\n")
        return .terminalReady
      }
    }
    pipe.write("now\n")
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("now".utf8), isWhole: true))
    #expect(asked == 0)
    #expect(source.nextLine(maximumBytes: 100) == .signal(SIGINT))
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("later".utf8), isWhole: true))
    #expect(asked == 3)
  }

  @Test func partOfALineSurvivesASignal() throws {
    let pipe = try Pipe()
    var happenings: [Happening] = [.signal(SIGTERM)]
    let source = ByteSource(descriptor: pipe.reading) { _ in
      if let next = happenings.popLast() { return next }
      pipe.write("of a line\n")
      return .terminalReady
    }
    pipe.write("part ")
    #expect(source.nextLine(maximumBytes: 100) == .signal(SIGTERM))
    #expect(source.nextLine(maximumBytes: 100) == .line(Array("part of a line".utf8), isWhole: true))
  }

  @Test func closedDescriptorFails() {
    #expect(ByteSource(descriptor: 9999).next() == .failed(EBADF))
  }

  @Test func folderFails() throws {
    let folder = try ScratchFolder()
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(ByteSource(descriptor: descriptor).next() == .failed(EISDIR))
  }
}
