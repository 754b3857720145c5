import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on 127.0.0.1 that behaves as badly as a test wants, on one thread of its own, and remembers what it saw.
///
/// Nothing in it depends on time: a step that has to wait waits for a gate, and tests wait for what they expect to see.
/// It ends with this object.
package final class LoopbackServer: Sendable {
  /// What is done about a request; the second argument counts the requests of the whole server from 0.
  package typealias Script = @Sendable (LoopbackRequest, Int) -> [LoopbackStep]

  package struct Fault: Error, CustomStringConvertible {
    package var description: String
  }

  package struct Settings: Sendable {
    /// 0 takes any that is free.
    package var port: UInt16 = 0
    /// What is done before the first request, by the number of the connection counted from 0.
    package var onConnection: @Sendable (Int) -> [LoopbackStep] = { _ in [] }
    /// Whether the script runs when the head has come, and what follows of the request is not read.
    package var answersAtHead = false

    package init() {}
  }

  package let port: UInt16
  package var url: String { "http://127.0.0.1:\(port)" }

  private let state: LoopbackState

  package init(_ settings: Settings = Settings(), script: @escaping Script) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    guard listener >= 0 else { throw Fault(description: "no socket: \(String(cString: strerror(errno)))") }
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = settings.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    var pipeEnds: [Int32] = [-1, -1]
    guard result, pipe(&pipeEnds) == 0 else {
      let error = errno
      _ = close(listener)
      throw Fault(description: "cannot listen on port \(settings.port): \(String(cString: strerror(error)))")
    }
    port = UInt16(bigEndian: address.sin_port)
    for descriptor in [listener] + pipeEnds {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    state = LoopbackState(wakeDescriptor: pipeEnds[1])
    let loop = LoopbackLoop(
      listener: listener, wake: pipeEnds[0], state: state, settings: settings, script: script)
    Thread { loop.run() }.start()
  }

  deinit { state.stop() }

  /// Everything it has seen so far.
  package var log: LoopbackLog { state.log }

  package var requests: [LoopbackRequest] { log.requests }

  /// Waits until it has seen something; a generous limit turns a hang into a failure.
  package func wait(for what: String, until isSeen: (LoopbackLog) -> Bool) throws {
    guard state.wait(until: isSeen) else { throw Fault(description: "waited in vain for \(what): \(log)") }
  }

  /// Opens a gate: every step that waits for it goes on, and later ones do not wait.
  package func open(_ gate: LoopbackGate) { state.open(gate) }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif
}
