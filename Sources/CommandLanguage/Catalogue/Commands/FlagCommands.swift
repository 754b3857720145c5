extension Catalogue {
  private static let key = ArgumentDeclaration("KEY", .flagKey, "a flag's key, such as report-layout")

  static let flagCommands: [CommandEntry] = [
    CommandEntry(
      "refresh", .flags, "begins a new revision and fetches the variants for the current identity", startsWork: true,
      forms: [CommandForm { _ in .refresh }],
      details: [
        "One request is in flight at a time. A refresh that comes meanwhile is remembered once and runs next; the "
          + "answer for the older revision is thrown away. A successful fetch is no exposure: only a report that "
          + "appears is."
      ],
      examples: ["refresh", "refresh &"]),
    CommandEntry(
      "variants", .flags, "lists what the last fetch returned, with overrides marked",
      forms: [CommandForm { _ in .variants }],
      details: ["Reading never exposes."], examples: ["variants"]),
    CommandEntry(
      "variant", .flags, "shows one flag's variant and where it came from",
      forms: [CommandForm([key]) { (input) throws(CommandFault) in .variant(key: try input.text(0)) }],
      details: ["Reading never exposes."], examples: ["variant report-layout"]),
    CommandEntry(
      "override", .flags, "puts a local variant in place of the fetched one, or takes it away",
      forms: [
        CommandForm([key, ArgumentDeclaration("VARIANT", .variant, "the value to pretend, such as expanded")]) {
          (input) throws(CommandFault) in .override(key: try input.text(0), variant: try input.text(1))
        },
        CommandForm(
          selector: OptionDeclaration("clear", summary: "take overrides away: of the flag KEY, or all of them"),
          [ArgumentDeclaration("KEY", .flagKey, optional: true, "the flag whose override goes")]
        ) { input in .clearOverride(key: input.optionalText(0)) },
      ],
      details: [
        "An override is marked wherever the layout is shown. While it decides the shown layout nothing is tracked; "
          + "`suppressed` lists what would have been."
      ],
      examples: ["override report-layout expanded", "override --clear report-layout", "override --clear"]),
    CommandEntry(
      "why", .flags, "explains a flag's whole decision, rule by rule", startsWork: true,
      forms: [
        CommandForm(
          [key],
          options: [
            OptionDeclaration(
              "want", value: "VARIANT", .variant, summary: "say also what keeps this identity from getting VARIANT")
          ]
        ) { (input) throws(CommandFault) in .why(key: try input.text(0), wanted: input.text(option: "want")) }
      ],
      details: [
        "It shows the identity that was evaluated, each segment and condition with the actual value and the verdict, "
          + "the bucketing key, its hash and the ranges, and why the variant counts as assigned or not: enough to "
          + "compute it again by hand."
      ],
      examples: ["why report-layout", "why report-layout --want expanded"]),
  ]
}
