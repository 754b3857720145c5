import Rendering
import ServiceMessages
import SessionModel
import TextFormats

/// The half of `doctor` that looks at settings and asks nobody.
struct DoctorSettings {
  let project: ProjectSettings
  let options: LaunchOptions
  let environment: [String: String]

  func look(into report: inout DoctorReport) {
    report.add(
      "configuration", project.file.map { PrintableText.ascii($0) } ?? "none found",
      from: options.settings.first { $0.name == "config" }?.source ?? .builtIn,
      project.file == nil ? .note : .ok,
      project.file == nil
        ? "\(ConfigurationFile.projectPath) is looked for in this folder and those above; --config names another" : nil)
    for warning in project.warnings {
      let place = warning.place.map { "\(PrintableText.ascii($0.file)):\($0.line)" } ?? ""
      report.add("", place, from: nil, .note, warning.message)
    }
    keys(into: &report)
    region(into: &report)
    decisions(into: &report)
    for name in ["history", "outbox"] {
      let variable = StateFolder.variable(environment)
      report.add(
        name, StateFolder.path(name, environment).map { PrintableText.ascii($0) } ?? "",
        from: variable.map { .environment($0) } ?? .builtIn, variable == nil ? .note : .ok,
        variable == nil ? "without HOME and XDG_STATE_HOME nothing is kept" : nil)
    }
    for setting in options.settings where setting.name != "config" && !Self.unlisted.contains(setting.name) {
      report.add("--" + setting.name, setting.value, from: setting.source)
    }
  }

  /// What says nothing about a session.
  private static let unlisted = ["command", "output", "help", "version", "evaluation-url", "analytics-url"]

  private func keys(into report: inout DoctorReport) {
    let off = project.flagsOff
    for (name, faults) in [
      (ProjectSettings.Name.apiKey, [FlagsOff.apiKeyBlank, .apiKeyUnresolved]),
      (.deploymentKey, [.deploymentKeyBlank, .deploymentKeyUnresolved, .deploymentKeyIsServerKey]),
    ] {
      let setting = project[name]
      // Each is judged by itself, so that one blank key does not hide another fault.
      let fault = FlagsOff.judge(
        apiKey: name == .apiKey ? setting.value : "-", deploymentKey: name == .deploymentKey ? setting.value : "-",
        region: "US")
      let wrong = fault.flatMap { faults.contains($0) ? $0 : nil }
      report.add(
        name.rawValue, Self.masked(setting.value), from: setting.source, wrong == nil ? .ok : .problem,
        wrong.map { StatusSentence.text($0) })
    }
    if let off, off != .unconfigured {
      report.add("flags", "off in a live session", from: nil, .note, StatusSentence.text(off))
    }
  }

  private func region(into report: inout DoctorReport) {
    let setting = project[.region]
    let fault = FlagsOff.judge(apiKey: "-", deploymentKey: "-", region: setting.value)
    report.add(
      setting.name, setting.value, from: setting.source, fault == nil ? .ok : .problem,
      fault.map { StatusSentence.text($0) })
  }

  private func decisions(into report: inout DoctorReport) {
    let setting = project[.endpoint]
    do throws(Diagnostic) {
      let endpoint = try project.endpoint()
      report.add(
        setting.name, endpoint?.url ?? "", from: setting.source, endpoint == nil ? .note : .ok,
        endpoint == nil ? "fetch-decisions needs it in a live session" : nil)
    } catch {
      report.add(
        setting.name, setting.value, from: setting.source, .problem,
        error.message + (error.hint.map { "; " + $0 } ?? ""))
    }
    report.add(ProjectSettings.Name.dataspace.rawValue, project[.dataspace].value, from: project[.dataspace].source)
    report.add(
      ProjectSettings.Name.appId.rawValue, Self.masked(project[.appId].value), from: project[.appId].source,
      .ok, project[.appId].value.isEmpty ? "no request needs it: only the authenticated path would" : nil)
  }

  /// How long a key is and of which kind, and nothing else of it.
  static func masked(_ key: String) -> String {
    guard !key.isEmpty else { return "" }
    let kind = ["client-", "server-"].first { key.hasPrefix($0) } ?? ""
    let count = key.unicodeScalars.count - kind.utf8.count
    return "\(kind)**** (\(count) characters\(kind.isEmpty ? "" : " more"))"
  }
}
