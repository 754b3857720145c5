import Foundation
import TestSupport
import Testing
import TextFormats

/// Runs of `flagsh evaluate` as a process of its own.
struct EvaluateProcess {
  let status: Int32
  let output: [UInt8]
  let errors: String

  var lines: [String] {
    output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  var documents: [JSONValue] {
    get throws { try output.split(separator: 0x0A).map { try JSON.parse($0) } }
  }

  /// The vectors of the engine's own tests.
  static let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "FlagEvaluationTests/Vectors").path

  static func vectorRecords(_ name: String) throws -> [JSONValue] {
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(vectors)/\(name)")))
    return try bytes.split(separator: 0x0A).map { try JSON.parse($0) }
  }

  /// Runs the executable with a text on its standard input and waits for its end.
  static func run(
    _ arguments: [String], input: [UInt8], environment: [String: String] = [:]
  ) throws -> EvaluateProcess {
    let folder = try ScratchFolder()
    let inputPath = try folder.write(bytes: input, to: "input")
    return try run(arguments, inputPath: inputPath, environment: environment)
  }

  static func run(
    _ arguments: [String], input: String, environment: [String: String] = [:]
  ) throws -> EvaluateProcess {
    try run(arguments, input: Array(input.utf8), environment: environment)
  }

  /// Runs the executable with a file as its standard input. Output goes through files, so that no pipe can fill.
  static func run(
    _ arguments: [String], inputPath: String, environment: [String: String] = [:]
  ) throws -> EvaluateProcess {
    let folder = try ScratchFolder()
    let outputPath = try folder.write("", to: "output")
    let errorPath = try folder.write("", to: "errors")
    let process = try process(arguments, environment)
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: inputPath))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputPath))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errorPath))
    try process.run()
    process.waitUntilExit()
    return EvaluateProcess(
      status: process.terminationStatus, output: try folder.bytes(of: "output"), errors: try folder.text(of: "errors"))
  }

  /// A process that is not started yet, without any settings of the surroundings.
  static func process(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProducts.path(of: "flagsh"))
    process.arguments = arguments
    process.environment = environment.merging(["HOME": "/nonexistent"]) { given, _ in given }
    return process
  }
}
