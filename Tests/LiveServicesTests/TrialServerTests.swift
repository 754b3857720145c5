import Foundation
import LiveServices
import ServiceMessages
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// The embedded services behind ports, as live sessions and other clients see them.
@Suite struct TrialServerTests {
  static let executable = BuiltProducts.path(of: "loopback-server")
  static let isBuilt = FileManager.default.isExecutableFile(atPath: executable)
  static let world = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Config/world.json").path

  /// The server on free ports.
  final class Trial {
    private let program: RunningProgram
    private(set) var urls: [String: String] = [:]

    init(_ arguments: [String] = []) throws {
      program = try RunningProgram(executable, arguments: ["--world", world] + arguments)
      let running = program
      try running.wait(for: "three ports") { running.outputText.split(separator: "\n").count == 3 }
      for line in running.outputText.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        urls[words[0]] = words[1]
      }
    }

    func loop() throws -> WorldLoop {
      try WorldLoop(evaluation: urls["evaluation"], analytics: urls["analytics"], decisions: urls["decisions"])
    }

    /// Waits for a line about a request.
    func wait(forLine text: String) throws { try program.wait(forOutput: text) }
  }

  private static func variant(_ answer: Answer) throws -> String? {
    let response = try #require(answer.response)
    return try JSON.parse(response.body)["report-layout"]?["value"]?.string
  }

  @Test(.enabled(if: isBuilt, "loopback-server is not built"))
  func liveSessionsGetTheAnswersOfTheWorld() throws {
    let trial = try Trial()
    let loop = try trial.loop()
    let identity = Identity(userId: "tester-expanded", deviceId: "device-0001")
    let variants = try loop.answer(EvaluationRequest.build(for: identity, tracksAssignment: false), id: 1)
    #expect(try Self.variant(variants) == "expanded")
    let upload = try #require(try loop.answer(UploadRequest.build([WireTests.event]), id: 2).response)
    #expect(upload.status == 200)
    #expect(try JSON.parse(upload.body)["events_ingested"]?.integer == 1)
    let decisions = try loop.answer(
      DecisionsRequest.build(
        points: ["homeHero"], individualId: "device-0001", dataspace: "default", anchor: nil,
        attributes: [ContextualAttribute(name: "nobodyReadsThis", value: "x")], isTest: true), id: 3)
    let response = try #require(decisions.response)
    #expect(response.status == 200)
    #expect(response.header("x-flagsh-unused-attributes") == "nobodyReadsThis")
    let names = try JSON.parse(response.body)["personalizations"]?.array?.map { $0["personalizationPointName"]?.string }
    #expect(names == ["homeHero"])
    try trial.wait(forLine: "evaluation GET /sdk/v2/vardata?v=0 200 0 bytes, connections 1")
    try trial.wait(forLine: "decisions POST /personalization/decisions 200")
  }

  @Test(.enabled(if: isBuilt, "loopback-server is not built"))
  func wrongKeysAreRefusedWhenRightOnesAreKnown() throws {
    let trial = try Trial(["--deployment-key", "client-right", "--api-key", "right"])
    let loop = try trial.loop()
    let identity = Identity(userId: "tester-expanded", deviceId: "device-0001")
    let refused = try #require(
      try loop.answer(EvaluationRequest.build(for: identity, tracksAssignment: false), id: 1).response)
    #expect(refused.status == 401)
    #expect(refused.body == Array("Invalid deployment".utf8))
    let upload = try #require(try loop.answer(UploadRequest.build([WireTests.event]), id: 2).response)
    #expect(upload.status == 400)
    #expect(try JSON.parse(upload.body)["error"]?.string?.hasPrefix("Invalid API key: ") == true)
    #expect(!String(decoding: upload.body, as: UTF8.self).contains(WorldLoop.keys.api))
  }

  @Test(.enabled(if: isBuilt, "loopback-server is not built"))
  func usersArriveInEveryForm() throws {
    let trial = try Trial()
    let url = try #require(trial.urls["evaluation"]) + "/sdk/v2/vardata"
    let loop = try ClientLoop()
    let user = #"{"device_id":"device-ÿ?>","user_id":"tester-control"}"#
    // python3: base64.b64encode and urlsafe_b64encode.
    let forms = [
      "eyJkZXZpY2VfaWQiOiJkZXZpY2Utw78/PiIsInVzZXJfaWQiOiJ0ZXN0ZXItY29udHJvbCJ9",
      "eyJkZXZpY2VfaWQiOiJkZXZpY2Utw78_PiIsInVzZXJfaWQiOiJ0ZXN0ZXItY29udHJvbCJ9",
    ]
    for form in forms {
      var request = WireRequest.get(url)
      request.headers = [HTTPHeader("Authorization", "Api-Key client-x"), HTTPHeader("X-Amp-Exp-User", form)]
      #expect(try Self.variant(loop.exchange(request).answer) == "control")
    }
    var request = WireRequest.post(url + "?v=0", Array(user.utf8))
    request.headers = [HTTPHeader("Authorization", "Api-Key client-x"), HTTPHeader("Content-Type", "application/json")]
    #expect(try Self.variant(loop.exchange(request).answer) == "control")
    request.headers = []
    #expect(try loop.exchange(request).answer.response?.status == 401)
  }

  // python3: gzip.compress(body, 9, mtime=0) of twenty events, one block with codes of its own.
  static let compressedUpload = """
    H4sIAAAAAAACA53Uu2oDMRCF4VcJqr2gI2l08VOEtCGYEKtYQhxjbxyM8btHZkl3phkXi2Ak/83w3dz7cd599qvbuvGd4DauX/phObvt683t\
    +2X+6Lt5P8brefLj939pt1yPfYxe+vH7tDw9n8aV/tv3Yz4fzv20rC/X8/R4tsxf4wFKLiFIfvyX37ifMV5vPk5r4b6h9dLQbHWweiysDq0u\
    NVZbPbB6SawetHosUmz1SOoAWD1qdeSSbfXE6qmyetLqTZrY6sLqVVhd1K0TJFs9k3oIgdWzunUpRlu9sLo0Vi/q1kUJtnpl9ZZZvapbFwps\
    9UbqMUZWb+rWoRmtA8MuFoYddOzgrdgx7ZJn2kHXzgejdmDcpcS4g8pdaMnIHZh3qTLvoHrnazZ6BwaegIEHFbxaqhE8MPFEmHhQxcvFG8UD\
    I08aIw8qeSkHI3lg5uXAzINqXpBkNA8MvZwZelDR8ykb0QNTr3im3rh6f7v/AVI9U4AACgAA
    """

  @Test(.enabled(if: isBuilt, "loopback-server is not built"))
  func uploadsMayBeCompressed() throws {
    let trial = try Trial()
    let url = try #require(trial.urls["analytics"]) + "/2/httpapi"
    let loop = try ClientLoop()
    func answer(_ body: [UInt8], _ encoding: String) throws -> HTTPResponse {
      var request = WireRequest.post(url, body)
      request.headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Content-Encoding", encoding)]
      return try #require(try loop.exchange(request).answer.response)
    }
    let compressed = try #require(Base64.decode(Self.compressedUpload))
    #expect(try JSON.parse(answer(compressed, "gzip").body)["events_ingested"]?.integer == 20)
    let plain = #"{"api_key":"key-1","events":[{"device_id":"device-0001","event_type":"a","insert_id":"insert-1"}]}"#
    #expect(try answer(Gzip.stored(Array(plain.utf8)), "gzip").status == 200)
    #expect(try answer(Gzip.runs(of: 0x20, 100), "gzip").status == 400)
    for place in [0, 40, 200, compressed.count - 6] {
      var damaged = compressed
      damaged[place] ^= 0x10
      #expect(try answer(damaged, "gzip").status == 400, "\(place)")
    }
    for count in 0..<compressed.count where count % 16 == 0 {
      #expect(try answer(Array(compressed[..<count]), "gzip").status == 400, "\(count)")
    }
    #expect(try answer(Array(plain.utf8), "br").status == 415)
  }
}
