import CWaiting
import LineEditing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that goes on while somebody waits for something else: the transfers of a live world.
protocol Transfers: AnyObject {
  /// What to wait for, beside everything else.
  func entries() -> [cwaiting_entry]
  /// After this time, in microseconds, `drive` is to be called whatever has come; negative without such a time.
  var microsecondsLeft: Int64 { get }
  /// Goes on, with the entries as the wait left them.
  func drive(_ entries: ArraySlice<cwaiting_entry>)
}

/// Which signals have come: a C handler writes them to a pipe, this object reads it (design.md, "One thread").
final class SignalWatch {
  /// SIGTERM or SIGHUP: the process has to end; the first of them counts.
  private(set) var termination: Int32?
  private var interrupts = 0

  /// Signals that end a process make it leave in good order instead.
  func installForBatch() { _ = cwaiting_install_batch() }

  /// The same, and changes of the terminal's size or of its foreground are noticed.
  func installForTerminal() { _ = cwaiting_install_interactive() }

  /// Whether Ctrl-C or a request to end has come; an interrupt is taken by asking.
  func takeInterrupt() -> Bool {
    look()
    guard interrupts > 0 else { return termination != nil }
    interrupts = 0
    return true
  }

  /// Whether a signal asks for the end of a batch run.
  var endsBatch: Int32? {
    look()
    if let termination { return termination }
    return interrupts > 0 ? SIGINT : nil
  }

  private var others: [Int32] = []

  /// Asked before every command, so it makes no system call unless a signal has come.
  private func look() {
    if cwaiting_signal_came() { drain() }
  }

  private func drain() {
    var numbers = [Int32](repeating: 0, count: 16)
    while true {
      let count = cwaiting_drain(&numbers, numbers.count)
      for number in numbers[..<count] { take(number) }
      if count < numbers.count { return }
    }
  }

  private func take(_ number: Int32) {
    switch number {
    case SIGINT: interrupts += 1
    case SIGTERM, SIGHUP: termination = termination ?? number
    default: others.append(number)
    }
  }

  /// What is driven by every wait.
  var transfers: (any Transfers)?
  /// Called after every wait that has driven transfers.
  var onProgress: () -> Void = {}

  /// The moment of the monotonic clock, in microseconds, at which waiting for input is given up (`--limit`).
  var deadline: Int64?

  /// Whether waiting for input was given up.
  private(set) var isOvertime = false

  /// Waits until the descriptor can be read or a signal comes, at most this long (microseconds; negative is for ever).
  func wait(for descriptor: Int32, microseconds: Int64 = -1) -> Happening {
    if let signal = nextForReader() { return .signal(signal) }
    var entries = [
      cwaiting_entry(descriptor: descriptor, wanted: Int32(CWAITING_READABLE), ready: 0),
      cwaiting_entry(descriptor: cwaiting_wake_descriptor(), wanted: Int32(CWAITING_READABLE), ready: 0),
    ]
    let fixed = entries.count
    var patience = microseconds
    if let transfers {
      entries += transfers.entries()
      let left = transfers.microsecondsLeft
      if left >= 0 { patience = patience < 0 ? left : min(patience, left) }
    }
    if let deadline {
      let left = max(0, deadline - cwaiting_now())
      patience = patience < 0 ? left : min(patience, left)
    }
    let ready = cwaiting_wait(&entries, entries.count, patience)
    if let transfers {
      transfers.drive(entries[fixed...])
      onProgress()
    }
    if ready == 0, let deadline, cwaiting_now() >= deadline {
      isOvertime = true
      return .signal(SIGALRM)
    }
    // A signal that came while the wait returned is older than what the terminal holds: Ctrl-C and the keys behind it.
    if let signal = nextForReader() { return .signal(signal) }
    return entries[0].ready != 0 ? .terminalReady : .none
  }

  /// A signal that whoever reads lines has to know of, oldest kind first.
  private func nextForReader() -> Int32? {
    drain()
    if let termination { return termination }
    if interrupts > 0 { return SIGINT }
    return others.isEmpty ? nil : others.removeFirst()
  }

  /// Forgets an interrupt that a reader has dealt with.
  func forgetInterrupt() { interrupts = 0 }
}
