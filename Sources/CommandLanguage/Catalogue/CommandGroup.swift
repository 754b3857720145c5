/// The chapters of the command list, in the order of help.
package enum CommandGroup: String, Sendable, CaseIterable {
  case identity = "Identity"
  case flags = "Flags"
  case report = "Report"
  case events = "Events and experiments"
  case decisions = "Personalization"
  case work = "Work in flight"
  case world = "World"
  case checking = "Checking"
  case shell = "Shell"
}
