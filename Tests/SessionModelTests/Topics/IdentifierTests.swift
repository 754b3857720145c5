import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Identifiers")
struct IdentifierTests {
  /// Made with a Python transcription of the generator's published reference code and Python's `uuid` module.
  @Test(
    "Identifiers follow from the seed",
    arguments: [
      (
        [0, 0],
        [
          "99EC5F36-CB75-42B4-BF6E-1F784956452A", "1A5F849D-4933-46E0-AAA5-94F1262D2D2C",
          "BBA5AD4A-1F84-4E59-BFEF-8375D9EBCACA",
        ]
      ),
      (
        [0, 7],
        [
          "B358FAF7-4EF9-465A-875C-3D964F482CD2", "D6F1D349-952C-4996-BB29-38731E807240",
          "FDA904EC-7E54-4318-9F6E-1CE3B6218C49",
        ]
      ),
      (
        [1, 2],
        [
          "1A28690D-A8A8-4057-9D28-B582BCA4E6DB", "1FBA72B7-39F9-4758-8973-123EF2527E1F",
          "4BB38BA5-796D-4757-A922-1A521995E4B8",
        ]
      ),
      (
        [.max, .max],
        [
          "8F5520D5-2A7E-4D08-9FB3-D99A986B9B73", "00748BB8-B960-41C2-819A-444B8C05C99D",
          "3365A876-460F-4780-A6ED-5B9DE8E153C7",
        ]
      ),
    ] as [([UInt64], [String])])
  func vectors(seed: [UInt64], ids: [String]) {
    var configuration = ScriptedSession.configuration
    configuration.seed = seed
    var session = ScriptedSession(configuration)
    #expect(session.text("identity/deviceId") == ids[0])
    session.run("open")
    #expect(session.events.map { $0["insertId"]?.string } == [ids[1], ids[2]])
  }

  @Test func aSeedWithoutWordsIsASeedOfZeros() {
    var configuration = ScriptedSession.configuration
    configuration.seed = []
    let short = Session(configuration)
    configuration.seed = [0, 0]
    #expect(short.identity == Session(configuration).identity)
  }

  @Test func noTwoDevicesOfFiveHundredLogoutsAreTheSame() {
    var session = ScriptedSession()
    var seen: Set<String> = []
    session.reply = { _ in Answers.offline }
    for _ in 0..<500 {
      session.run("sign-in user-one")
      session.run("logout")
      #expect(seen.insert(session.session.identity.deviceId).inserted)
    }
  }
}
