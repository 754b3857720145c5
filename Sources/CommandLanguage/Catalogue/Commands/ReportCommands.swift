extension Catalogue {
  static let reportCommands: [CommandEntry] = [
    CommandEntry(
      "open", .report, "shows the report that this identity would see", startsWork: true,
      forms: [CommandForm { _ in .open }],
      details: [
        "The first `open` of a session fetches first and waits, as the app does at its start. Each appearance tracks "
          + "Report Previewed, and before it the exposure when the layout is assigned and was not exposed for this "
          + "identity already. An open report is printed again and tracks nothing. Refused while flags load."
      ],
      examples: ["open", "! open"]),
    CommandEntry(
      "close", .report, "hides the report", forms: [CommandForm { _ in .close }], examples: ["close"]),
    CommandEntry(
      "export", .report, "takes the report's tracked export action", forms: [CommandForm { _ in .export }],
      details: [
        "It tracks Report Exported and makes no file, as in the app. The report must be open and nothing may be loading."
      ],
      examples: ["export"]),
  ]
}
