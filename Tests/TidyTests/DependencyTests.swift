import Foundation
import Testing

/// Who may import whom: arrows point down only.
@Suite struct DependencyTests {
  /// What each target may import of this package.
  static let allowed: [String: Set<String>] = [
    "TextFormats": [],
    "Vocabulary": ["TextFormats"],
    "FlagEvaluation": ["TextFormats", "Vocabulary"],
    "ServiceMessages": ["TextFormats", "Vocabulary"],
    "CommandLanguage": ["TextFormats", "Vocabulary"],
    "SessionModel": ["CommandLanguage", "ServiceMessages", "TextFormats", "Vocabulary"],
    "EmbeddedServices": ["FlagEvaluation", "ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"],
    "LiveServices": ["CCurl", "CWaiting", "ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"],
    "Transcripts": ["ServiceMessages", "SessionModel", "TextFormats", "Vocabulary"],
    "Rendering": ["CommandLanguage", "SessionModel", "TextFormats", "Vocabulary"],
    "LineEditing": ["CEditline", "CWaiting"],
    "CBuiltInWorld": [], "CCurl": [], "CEditline": [], "CWaiting": [],
    "Shell": [
      "CBuiltInWorld", "CCurl", "CWaiting", "CommandLanguage", "EmbeddedServices", "FlagEvaluation", "LineEditing",
      "LiveServices", "Rendering", "ServiceMessages", "SessionModel", "TextFormats", "Transcripts", "Vocabulary",
    ],
    "flagsh": ["Shell"],
  ]

  /// Targets without clock, randomness, files, environment or a system library.
  static let pure: Set<String> = [
    "TextFormats", "Vocabulary", "FlagEvaluation", "ServiceMessages", "CommandLanguage", "SessionModel",
    "EmbeddedServices", "Transcripts", "Rendering",
  ]

  static let systemModules: Set<String> = ["Glibc", "Darwin"]

  @Test func targetsImportOnlyWhatIsBelowThem() {
    for file in SourceTree.sources {
      for (module, line) in file.imports where !Self.systemModules.contains(module) {
        let place = "\(file.path):\(line)"
        #expect(
          Self.allowed[file.target]?.contains(module) == true, "\(place): \(file.target) may not import \(module)")
      }
    }
  }

  @Test func pureTargetsImportNothingOfTheSystem() {
    for file in SourceTree.sources where Self.pure.contains(file.target) {
      for (module, line) in file.imports {
        #expect(Self.allowed[file.target]?.contains(module) == true, "\(file.path):\(line): imports \(module)")
      }
    }
  }

  @Test func manifestDeclaresNoOtherArrows() throws {
    let declared = try Self.manifest()
    #expect(declared.count >= Self.pure.count + 2)
    for (target, dependencies) in declared {
      let allowed = try #require(Self.allowed[target], "\(target) has no row in the table of this test")
      #expect(Set(dependencies).isSubset(of: allowed), "\(target) depends on \(dependencies)")
    }
  }

  @Test func everyTargetOfTheSourcesHasARow() {
    let folders = Set(SourceTree.files(below: "Sources").map { String($0.split(separator: "/")[1]) })
    #expect(folders.isSubset(of: Self.allowed.keys))
  }

  /// Targets below Sources and their dependencies, as Package.swift says.
  static func manifest() throws -> [(String, [String])] {
    let text = try SourceTree.text(of: "Package.swift").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var found: [(String, [String])] = []
    for pattern in [
      #"library\( ?"(\w+)"(?:, ?\[([^\]]*)\])?"#,
      #"\.executableTarget\( ?name: "(flagsh)",(?: dependencies: \[([^\]]*)\])?"#,
    ] {
      for match in text.matches(of: try Regex(pattern)) {
        guard let name = match.output[1].substring else { continue }
        let names = match.output[2].substring?.split(separator: "\"").filter { $0.first?.isLetter == true } ?? []
        found.append((String(name), names.map(String.init)))
      }
    }
    return found
  }
}
