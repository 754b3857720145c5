import ServiceMessages
import SessionModel
import TextFormats
import Transcripts

/// The settings of the app's own project: keys, region and what decisions need, from the environment and from
/// configuration files (product.md section 8). A variable that is set goes before the file.
struct ProjectSettings {
  enum Name: String, CaseIterable {
    case apiKey = "AMPLITUDE_API_KEY"
    case deploymentKey = "AMPLITUDE_DEPLOYMENT_KEY"
    case region = "AMPLITUDE_SERVER_ZONE"
    case endpoint = "PERSONALIZATION_ENDPOINT"
    case dataspace = "PERSONALIZATION_DATASPACE"
    case appId = "PERSONALIZATION_APP_ID"

    /// Whether the value must stand in no file that a session writes.
    var isSecret: Bool { self == .apiKey || self == .deploymentKey || self == .appId }
  }

  /// The file that was read; nil when there is none.
  let file: String?
  /// What its reading found suspicious.
  let warnings: [Diagnostic]
  private let settings: [Name: Setting]
  /// The line of a setting that came from a file, for diagnostics.
  private let lines: [Name: String]

  /// - Parameters:
  ///   - config: the configuration, and the file that it was read from.
  ///   - environment: names and values.
  init(_ config: XCConfig?, file: String?, environment: [String: String]) {
    self.file = file
    warnings = config?.warnings ?? []
    var settings: [Name: Setting] = [:]
    var lines: [Name: String] = [:]
    for name in Name.allCases {
      let variable = environment[name.rawValue].map(\.trimmingWhitespace) ?? ""
      if !variable.isEmpty {
        settings[name] = Setting(name: name.rawValue, value: variable, source: .environment(name.rawValue))
      } else if let found = config?[name.rawValue] {
        settings[name] = Setting(
          name: name.rawValue, value: found.value.trimmingWhitespace, source: .file(found.place))
        lines[name] = found.sourceLine
      }
    }
    self.settings = settings
    self.lines = lines
  }

  /// The settings of a live session: the file that the options name, else the project's, else none.
  ///
  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) or a mistake in a text (3).
  static func find(_ options: LaunchOptions, _ environment: [String: String]) throws(Diagnostic) -> ProjectSettings {
    let file = options.config ?? ConfigurationFile.find()
    let config = try file.map { path throws(Diagnostic) in try ConfigurationFile.read(path) }
    return ProjectSettings(config, file: file, environment: environment)
  }

  subscript(name: Name) -> Setting {
    settings[name] ?? Setting(name: name.rawValue, value: name == .dataspace ? "default" : "", source: .builtIn)
  }

  /// Judges the keys and the region as the app does (product.md rule 1).
  var flagsOff: FlagsOff? {
    FlagsOff.judge(
      apiKey: self[.apiKey].value, deploymentKey: self[.deploymentKey].value, region: self[.region].value)
  }

  /// The tenant's endpoint; nil when none is set.
  ///
  /// - Throws: A diagnostic of exit status 3 about an endpoint that is none, at its place.
  func endpoint() throws(Diagnostic) -> PersonalizationEndpoint? {
    let setting = self[.endpoint]
    guard !setting.value.isEmpty else { return nil }
    do throws(Diagnostic) { return try PersonalizationEndpoint(parsing: setting.value) } catch {
      var located = error
      if case .file(let place) = setting.source {
        located.place = place
        located.sourceLine = lines[.endpoint]
      }
      throw located
    }
  }

  /// What the session may know of decisions; it never says that there is consent.
  ///
  /// - Throws: As `endpoint()`.
  func personalization(isTestMode: Bool) throws(Diagnostic) -> PersonalizationSettings {
    let dataspace = self[.dataspace].value
    return PersonalizationSettings(
      endpoint: try endpoint()?.host, dataspace: dataspace.isEmpty ? "default" : dataspace, isTestMode: isTestMode)
  }

  /// The values that must stand in no file that a session writes.
  var secrets: [NamedSecret] {
    Name.allCases.filter(\.isSecret).compactMap { name in
      let value = self[name].value
      return value.isEmpty ? nil : NamedSecret(name: name.rawValue, value: value)
    }
  }
}
