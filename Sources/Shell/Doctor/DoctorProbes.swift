import CWaiting
import LiveServices
import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// The part of `doctor --live` that asks each service once and leaves no trace: a fetch that tracks no assignment, an
/// upload of no events, and a look at the tenant's host without any identity.
struct DoctorProbes {
  let live: LiveSetup
  let signals: SignalWatch

  /// How long all of it may take together.
  static let patience = Span.seconds(10)
  /// Who is asked for: nobody.
  private static let identity = Identity(deviceId: "flagsh-doctor")

  private struct Probe {
    var service: Service
    var request: HTTPRequest
    var answer: Answer?
    var facts: TransportFacts?
  }

  func look(into report: inout DoctorReport) {
    var probes = probes()
    ask(&probes)
    var refused: [String] = []
    for probe in probes {
      let (verdict, remark, refusesKey) = judge(probe)
      if refusesKey { refused.append(probe.service.rawValue) }
      report.add(probe.service.rawValue + " service", Self.summary(probe), from: nil, verdict, remark)
    }
    let keyed = probes.filter { $0.service != .decisions }
    if refused.count == 1, keyed.count == 2, keyed.allSatisfy({ $0.answer.map(Self.isResponse) ?? false }) {
      report.add(
        "keys", "one of two refused", from: nil, .note,
        "both keys must be of one project in one region: \(refused[0]) does not take its own")
    }
  }

  private func probes() -> [Probe] {
    var probes: [Probe] = []
    if live.project.flagsOff == nil {
      probes.append(
        Probe(service: .evaluation, request: EvaluationRequest.build(for: Self.identity, tracksAssignment: false)))
      probes.append(Probe(service: .analytics, request: UploadRequest.build([])))
    }
    if live.endpoints.decisions != nil {
      probes.append(
        Probe(service: .decisions, request: HTTPRequest(service: .decisions, method: "GET", path: "/")))
    }
    return probes
  }

  private func ask(_ probes: inout [Probe]) {
    let world = live.makeWorld()
    let start = cwaiting_now()
    let clock = SessionClock(start: start) { _ in }
    signals.transfers = LiveTransfers(world: world, clock: clock)
    defer { signals.transfers = nil }
    for (index, probe) in probes.enumerated() { world.perform(.request(id: index, probe.request), at: .start) }
    let end = Instant.start.advanced(by: Self.patience)
    while probes.contains(where: { $0.answer == nil }), clock.now() < end, signals.endsBatch == nil {
      while let input = world.next(notAfter: clock.now()) {
        guard case .answer(let id, let answer) = input.kind, probes.indices.contains(id) else { continue }
        probes[id].answer = answer
        probes[id].facts = world.facts(of: id)
      }
      guard probes.contains(where: { $0.answer == nil }) else { break }
      _ = signals.wait(for: -1, microseconds: max(0, end.since(clock.now()).microseconds))
    }
  }

  // MARK: What it means

  private static func isResponse(_ answer: Answer) -> Bool { if case .response = answer { true } else { false } }

  private static func summary(_ probe: Probe) -> String {
    guard let answer = probe.answer else { return "no answer" }
    guard case .response(let response) = answer else { return "not reached" }
    var words = ["answered \(response.status)"]
    if let facts = probe.facts {
      words[0] += " in \((facts.total.microseconds + 500) / 1_000)ms"
      words += [facts.httpVersion, facts.tls].compactMap { $0 }
    }
    return words.joined(separator: ", ")
  }

  private func judge(_ probe: Probe) -> (DoctorReport.Verdict, String?, refusesKey: Bool) {
    switch probe.answer {
    case nil: return (.problem, "nothing came within \(Self.patience.microseconds / 1_000_000)s", false)
    case .failure(let failure): return (.problem, ServiceFailure(.failure(failure)).sentence, false)
    case .response(let response):
      switch probe.service {
      case .evaluation:
        if response.status == 200 { return (.ok, nil, false) }
        let isRefused = response.status == 401 || response.status == 403
        return (
          .problem,
          isRefused
            ? "the deployment key is not taken: is it a client key, and of this region?"
            : ServiceFailure.excerpt(response.body), isRefused
        )
      case .analytics:
        if case .keyRefused = UploadAnswer(.response(response), to: []) {
          return (.problem, "the project API key is not taken: is it of this region?", true)
        }
        // An upload of nothing is no upload: 400 without a word about the key says that it was read.
        let isFine = response.status == 200 || response.status == 400
        return (isFine ? .ok : .problem, isFine ? nil : ServiceFailure.excerpt(response.body), false)
      case .decisions, .world:
        return (response.status < 500 ? .ok : .problem, nil, false)
      }
    }
  }
}
