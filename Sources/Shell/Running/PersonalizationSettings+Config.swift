import ServiceMessages
import SessionModel
import TextFormats

extension PersonalizationSettings {
  /// What a configuration says about decisions; it never says that there is consent.
  ///
  /// - Throws: A diagnostic of exit status 3 about an endpoint that is none.
  init(_ config: XCConfig) throws(Diagnostic) {
    self.init()
    if let setting = config["PERSONALIZATION_DATASPACE"], !setting.value.trimmingWhitespace.isEmpty {
      dataspace = setting.value.trimmingWhitespace
    }
    guard let setting = config["PERSONALIZATION_ENDPOINT"], !setting.value.trimmingWhitespace.isEmpty else { return }
    do throws(Diagnostic) {
      endpoint = try PersonalizationEndpoint(parsing: setting.value).host
    } catch {
      var located = error
      located.place = setting.place
      throw located
    }
  }
}
