import ServiceMessages
import TextFormats
import Vocabulary

/// Tracking (product.md rules 6, 8, 9): every event of a session is made here.
extension Session {
  static let previewed = "Report Previewed"
  static let exported = "Report Exported"
  static let exposure = "$exposure"

  /// A pause of this length starts a new analytics session (amplitude.md 6.8).
  static let analyticsSessionGap = Span.seconds(300)

  /// The properties of a business event for the layout that is shown (rule 8).
  func businessProperties() -> JSONObject {
    let shown = shownLayout
    var members = [
      JSONMember("days", .integer(Int64(configuration.dailyActions.count))),
      JSONMember(
        "layout", .string(enforces(.eventsNameTheirLayout) ? shown.layout.variantValue : shown.layout.rawValue)),
    ]
    if enforces(.eventsNameTheirLayout) {
      members.append(JSONMember("layout_source", .string(shown.source.rawValue)))
    }
    members.append(JSONMember("platform", .string(configuration.platform)))
    members.append(JSONMember("report_type", "usage"))
    return JSONObject(uniqueMembers: members)
  }

  /// The properties of an exposure (amplitude.md 5.2).
  func exposureProperties(_ variant: Variant?) -> JSONObject {
    var members: [JSONMember] = []
    if let key = variant?.experimentKey { members.append(JSONMember("experiment_key", .string(key))) }
    members.append(JSONMember("flag_key", .string(configuration.reportFlagKey)))
    if let metadata = variant?.metadata { members.append(JSONMember("metadata", .object(metadata))) }
    if let name = variant?.exposureName { members.append(JSONMember("variant", .string(name))) }
    return JSONObject(uniqueMembers: members)
  }

  /// Tracks an event with the identity of this moment; every thirtieth that waits asks for an upload.
  mutating func track(
    _ type: String, _ properties: JSONObject, to destination: LedgerEntry.Destination = .analytics
  ) {
    let entry = LedgerEntry(
      sequence: ledger.tracked.count + 1, time: now, type: type, userId: identity.userId, deviceId: identity.deviceId,
      insertId: identifiers.uuid(), properties: properties,
      fate: .tracked(configuration.isSending && destination == .analytics ? .queued : .held),
      destination: destination)
    ledger.append(tracked: entry, sessionId: analyticsSessionId())
    if destination == .analytics {
      // On disk first: only then does it count as tracked.
      if keepsOutbox { outputs.append(.effect(.outbox(.append([outboxRecord(entry.sequence)])))) }
      noteExcess(of: entry)
    }
    outputs.append(.ledger(entry))
    // What is on its way already does not wait; and while the service fails, not every further event tries anew.
    let idle = idleCount
    if idle > 0, idle.isMultiple(of: UploadState.queueLimit) { requestUpload() }
  }

  /// The app would send it all the same, and so does the session.
  private mutating func noteExcess(of entry: LedgerEntry) {
    let excess = EventLimits.excess(
      type: entry.type, userId: entry.userId, deviceId: entry.deviceId, properties: entry.properties)
    guard let excess else { return }
    note("eventOverLimit", "event #\(entry.sequence) may be refused: \(excess)")
  }

  /// Notes an event that is not tracked, and why.
  mutating func suppress(_ type: String, _ properties: JSONObject, _ reason: LedgerEntry.Suppression) {
    let entry = LedgerEntry(
      sequence: ledger.suppressed.count + 1, time: now, type: type, userId: identity.userId,
      deviceId: identity.deviceId, insertId: nil, properties: properties, fate: .suppressed(reason))
    ledger.append(suppressed: entry)
    outputs.append(.ledger(entry))
  }

  /// Milliseconds since 1970 of a moment of this session.
  func wallMilliseconds(_ instant: Instant) -> Int64 {
    (configuration.startMicroseconds &+ instant.microseconds) / 1_000
  }

  private func analyticsSessionId() -> Int64 {
    if let last = ledger.last, now.since(last.entry.time) < Self.analyticsSessionGap { return last.sessionId }
    return wallMilliseconds(now)
  }
}
