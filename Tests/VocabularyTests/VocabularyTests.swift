import Testing
import TextFormats
import Vocabulary

@Suite("The words of the field")
struct VocabularyTests {
  /// The order of product.md section 2, most severe first.
  private let bySeverity: [Int32] = [70, 143, 130, 6, 5, 3, 2, 4, 1, 0]

  @Test func theMoreSevereStatusIsReported() {
    for (index, code) in bySeverity.enumerated() {
      for milder in bySeverity[index...] {
        let (one, other) = (Vocabulary.ExitStatus(rawValue: code), Vocabulary.ExitStatus(rawValue: milder))
        guard let one, let other else {
          Issue.record("no status \(code) or \(milder)")
          continue
        }
        #expect(one.worse(other) == one)
        #expect(other.worse(one) == one)
      }
    }
    #expect(Vocabulary.ExitStatus.allCases.count == bySeverity.count)
  }

  @Test(
    "Only two values ask for a layout",
    arguments: [
      ("control", Layout.compact), ("expanded", .expanded), ("compact", nil), ("Control", nil), ("expanded ", nil),
      ("", nil), ("expande\u{301}d", nil),
    ] as [(String, Layout?)])
  func layouts(value: String, layout: Layout?) {
    #expect(Layout(variantValue: value) == layout)
    if let layout { #expect(layout.variantValue == value) }
  }

  @Test func noValueAsksForNoLayout() { #expect(Layout(variantValue: nil) == nil) }

  @Test func aMomentPastTheEndOfTimeIsTheEndOfTime() {
    let end = Instant(microseconds: .max)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(Instant.start.advanced(by: .milliseconds(250)).microseconds == 250_000)
    #expect(Instant(microseconds: 700).since(Instant(microseconds: 200)) == Span(microseconds: 500))
    #expect(Span.milliseconds(1_000) == .seconds(1))
  }

  @Test func anExposureNamesTheKeyElseTheValue() {
    #expect(Variant(key: "treatment", value: "expanded").exposureName == "treatment")
    #expect(Variant(value: "expanded").exposureName == "expanded")
    #expect(Variant().exposureName == nil)
  }

  @Test func aVariantsDocumentLeavesOutWhatIsNotThere() {
    #expect(Variant().document == .object(JSONObject()))
    #expect(
      Variant(key: "a", value: "b", payload: [1], metadata: JSONObject(), experimentKey: "e").document
        == ["expKey": "e", "key": "a", "metadata": .object(JSONObject()), "payload": [1], "value": "b"])
  }

  @Test func identitiesAreComparedByBothIdsScalarByScalar() {
    let one = Identity(userId: "caf\u{e9}", deviceId: "d")
    #expect(
      one.hasSameIds(
        as: Identity(
          userId: "caf\u{e9}", deviceId: "d",
          properties: JSONObject(members: [
            JSONMember("a", 1)
          ]))))
    #expect(!one.hasSameIds(as: Identity(userId: "cafe\u{301}", deviceId: "d")))
    #expect(!one.hasSameIds(as: Identity(userId: nil, deviceId: "d")))
    #expect(!one.hasSameIds(as: Identity(userId: "caf\u{e9}", deviceId: "D")))
    #expect(Identity(deviceId: "d").hasSameIds(as: Identity(deviceId: "d")))
  }

  @Test("Fetch failures are told from answers that assign nothing")
  func reasons() {
    #expect(FallbackReason.allCases.filter(\.isFetchFailure) == [.fetchFailed, .timeout, .cancelled])
    #expect(
      FallbackReason.allCases.map(\.rawValue) == [
        "fetchFailed", "timeout", "cancelled", "absent", "noValue", "unknownValue", "defaultVariant",
      ])
  }
}
