import CommandLanguage
import Rendering
import TextFormats
import Vocabulary

/// `flagsh doctor`: each setting, where it came from, and what is wrong with it.
struct DoctorMode {
  let context: ProcessContext
  let options: LaunchOptions

  func run() -> ExitStatus {
    var report = DoctorReport()
    do throws(Diagnostic) {
      let project = try ProjectSettings.find(options, context.environment)
      DoctorSettings(project: project, options: options, environment: context.environment).look(into: &report)
      // An endpoint that is none was told above.
      let live = try LiveSetup(options, context.environment, project, endpoint: try? project.endpoint())
      DoctorConnections(
        endpoints: live.endpoints, project: project, options: options, environment: context.environment
      ).look(into: &report)
      if options.isLive {
        context.signals.installForBatch()
        DoctorProbes(live: live, signals: context.signals).look(into: &report)
      }
    } catch {
      return context.fail(error, ScriptMode.status(of: error))
    }
    print(report)
    return report.hasProblems ? .commandFailed : .success
  }

  private func print(_ report: DoctorReport) {
    if options.output == .json {
      context.out.append { bytes in
        report.document.write(into: &bytes)
        bytes.append(0x0A)
      }
    } else {
      for line in report.text { context.out.write(line: line) }
    }
  }
}
