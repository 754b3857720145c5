import TextFormats

/// What sessions are made of, and the files that they write: opened before the first of them begins.
struct SessionOutlets {
  let setup: SessionSetup
  let recorder: TranscriptRecorder?
  let events: EventsFile?

  /// - Throws: A diagnostic of the world, the configuration or a file that cannot be written.
  init(_ options: LaunchOptions, environment: [String: String]) throws(Diagnostic) {
    setup = try SessionSetup(options, environment: environment)
    recorder = try options.record.map { path throws(Diagnostic) in try TranscriptRecorder(path: path) }
    events = try options.eventsOut.map { path throws(Diagnostic) in try EventsFile(path: path) }
  }
}
