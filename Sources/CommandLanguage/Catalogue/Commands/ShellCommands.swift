extension Catalogue {
  static let shellCommands: [CommandEntry] = [
    CommandEntry(
      "record", .shell, "records a transcript of this session from its first input on",
      forms: [
        CommandForm([ArgumentDeclaration("FILE", .file, "the transcript to write")]) { (input) throws(CommandFault) in
          .record(file: try input.text(0))
        },
        CommandForm(selector: OptionDeclaration("stop", summary: "close the transcript")) { _ in .stopRecording },
      ],
      details: ["What was recorded replays: `flagsh replay FILE`. See `help transcripts`."],
      examples: ["record session.jsonl", "record --stop"]),
    CommandEntry(
      "source", .shell, "runs the commands of a file in this session",
      forms: [
        CommandForm([ArgumentDeclaration("FILE", .file, "a script, relative to the file that names it")]) {
          (input) throws(CommandFault) in .source(file: try input.text(0))
        }
      ],
      examples: ["source setup.flagsh"]),
    CommandEntry(
      "echo", .shell, "prints its words, joined by one blank", takesWordsAsTheyAre: true,
      forms: [
        CommandForm([ArgumentDeclaration("TEXT", .text, optional: true, repeats: true, "what to print")]) { input in
          .echo(text: input.words.arguments.map(\.text).joined(separator: " "))
        }
      ],
      examples: ["echo done", "echo \"two  blanks\""]),
    CommandEntry(
      "output", .shell, "chooses the form of results",
      forms: [
        CommandForm([
          ArgumentDeclaration(
            "text|json", .word(OutputForm.allCases.map(\.rawValue)),
            "text for people, one JSON line a command for programs")
        ]) { (input) throws(CommandFault) in
          .output(try input.required(OutputForm(rawValue: try input.text(0)), 0))
        }
      ],
      examples: ["output json", "output text"]),
    CommandEntry(
      "history", .shell, "lists the lines typed before",
      forms: [
        CommandForm([ArgumentDeclaration("N", .integer(1...Int.max), optional: true, "only the newest N")]) { input in
          .history(.show(last: input.optionalInteger(0)))
        },
        CommandForm(selector: OptionDeclaration("clear", summary: "forget them, in the history file too")) { _ in
          .history(.clear)
        },
      ],
      examples: ["history", "history 20", "history --clear"]),
    CommandEntry(
      "help", aliases: ["?"], .shell, "explains a command or a topic",
      forms: [
        CommandForm([
          ArgumentDeclaration(
            "COMMAND", .helpTopic, optional: true, repeats: true, "a command or a topic; without it all are listed")
        ]) { (input) throws(CommandFault) in .help(topic: try ValueReader.helpTopic(input.words.arguments)) }
      ],
      examples: ["help", "help why", "help world latency", "help troubleshooting", "?"]),
    CommandEntry(
      "quit", aliases: ["exit"], .shell, "leaves the shell after the last upload",
      forms: [
        CommandForm([ArgumentDeclaration("CODE", .integer(0...255), optional: true, "the exit status to leave with")]) {
          input in .quit(code: input.optionalInteger(0))
        }
      ],
      details: [
        "Without a code the exit status says how the session went: see `help exit-codes`. A code does not hide what failed "
          + "before it."
      ],
      examples: ["quit", "quit 3"]),
  ]
}
