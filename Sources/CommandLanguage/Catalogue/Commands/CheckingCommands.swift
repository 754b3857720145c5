extension Catalogue {
  static let checkingCommands: [CommandEntry] = [
    CommandEntry(
      "expect", .checking, "checks something about the session and fails when it does not hold",
      takesWordsAsTheyAre: true,
      forms: [
        CommandForm([
          ArgumentDeclaration("PATH", .documentPath, "where to look in the session document, such as report.layout"),
          ArgumentDeclaration("OP", .expectOperator, optional: true, "\(Expectation.operatorList)"),
          ArgumentDeclaration("VALUE", .text, optional: true, "what is expected, read by the kind of what is found"),
        ]) { (input) throws(CommandFault) in .expect(try Expectation(words: input.words.arguments)) }
      ],
      details: ["`help expect` has the whole language of paths and operators."],
      examples: [
        "expect report.layout == expanded", "expect events[-1].type == \"Report Exported\"",
        "expect events[type=$exposure].count == 1", "expect identity.userId exists", "expect flags.configured",
      ]),
    CommandEntry(
      "status", .checking, "shows the session in short, or the whole session document",
      forms: [
        CommandForm([], options: [OptionDeclaration("all", summary: "everything that `expect` can look at")]) {
          input in .status(all: input.has("all"))
        }
      ],
      examples: ["status", "status --all"]),
  ]
}
