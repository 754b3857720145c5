import Foundation
import TextFormats
import Vocabulary

/// What the trial server was asked to do.
struct TrialOptions {
  static let usage = """
    usage: loopback-server --world FILE [--evaluation-port N] [--analytics-port N] [--decisions-port N]
                           [--deployment-key KEY] [--api-key KEY] [--bodies]

    Puts the services of a world file behind ports of this machine and prints a line for each request. Ports that are
    not named are any that are free. Without a key every key is right. Answers come at once, whatever the world's
    latencies are. --bodies prints headers and bodies too, as JSON.
    """

  private(set) var world = ""
  private(set) var ports: [Service: UInt16] = [:]
  private(set) var deploymentKey: String?
  private(set) var apiKey: String?
  private(set) var printsBodies = false
  private(set) var showsHelp = false

  init(_ arguments: [String]) throws(Diagnostic) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--help": showsHelp = true
      case "--bodies": printsBodies = true
      case "--world", "--deployment-key", "--api-key", "--evaluation-port", "--analytics-port", "--decisions-port":
        guard let value = rest.popFirst() else { throw Self.fault("\(name) needs a value") }
        try set(name, value)
      default: throw Self.fault("unknown option \(name)")
      }
    }
    guard showsHelp || !world.isEmpty else { throw Self.fault("--world is missing") }
  }

  private mutating func set(_ name: String, _ value: String) throws(Diagnostic) {
    switch name {
    case "--world": world = value
    case "--deployment-key": deploymentKey = value
    case "--api-key": apiKey = value
    default:
      guard let port = UInt16(value) else { throw Self.fault("\(name) is no port: \(value)") }
      ports[Service(rawValue: String(name.dropFirst(2).dropLast(5))) ?? .world] = port
    }
  }

  private static func fault(_ message: String) -> Diagnostic {
    Diagnostic(code: "badOption", message: message, hint: "loopback-server --help")
  }

  static func giveUp(_ message: String, hint: String?) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    if let hint { FileHandle.standardError.write(Data("hint: \(hint)\n".utf8)) }
    exit(1)
  }
}
