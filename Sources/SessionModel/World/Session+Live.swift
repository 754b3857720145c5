import ServiceMessages
import TextFormats
import Vocabulary

/// What a live session can say of its world: the services evaluate, and tell little of why (product.md section 6).
extension Session {
  /// `why`: the embedded world is asked; live, the session says what the answer carried and what to check.
  mutating func why(_ command: RunningCommand, _ flag: String, wanted: String?) {
    guard configuration.world == .live else {
      return ask(
        command, .why, ["flag": .string(flag), "user": EvaluationRequest.user(identity), "want": JSONValue(wanted)])
    }
    var members = JSONObject(uniqueMembers: [
      JSONMember("evaluation", "remote"), JSONMember("flag", .string(flag)), JSONMember("region", JSONValue(region)),
      JSONMember("session", knowledge(of: flag)),
    ])
    // What was received beside it: a key that differs in one letter shows here.
    members["received"] = .array(flags.cache.map { .string($0.flag) })
    if let wanted { members["wanted"] = .string(wanted) }
    finish(command, .world("why", .object(members)))
  }

  /// `world`: the contract as far as a live session knows it.
  var liveContract: JSONValue {
    [
      "configured": .bool(flagsOff == nil), "evaluation": "remote", "flagsOff": JSONValue(flagsOff?.rawValue),
      "reportFlag": .string(configuration.reportFlagKey),
      "world": LiveView.world(configuration.world, isSending: configuration.isSending, liveView),
    ]
  }

  private var region: String? { configuration.region }

  /// Where a person finds live what only the embedded world can be asked.
  static func liveHint(_ question: WorldQuestion) -> String {
    switch question {
    case .profile: "look for the device id of flush in the service's own user look-up"
    case .experiment: "the service's own experiment page has the analysis"
    case .why, .world: "start without --live to try it; world alone shows what this session talks to"
    }
  }
}
