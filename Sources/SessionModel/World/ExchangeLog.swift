package import ServiceMessages
import TextFormats
package import Vocabulary

/// One exchange with a service, as `requests` shows it.
package struct Exchange: Equatable, Sendable {
  /// The word of `requests[].fate`: whether the answer counted.
  package enum Fate: String, Sendable {
    case used, discarded, cancelled
  }

  /// What came back, or why nothing did.
  package enum Ending: Equatable, Sendable {
    case status(Int, excerpt: String)
    case failure(ServiceFailure.Code)
  }

  package var id: Int
  package var service: Service
  /// The revision of the flags when the request was made.
  package var revision: Int
  package var began: Instant
  /// nil while in flight.
  package var ending: Ending?
  package var duration: Span?
  package var fate: Fate?
}

/// The last hundred exchanges with the services; questions to the world itself are no exchanges of the app.
struct ExchangeLog: Equatable, Sendable {
  static let limit = 100

  fileprivate(set) var exchanges: [Exchange] = []

  mutating func begin(id: Int, service: Service, revision: Int, at now: Instant) {
    guard service != .world else { return }
    if exchanges.count == Self.limit { exchanges.removeFirst() }
    exchanges.append(Exchange(id: id, service: service, revision: revision, began: now))
  }

  mutating func end(_ id: Int, _ ending: Exchange.Ending, fate: Exchange.Fate, at now: Instant) {
    guard let index = exchanges.lastIndex(where: { $0.id == id }), exchanges[index].ending == nil else { return }
    exchanges[index].ending = ending
    exchanges[index].fate = fate
    exchanges[index].duration = now.since(exchanges[index].began)
  }
}

extension ExchangeLog {
  /// An answer that counted when it came turned out to change nothing.
  mutating func discard(_ id: Int) {
    guard let index = exchanges.lastIndex(where: { $0.id == id }), exchanges[index].fate == .used else { return }
    exchanges[index].fate = .discarded
  }
}

extension Exchange.Ending {
  /// What an answer looks like in the log: the body is kept only as an excerpt, and only of an error.
  init(_ answer: Answer) {
    switch answer {
    case .response(let response):
      self = .status(response.status, excerpt: response.status == 200 ? "" : ServiceFailure.excerpt(response.body))
    case .failure:
      self = .failure(ServiceFailure(answer).code)
    }
  }
}
