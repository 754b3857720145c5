/// A stack whose top part can be moved out as an array of exactly its size: one allocation per array, no regrowth.
struct ScratchStack<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 32) {
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
  }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  /// The element at an index below `count`; the caller's business to keep it so.
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return storage[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &storage[index]
    }
  }

  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (storage + count).initialize(to: element)
    count += 1
  }

  /// Moves everything from `start` up out of the stack.
  @inline(__always)
  mutating func take(from start: Int) -> [Element] {
    precondition(start >= 0 && start <= count)
    let taken = count - start
    guard taken > 0 else { return [] }
    let source = storage + start
    count = start
    return Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: source, count: taken)
      initialized = taken
    }
  }

  mutating func removeLast() { removeAll(from: count - 1) }

  mutating func removeAll(from start: Int) {
    precondition(start >= 0 && start <= count)
    (storage + start).deinitialize(count: count - start)
    count = start
  }

  /// Lends everything from `start` up.
  func withElements<Result>(from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    precondition(start >= 0 && start <= count)
    return body(UnsafeBufferPointer(start: storage + start, count: count - start))
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = larger
    capacity *= 2
  }
}
