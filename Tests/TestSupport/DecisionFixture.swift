/// An answer of the decisions service and what a session has to make of it: the list of personalization.md 8.1. All
/// ids and texts are made up, but for the documented texts of errors.
package struct DecisionFixture: Sendable, CustomStringConvertible {
  /// What the service does.
  package enum Behaviour: Sendable {
    case answers(status: Int, headers: [String: String], body: String)
    /// Takes the request and never says anything.
    case staysSilent
    /// Nobody listens.
    case refusesConnections
  }

  /// The row of the list, and what it is.
  package var name: String
  package var behaviour: Behaviour
  package var command: String
  /// The names of the points that have to be asked for.
  package var asked: [String]
  /// The kind of error that the command ends with; nil for a success.
  package var error: String?
  /// A part of the error's message.
  package var message: String
  /// What `expect` finds afterwards.
  package var expectations: [String]
  /// Codes of notices that have to be given.
  package var notices: [String]

  package var description: String { name }

  init(
    _ name: String, _ behaviour: Behaviour, _ command: String = "fetch-decisions homeHero",
    asked: [String] = ["homeHero"], error: String? = nil, message: String = "", notices: [String] = [],
    expecting expectations: [String]
  ) {
    self.name = name
    self.behaviour = behaviour
    self.command = command
    self.asked = asked
    self.error = error
    self.message = message
    self.expectations = expectations
    self.notices = notices
  }

  /// The whole script: exit status 0 says that everything was as it has to be.
  package var script: [String] {
    ["consent opt-in", (error == nil ? "" : "! ") + command] + expectations.map { "expect " + $0 }
  }
}

extension DecisionFixture.Behaviour {
  static func json(_ body: String) -> Self {
    .answers(status: 200, headers: ["Content-Type": "application/json"], body: body)
  }

  static func entries(_ entries: String...) -> Self {
    json(#"{"requestId":"b1d0","personalizations":[\#(entries.joined(separator: ","))]}"#)
  }

  static func fails(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> Self {
    .answers(status: status, headers: headers, body: body)
  }
}
