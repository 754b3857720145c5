import CWaiting
import CommandLanguage
import Rendering
import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// Says on standard error what happens while it happens (`--verbose`): requests, answers, events, virtual and real time.
final class Tracer {
  private let reporter: Reporter
  private var began: (virtual: Instant, real: Int64) = (.start, 0)

  init(reporter: Reporter) { self.reporter = reporter }

  func began(_ statement: Statement, at now: Instant) { began = (now, cwaiting_now()) }

  func ended(at now: Instant) {
    let virtual = TimeText.text(now.since(began.virtual))
    let real = TimeText.text(Span(microseconds: cwaiting_now() - began.real))
    reporter.note("# \(virtual) virtual, \(real) real")
  }

  func saw(_ effect: Effect, at now: Instant) {
    switch effect {
    case .request(let id, let request):
      reporter.note("> \(TimeText.text(now)) #\(id) \(request.service.rawValue): \(request.method) \(request.path)")
      for header in request.headers { reporter.note(">   \(header.name): \(PrintableText.ascii(header.value))") }
      if let body = request.body { reporter.note(">   \(PrintableText.ascii(body))") }
    case .cancelRequest(let id): reporter.note("> \(TimeText.text(now)) #\(id) cancelled")
    case .startTimer, .cancelTimer, .outbox, .shell: break
    }
  }

  func saw(_ input: Input) {
    guard case .answer(let id, let answer) = input.kind else { return }
    switch answer {
    case .response(let response):
      reporter.note("< \(TimeText.text(input.time)) #\(id) HTTP \(response.status), \(response.body.count) bytes")
      reporter.note("<   \(ServiceFailure.excerpt(response.body))")
    case .failure(let failure):
      reporter.note("< \(TimeText.text(input.time)) #\(id) \(failure.kind.rawValue) \(failure.detail)")
    }
  }

  func saw(_ entry: LedgerEntry) {
    switch entry.fate {
    case .tracked(let delivery): reporter.note("* \(entry.type) #\(entry.sequence) \(delivery.rawValue)")
    case .suppressed(let reason): reporter.note("* \(entry.type) not tracked: \(reason.rawValue)")
    }
  }
}
