import CommandLanguage
import TextFormats
import Vocabulary

/// `outbox list`, `send` and `discard` (product.md section 3).
extension Session {
  mutating func list(outbox command: RunningCommand) { finish(command, .outbox(outboxView)) }

  /// Uploads what waits and what was parked, or of the parked ones only those that are named.
  mutating func send(outbox command: RunningCommand, _ insertIds: [String]) {
    guard keepsOutbox else {
      return finish(
        command,
        failing: Diagnostic(
          code: "notSending", message: "this session sends nothing",
          hint: configuration.world == .live
            ? "start with --live --send: that is your consent to analytics" : "an outbox belongs to --live --send"))
    }
    guard let wanted = named(insertIds, command) else { return }
    let keys = Set(wanted.map(\.key))
    uploads.isKeyRefused = false
    unpark { keys.contains($0.key) }
    flush(command)
  }

  /// Forgets undelivered events, all or those that are named; what is on its way cannot be called back.
  mutating func discard(outbox command: RunningCommand, _ insertIds: [String]) {
    guard let wanted = named(insertIds, command) else { return }
    let flying = Set(uploads.active?.events ?? [])
    let leaving = wanted.filter { !flying.contains($0.key) }
    mark(leaving.map(\.key), .dropped)
    if !keepsOutbox, !leaving.isEmpty {
      // Found in a session that does not send: their place on disk is the same.
      outputs.append(.effect(.outbox(.remove(insertIds: leaving.map(\.insertId)))))
    }
    var view = outboxView
    view.discarded = leaving
    view.onTheirWay = wanted.count - leaving.count
    finish(command, .outbox(view))
  }

  /// The undelivered events that were named, all when none was; ends the command when a name is unknown.
  private mutating func named(_ insertIds: [String], _ command: RunningCommand) -> [OutboxView.Event]? {
    let known = undelivered
    guard !insertIds.isEmpty else { return known }
    var found: [OutboxView.Event] = []
    for id in insertIds {
      guard let event = known.first(where: { $0.insertId.isExactly(id) }) else {
        finish(
          command,
          failing: Diagnostic(
            code: "unknownEvent", message: "the outbox holds no event \(id)", hint: "outbox list"))
        return nil
      }
      if !found.contains(event) { found.append(event) }
    }
    return found
  }

  var outboxView: OutboxView {
    OutboxView(
      events: undelivered, absence: keepsOutbox ? nil : configuration.world == .live ? .notSending : .embedded,
      failure: outbox.failure)
  }
}
