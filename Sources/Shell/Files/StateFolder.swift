/// Where what outlives a session is kept: the folder `flagsh` of the XDG state folder (product.md section 8).
enum StateFolder {
  /// The path of something in it; nil without a home.
  static func path(_ name: String, _ environment: [String: String]) -> String? {
    switch variable(environment) {
    case "XDG_STATE_HOME"?: environment["XDG_STATE_HOME"].map { $0 + "/flagsh/" + name }
    case "HOME"?: environment["HOME"].map { $0 + "/.local/state/flagsh/" + name }
    default: nil
    }
  }

  /// The variable that decides where it is; nil when none does. A relative path counts as none, as the XDG page says.
  static func variable(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "XDG_STATE_HOME" }
    if let home = environment["HOME"], !home.isEmpty { return "HOME" }
    return nil
  }
}
