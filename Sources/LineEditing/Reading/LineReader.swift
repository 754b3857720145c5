/// Where an interactive session's lines come from.
package protocol LineReader: AnyObject {
  /// Shows the prompt and returns what came of it.
  func readLine() -> LineEvent

  /// Writes text (a line end is added when it lacks one) so that a line being typed stays whole. Allowed at any time,
  /// also from inside the wait closure.
  func printAbove(_ text: String)

  /// Asks for the prompt anew and shows it, when a line is being typed.
  func promptChanged()

  /// Makes a line reachable with the arrow keys.
  func remember(_ line: String)

  /// Forgets all lines that the arrow keys reach.
  func forgetLines()

  /// Gives the terminal back as it was found. Nothing else may be called afterwards.
  func close()
}
