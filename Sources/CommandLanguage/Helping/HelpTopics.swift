extension HelpTopic {
  static let scripts = HelpTopic(
    name: "scripts", summary: "how lines are read, and how scripts run",
    text: """
      One line holds one command. `;` separates several, `#` at the start of a word
      begins a comment, `\\` at the end of a line continues it.

      Words are quoted as in a shell: 'as it is', "with \\" and \\\\ escaped", and \\ in
      front of a single character. A quote ends on its line. Nothing is expanded: no
      *, no $. A quoted word is never an option, and -- ends options.

      ! COMMAND     expects the command to fail (1 or 4); a misspelt one is an error
      COMMAND &     starts a job %N and goes on; see `jobs`, `wait`, `cancel`

      flagsh run FILE...            each script in a session of its own; - is stdin
      flagsh -c 'open; status'      commands as an argument
      flagsh < FILE                 commands from a file or a pipe

      A script is read line by line as it is reached, and stops at the first command
      that fails; --keep-going goes on. `source FILE` runs another file in the same
      session; its name counts from the file that says so. Text is UTF-8; a byte-order
      mark, CR before LF and a last line without its end are fine.

      In the embedded world time is virtual: it moves when a command waits for an
      answer, and by `wait DURATION`. Durations have units: us, ms, s, m, h. So the
      same script gives the same bytes everywhere, fast or slow.

      A SMOKE TEST
        sign-in tester-expanded
        open
        expect report.layout == expanded
        export
        expect events[type="Report Exported"].count == 1
        world fault evaluation 503
        ! refresh
        expect flags.reason == fetchFailed

      Reports for CI: --report-junit FILE. A time limit: --limit 30s. One JSON line
      for each command: -o json.
      """)

  static let transcripts = HelpTopic(
    name: "transcripts", summary: "recording a session and replaying it anywhere",
    text: """
      A transcript holds everything that went into a session and came out of it, one
      JSON record a line: commands, requests, answers, results, events, with virtual
      time. It replays without network and without keys.

      flagsh --record FILE ...           records from the start
      record FILE, record --stop         the same from inside, from the first input on
      flagsh replay PATH...              replays files, or folders of *.jsonl
      flagsh replay PATH --update        rewrites what has changed, on purpose
      flagsh transcript show FILE        for reading
      flagsh transcript script FILE      the commands, to run them again
      flagsh transcript audit FILE       looks for secrets of your configuration

      Replaying compares meaning, not sentences: requests, events, results and the
      session document. Where they differ, it names the line, the field, both values
      and the command that caused it, and ends with 4. With -o json, replay and audit
      give one line for each file, every difference in it.

      Each record is written before its effect can be seen, so a session that was
      killed leaves a file whose whole records can be used. A cut or damaged file ends
      with 5. Keys are not in it: requests name them by placeholder.
      """)

  static let exitCodes = HelpTopic(
    name: "exit-codes", summary: "what the exit status says",
    text: """
      0     everything that was asked for held
      1     a command failed: fetch failed, timed out, refused, cancelled
      2     usage: unknown option or command, wrong argument
      3     a text is wrong: script, world, users, transcript
      4     an expectation failed, or a replay diverged
      5     a named file is missing, unreadable, empty, cut, damaged or too new
      6     an audit found a secret
      70    a fault in flagsh itself
      130   ended by Ctrl-C (SIGINT)
      143   ended by SIGTERM

      Of several the most severe counts: 70, 143, 130, 6, 5, 3, 2, 4, 1.
      `!` turns 1 and 4 into 0, and 0 into 4. `quit CODE` leaves with your own
      unless something failed before.
      """)

  static let rules = HelpTopic(
    name: "rules", summary: "what a session does and never does",
    text: """
       0  A session starts with nothing fetched: revision 0 and the compact fallback.
          The first `open` fetches and waits. Nothing else fetches by itself.
       1  Flags are off while a key or the region is blank or unresolved, the region
          is not US or EU, or the deployment key is a server key. Then no request is
          made, `refresh` is refused, `open` shows compact, and nothing is tracked.
       2  `refresh`, `sign-in` and `logout` begin a new revision: the old layout goes
          at once, the report hides while loading, `open` and `export` are refused.
       3  One evaluation request is in flight at most, for 5 s, and is made again only
          with --retry. One asked for meanwhile is remembered once. The cache is
          emptied before each fetch.
       4  An answer for an older revision is discarded. No layout of an earlier
          identity is ever shown, cached or exposed.
       5  Assigned means: fetched for this revision, exactly control or expanded, and
          not the service's default. All else is the labelled compact fallback.
       6  A report that appears tracks Report Previewed, and before it the exposure if
          the layout is assigned; once for the same ids, variant and experiment.
       7  Report Exported comes from `export` only, with the report open and settled.
       8  These three are all the events there are. They carry report_type, days,
          platform, layout and layout_source.
       9  Events keep the identity of their moment and wait in order for `flush`, the
          30th event or the end. None is lost, none is sent under two insert ids.
      11  A fetch of decisions asks for all its points in one request, or with --split
          in one each. Checked in this order: endpoint, consent, request, network.
      12  Each point that was asked for ends as content, empty or missing.
      13  A failed fetch has one of seven kinds; a cancelled one has none of them.
      14  Without consent no decision is asked for. A change of consent or identity
          makes what is shown stale and fetches nothing.

      `status --all` shows where a session stands, `why KEY` how a flag was decided,
      `suppressed` what was left out.
      """)
}
