/// The order in which flags are evaluated: dependencies first (evaluation.md 13). Iterative, so that a long chain of
/// dependencies costs no stack.
struct DependencyOrder {
  /// For each flag, the numbers of the flags that it depends on, in order; unknown ones are left out.
  let dependencies: [[Int]]

  private enum Mark {
    case waiting
    case onPath
    case placed
  }

  struct Cycle: Error {
    /// The flags of the cycle, the first again at the end.
    let flags: [Int]
  }

  /// The wanted flags with what they depend on, in order of evaluation.
  func order(of wanted: some Sequence<Int>) throws(Cycle) -> [Int] {
    var marks = Array(repeating: Mark.waiting, count: dependencies.count)
    var order: [Int] = []
    var path: [(flag: Int, next: Int)] = []
    for start in wanted where marks[start] == .waiting {
      path.append((start, 0))
      marks[start] = .onPath
      while let (flag, next) = path.last {
        guard next < dependencies[flag].count else {
          marks[flag] = .placed
          order.append(flag)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let dependency = dependencies[flag][next]
        switch marks[dependency] {
        case .placed: break
        case .waiting:
          marks[dependency] = .onPath
          path.append((dependency, 0))
        case .onPath:
          let cycle = path.map(\.flag).drop { $0 != dependency }
          throw Cycle(flags: cycle + [dependency])
        }
      }
    }
    return order
  }
}
