import Foundation
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

extension JSONValue {
  /// Equal as JSON: `1` and `1.0` are one number, the order of members does not count.
  func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer, .number), (.number, .integer), (.number, .number):
      return self == other || doubleValue == other.doubleValue
    case (.array(let one), .array(let another)):
      return one.count == another.count && zip(one, another).allSatisfy { $0.means($1) }
    case (.object(let one), .object(let another)):
      return one.members.count == another.members.count
        && one.members.allSatisfy { member in another[member.name].map { member.value.means($0) } ?? false }
    default: return self == other
    }
  }

  /// Without null members and empty `metadata`, at any depth.
  var withoutNulls: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutNulls))
    case .object(let object):
      let kept = object.members.filter { member in
        !member.value.isNull && !(member.name == "metadata" && member.value.object?.isEmpty == true)
      }
      return .object(JSONObject(uniqueMembers: kept.map { JSONMember($0.name, $0.value.withoutNulls) }))
    default: return self
    }
  }
}

extension Dialect: CustomTestStringConvertible {
  public var testDescription: String { name }
}
