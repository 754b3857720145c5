import CommandLanguage
import TextFormats
import Vocabulary

/// `expect` and `help`: reading, never changing.
extension Session {
  /// An assertion over the session document; only the section that it names is built.
  mutating func expect(_ command: RunningCommand, _ expectation: Expectation) {
    let outcome = expectation.evaluate(in: documentView(of: expectation.path.firstName))
    guard !outcome.held else { return finish(command, .expectation(outcome)) }
    finish(
      command, failing: Diagnostic(code: "expectationFailed", message: outcome.message, hint: outcome.hint),
      status: .expectationFailed, .expectation(outcome))
  }

  /// The document as far as a path that starts with this name can see it: other sections are null.
  private func documentView(of name: String?) -> JSONValue {
    guard let name, Self.documentSections.contains(name) else { return document }
    return .object(
      JSONObject(
        uniqueMembers: Self.documentSections.map {
          JSONMember($0, $0 == name ? documentSection($0) ?? .null : .null)
        }))
  }

  mutating func help(_ command: RunningCommand, _ topic: String?) {
    guard let topic, !Help.hasPage(topic) else { return finish(command, .help(topic)) }
    let near = NearestName.nearestName(to: topic, in: Help.pages)
    finish(
      command,
      failing: Diagnostic(
        code: "unknownTopic", message: "there is no help on \(topic)",
        hint: near.map { "did you mean help \($0)?" } ?? "help lists what there is"), status: .usage)
  }
}
