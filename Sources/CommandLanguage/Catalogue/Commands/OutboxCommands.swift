extension Catalogue {
  private static let insertIds = ArgumentDeclaration(
    "INSERT_ID", .insertId, optional: true, repeats: true, "an event's insert id, as `outbox list` shows it")

  /// Undelivered events of this and earlier live sessions (product.md section 3).
  static let outbox = CommandEntry(
    "outbox", .events, "lists, sends or discards undelivered events of this and earlier live sessions",
    startsWork: true, forms: [CommandForm { _ in .outbox(.list) }],
    details: [
      "With --live --send an event is on disk before it counts as tracked, and leaves only when the service has taken "
        + "it. What an earlier session could not deliver goes first. Alone it lists."
    ],
    examples: ["outbox"],
    subcommands: [
      CommandEntry(
        "outbox list", .events, "lists undelivered events, with their state",
        forms: [CommandForm { _ in .outbox(.list) }],
        details: ["The state is queued, or parked after a refusal, with the reason."], examples: ["outbox list"]),
      CommandEntry(
        "outbox send", .events, "sends undelivered events, parked ones too", startsWork: true,
        forms: [
          CommandForm([insertIds]) { input in .outbox(.send(insertIds: input.texts)) }
        ],
        details: [
          "With insert ids only those of the parked events wait again. Events go in their order, so everything before "
            + "them goes as well. Refused where nothing is sent."
        ],
        examples: ["outbox send"]),
      CommandEntry(
        "outbox discard", .events, "forgets undelivered events for good, without asking",
        forms: [
          CommandForm([insertIds]) { input in .outbox(.discard(insertIds: input.texts)) }
        ],
        details: ["It says which. An event on its way to the service cannot be called back."],
        examples: ["outbox discard", "outbox discard 5C0FFEE0-0000-4000-8000-000000000001"]),
    ])
}
