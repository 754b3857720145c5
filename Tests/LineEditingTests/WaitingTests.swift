import CWaiting
import Foundation
import Testing

@Suite(.serialized) struct WaitingTests {
  private typealias Wait = @Sendable (UnsafeMutablePointer<cwaiting_entry>?, Int, Int64) -> Int32
  private static let readable = Int32(CWAITING_READABLE)
  private static let writable = Int32(CWAITING_WRITABLE)

  private static let waits: [Wait] = [{ cwaiting_wait($0, $1, $2) }, { cwaiting_wait_with_select($0, $1, $2) }]

  private func entry(_ descriptor: Int32, _ wanted: Int32 = readable) -> cwaiting_entry {
    cwaiting_entry(descriptor: descriptor, wanted: wanted, ready: -1)
  }

  @Test(arguments: 0..<2)
  func readyDescriptorsAreTold(which: Int) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let wait = Self.waits[which]
    var entries = [entry(ends[0]), entry(-1), entry(ends[1], Self.writable)]
    #expect(wait(&entries, 3, 0) == 1)
    #expect(entries.map(\.ready) == [0, 0, Self.writable])
    _ = write(ends[1], "x", 1)
    #expect(wait(&entries, 3, -1) == 2)
    #expect(entries.map(\.ready) == [Self.readable, 0, Self.writable])
    var byte: UInt8 = 0
    _ = read(ends[0], &byte, 1)
    close(ends[1])
    // The other side is gone: readable, so that reading finds the end.
    entries = [entry(ends[0])]
    #expect(wait(&entries, 1, -1) == 1)
    #expect(entries[0].ready == Self.readable)
  }

  @Test(arguments: 0..<2)
  func closedDescriptorIsFaultyAndDoesNotWait(which: Int) {
    var entries = [entry(900)]
    #expect(Self.waits[which](&entries, 1, -1) == 1)
    #expect(entries[0].ready == Int32(CWAITING_FAULTY))
  }

  @Test(arguments: 0..<2)
  func timeEndsAWaitAndNotTooEarly(which: Int) {
    let start = cwaiting_now()
    #expect(Self.waits[which](nil, 0, 1500) == 0)
    #expect(cwaiting_now() - start >= 1500)
  }

  @Test func wakingEndsAWaitAndStandsForNoSignal() {
    let descriptor = cwaiting_wake_descriptor()
    #expect(descriptor >= 0)
    #expect(cwaiting_wake_descriptor() == descriptor)
    cwaiting_wake()
    var entries = [entry(descriptor)]
    #expect(cwaiting_wait(&entries, 1, -1) == 1)
    var signals = [Int32](repeating: 0, count: 4)
    #expect(cwaiting_drain(&signals, 4) == 0)
    #expect(cwaiting_wait(&entries, 1, 0) == 0)
  }
}
