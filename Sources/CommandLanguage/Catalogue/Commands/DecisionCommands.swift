import TextFormats
import Vocabulary

extension Catalogue {
  static let decisionCommands: [CommandEntry] = [
    CommandEntry(
      "consent", .decisions, "shows or sets the consent for personalization",
      forms: [
        CommandForm([
          ArgumentDeclaration(
            "opt-in|opt-out", .word([Consent.optIn.word, Consent.optOut.word]), optional: true,
            "allow or forbid requests for decisions")
        ]) { input in
          switch input.optionalText(0) {
          case Consent.optIn.word: .setConsent(.optIn)
          case Consent.optOut.word: .setConsent(.optOut)
          default: .consent
          }
        }
      ],
      details: [
        "A session starts with the consent pending, whatever a configuration says: without opt-in no request for "
          + "decisions is made and no engagement is noted.",
        "A change marks what was shown as stale and fetches nothing. Opting out also gives up the fetches in flight.",
      ],
      examples: ["consent", "consent opt-in", "consent opt-out"]),
    fetchDecisions,
    CommandEntry(
      "decisions", .decisions, "shows what the last answers brought, by point",
      forms: [
        CommandForm([
          ArgumentDeclaration("POINT", .pointName, optional: true, "a point that was asked for"),
          ArgumentDeclaration(
            "PATH", .decisionPath, optional: true, "one thing in it, such as attributes.Header or data[0]"),
        ]) { (input) throws(CommandFault) in
          .decisions(point: input.optionalText(0), path: try input.path(1))
        }
      ],
      details: ["PATH is read as `expect` reads it, from the member `decisions.POINT` of the session document on."],
      examples: ["decisions", "decisions homeHero", "decisions homeHero attributes.Header"]),
    CommandEntry(
      "engage", .decisions, "notes that something a decision brought was seen or clicked",
      forms: [
        CommandForm([
          ArgumentDeclaration("view|click", .word(EngagementAction.allCases.map(\.rawValue)), "what happened"),
          ArgumentDeclaration("POINT", .pointName, "a point whose decision was shown"),
          ArgumentDeclaration(
            "INDEX", .integer(0...Int.max), optional: true, "the item, as it was numbered when it was shown"),
        ]) { (input) throws(CommandFault) in
          let action = EngagementAction(rawValue: try input.text(0))
          return .engage(
            try input.required(action, 0), point: try input.text(1), index: input.optionalInteger(2))
        }
      ],
      details: [
        "The event carries the personalization id of what was last shown, and as content id the item's, or without "
          + "INDEX the personalization id once more. It stands in the ledger as held: it is no analytics event, is "
          + "never uploaded, and goes to the file of --events-out if there is one.",
        "Refused without opt-in, for an item that was not shown, and for decisions that are stale.",
      ],
      examples: ["engage view homeHero", "engage click product_recs 0"]),
  ]

  private static let fetchDecisions = CommandEntry(
    "fetch-decisions", .decisions, "fetches personalization decisions for points", startsWork: true,
    forms: [
      CommandForm(
        [ArgumentDeclaration("POINT", .pointName, repeats: true, "a point's API name, not its label")],
        options: [
          OptionDeclaration("anchor", value: "ID", .anchor, summary: "the item that the person looks at"),
          OptionDeclaration(
            "anchor-type", value: "TYPE", .anchor,
            summary: "its kind: a data model object's API name, sent as typed, or an item type such as Product"),
          OptionDeclaration("anchor-dmo", value: "TYPE", .anchor, summary: "the older name of --anchor-type"),
        ] + AttributeType.allCases.map(attributeOption) + [
          OptionDeclaration(
            "timeout", value: "DURATION", .duration, summary: "the time for everything, 10s unless said"),
          OptionDeclaration("split", summary: "one request for each point; every point costs one decision either way"),
          OptionDeclaration("require-content", summary: "fail when a point has nothing to show"),
        ]
      ) { (input) throws(CommandFault) in
        .fetchDecisions(
          FetchDecisions(
            points: input.arguments.compactMap { if case .text(let text) = $0 { text } else { nil } },
            anchor: try anchor(input), attributes: try input.attributes(), timeout: input.span(option: "timeout"),
            isSplit: input.has("split"), requiresContent: input.has("require-content")))
      }
    ],
    details: [
      "Names are trimmed, empty ones dropped, repeated ones asked for once. All points of a command share one request "
        + "and one context, and must use the same data graph: with --split they need not.",
      "Each point ends as content, empty or missing; none of them fails unless --require-content says so. "
        + "`help decisions` has the errors and what a missing point can mean.",
    ],
    examples: [
      "fetch-decisions homeHero product_recs",
      "fetch-decisions product_recs --anchor SKU-3 --anchor-type Product",
      "fetch-decisions product_recs --attribute category=tents --timeout 3s",
      "fetch-decisions product_recs --attribute-double maxPrice=249.5",
    ])

  private static func attributeOption(_ type: AttributeType) -> OptionDeclaration {
    let (value, summary) =
      switch type {
      case .text: ("TEXT", "a contextual attribute; 007 stays the text 007")
      case .int: ("N", "one that is a whole number")
      case .double: ("NUMBER", "one that is a number with a fraction")
      case .bool: ("true|false", "one that is true or false")
      case .date: ("DATE", "one that is a day, or a moment in any offset (sent in UTC)")
      }
    return OptionDeclaration(
      type.option, value: "NAME=" + value, .attribute(type), isRepeatable: true, summary: summary)
  }

  private static func anchor(_ input: CommandInput) throws(CommandFault) -> Anchor? {
    let type = input.text(option: "anchor-type")
    let older = input.text(option: "anchor-dmo")
    if let type, let older, !type.isExactly(older) {
      throw CommandFault(
        .conflictingOptions, "--anchor-type and --anchor-dmo name different types",
        at: input.word(option: "anchor-dmo")?.offset, hint: "they are the same option: give one of them")
    }
    guard let id = input.text(option: "anchor") else {
      if type != nil || older != nil {
        let name = type != nil ? "anchor-type" : "anchor-dmo"
        throw CommandFault(
          .missingValue, "--\(name) needs an anchor", at: input.word(option: name)?.offset, hint: "add --anchor ID")
      }
      return nil
    }
    return Anchor(id: id, type: type ?? older)
  }
}
