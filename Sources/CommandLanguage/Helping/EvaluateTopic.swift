extension HelpTopic {
  static let evaluate = HelpTopic(
    name: "evaluate", summary: "variants for many users, and why engines differ",
    text: """
      flagsh evaluate [--flags FILE | --cases] [--keys K,...] [--why] [--count]
                      [--compare] [--engine NAME] [--strict]

      Reads users from standard input, one JSON object a line, and writes one line for
      each, in the same order, while it reads. A user looks as a client sends it:
        {"user_id":"u1","device_id":"d1","user_properties":{"plan":"pro"}}
      Its line has sorted keys, the ids (null where there are none) and the variants:
        {"device":"d1","user":"u1","variants":{"report-layout":{"key":"expanded",
        "metadata":{...},"value":"expanded"}}}
      A flag that gives this user no variant is not among them.

      --flags FILE    the flags, a JSON array as the service delivers it; without it
                      the flags of the world (--world FILE, else the built-in one)
      --keys K,...    these flags and those that they depend on
      --why           a member "why" with every segment, condition, number and range
      --count         no lines, but a table: how many users got each variant, and what
                      the weights let expect; -o json gives one line
      --engine NAME   whose rules: javascript (unless the world says) or python
      --compare       lists the users and flags on which the two engines differ, with
                      the rule that makes the difference; -o json gives lines
      --cases         each line brings its own "flags" and a "user" or "context", and
                      may bring "name" and "flagKeys"; its line is
                      {"name":N,"variants":{...}}, or when the engine gives up
                      {"error":"cycle","message":M,"name":N}, the error being cycle,
                      invalid_regex, invalid_range or work_limit

      A bad line is reported with number, column and path, and gives no line (with
      --cases one with an error such as invalid_json); the rest is evaluated all the
      same, unless --strict. Empty lines are passed over. The exit status is 3 when a
      line was bad or the flags are, 5 when FILE cannot be read or is empty, else 0.

      Patterns of `regex match` run in an engine of our own that follows the chosen
      one in what it accepts and finds, with a bound on its work: a pattern that would
      take too long is an error. Not known is \\N{name} of python.

      EXAMPLES
        flagsh evaluate --flags flags.json < users.jsonl |
          jq -r '[.user, .variants["report-layout"].key] | @tsv'
        flagsh evaluate --flags flags.json --keys checkout --count < users.jsonl
        flagsh evaluate --flags flags.json --compare < users.jsonl
      """)
}
