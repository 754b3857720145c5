extension Catalogue {
  static let last = OptionDeclaration(
    "last", value: "N", .integer(1...Int.max), summary: "only the newest N, in order")

  static let eventCommands: [CommandEntry] = [
    CommandEntry(
      "events", .events, "lists what was tracked, with its delivery",
      forms: [CommandForm([], options: [last]) { input in .events(last: input.integer(option: "last")) }],
      details: [
        "Delivery is queued, held (never uploaded), sent, processed (the embedded service took it in), parked (kept "
          + "after a refusal, not sent again unasked: `outbox send`) or dropped (given up for good)."
      ],
      examples: ["events", "events --last 3"]),
    CommandEntry(
      "suppressed", .events, "lists what was not tracked, and why", forms: [CommandForm { _ in .suppressed }],
      details: ["The reasons are deduplicated, notAssigned, override and flagsOff."], examples: ["suppressed"]),
    CommandEntry(
      "flush", .events, "asks for upload of the waiting events", startsWork: true,
      forms: [CommandForm { _ in .flush }],
      details: [
        "It names the device id to look for. A flush asks for upload; it proves no ingestion. Live, a failed upload is "
          + "tried again by itself after a pause; a flush tries now. Without --send it uploads nothing and says so."
      ],
      examples: ["flush"]),
    CommandEntry(
      "profile", .events, "shows a device's events as the service processed them (embedded world)", startsWork: true,
      forms: [
        CommandForm([ArgumentDeclaration("DEVICE_ID", .deviceId, optional: true, "another device than the current one")]
        ) {
          input in .profile(deviceId: input.optionalText(0))
        }
      ],
      details: ["Events that are not uploaded yet are counted, not listed: `flush` sends them."],
      examples: ["profile", "profile 5C0FFEE0-0000-4000-8000-000000000001"]),
    CommandEntry(
      "experiment", .events, "shows what an experiment's analysis has and what it lacks (embedded world)",
      startsWork: true,
      forms: [
        CommandForm([ArgumentDeclaration("KEY", .flagKey, optional: true, "the experiment's flag key")]) { input in
          .experiment(key: input.optionalText(0))
        }
      ],
      details: [
        "Exposure event, primary metric, draft or started, and for each variant the users with a processed exposure "
          + "and those who exported after it. The traffic is synthetic: it has no significance and no winner."
      ],
      examples: ["experiment", "experiment report-layout"]),
    CommandEntry(
      "requests", .events, "lists each exchange with the services",
      forms: [CommandForm([], options: [last]) { input in .requests(last: input.integer(option: "last")) }],
      details: [
        "Service, status or error, duration, revision, whether the answer was used or discarded, and the beginning of "
          + "an error's body. Keys are never shown."
      ],
      examples: ["requests", "requests --last 5"]),
  ]
}
