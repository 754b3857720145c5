import CommandLanguage
import Rendering
import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The whole program behind its thin executable: arguments in, exit status out.
package enum Flagsh {
  /// How the environment variables begin that are looked at.
  package static let environmentPrefixes: [StaticString] = [
    "FLAGSH_", "AMPLITUDE_", "PERSONALIZATION_", "NO_COLOR=", "TERM=", "HOME=", "TMPDIR=", "XDG_STATE_HOME=", "EDITRC=",
    "http_proxy=", "https_proxy=", "HTTPS_PROXY=", "all_proxy=", "ALL_PROXY=", "no_proxy=", "NO_PROXY=",
    "CURL_CA_BUNDLE=", "SSL_CERT_", "SSLKEYLOGFILE=",
  ]

  /// Runs to the end.
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - environment: names and values, at least of those that begin with one of `environmentPrefixes`.
  /// - Returns: The exit status of the process (product.md section 2).
  package static func run(arguments: [String], environment: [String: String]) -> Int32 {
    SystemCalls.occupyStandardStreams()
    let context = ProcessContext(environment: environment)
    let options: LaunchOptions
    do throws(Diagnostic) {
      options = try LaunchOptions(arguments: arguments, environment: environment)
    } catch {
      return context.fail(error, .usage).rawValue
    }
    let code = run(options, context)
    _ = Unmanaged.passRetained(context)
    context.out.flush()
    context.err.flush()
    if let failure = context.out.failure, !context.out.isReaderGone, !context.out.isCutShort {
      let status = ExitStatus.commandFailed
      _ = context.fail(
        Diagnostic(
          code: "unwritableOutput", message: "cannot write standard output: \(failure.text)",
          hint: "free space, or write somewhere else"), status)
      return code == 0 ? status.rawValue : code
    }
    return code
  }

  /// Says that an argument, counted from 1, is no text; gives the exit status (product.md section 2: 3).
  package static func refuse(argument number: Int) -> Int32 {
    refuse("argument \(number)")
  }

  /// Says that a variable of the environment, `NAME=VALUE`, is no text; gives the exit status.
  package static func refuse(variable entry: String) -> Int32 {
    refuse("the variable " + PrintableText.ascii(String(entry.prefix { $0 != "=" })))
  }

  private static func refuse(_ what: String) -> Int32 {
    SystemCalls.occupyStandardStreams()
    return ProcessContext(environment: [:]).fail(
      Diagnostic(
        code: "invalidUTF8", message: "\(what) is not UTF-8",
        hint: "texts and file names are UTF-8; rename the file, or give it on standard input"), .badText
    ).rawValue
  }

  private static func run(_ options: LaunchOptions, _ context: ProcessContext) -> Int32 {
    switch options.mode {
    case .version:
      context.out.write(line: "flagsh \(ToolVersion.text)")
      return 0
    case .help(let topic):
      return help(topic, context).rawValue
    case .replay(let paths, let copy, let update):
      return ReplayMode(context: context, options: options).run(paths, copy: copy, update: update).rawValue
    case .transcript(let verb, let files):
      return TranscriptMode(context: context, options: options).run(verb, files).rawValue
    case .doctor:
      return DoctorMode(context: context, options: options).run().rawValue
    case .evaluate(let evaluate):
      return EvaluateMode(context: context, options: options, evaluate: evaluate).run()
    case .run(let files):
      return ScriptMode(context: context, options: options).run(files)
    case .commands(let texts):
      return ScriptMode(context: context, options: options).run(commands: texts)
    case .shell:
      return context.isInteractive
        ? InteractiveMode(context: context, options: options).run()
        : ScriptMode(context: context, options: options).runStandardInput()
    }
  }

  private static func help(_ topic: String?, _ context: ProcessContext) -> ExitStatus {
    guard let topic else {
      context.out.write(LaunchOptions.usage)
      return .success
    }
    guard Help.hasPage(topic) else {
      let near = NearestName.nearestName(to: topic, in: Help.pages)
      return context.fail(
        Diagnostic(
          code: "unknownTopic", message: "there is no help on \(PrintableText.ascii(topic))",
          hint: near.map { "did you mean help \($0)?" } ?? "flagsh -c help lists what there is"), .usage)
    }
    context.out.write(line: Help.text(topic: topic) ?? "")
    return .success
  }
}
