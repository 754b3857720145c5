import Testing
import Vocabulary

@Suite("Moments of the calendar")
struct CalendarMomentTests {
  /// Computed with another language's calendar.
  static let table: [(milliseconds: Int64, text: String)] = [
    (1_772_323_200_000, "2026-03-01T00:00:00.000Z"), (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (951_827_415_250, "2000-02-29T12:30:15.250Z"),
    (-2_203_891_199_999, "1900-03-01T00:00:00.001Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (-11_670_976_371_991, "1600-02-29T06:07:08.009Z"),
  ]

  @Test("Known moments are written and read", arguments: table)
  func known(milliseconds: Int64, text: String) throws {
    #expect(CalendarMoment.text(milliseconds: milliseconds) == text)
    #expect(try CalendarMoment.parse(text) == .moment(milliseconds))
  }

  @Test(
    "Offsets and short fractions name the same moment",
    arguments: [
      "2026-03-01T00:00:00Z", "2026-03-01T01:00:00+01:00", "2026-02-28T19:00:00.0-05:00", "2026-03-01T00:00:00.000000Z",
    ])
  func sameMoment(text: String) throws { #expect(try CalendarMoment.parse(text) == .moment(1_772_323_200_000)) }

  @Test("A day is a day") func day() throws { #expect(try CalendarMoment.parse("2024-02-29") == .day) }

  @Test(
    "Everything else is refused",
    arguments: [
      ("", .notAMoment), ("2026-3-1", .notAMoment), ("2026-03-01T00:00", .notAMoment),
      ("2026-03-01T00:00:00", .notAMoment),
      ("2026-03-01 00:00:00Z", .notAMoment), ("2026-03-01T00:00:00.Z", .notAMoment),
      ("2026-03-01T00:00:00Zz", .notAMoment),
      ("٢٠٢٦-03-01", .notAMoment), ("2026-02-29", .outOfRange), ("2026-13-01", .outOfRange),
      ("2026-00-01", .outOfRange),
      ("2026-04-31", .outOfRange), ("2026-03-01T24:00:00Z", .outOfRange), ("2026-03-01T00:60:00Z", .outOfRange),
      ("2026-03-01T00:00:60Z", .outOfRange), ("2026-03-01T00:00:00+24:00", .outOfRange),
      ("0000-01-01T00:00:00+01:00", .outOfRange), ("2026-03-01T00:00:00.0001Z", .tooFine),
    ] as [(String, CalendarMoment.Fault)])
  func refused(text: String, fault: CalendarMoment.Fault) {
    #expect(throws: fault) { try CalendarMoment.parse(text) }
  }
}
