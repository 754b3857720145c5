/// What the report computes from its daily numbers (product.md rule 10).
package struct ReportFigures: Equatable, Sendable {
  static let dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  package let days: Int
  package let total: Int
  /// Per day, rounded half up.
  package let average: Int
  /// The first of the busiest days; nil without days.
  package let mostActiveDay: String?

  /// Takes daily numbers, Monday first; a number that would overflow the total counts up to the limit.
  package init(daily: [Int]) {
    days = daily.count
    total = daily.reduce(0) { sum, number in
      let (next, overflow) = sum.addingReportingOverflow(number)
      return overflow ? Int.max : next
    }
    average = daily.isEmpty ? 0 : total / daily.count + (total % daily.count * 2 >= daily.count ? 1 : 0)
    if let most = daily.max(), let index = daily.firstIndex(of: most), index < Self.dayNames.count {
      mostActiveDay = Self.dayNames[index]
    } else {
      mostActiveDay = nil
    }
  }
}
