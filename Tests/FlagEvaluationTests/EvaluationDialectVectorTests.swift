import Testing
import TextFormats

@testable import FlagEvaluation

/// What the engines' host languages, CPython 3.11 and Node 20, say about patterns, numbers, texts and case.
@Suite struct EvaluationDialectVectorTests {
  @Test(arguments: Dialect.all) func `patterns are found and refused as the host language does`(dialect: Dialect) throws
  {
    let records = try VectorFile.records("patterns")
    var wrong = 0
    for record in records {
      let source = try #require(record["pattern"]?.string)
      let text = SubjectText(try #require(record["text"]?.string), dialect: dialect)
      var budget = PatternLimits.stepsPerEvaluation
      let answer: JSONValue
      do {
        answer = .bool(try Pattern(source, syntax: dialect.patternSyntax).isFound(in: text, budget: &budget))
      } catch {
        answer = if case .invalid = error { "error" } else { "work limit" }
      }
      if answer != record[dialect.name] {
        wrong += 1
        Issue.record("\(record.text) gave \(answer.text)")
      }
    }
    print("patterns, \(dialect.name): \(records.count) searches ran, \(wrong) differ")
    #expect(records.count == 6_673)
  }

  @Test(arguments: Dialect.all) func `texts spell the numbers that the host language reads`(dialect: Dialect) throws {
    for record in try VectorFile.records("numbers") {
      let text = try #require(record["text"]?.string)
      let number = NumberText.number(Array(text.utf8), syntax: dialect.numberSyntax)
      guard let wanted = try VectorFile.part(record, dialect.name).string else {
        #expect(number == nil, "\(record.text)")
        continue
      }
      let value = try #require(number, "\(record.text)")
      switch wanted {
      case "nan", "NaN": #expect(value.isNaN, "\(record.text)")
      case "inf", "Infinity": #expect(value == .infinity, "\(record.text)")
      case "-inf", "-Infinity": #expect(value == -.infinity, "\(record.text)")
      default: #expect(value == Double(wanted), "\(record.text) gave \(value)")
      }
    }
  }

  @Test(arguments: Dialect.all) func `values have the host language's text form`(dialect: Dialect) throws {
    for record in try VectorFile.records("text-forms") {
      let value = try JSON.parse(try #require(record["json"]?.string))
      let text = TextForm(dialect: dialect).text(of: value)
      #expect(text?.isExactly(record[dialect.name]?.string ?? "") == true, "\(record.text) gave \(text ?? "nothing")")
    }
  }

  @Test(arguments: Dialect.all) func `lower case is the host language's`(dialect: Dialect) throws {
    for record in try VectorFile.records("lower-case") {
      let text = try #require(record["text"]?.string)
      let lowered = String(decoding: LowerCase.text(Array(text.utf8)), as: UTF8.self)
      #expect(lowered.isExactly(record[dialect.name]?.string ?? ""), "\(record.text)")
    }
  }
}
