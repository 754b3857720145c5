import Foundation
import TestSupport

/// Runs the built executable to its end.
struct FlagshProcess {
  /// What it reads on standard input.
  enum Input {
    case nothing
    case file(String)
    /// A pipe that brings one byte after the other, each in a write of its own.
    case slowPipe([UInt8])
  }

  struct Result: Equatable {
    var status: Int32
    var out: [UInt8]
    var err: [UInt8]
  }

  /// - Parameters:
  ///   - folder: the current folder; also the home folder and the one for temporary files.
  ///   - environment: besides these, all there is: nothing is inherited.
  static func run(
    _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:], input: Input = .nothing
  ) throws -> Result {
    try run(
      BuiltProducts.path(of: "flagsh"), arguments, in: folder, environment: environment, input: input)
  }

  static func run(
    _ program: String, _ arguments: [String], in folder: ScratchFolder, environment: [String: String],
    input: Input = .nothing
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "TMPDIR": folder.path].merging(environment) { $1 }
    let names = (out: "\(UUID().uuidString).out", err: "\(UUID().uuidString).err")
    process.standardOutput = try handle(folder, names.out)
    process.standardError = try handle(folder, names.err)
    var pipe: Pipe?
    switch input {
    case .nothing: process.standardInput = FileHandle.nullDevice
    case .file(let path): process.standardInput = FileHandle(forReadingAtPath: path)
    case .slowPipe:
      pipe = Pipe()
      process.standardInput = pipe
    }
    try process.run()
    if let pipe, case .slowPipe(let bytes) = input {
      try? pipe.fileHandleForReading.close()
      // The reader may be done before everything was written.
      signal(SIGPIPE, SIG_IGN)
      for byte in bytes {
        guard (try? pipe.fileHandleForWriting.write(contentsOf: [byte])) != nil else { break }
        sched_yield()
      }
      try? pipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Result(status: status, out: try folder.bytes(of: names.out), err: try folder.bytes(of: names.err))
  }

  private static func handle(_ folder: ScratchFolder, _ name: String) throws -> FileHandle {
    FileHandle(forWritingAtPath: try folder.write("", to: name)) ?? .nullDevice
  }
}
