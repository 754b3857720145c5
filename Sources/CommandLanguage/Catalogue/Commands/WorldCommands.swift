import Vocabulary

extension Catalogue {
  private static let service = ArgumentDeclaration("SERVICE", .service, "evaluation, analytics or decisions")
  private static let key = ArgumentDeclaration("KEY", .flagKey, "a flag's key")

  /// Commands over the embedded world (product.md section 6).
  static let world = CommandEntry(
    "world", .world, "shows or changes the embedded world", startsWork: true,
    forms: [CommandForm { _ in .world(.show) }],
    details: [
      "Alone it prints the contract: flag, evaluation mode, deployment, state, values, rollout, region, latencies and "
        + "faults. A live session has no world to change."
    ],
    examples: ["world"],
    subcommands: [
      latency, fault, hold, deliver, flag, assign,
      CommandEntry(
        "world configure", .world, "gives the app its keys", startsWork: true,
        forms: [CommandForm { _ in .world(.configure) }], examples: ["world configure"]),
      CommandEntry(
        "world unconfigure", .world, "takes the app's keys away: flags are off", startsWork: true,
        forms: [CommandForm { _ in .world(.unconfigure) }], examples: ["world unconfigure"]),
    ])

  private static let latency = CommandEntry(
    "world latency", .world, "sets how long a service takes to answer", startsWork: true,
    forms: [
      CommandForm([service, ArgumentDeclaration("DURATION", .duration, "a time such as 250ms")]) {
        (input) throws(CommandFault) in
        guard case .duration(let span) = try input.required(input.optionalTarget(1), 1) else { return .world(.show) }
        guard span <= .longestLatency else {
          throw CommandFault(.badArgument, "a service answers within an hour", at: input.words.arguments[1].offset)
        }
        return .world(.latency(try input.service(0), span))
      }
    ],
    examples: ["world latency evaluation 250ms"])

  private static let fault = CommandEntry(
    "world fault", .world, "makes a service fail, or heals it", startsWork: true,
    forms: [
      CommandForm(
        [
          service,
          ArgumentDeclaration(
            "STATUS|offline|timeout|reset|malformed|empty", .fault,
            "an HTTP status from 100 to 599, or a kind of failure"),
        ],
        options: [
          OptionDeclaration(
            "times", value: "N", .integer(1...Int.max), summary: "only the next N requests; without it until --clear")
        ]
      ) { (input) throws(CommandFault) in
        .world(.fault(try input.service(0), try input.fault(1), times: input.integer(option: "times")))
      },
      CommandForm(
        selector: OptionDeclaration("clear", summary: "heal the service"), selectorStandsLast: true, [service]
      ) {
        (input) throws(CommandFault) in .world(.clearFault(try input.service(0)))
      },
    ],
    examples: [
      "world fault evaluation 503 --times 2", "world fault analytics offline", "world fault evaluation --clear",
    ])

  private static let hold = CommandEntry(
    "world hold", .world, "keeps a service's answers back", startsWork: true,
    forms: [CommandForm([service]) { (input) throws(CommandFault) in .world(.hold(try input.service(0))) }],
    details: ["Requests are answered by the state of the moment they were made; `world deliver` lets the answers go."],
    examples: ["world hold evaluation"])

  private static let deliver = CommandEntry(
    "world deliver", .world, "lets answers go that were kept back, in the order you name", startsWork: true,
    forms: [
      CommandForm([
        ArgumentDeclaration(
          "REQUEST", .integer(1...Int.max), optional: true, repeats: true, "a request's number, as `requests` shows it")
      ]) { input in
        .world(
          .deliver(
            requests: input.arguments.compactMap { if case .integer(let number) = $0 { number } else { nil } }))
      }
    ],
    details: ["Without numbers all of them go, oldest first. It ends the hold."],
    examples: ["world deliver", "world deliver 3 2"])

  private static let flag = CommandEntry(
    "world flag", .world, "puts a flag into a condition", startsWork: true,
    forms: [
      CommandForm([
        key,
        ArgumentDeclaration(
          "active|inactive|undeployed|absent", .word(FlagCondition.allCases.map(\.rawValue)),
          "its condition in the project"),
      ]) { (input) throws(CommandFault) in
        let condition = try input.required(FlagCondition(rawValue: try input.text(1)), 1)
        return .world(.flag(key: try input.text(0), condition))
      }
    ],
    details: ["Undeployed means: not associated with the app's deployment. `refresh` to see it."],
    examples: ["world flag report-layout inactive"])

  private static let assign = CommandEntry(
    "world assign", .world, "targets one user with a variant", startsWork: true,
    forms: [
      CommandForm([
        key, ArgumentDeclaration("USER_ID", .userId, "the user to target"),
        ArgumentDeclaration("VARIANT", .variant, "what this user gets"),
      ]) { (input) throws(CommandFault) in
        .world(.assign(key: try input.text(0), userId: try input.text(1), variant: try input.text(2)))
      }
    ],
    details: ["`refresh` afterwards: targeting acts on the next fetch."],
    examples: ["world assign report-layout user-10042 expanded"])
}
