import Foundation
import Testing

@testable import TextFormats

/// Many inputs from a fixed seed, which every failure names.
struct JSONPropertyTests {
  /// SplitMix64.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  static let seeds: [UInt64] = [1, 20_260_101, 0xF1A6]

  private func randomText(_ random: inout Generator) -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "b", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "€", "𝄞", "\u{301}",
      "\u{2028}",
      "\u{FFFF}", "\u{D7FF}", "\u{E000}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return text
  }

  private func randomValue(_ random: inout Generator, depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0...(depth < 5 ? 9 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64(bitPattern: random.next()))
    case 3: return .integer(Int64.random(in: -100...100, using: &random))
    case 4: return .double(Double(bitPattern: random.next()))
    case 5, 6: return .string(randomText(&random))
    case 7:
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      let members = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        JSONMember(randomText(&random), depth < 3 ? randomValue(&random, depth: depth + 2) : .null)
      }
      return .object(JSONObject(members: members))
    }
  }

  @Test(arguments: seeds)
  func readsBackWhatItWrites(_ seed: UInt64) throws {
    var random = Generator(state: seed)
    for round in 0..<150 {
      let value = randomValue(&random)
      let text = value.text
      let read = try JSON.parse(text)
      #expect(read == value, "seed \(seed), round \(round)")
      #expect(read.text.isExactly(text), "seed \(seed), round \(round)")
      #expect(try JSON.parse(value.prettyText) == value, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: seeds)
  func agreesWithFoundationOnWhatTextsMean(_ seed: UInt64) throws {
    var random = Generator(state: seed)
    for round in 0..<200 {
      // Foundation's dictionaries take canonically equivalent names for one, so names here are ASCII.
      let value = JSONValue.array(
        (0..<5).map { _ in .string(randomText(&random)) } + [
          .integer(Int64(bitPattern: random.next())), .double(Double.random(in: -1e9...1e9, using: &random)),
        ])
      let theirs = try #require(try JSONSerialization.jsonObject(with: Data(value.text.utf8)) as? [Any])
      let ours = try #require(try JSON.parse(value.text).array)
      for (one, other) in zip(theirs, ours) {
        switch other {
        case .string(let text): #expect((one as? String)?.isExactly(text) == true, "seed \(seed), round \(round)")
        case .integer(let integer): #expect((one as? NSNumber)?.int64Value == integer, "seed \(seed), round \(round)")
        default:
          // Foundation on Linux misses the nearest double by some units in the last place.
          let exact = try #require(other.doubleValue)
          let near = try #require(one as? NSNumber).doubleValue
          #expect(abs(near - exact) <= abs(exact) * 1e-14, "seed \(seed), round \(round)")
        }
      }
      // And what Foundation writes, we read as it was.
      let rewritten = try JSONSerialization.data(withJSONObject: theirs)
      let again = try #require(try JSON.parse([UInt8](rewritten)).array)
      for (one, other) in zip(again, ours) where other.string != nil {
        #expect(one == other, "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: seeds)
  func doublesReadBackToTheBit(_ seed: UInt64) throws {
    var random = Generator(state: seed)
    for round in 0..<5_000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      let read = try JSON.parse(JSONValue.double(double).text).doubleValue
      #expect(read?.bitPattern == double.bitPattern, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: seeds)
  func survivesRandomBytes(_ seed: UInt64) {
    var random = Generator(state: seed)
    let likely = Array("{}[]\":,\\u0123456789dDbeE+-.tfnrualse \n\t".utf8) + [0x80, 0xC3, 0xED, 0xA0, 0xF0, 0xFF, 0x00]
    for round in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random) && round % 2 == 0
          ? UInt8.random(in: .min ... .max, using: &random) : likely[Int.random(in: 0..<likely.count, using: &random)]
      }
      do {
        let value = try JSON.parse(bytes)
        let text = value.text
        #expect(try JSON.parse(text).text.isExactly(text), "seed \(seed), round \(round)")
      } catch {
        #expect(error.offset >= 0 && error.offset <= bytes.count, "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: seeds)
  func refusesOrReadsEveryMutationOfAGoodText(_ seed: UInt64) throws {
    var random = Generator(state: seed)
    for round in 0..<60 {
      var bytes = Array(randomValue(&random).text.utf8)
      for _ in 0..<20 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.removeLast(bytes.count - place)
        }
        guard let value = try? JSON.parse(bytes) else { continue }
        #expect(try JSON.parse(value.text) == value, "seed \(seed), round \(round)")
      }
    }
  }
}
