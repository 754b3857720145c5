import Foundation
import TestSupport
import Testing
import TextFormats

@testable import FlagEvaluation

/// The official engines' answers, in both dialects.
@Suite struct EvaluationVectorTests {
  @Test func `python gives the official answers`() throws {
    let listed = try Self.outOfReach("python")
    var failed: [String] = []
    var count = 0
    for file in VectorFile.evaluations {
      for record in try VectorFile.records(file) {
        count += 1
        if let difference = try Self.pythonDifference(record) {
          let name = try Self.name(record, in: file)
          failed.append(name)
          if !listed.contains(name) { Issue.record("\(name): \(difference)") }
        }
      }
    }
    print("python: \(count) evaluation records ran, \(failed.count) out of reach")
    #expect(count == 6_963)
    #expect(Set(failed) == listed)
  }

  @Test func `javascript gives the official answers`() throws {
    let listed = try Self.outOfReach("javascript")
    var failed: [String] = []
    var count = 0
    for file in VectorFile.evaluations {
      for record in try VectorFile.records(file) {
        count += 1
        if let difference = try Self.javaScriptDifference(record) {
          let name = try Self.name(record, in: file)
          failed.append(name)
          if !listed.contains(name) { Issue.record("\(name): \(difference)") }
        }
      }
    }
    print("javascript: \(count) evaluation records ran, \(failed.count) out of reach")
    #expect(count == 6_963)
    #expect(Set(failed) == listed)
  }

  @Test func `tracing changes no answer`() throws {
    for file in VectorFile.evaluations {
      for (number, record) in try VectorFile.records(file).enumerated() where number % 5 == 0 {
        for dialect in Dialect.all {
          let (plain, _) = try Self.answer(record, dialect, tracing: false)
          let (traced, _) = try Self.answer(record, dialect, tracing: true)
          #expect(plain == traced)
        }
      }
    }
  }

  // MARK: Comparing

  private enum Answer: Equatable {
    case results(JSONValue)
    case failure(String)
  }

  private static func pythonDifference(_ record: JSONValue) throws -> String? {
    let (answer, order) = try answer(record, .python, tracing: false)
    switch answer {
    case .failure(let code):
      let wanted = record["expectError"]?.string
      return code == wanted ? nil : "failed with \(code), wanted \(wanted ?? "an answer")"
    case .results(let results):
      let wanted = try VectorFile.part(record, "expect")
      if !results.means(wanted) { return "gave \(results.text), wanted \(wanted.text)" }
      if let wantedOrder = record["order"], !wantedOrder.means(order) {
        return "evaluated in the order \(order.text), wanted \(wantedOrder.text)"
      }
      return nil
    }
  }

  private static func javaScriptDifference(_ record: JSONValue) throws -> String? {
    let (answer, _) = try answer(record, .javaScript, tracing: false)
    let verdict = try VectorFile.part(record, "javascript").string
    let failureWanted = verdict == "error" || verdict == "same" && record["expectError"] != nil
    switch answer {
    case .failure(let code):
      return failureWanted ? nil : "failed with \(code), wanted an answer"
    case .results(let results):
      if failureWanted { return "gave \(results.text), wanted a failure" }
      let wanted = try VectorFile.part(record, verdict == "differs" ? "javascriptExpect" : "expect")
      return results.withoutNulls.means(wanted.withoutNulls) ? nil : "gave \(results.text), wanted \(wanted.text)"
    }
  }

  private static func answer(
    _ record: JSONValue, _ dialect: Dialect, tracing: Bool
  ) throws -> (Answer, order: JSONValue) {
    let configuration = try FlagConfiguration(try VectorFile.part(record, "flags"))
    let evaluator = Evaluator(configuration, dialect: dialect)
    let context =
      if let user = record["user"] {
        try EvaluationContext(user: user)
      } else {
        EvaluationContext(try #require(record["context"]?.object))
      }
    do {
      let keys = record["flagKeys"]?.array?.compactMap(\.string)
      let plan = try evaluator.plan(for: keys)
      let results =
        tracing ? try evaluator.trace(context, plan: plan).results : try evaluator.evaluate(context, plan: plan)
      return (.results(results.document), .array(plan.keys.map(JSONValue.string)))
    } catch {
      let word =
        switch error {
        case .cycle: "cycle"
        case .invalidPattern: "invalid_regex"
        case .invalidRange: "invalid_range"
        case .workLimitExceeded: "work limit"
        }
      return (.failure(word), [])
    }
  }

  private static func name(_ record: JSONValue, in file: String) throws -> String {
    "\(file): \(try VectorFile.part(record, "name").string ?? "")"
  }

  /// The listed names of one dialect: lines `DIALECT | FILE: NAME | REASON`.
  private static func outOfReach(_ dialect: String) throws -> Set<String> {
    let text = String(decoding: try VectorFile.bytes("out-of-reach.txt"), as: UTF8.self)
    var names: Set<String> = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.components(separatedBy: " | ")
      try #require(fields.count == 3, "a line without dialect, name and reason: \(line)")
      if fields[0] == dialect { names.insert(fields[1]) }
    }
    return names
  }
}
