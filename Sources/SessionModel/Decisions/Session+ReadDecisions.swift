import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// `decisions`: reading what was shown, fetching nothing.
extension Session {
  mutating func showDecisions(_ command: RunningCommand, _ point: String?, _ path: DocumentPath?) {
    guard let point else { return finish(command, .decisions(decisionsView)) }
    let name = point.trimmingWhitespace
    guard let index = personalization.index(of: name) else { return finish(command, failing: unknownPoint(name)) }
    let view = personalization.shown[index].view
    guard let path else { return finish(command, .decision(view)) }
    let outcome = Expectation(reading: path).evaluate(in: view.document)
    guard let found = outcome.found else {
      return finish(
        command,
        failing: Diagnostic(
          code: "nothingThere", message: "\(PrintableText.safe(name)) has no \(PrintableText.safe(path.text))",
          hint: outcome.hint))
    }
    finish(command, .decisionValue(found))
  }

  func unknownPoint(_ name: String) -> Diagnostic {
    let known = personalization.shown.map(\.view.point)
    let hint =
      if known.isEmpty {
        "fetch-decisions POINT asks for one"
      } else if let near = NearestName.nearestName(
        to: name, in: known)
      { "did you mean \(PrintableText.safe(near))?" } else {
        "points: \(known.map { PrintableText.safe($0) }.joined(separator: ", "))"
      }
    return Diagnostic(
      code: "unknownPoint", message: "there is no decision for a point \(PrintableText.safe(name))", hint: hint)
  }

  /// All that is shown, by point.
  var decisionsView: DecisionsView {
    DecisionsView(
      points: personalization.shown.map(\.view), requestIds: personalization.latest?.requestIds ?? [],
      received: personalization.latest?.received ?? [], dropped: personalization.latest?.dropped ?? [],
      deviceId: identity.deviceId, isCurrent: true)
  }

  /// Names of points that can be asked for or read: those of the world, then those that an answer brought.
  package var pointNames: [String] {
    let known = configuration.knownPoints
    return known + personalization.shown.map(\.view.point).filter { shown in !known.contains { $0.isExactly(shown) } }
  }

  package var personalizationView: PersonalizationView {
    let shown = personalization.shown
    return PersonalizationView(
      consent: personalization.consent, settings: configuration.personalization,
      shown: shown.count { $0.view.outcome != .missing },
      stale: shown.count { $0.view.isStale && $0.view.outcome != .missing },
      unreported: shown.count { $0.view.outcome == .content && !$0.view.isStale && !$0.isReported },
      inFlight: personalization.fetches.count)
  }

  // MARK: Document

  /// `decisions` of the session document.
  var decisionsDocument: JSONValue {
    .object(
      JSONObject(uniqueMembers: personalization.shown.map { JSONMember($0.view.point, $0.view.document) }))
  }

  /// `personalization` of the session document.
  var personalizationDocument: JSONValue {
    let latest = personalization.latest
    return [
      "apart": .array(personalization.apart.map(\.document)),
      "consent": .string(personalization.consent.rawValue),
      "dataspace": .string(configuration.personalization.dataspace),
      "dropped": .array((latest?.dropped ?? []).map(\.document)),
      "endpoint": JSONValue(configuration.personalization.endpoint),
      "error": personalization.error?.document ?? .null,
      "personalizations": .array(latest?.received ?? []),
      "requestId": JSONValue(latest?.requestIds.first),
      "requestIds": .array((latest?.requestIds ?? []).map(JSONValue.string)),
      "testMode": .bool(configuration.personalization.isTestMode),
    ]
  }
}

extension DecisionsError {
  fileprivate var document: JSONValue {
    ["kind": .string(kind.rawValue), "number": .integer(Int64(kind.number)), "reason": .string(reason)]
  }
}

extension DecisionsState.Apart {
  fileprivate var document: JSONValue {
    [
      "deviceId": .string(deviceId), "dropped": .array(latest.dropped.map(\.document)),
      "personalizations": .array(latest.received), "requestIds": .array(latest.requestIds.map(JSONValue.string)),
      "userId": JSONValue(userId),
    ]
  }
}
