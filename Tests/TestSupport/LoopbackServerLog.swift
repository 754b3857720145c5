import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A request as a loopback server read it.
package struct LoopbackRequest: Sendable, Equatable {
  package var method = ""
  /// Path and query.
  package var target = ""
  package var version = ""
  /// As they came, names in their own letters.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// The connection that brought it, counted from 0.
  package var connection = 0

  package static func == (left: LoopbackRequest, right: LoopbackRequest) -> Bool {
    left.method == right.method && left.target == right.target && left.version == right.version
      && left.headers.elementsEqual(right.headers, by: ==) && left.body == right.body
      && left.connection == right.connection
  }

  /// The values of all headers of a name, compared without case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  package func header(_ name: String) -> String? { values(of: name).first }

  package var bodyText: String { String(decoding: body, as: UTF8.self) }
}

/// What a loopback server has seen.
package struct LoopbackLog: Sendable {
  package var requests: [LoopbackRequest] = []
  /// How many connections were accepted.
  package var connections = 0
  /// The connections, by number, that the other side closed or cut.
  package var closedByClient: [Int] = []
  /// How many bytes were sent on all connections.
  package var bytesSent = 0
}

/// Something that steps wait for.
package struct LoopbackGate: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }
}

/// What is done on a connection, one after the other. A connection whose steps are over stays open and takes the next
/// request.
package enum LoopbackStep: Sendable {
  case send([UInt8])
  /// The bytes one by one, each in a packet of its own.
  case trickle([UInt8])
  /// This byte so many times, without holding them all.
  case flood(UInt8, count: Int)
  case wait(LoopbackGate)
  /// Nothing more ever happens here, and the connection stays open.
  case silence
  case close
  /// The connection is cut, so that the other side sees a reset.
  case reset
  /// No more is sent, but what comes is still read.
  case halfClose

  package static func send(_ text: String) -> LoopbackStep { .send(Array(text.utf8)) }
  package static func trickle(_ text: String) -> LoopbackStep { .trickle(Array(text.utf8)) }

  /// A whole answer with its right length.
  package static func answer(
    _ status: Int, headers: [(String, String)] = [("Content-Type", "application/json")], body: [UInt8] = []
  ) -> LoopbackStep {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "Fine" : "Refused")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    // Answers of these kinds end with their head.
    if status != 204 && status != 304 && status >= 200 { text += "Content-Length: \(body.count)\r\n" }
    return .send(Array((text + "\r\n").utf8) + body)
  }

  package static func answer(
    _ status: Int, headers: [(String, String)] = [("Content-Type", "application/json")], body: String
  ) -> LoopbackStep {
    .answer(status, headers: headers, body: Array(body.utf8))
  }

  /// An answer whose body comes in chunks of these texts.
  package static func chunked(_ status: Int, _ parts: [String]) -> LoopbackStep {
    var text = "HTTP/1.1 \(status) Fine\r\nTransfer-Encoding: chunked\r\n\r\n"
    for part in parts { text += "\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n" }
    return .send(text + "0\r\n\r\n")
  }
}

/// What the server's thread and the test share.
final class LoopbackState: @unchecked Sendable {
  private let condition = NSCondition()
  private let wakeDescriptor: Int32
  private var seen = LoopbackLog()
  private var openGates: Set<LoopbackGate> = []
  private var isStopped = false

  /// Far longer than anything takes on a busy machine.
  static let patience: TimeInterval = 60

  init(wakeDescriptor: Int32) { self.wakeDescriptor = wakeDescriptor }

  deinit { _ = close(wakeDescriptor) }

  var log: LoopbackLog { condition.withLock { seen } }

  func change(_ body: (inout LoopbackLog) -> Void) {
    condition.withLock {
      body(&seen)
      condition.broadcast()
    }
  }

  func wait(until isSeen: (LoopbackLog) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: Self.patience)
    return condition.withLock {
      while !isSeen(seen) {
        guard condition.wait(until: limit) else { return isSeen(seen) }
      }
      return true
    }
  }

  func open(_ gate: LoopbackGate) {
    condition.withLock { _ = openGates.insert(gate) }
    wake()
  }

  func isOpen(_ gate: LoopbackGate) -> Bool { condition.withLock { openGates.contains(gate) } }

  func stop() {
    condition.withLock { isStopped = true }
    wake()
  }

  var mustStop: Bool { condition.withLock { isStopped } }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(wakeDescriptor, &byte, 1)
  }
}
