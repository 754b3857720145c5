package import CommandLanguage
import ServiceMessages
package import TextFormats
package import Vocabulary

/// What a command gives, before it becomes text or JSON (design.md: results are values).
package indirect enum CommandResult: Equatable, Sendable {
  case nothing
  /// `status`, `sign-in`, `logout`, `refresh`, `identity --device-id`.
  case state(StateView)
  /// A fetch that a newer revision has overtaken; what stands is the newer one's.
  case superseded(StateView)
  /// `status --all`.
  case document(JSONValue)
  case identity(IdentityView)
  /// What `property` changed.
  case properties(PropertiesView)
  /// `open`, `close`.
  case report(ReportView)
  /// What `export` tracked, or did not.
  case exported(LedgerEntry?)
  case variants(VariantsView)
  case variant(VariantView)
  /// What `override` changed.
  case overridden(OverridesView)
  /// `events`, `suppressed`.
  case ledger([LedgerEntry])
  case requests([Exchange])
  case flushed(FlushView)
  /// `outbox list`, `outbox discard`.
  case outbox(OutboxView)
  /// `consent`.
  case consent(PersonalizationView)
  /// `fetch-decisions`, `decisions`.
  case decisions(DecisionsView)
  /// `decisions POINT`.
  case decision(DecisionView)
  /// `decisions POINT PATH`.
  case decisionValue(JSONValue)
  /// The event that `engage` noted.
  case engaged(LedgerEntry?)
  case jobStarted(Int)
  case jobs([Job])
  case waited([Job])
  case expectation(ExpectationOutcome)
  /// The world's answer to `why`, `profile`, `experiment` or `world`, under that name.
  case world(String, JSONValue)
  case text(String)
  /// A help page, by the topic's name; nil is the overview.
  case help(String?)

  /// Codes and values only, no sentences: the form in transcripts and in JSON output.
  package var document: JSONValue {
    switch self {
    case .nothing: .null
    case .state(let view), .superseded(let view): view.document
    case .document(let document): document
    case .identity(let view): view.resultDocument
    case .properties(let view): view.document
    case .report(let view): view.document
    case .exported(let entry): entry?.document ?? .null
    case .variants(let view): view.document
    case .variant(let view): view.document
    case .overridden(let view): view.document
    case .ledger(let entries): .array(entries.map(\.document))
    case .requests(let exchanges): .array(exchanges.map(\.document))
    case .flushed(let view): view.document
    case .outbox(let view): view.document
    case .consent(let view): view.document
    case .decisions(let view): view.document
    case .decision(let view): view.document
    case .decisionValue(let value): value
    case .engaged(let entry): entry?.document ?? .null
    case .jobStarted(let job): ["job": .integer(Int64(job))]
    case .jobs(let jobs), .waited(let jobs): .array(jobs.map(\.document))
    case .expectation(let outcome): outcome.document
    case .world(_, let body): body
    case .text(let text): .string(text)
    case .help(let topic): ["topic": JSONValue(topic)]
    }
  }

  static func document(_ overrides: [FlagOverride]) -> JSONValue {
    .object(JSONObject(uniqueMembers: overrides.map { JSONMember($0.flag, .string($0.variant)) }))
  }
}

/// What the last fetch returned.
package struct VariantsView: Equatable, Sendable {
  package var variants: [FlagVariant]
  package var overrides: [FlagOverride]
  package var flags: FlagsView

  package var document: JSONValue {
    [
      "overrides": CommandResult.document(overrides), "revision": .integer(Int64(flags.revision)),
      "state": .string(flags.state.rawValue),
      "variants": .object(
        JSONObject(uniqueMembers: variants.map { JSONMember($0.flag, $0.variant.document) })),
    ]
  }
}

/// One flag's variant, as fetched or as set by hand.
package struct VariantView: Equatable, Sendable {
  package var flag: String
  package var variant: Variant?
  package var override: String?
  package var revision: Int

  package var document: JSONValue {
    [
      "flag": .string(flag), "override": JSONValue(override), "revision": .integer(Int64(revision)),
      "variant": variant?.document ?? .null,
    ]
  }
}

/// What `flush` says: which device to look for, and what became of the events; it claims no ingestion.
package struct FlushView: Equatable, Sendable {
  package var deviceId: String
  package var events: EventCounts
  package var isSending: Bool
  /// Only text says these two. Off: the app has no client that could upload.
  package var isLive = false
  package var isOff = false

  package var document: JSONValue {
    ["deviceId": .string(deviceId), "events": events.document, "sending": .bool(isSending)]
  }
}

extension Exchange {
  /// The code of what went wrong when no answer came; nil for an answer and while in flight.
  package var errorCode: String? { if case .failure(let code) = ending { code.rawValue } else { nil } }

  /// The keys of the session document's `requests[]`.
  package var document: JSONValue {
    var members: [JSONMember] = [JSONMember("duration", duration.map { .integer($0.microseconds) } ?? .null)]
    if let errorCode { members.append(JSONMember("error", .string(errorCode))) }
    members.append(JSONMember("fate", JSONValue(fate?.rawValue)))
    members.append(JSONMember("id", .integer(Int64(id))))
    members.append(JSONMember("revision", .integer(Int64(revision))))
    members.append(JSONMember("service", .string(service.rawValue)))
    if case .status(let status, _) = ending { members.append(JSONMember("status", .integer(Int64(status)))) }
    return .object(JSONObject(uniqueMembers: members))
  }
}

extension Job {
  /// The keys of the session document's `jobs[]`.
  package var document: JSONValue {
    ["command": .string(command), "id": .integer(Int64(id)), "state": .string(state.rawValue)]
  }
}
