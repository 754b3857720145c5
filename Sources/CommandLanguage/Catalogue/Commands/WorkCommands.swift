extension Catalogue {
  static let workCommands: [CommandEntry] = [
    CommandEntry(
      "jobs", .work, "lists work in flight, and the last hundred jobs that ended", forms: [CommandForm { _ in .jobs }],
      details: ["A command that ends in & is a job: it starts, prints its number %N, and does not wait."],
      examples: ["jobs"]),
    CommandEntry(
      "wait", .work, "waits for all jobs, for one, or for a time", startsWork: true,
      forms: [
        CommandForm([
          ArgumentDeclaration("%JOB|DURATION", .jobOrDuration, optional: true, "a job such as %1, or a time such as 5s")
        ]) { input in .wait(input.optionalTarget(0) ?? .allJobs) }
      ],
      details: [
        "In the embedded world time is virtual: `wait 5s` takes no real time, and everything due within it happens in "
          + "order."
      ],
      examples: ["wait", "wait %1", "wait 250ms"]),
    CommandEntry(
      "cancel", .work, "cancels a job",
      forms: [
        CommandForm([ArgumentDeclaration("%JOB", .job, "a job that `jobs` lists")]) { (input) throws(CommandFault) in
          guard case .job(let number) = try input.required(input.optionalTarget(0), 0) else { return .jobs }
          return .cancel(job: number)
        }
      ],
      examples: ["cancel %1"]),
  ]
}
