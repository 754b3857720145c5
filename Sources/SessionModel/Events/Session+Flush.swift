import ServiceMessages
import TextFormats
import Vocabulary

/// `flush`, and what it says when nothing can go.
extension Session {
  /// Uploads what waits; while nothing is sent it only says so.
  mutating func flush(_ command: RunningCommand) {
    requestUpload(isAsked: true)
    if uploads.active != nil, let last = waiting.last { return suspend(command, until: .upload(through: last)) }
    if let standstill { return finish(command, failing: standstill, .flushed(flushView)) }
    finish(command, .flushed(flushView))
  }

  /// Why events stay although somebody wants them sent; nil when none do, or when no client exists.
  private var standstill: Diagnostic? {
    guard configuration.isSending, flagsOff == nil else { return nil }
    if uploads.isKeyRefused {
      let count = waiting.count + uploads.parked.count { $0.reason == .keyRefused }
      return Diagnostic(
        code: "uploadFailed", message: "the service refused the API key; \(counted(count, "event")) kept",
        hint: keyHint)
    }
    guard let pause = uploads.pause, !pause.isBackOff, !waiting.isEmpty else { return nil }
    let seconds = (pause.due.since(now).microseconds + 999_999) / 1_000_000
    return Diagnostic(
      code: "uploadFailed",
      message: "the service asks for a pause; \(counted(waiting.count, "event")) follow in \(seconds)s")
  }

  private var keyHint: String {
    configuration.world == .live
      ? "correct AMPLITUDE_API_KEY, then outbox send in a new session" : "world configure gives the app its keys"
  }

  /// What to do about a failed upload.
  func uploadHint(_ failure: ServiceFailure) -> String {
    if uploads.isKeyRefused { return keyHint }
    let advice = failure.advice(for: .analytics).map { "; \($0)" } ?? ""
    guard let pause = uploads.pause else { return "the events are kept; flush tries again" + advice }
    let seconds = (pause.due.since(now).microseconds + 999_999) / 1_000_000
    return "the events are kept; the next try is in \(seconds)s, flush tries now" + advice
  }
}
