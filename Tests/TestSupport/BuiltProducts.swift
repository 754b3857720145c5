import Foundation

/// The executables of this package, as they were built with the tests.
package enum BuiltProducts {
  /// The folder that holds them: beside the test bundle.
  package static let folder: String = {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent().path
    #else
      let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
      return URL(fileURLWithPath: program).deletingLastPathComponent().path
    #endif
  }()

  /// The path of an executable, for instance `flagsh`.
  package static func path(of name: String) -> String { folder + "/" + name }
}
