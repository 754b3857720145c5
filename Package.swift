// swift-tools-version: 6.2
import PackageDescription

/// Compile settings of every Swift target: Swift 6 mode, explicit existentials, imports internal
/// unless said otherwise, and no warning tolerated.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// `scripts/test` optimizes the core when it tests it, since thousands of random sessions take minutes otherwise; checks of
/// arithmetic, indexes and preconditions stay.
let optimized: [SwiftSetting] =
  Context.environment["OPTIMIZE_TESTED_CODE"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], isCore: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + (isCore ? optimized : []))
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: exclude,
    swiftSettings: strict)
}

let package = Package(
  name: "flagsh",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "flagsh", targets: ["flagsh"])],
  targets: [
    // The pure core, arrows downwards only.
    library("TextFormats", isCore: true),
    library("Vocabulary", ["TextFormats"], isCore: true),
    library("FlagEvaluation", ["TextFormats", "Vocabulary"], isCore: true),
    library("ServiceMessages", ["TextFormats", "Vocabulary"], isCore: true),
    library("CommandLanguage", ["TextFormats", "Vocabulary"], isCore: true),
    library(
      "SessionModel", ["CommandLanguage", "ServiceMessages", "TextFormats", "Vocabulary"], exclude: ["Rules.md"],
      isCore: true),
    library(
      "EmbeddedServices", ["FlagEvaluation", "ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"],
      isCore: true),
    library("LiveServices", ["CCurl", "CWaiting", "ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"]),
    library("Transcripts", ["ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"], isCore: true),
    library("Rendering", ["CommandLanguage", "SessionModel", "TextFormats", "Vocabulary"]),

    // The edge: terminal, files, signals.
    .target(name: "CWaiting"),
    .target(name: "CCurl", dependencies: ["CWaiting"]),
    .target(name: "CEditline"),
    .target(name: "CBuiltInWorld"),
    library("LineEditing", ["CEditline", "CWaiting"]),
    library(
      "Shell",
      [
        "CBuiltInWorld", "CWaiting", "CommandLanguage", "EmbeddedServices", "FlagEvaluation", "LineEditing",
        "LiveServices", "Rendering", "ServiceMessages", "SessionModel", "TextFormats", "Transcripts", "Vocabulary",
      ]),
    .executableTarget(
      name: "flagsh", dependencies: ["Shell"], swiftSettings: strict,
      linkerSettings: [
        // One file that runs without a Swift runtime, and starts in half the time.
        .unsafeFlags(["-static-stdlib", "-Xclang-linker", "-static-libgcc"], .when(platforms: [.linux])),
        // Line tables are of no use to anyone who has the sources; profilers need the symbols only.
        .unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux], configuration: .release)),
      ]),

    // Helpers of the tests, kept out of what ships.
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .target(
      name: "TestSupport", dependencies: ["CPseudoTerminal", "TextFormats"], path: "Tests/TestSupport",
      swiftSettings: strict),

    // A program that does nothing but read lines, for tests in a terminal.
    .executableTarget(
      name: "line-editing-probe", dependencies: ["CWaiting", "LineEditing"], path: "Tests/LineEditingProbe",
      swiftSettings: strict),

    // The embedded services behind loopback ports, for trials by hand and for other clients.
    .executableTarget(
      name: "loopback-server",
      dependencies: [
        "EmbeddedServices", "ServiceMessages", "SessionModel", "TestSupport", "TextFormats", "Vocabulary",
      ],
      path: "Tests/LoopbackServer", swiftSettings: strict),

    // A program that says whether the C library accepts the locale of its environment.
    .executableTarget(name: "locale-probe", path: "Tests/LocaleProbe"),

    tests(of: "TextFormats"),
    tests(of: "Vocabulary"),
    tests(of: "FlagEvaluation", exclude: ["Vectors"]),
    tests(of: "ServiceMessages"),
    tests(of: "CommandLanguage"),
    tests(of: "SessionModel"),
    tests(of: "EmbeddedServices"),
    tests(of: "LiveServices"),
    tests(of: "Transcripts"),
    tests(of: "Rendering"),
    tests(of: "LineEditing", ["CWaiting", "line-editing-probe"]),
    tests(of: "Shell"),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: strict),

    // The whole tool twice over: everything that was recorded replays, in the process and through the executable. The
    // executable is built with the tests and found beside them; to depend on it would link the tests statically too.
    .testTarget(
      name: "DeterminismTests",
      dependencies: [
        "CommandLanguage", "EmbeddedServices", "Rendering", "ServiceMessages", "SessionModel", "Shell", "TestSupport",
        "TextFormats", "Transcripts", "Vocabulary", "locale-probe",
      ], swiftSettings: strict),
  ]
)
