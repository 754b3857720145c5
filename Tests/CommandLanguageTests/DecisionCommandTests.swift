import CommandLanguage
import Testing
import TextFormats
import Vocabulary

@Suite struct DecisionCommandTests {
  private func fetch(_ text: String) throws -> FetchDecisions? {
    guard case .fetchDecisions(let wanted) = try command(text) else { return nil }
    return wanted
  }

  @Test func consentIsShownOrSet() throws {
    #expect(try command("consent") == .consent)
    #expect(try command("consent opt-in") == .setConsent(.optIn))
    #expect(try command("consent opt-out") == .setConsent(.optOut))
    #expect(fault("consent pending").code == "badArgument")
    #expect(fault("consent optin").hint?.contains("opt-in") == true)
  }

  @Test func aFetchTakesWhatTheAppCallTakes() throws {
    let wanted = try #require(
      try fetch(
        "fetch-decisions homeHero product_recs --anchor SKU-3 --anchor-dmo ssot__GoodsProduct__dlm "
          + "--attribute category=tents --timeout 10s --split --require-content"))
    #expect(wanted.points == ["homeHero", "product_recs"])
    #expect(wanted.anchor == Anchor(id: "SKU-3", type: "ssot__GoodsProduct__dlm"))
    #expect(wanted.attributes == [ContextualAttribute(name: "category", value: "tents")])
    #expect(wanted.timeout == .seconds(10))
    #expect(wanted.isSplit)
    #expect(wanted.requiresContent)
  }

  @Test func namesStayAsTheyAreTyped() throws {
    #expect(try fetch("fetch-decisions ' homeHero' '' \"\"")?.points == [" homeHero", "", ""])
    #expect(fault("fetch-decisions").code == "missingArgument")
  }

  @Test func bothNamesOfAnAnchorTypeMayBeGivenWhenTheyAgree() throws {
    let same = try fetch("fetch-decisions p --anchor a --anchor-type T --anchor-dmo T")
    #expect(same?.anchor == Anchor(id: "a", type: "T"))
    #expect(fault("fetch-decisions p --anchor a --anchor-type T --anchor-dmo t").code == "conflictingOptions")
  }

  @Test(arguments: ["--anchor-type T", "--anchor-dmo T", "--anchor ''", "--anchor ' '"])
  func aTypeNeedsAnAnchorThatIsNotBlank(options: String) {
    #expect(["missingValue", "badArgument"].contains(fault("fetch-decisions p \(options)").code))
  }

  @Test func typesAreNeverGuessed() throws {
    let cases: [(String, JSONValue)] = [
      ("--attribute a=007", "007"), ("--attribute a=", ""), ("--attribute a=true", "true"),
      ("--attribute a=b=c", "b=c"), ("--attribute-int a=-7", -7),
      ("--attribute-int a=9223372036854775807", 9_223_372_036_854_775_807),
      ("--attribute-double a=249.5", .number("249.5")), ("--attribute-double a=1e3", .number("1000.0")),
      ("--attribute-double a=2", .number("2.0")), ("--attribute-double a=0.1", .number("0.1")),
      ("--attribute-bool a=true", true), ("--attribute-bool a=false", false),
      ("--attribute-date a=2026-03-01", "2026-03-01"),
      ("--attribute-date a=2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000Z"),
      ("--attribute-date a=2026-03-01T01:30:00.5+01:30", "2026-03-01T00:00:00.500Z"),
    ]
    for (options, value) in cases {
      #expect(
        try fetch("fetch-decisions p \(options)")?.attributes == [ContextualAttribute(name: "a", value: value)],
        "\(options)")
    }
  }

  @Test(
    arguments: [
      "--attribute a", "--attribute-int a=1.0", "--attribute-int a=", "--attribute-int a=+1", "--attribute-int 'a= 1'",
      "--attribute-int a=9223372036854775808", "--attribute-double a=nan", "--attribute-double a=inf",
      "--attribute-double a=1e999", "--attribute-double a=0x1p3", "--attribute-double a=", "--attribute-double a=1,5",
      "--attribute-bool a=yes", "--attribute-bool a=True", "--attribute-bool a=1", "--attribute-date a=2026-02-30",
      "--attribute-date a=yesterday", "--attribute-date a=2026-03-01T00:00:00.0001Z", "--timeout 10", "--timeout nan",
      "--timeout -1s",
    ])
  func aValueThatDoesNotParseIsAUsageError(options: String) {
    let fault = fault("fetch-decisions p \(options)")
    #expect(fault.code == "badArgument")
    #expect(fault.hint != nil)
  }

  @Test func attributesKeepTheirOrderAcrossTypes() throws {
    let wanted = try fetch(
      "fetch-decisions p --attribute-int b=1 --attribute a=x --attribute-bool c=true --attribute a=y")
    #expect(wanted?.attributes.map(\.name) == ["b", "a", "c", "a"])
  }

  @Test func reservedNamesAreRefusedWithTheRightOption() {
    #expect(fault("fetch-decisions p --attribute anchorId=SKU-1").hint?.contains("--anchor ID") == true)
    #expect(fault("fetch-decisions p --attribute anchorID=SKU-1").hint?.contains("--anchor ID") == true)
    #expect(fault("fetch-decisions p --attribute anchorType=T").hint?.contains("--anchor-type TYPE") == true)
    #expect(fault("fetch-decisions p --attribute individualId=x").hint?.contains("identity --device-id") == true)
    #expect(fault("fetch-decisions p --attribute-int dataspace=1").hint?.contains("PERSONALIZATION_DATASPACE") == true)
    for name in ["channel", "channelContext", "requestUrl", "utm_source", "p13n_sys_requestTimeZone"] {
      #expect(fault("fetch-decisions p --attribute \(name)=x").code == "badArgument", "\(name)")
    }
  }

  @Test(arguments: ["locale", "pageType", "interaction"])
  func someNamesOfTheClientMayBeSet(name: String) throws {
    #expect(try fetch("fetch-decisions p --attribute \(name)=x")?.attributes.map(\.name) == [name])
  }

  @Test func decisionsTakeAPointAndAPath() throws {
    #expect(try command("decisions") == .decisions(point: nil, path: nil))
    #expect(try command("decisions homeHero") == .decisions(point: "homeHero", path: nil))
    guard case .decisions("homeHero", let path?) = try command("decisions homeHero attributes.Header") else {
      Issue.record("no path")
      return
    }
    #expect(path.text == "attributes.Header")
    #expect(fault("decisions homeHero data[").code == "badArgument")
  }

  @Test func engagingNamesWhatHappenedAndWhere() throws {
    #expect(try command("engage view homeHero") == .engage(.view, point: "homeHero", index: nil))
    #expect(try command("engage click product_recs 0") == .engage(.click, point: "product_recs", index: 0))
    #expect(fault("engage tap homeHero").code == "badArgument")
    #expect(fault("engage click product_recs -1").code == "badArgument")
    #expect(fault("engage click").code == "missingArgument")
  }

  @Test func pointsAndOptionsAreCompleted() {
    var vocabulary = CompletionVocabulary()
    vocabulary.pointNames = ["homeHero", "product_recs"]
    let offers = { (line: String) in
      Completion.complete(line: line, cursorScalars: line.unicodeScalars.count, vocabulary: vocabulary)
        .candidates.map(\.text)
    }
    #expect(offers("fetch-decisions h") == ["homeHero"])
    #expect(offers("fetch-decisions homeHero p") == ["product_recs"])
    #expect(offers("decisions ") == ["homeHero", "product_recs"])
    #expect(offers("engage ") == ["view", "click"])
    #expect(offers("engage view p") == ["product_recs"])
    #expect(offers("consent opt-o") == ["opt-out"])
    #expect(offers("fetch-decisions p --attribute-d") == ["--attribute-double", "--attribute-date"])
    #expect(offers("expect decis") == ["decisions"])
  }

  @Test func thereIsAPageAboutDecisions() throws {
    let page = try #require(Help.text(topic: "decisions"))
    #expect(page.contains("decisions [POINT [PATH]]"))
    #expect(page.contains("requestInvalid"))
    #expect(Help.text(topic: "expect")?.contains("VALUE is read by the kind of what is found") == true)
  }
}
