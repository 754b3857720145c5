/// The commands that have begun and not ended, in the order in which they began.
///
/// Each is found by what it awaits, and the question whose end has come looks only at the kinds whose end can have come:
/// an input costs what it ends, not what is under way.
struct OperationTable: Equatable, Sendable {
  /// What exactly one operation may wait for.
  enum Key: Hashable, Sendable {
    case timer(Int)
    case request(Int)
    case fetch(Int)
    case job(Int)
  }

  private struct Upload: Equatable, Sendable {
    var command: Int
    var through: Int
  }

  private var operations = NumberedList<Operation>()
  private var owners: [Key: Int] = [:]
  /// The command in the foreground.
  private var foregroundCommand: Int?
  /// By kind, in order; commands that were removed meanwhile are passed over.
  private var settling: [Int] = []
  private var uploading: [Upload] = []
  private var lowestUpload = Int.max
  private var waiting: [Int] = []
  /// How many operations wait for an upload.
  private(set) var uploadCount = 0

  var isEmpty: Bool { operations.isEmpty }
  var count: Int { operations.count }
  var all: [Operation] { Array(operations.elements) }
  /// What the shell waits for; nil when every operation is a job.
  var foreground: Operation? { foregroundCommand.flatMap { operations[$0] } }
  /// Whether any operation waits for the end of jobs.
  var awaitsJobs: Bool { !waiting.isEmpty }

  subscript(key: Key) -> Operation? { owners[key].flatMap { operations[$0] } }

  mutating func append(_ operation: Operation) {
    let command = operation.command
    operations.append(operation, number: command)
    if operation.job == nil { foregroundCommand = command }
    for key in Self.keys(of: operation) { owners[key] = command }
    switch operation.awaited {
    case .settlement: settling.append(command)
    case .upload(let through):
      uploading.append(Upload(command: command, through: through))
      lowestUpload = min(lowestUpload, through)
      uploadCount += 1
    case .allJobs, .job: waiting.append(command)
    case .world, .decisions, .duration: break
    }
  }

  /// Takes out the one that waits for this.
  mutating func remove(_ key: Key) -> Operation? { owners[key].flatMap { remove(command: $0) } }

  @discardableResult
  mutating func remove(command: Int) -> Operation? {
    guard let operation = operations.remove(command) else { return nil }
    if foregroundCommand == command { foregroundCommand = nil }
    for key in Self.keys(of: operation) { owners[key] = nil }
    switch operation.awaited {
    case .upload: uploadCount -= 1
    case .allJobs, .job: waiting.removeAll { $0 == command }
    case .settlement, .world, .decisions, .duration: break
    }
    return operation
  }

  // MARK: Whose end has come

  /// The commands that wait for a revision to settle; asked when it has.
  mutating func takeSettling() -> [Int] {
    defer { settling = [] }
    return settling.filter { operations[$0] != nil }
  }

  /// The commands whose upload is settled. What holds for one number of events holds for every smaller one.
  mutating func takeUploaded(_ isSettled: (_ through: Int) -> Bool) -> [Int] {
    guard !uploading.isEmpty, isSettled(lowestUpload) else { return [] }
    let ended = uploading.filter { isSettled($0.through) }.map(\.command)
    uploading.removeAll { isSettled($0.through) || operations[$0.command] == nil }
    lowestUpload = uploading.reduce(Int.max) { min($0, $1.through) }
    return ended.filter { operations[$0] != nil }
  }

  /// The first command, older than `limit` when given, that waits for jobs which have all ended.
  func firstWait(before limit: Int?, where hasEnded: (Operation.Awaited) -> Bool) -> Int? {
    waiting.first { command in
      guard command < limit ?? .max, let operation = operations[command] else { return false }
      return hasEnded(operation.awaited)
    }
  }

  private static func keys(of operation: Operation) -> [Key] {
    var keys: [Key] = []
    switch operation.awaited {
    case .duration(let timer): keys.append(.timer(timer))
    case .world(let request, _): keys.append(.request(request))
    case .decisions(let fetch): keys.append(.fetch(fetch))
    case .settlement, .upload, .allJobs, .job: break
    }
    if let job = operation.job { keys.append(.job(job)) }
    return keys
  }
}
