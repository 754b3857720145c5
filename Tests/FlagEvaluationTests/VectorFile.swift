import Foundation
import TestSupport
import Testing
import TextFormats

@testable import FlagEvaluation

/// The vector files beside the tests.
enum VectorFile {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")

  static let evaluations = [
    "hand-core", "hand-divergent", "random-core-01", "random-core-02", "random-core-03", "random-core-04",
    "random-divergent",
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// The records of a JSON Lines file.
  static func records(_ name: String) throws -> [JSONValue] {
    try bytes("\(name).jsonl").split(separator: UInt8(ascii: "\n")).map { try JSON.parse($0) }
  }

  /// The part of a record that must be there.
  static func part(_ record: JSONValue, _ name: String) throws -> JSONValue {
    try #require(record[name], "no \(name) in a record")
  }
}

extension Dialect: CustomTestStringConvertible {
  public var testDescription: String { name }
}
