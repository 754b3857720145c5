import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The one thread of a loopback server: waits for all its sockets at once.
final class LoopbackLoop: @unchecked Sendable {
  private let listener: Int32
  private let wake: Int32
  private let state: LoopbackState
  private let settings: LoopbackServer.Settings
  private let script: LoopbackServer.Script
  private var connections: [LoopbackConnection] = []
  private var accepted = 0
  private var asked = 0

  init(
    listener: Int32, wake: Int32, state: LoopbackState, settings: LoopbackServer.Settings,
    script: @escaping LoopbackServer.Script
  ) {
    self.listener = listener
    self.wake = wake
    self.state = state
    self.settings = settings
    self.script = script
  }

  func run() {
    while !state.mustStop {
      var entries = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      entries += connections.map { pollfd(fd: $0.descriptor, events: $0.wanted, revents: 0) }
      if poll(&entries, nfds_t(entries.count), -1) < 0 && errno != EINTR { break }
      if entries[1].revents != 0 { drainWakePipe() }
      for (connection, entry) in zip(connections, entries.dropFirst(2)) where entry.revents != 0 {
        read(connection, isCut: entry.revents & Int16(POLLHUP | POLLERR) != 0)
      }
      if entries[0].revents != 0 { accept() }
      for connection in connections { work(connection) }
      connections.removeAll { $0.isOver }
    }
    for connection in connections { connection.end() }
    _ = close(listener)
    _ = close(wake)
  }

  private func drainWakePipe() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while systemRead(wake, &bytes, bytes.count) > 0 {}
  }

  private func accept() {
    while true {
      let descriptor = takeConnection()
      guard descriptor >= 0 else { return }
      let connection = LoopbackConnection(descriptor: descriptor, number: accepted)
      connection.steps = settings.onConnection(accepted)[...]
      accepted += 1
      connections.append(connection)
      state.change { $0.connections += 1 }
    }
  }

  private func read(_ connection: LoopbackConnection, isCut: Bool) {
    // A server that answers at the head reads nothing of the body, so that it is the client who gets stuck.
    if connection.readsOn ? connection.read() : !isCut { return }
    connection.end()
    state.change { $0.closedByClient.append(connection.number) }
  }

  /// Does all that can be done now: steps, then the next request, and again.
  private func work(_ connection: LoopbackConnection) {
    while !connection.isOver {
      let before = connection.sent
      let isIdle = connection.runSteps { self.state.isOpen($0) }
      if connection.sent != before { state.change { $0.bytesSent += connection.sent - before } }
      guard isIdle, !connection.isOver, var request = connection.nextRequest(headOnly: settings.answersAtHead) else {
        return
      }
      request.connection = connection.number
      let number = asked
      asked += 1
      if settings.answersAtHead { connection.readsOn = false }
      // The script first: who sees the request in the log may ask for what the script noted.
      connection.steps = script(request, number)[...]
      state.change { $0.requests.append(request) }
    }
  }

  private func takeConnection() -> Int32 {
    let descriptor = systemAccept(listener)
    guard descriptor >= 0 else { return -1 }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }
}

// The functions of the system whose names the methods above hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
