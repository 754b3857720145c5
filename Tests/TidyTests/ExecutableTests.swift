import Foundation
import Testing

/// What the release executable brings along, when it was built.
@Suite struct ExecutableTests {
  static let executable = SourceTree.root + "/.build/release/flagsh"

  #if os(Linux)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: executable)))
    func executableNeedsNeitherSwiftNorCurl() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["ldd", Self.executable]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(output.contains("libc.so"), "ldd has told the truth")
      for library in ["libcurl", "libFoundation", "libswift", "libicu", "lib_Foundation"] {
        #expect(!output.contains(library), "\(output)")
      }
    }
  #endif
}
