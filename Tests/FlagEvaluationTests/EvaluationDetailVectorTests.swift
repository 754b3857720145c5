import Foundation
import Testing
import TextFormats

@testable import FlagEvaluation

/// Vectors of the parts of the engine.
@Suite struct EvaluationDetailVectorTests {
  @Test func `configurations are accepted and refused as the official client does`() throws {
    var count = 0
    for record in try VectorFile.records("schema") {
      let name = try VectorFile.part(record, "name").string ?? ""
      if name.hasPrefix("unknown member") { continue }
      let isAccepted = (try? FlagConfiguration(try VectorFile.part(record, "flags"))) != nil
      #expect(isAccepted == (record["python"] == "accept"), "\(name)")
      count += 1
    }
    print("schema: \(count) configurations ran")
    #expect(count == 97)
  }

  @Test func `unknown members are ignored`() throws {
    let records = try VectorFile.records("schema").filter { $0["name"]?.string?.hasPrefix("unknown member") == true }
    #expect(records.count == 5)
    for record in records { _ = try FlagConfiguration(try VectorFile.part(record, "flags")) }
  }

  @Test func `a user gives the official context`() throws {
    let records = try VectorFile.records("user-context")
    for record in records {
      let context = try EvaluationContext(user: try VectorFile.part(record, "user"))
      #expect(.object(context.document) == record["context"], "\(record.text)")
    }
    print("user-context: \(records.count) users ran")
    #expect(records.count == 150)
  }

  @Test func `murmur3 gives the reference hashes`() throws {
    let records = try VectorFile.records("murmur3")
    for record in records {
      let text = try #require(record["string"]?.string)
      let seed = try #require(record["seed"]?.integer)
      #expect(Int64(MurmurHash3.hash(Array(text.utf8), seed: UInt32(seed))) == record["expected"]?.integer)
    }
    print("murmur3: \(records.count) hashes ran")
    #expect(records.count == 300)
  }

  @Test func `bucketing gives the official numbers`() throws {
    let records = try VectorFile.records("bucketing-hash")
    for record in records {
      let salt = try #require(record["salt"]?.string)
      let value = try #require(record["value"]?.string)
      let numbers = BucketNumbers(hashing: Array("\(salt)/\(value)".utf8))
      #expect(Int64(numbers.hash) == record["hash"]?.integer)
      #expect(numbers.allocation == record["allocation"]?.integer)
      #expect(numbers.distribution == record["distribution"]?.integer)
    }
    print("bucketing-hash: \(records.count) rows ran")
    #expect(records.count == 120)
  }

  @Test(arguments: Dialect.all) func `the benchmark's users get the expected variants`(dialect: Dialect) throws {
    let expected = try JSON.parse(try VectorFile.bytes("bench/expected-counts.json"))
    let flags = try FlagConfiguration(try JSON.parse(try VectorFile.bytes("bench/flags-50.json")))
    let evaluator = Evaluator(flags, dialect: dialect)
    let plan = try evaluator.plan()
    var counts: [String: [String: Int64]] = [:]
    var digest: [UInt8] = []
    for user in try VectorFile.records("bench/users") {
      let results = try evaluator.evaluate(try EvaluationContext(user: user), plan: plan)
      for variant in results.variants.sorted(by: { $0.flag.precedes($1.flag) }) {
        let key = try #require(variant.key)
        counts[variant.flag, default: [:]][key, default: 0] += 1
        digest += "\(variant.flag)=\(key);".utf8
      }
      digest.append(UInt8(ascii: "\n"))
    }
    for flag in try #require(expected["counts"]?.object).members {
      for count in try #require(flag.value.object).members {
        #expect(counts[flag.name]?[count.name] == count.value.integer, "\(flag.name) \(count.name)")
      }
    }
    #expect(SHA256Digest.hexadecimal(digest) == expected["sha256"]?.string)
  }
}

/// SHA-256 of FIPS 180-4, for the digest in the benchmark's file.
enum SHA256Digest {
  private static func primes(_ count: Int) -> [Double] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map(Double.init)
  }

  private static func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 4_294_967_296) }

  static func hexadecimal(_ message: [UInt8]) -> String {
    let constants = primes(64).map { fraction(cbrt($0)) }
    var state = primes(8).map { fraction($0.squareRoot()) }
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8((message.count * 8) >> shift & 0xFF)) }
    func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = (0..<16).map { index in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + index * 4 + $1]) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        words.append(
          words[index - 16] &+ (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) &+ words[index - 7]
            &+ (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10))
      }
      var part = state
      for index in 0..<64 {
        let choice = part[4] & part[5] ^ ~part[4] & part[6]
        let first =
          part[7] &+ (rotate(part[4], 6) ^ rotate(part[4], 11) ^ rotate(part[4], 25)) &+ choice &+ constants[index]
          &+ words[index]
        let majority = part[0] & part[1] ^ part[0] & part[2] ^ part[1] & part[2]
        let second = (rotate(part[0], 2) ^ rotate(part[0], 13) ^ rotate(part[0], 22)) &+ majority
        part = [first &+ second] + part[0..<7]
        part[4] = part[4] &+ first
      }
      state = zip(state, part).map { $0 &+ $1 }
    }
    return state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }
}
