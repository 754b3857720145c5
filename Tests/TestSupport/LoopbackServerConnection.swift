import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One connection of a loopback server: what came, what is to be done, what is still to be sent.
final class LoopbackConnection {
  let descriptor: Int32
  let number: Int
  var steps: ArraySlice<LoopbackStep> = []
  var readsOn = true
  private(set) var isOver = false
  /// Bytes sent so far.
  private(set) var sent = 0

  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var isSilent = false

  init(descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  /// What `poll` has to look for.
  var wanted: Int16 { (readsOn ? Int16(POLLIN) : 0) | (unsent.isEmpty ? 0 : Int16(POLLOUT)) }

  /// Takes what has come; false at the end, or when the connection is cut.
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        received += bytes[..<count]
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return true
      } else {
        return false
      }
    }
  }

  /// Runs steps until one has to wait; true when all are done.
  func runSteps(isOpen: (LoopbackGate) -> Bool) -> Bool {
    while !isOver {
      guard flush(), !isSilent else { return false }
      guard let step = steps.first else { return true }
      switch step {
      case .wait(let gate):
        guard isOpen(gate) else { return false }
        steps.removeFirst()
      case .send(let bytes):
        steps.removeFirst()
        unsent = bytes[...]
      case .trickle(let bytes):
        steps.removeFirst()
        unsent = bytes.prefix(1)
        if bytes.count > 1 { steps.insert(.trickle(Array(bytes.dropFirst())), at: steps.startIndex) }
      case .flood(let byte, let count):
        steps.removeFirst()
        let now = min(count, 1 << 16)
        unsent = [UInt8](repeating: byte, count: now)[...]
        if count > now { steps.insert(.flood(byte, count: count - now), at: steps.startIndex) }
      case .silence:
        isSilent = true
      case .halfClose:
        steps.removeFirst()
        shutdown(descriptor, Int32(SHUT_WR))
      case .close:
        end()
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        end()
      }
    }
    return false
  }

  /// Sends what the system takes; true when nothing is left.
  private func flush() -> Bool {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
      guard count >= 0 else {
        if errno == EAGAIN || errno == EINTR { return false }
        // The other side is gone; reading will say so.
        unsent = []
        steps = []
        return true
      }
      sent += count
      unsent = unsent.dropFirst(count)
    }
    return true
  }

  func end() {
    guard !isOver else { return }
    isOver = true
    _ = close(descriptor)
  }

  /// Takes a whole request out of what has come; nil when none is complete. Bodies have a length or come in chunks.
  func nextRequest(headOnly: Bool) -> LoopbackRequest? {
    guard let headEnd = Self.end(of: Array("\r\n\r\n".utf8), in: received, from: 0) else { return nil }
    let lines = String(decoding: received[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n")
    var request = LoopbackRequest()
    let first = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    request.method = first[0]
    request.target = first.count > 1 ? first[1] : ""
    request.version = first.count > 2 ? first[2] : ""
    for line in lines.dropFirst() where !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      request.headers.append((String(parts[0]), value))
    }
    if headOnly {
      received = []
      return request
    }
    var end = headEnd
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      guard let (body, after) = Self.chunks(in: received, from: headEnd) else { return nil }
      request.body = body
      end = after
    } else {
      let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
      guard received.count - headEnd >= length else { return nil }
      end = headEnd + length
      request.body = Array(received[headEnd..<end])
    }
    received.removeSubrange(..<end)
    return request
  }

  private static func chunks(in bytes: [UInt8], from start: Int) -> (body: [UInt8], end: Int)? {
    let lineEnd = Array("\r\n".utf8)
    var body: [UInt8] = []
    var position = start
    while let after = end(of: lineEnd, in: bytes, from: position) {
      let size = String(decoding: bytes[position..<(after - 2)], as: UTF8.self).prefix { $0 != ";" }
      guard let count = Int(size, radix: 16), bytes.count >= after + count + 2 else { return nil }
      body += bytes[after..<(after + count)]
      position = after + count + 2
      if count == 0 { return (body, position) }
    }
    return nil
  }

  private static func end(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == pattern[0], bytes[index..<(index + pattern.count)].elementsEqual(pattern) {
        return index + pattern.count
      }
      index += 1
    }
    return nil
  }

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
}
