/// The kinds of records between header and footer; raw values are the words in the file.
package enum RecordKind: String, CaseIterable, Sendable {
  // In the order of their words, which is the order of the footer's counts.
  case answer
  case cancelRequest
  case cancelTimer
  case command
  case interrupt
  case leave
  case ledger
  case notice
  case outbox
  case outboxFailed
  case outboxFound
  case outcome
  case request
  case startTimer
  case timer

  /// Whether such a record went into the session (all others came out of it).
  package var isInput: Bool {
    switch self {
    case .answer, .command, .interrupt, .leave, .outboxFailed, .outboxFound, .timer: true
    case .cancelRequest, .cancelTimer, .ledger, .notice, .outbox, .outcome, .request, .startTimer: false
    }
  }
}

/// How many records of each kind a session has.
package struct RecordCounts: Equatable, Sendable {
  private var numbers = [Int](repeating: 0, count: RecordKind.allCases.count)

  package init() {}

  package subscript(kind: RecordKind) -> Int {
    get { numbers[Self.place(of: kind)] }
    set { numbers[Self.place(of: kind)] = newValue }
  }

  /// All records together.
  package var total: Int { numbers.reduce(0, +) }

  private static func place(of kind: RecordKind) -> Int {
    switch kind {
    case .answer: 0
    case .cancelRequest: 1
    case .cancelTimer: 2
    case .command: 3
    case .interrupt: 4
    case .leave: 5
    case .ledger: 6
    case .notice: 7
    case .outbox: 8
    case .outboxFailed: 9
    case .outboxFound: 10
    case .outcome: 11
    case .request: 12
    case .startTimer: 13
    case .timer: 14
    }
  }
}
