extension HelpTopic {
  static let expect = HelpTopic(
    name: "expect", summary: "the paths, operators and patterns of `expect`",
    text: """
      expect PATH             holds when something is there, not null and not false
      expect PATH OP VALUE    compares; expect PATH exists|missing

      PATH leads into the session document, which `status --all` prints.
        report.layout                 members by name
        flags.variants["a.b"].value   any name; in a word write '["a.b"]' or [a.b]
        events[0]  events[-1]         elements of a list; negative ones from the end
        events[type=$exposure]        a list of those whose member is this
        events[properties.layout=control][-1].time
                                      filters go deeper and can be followed by more
        events.count                  the length of a list, or of a text in characters
                                      (a member that is named count comes first)

      OP
        ==  !=                equal, not equal
        <  <=  >  >=          order of numbers, or of texts by code point
        contains              a part of a text, an element of a list, a member's name
        matches               a regular expression is found in a text
        exists  missing       neither null nor absent; null or absent

      VALUE is read by the kind of what is found: next to a text it is text, next to
      a number a number (exact, of any size), then true, false, null, or JSON for
      lists and objects, where the order of members and 1 or 1.0 make no difference.
      When it cannot be read so, the expectation fails and says why, also under !=.
      A path that leads nowhere fails every operator but missing. To compare a text
      that may be null with "null", ask exists first.

      Patterns know literals, . [a-z] [^a-z] \\d \\w \\s \\D \\W \\S \\b \\B ^ $ ( ) (?: )
      | * + ? {n} {n,} {n,m}, and (?i) in front. Quote them: 'ab|cd\\d+'. There are no
      back references and no looking around, so no pattern can run for ever.

      EXAMPLES
        expect report.layout == expanded
        expect events[-1].type == "Report Exported"
        expect events[type=$exposure].count == 1
        expect flags.variants contains report-layout
        expect requests[-1].status >= 500
        expect identity.deviceId matches '^[0-9A-F-]{36}$'
        expect suppressed[reason=deduplicated].count > 0
        expect flags.reason missing
        ! expect report.visible
      """)
}
