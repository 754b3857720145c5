import SessionModel
import Vocabulary

extension ScriptedSession {
  /// A live session that sends.
  static let sending: SessionConfiguration = {
    var configuration = Self.configuration
    configuration.world = .live
    configuration.region = "EU"
    return configuration
  }()

  /// A live session that holds its events.
  static let holding: SessionConfiguration = {
    var configuration = Self.sending
    configuration.isSending = false
    return configuration
  }()

  /// A live session that sends, with an open report and this many events.
  static func live(events count: Int) -> ScriptedSession {
    var session = ScriptedSession(sending)
    session.run("open")
    for _ in 0..<max(0, count - 2) { session.run("export") }
    return session
  }

  /// How many events each upload had that was asked for.
  var uploadSizes: [Int] { sent(to: .analytics).map { Uploaded.events(of: $0.request).count } }

  /// The sentences of notices with this code.
  func sentences(_ code: String) -> [String] {
    outputs.compactMap { output in
      if case .notice(let notice) = output, notice.code == code { return notice.message }
      return nil
    }
  }
}
