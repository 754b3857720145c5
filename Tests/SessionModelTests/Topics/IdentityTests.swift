import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Identity")
struct IdentityTests {
  @Test func aSessionStartsAnonymousWithADeviceOfItsOwn() {
    let session = ScriptedSession()
    #expect(session.value("identity/userId") == .null)
    #expect(session.value("identity/properties") == .object(JSONObject()))
    #expect(session.text("identity/deviceId")?.utf8.count == 36)
  }

  @Test func signInKeepsTheDeviceAndFetchesForTheUser() {
    var session = ScriptedSession()
    let device = session.text("identity/deviceId")
    let outcome = session.run("sign-in user-10042")
    #expect(outcome.status == .success)
    #expect(session.text("identity/userId") == "user-10042")
    #expect(session.text("identity/deviceId") == device)
    #expect(session.value("flags/revision") == 1)
    #expect(session.sent(to: .evaluation).map(\.identity.userId) == ["user-10042"])
  }

  @Test(
    "A user id that the analytics service would refuse is refused here",
    arguments: ["abcd", "", "anonymous", "Undefined", "UNKNOWN", "00000000-0000-0000-0000-000000000000", "lmy47d"])
  func refusedUserIds(userId: String) {
    var session = ScriptedSession()
    #expect(session.run("sign-in '\(userId)'").status == .usage)
    #expect(session.value("identity/userId") == .null)
    #expect(session.sent.isEmpty)
  }

  @Test func aUserIdOfFiveCharactersIsTaken() {
    var session = ScriptedSession()
    #expect(session.run("sign-in abcde").status == .success)
  }

  @Test func logoutTakesUserPropertiesDeviceAndCacheAway() {
    var session = ScriptedSession()
    session.run("sign-in user-one")
    session.run("property plan=pro seats:=5")
    let device = session.text("identity/deviceId")
    session.start("logout &")
    #expect(session.value("identity/userId") == .null)
    #expect(session.value("identity/properties") == .object(JSONObject()))
    #expect(session.text("identity/deviceId") != device)
    #expect(session.value("flags/variants")?.object?.isEmpty == true)
    #expect(session.eventTypes == [])
    #expect(session.inFlight.last?.identity.userId == nil)
    #expect(session.inFlight.last?.identity.deviceId == session.text("identity/deviceId"))
  }

  @Test func logoutOfNobodyIsRefusedAndChangesNothing() {
    var session = ScriptedSession()
    session.run("property plan=pro")
    let before = session.session.document
    let outcome = session.run("logout")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == "notSignedIn")
    #expect(session.session.document == before)
    #expect(session.sent.isEmpty)
  }

  @Test func aDeviceIdSetByHandBeginsARevision() {
    var session = ScriptedSession()
    session.run("sign-in user-one")
    #expect(session.run("identity --device-id device-9").status == .success)
    #expect(session.text("identity/deviceId") == "device-9")
    #expect(session.text("identity/userId") == "user-one")
    #expect(session.value("flags/revision") == 2)
    #expect(session.sent(to: .evaluation).last?.identity.deviceId == "device-9")
  }

  @Test func propertiesMarkFlagsStaleAndFetchNothing() {
    var session = ScriptedSession()
    session.run("property early=1")
    #expect(session.value("flags/stale") == false, "nothing was fetched that could be stale")
    session.run("refresh")
    session.run("property plan=pro seats:=5 'tags:=[\"a\",\"b\"]'")
    #expect(session.value("identity/properties") == ["early": "1", "plan": "pro", "seats": 5, "tags": ["a", "b"]])
    #expect(session.value("flags/stale") == true)
    #expect(session.sent.count == 1)
    session.run("property --unset plan early")
    #expect(session.value("identity/properties") == ["seats": 5, "tags": ["a", "b"]])
    session.run("refresh")
    #expect(session.value("flags/stale") == false)
    let header = session.sent.last?.request.header("X-Amp-Exp-User") ?? ""
    #expect((try? JSON.parse(header))?["user_properties"] == ["seats": 5, "tags": ["a", "b"]])
  }

  @Test func theAnswerToAPropertyNamesWhatItChanged() {
    var session = ScriptedSession()
    session.run("property early=1 late=2")
    let set = session.run("property plan=pro 'plan:=[1]' early=3").result.document
    #expect(set["properties"] == ["plan": [1], "early": "3"])
    #expect(set["count"] == 3)
    #expect(set["stale"] == false)
    let unset = session.run("property --unset early never").result.document
    #expect(unset["properties"] == ["early": nil, "never": nil])
    #expect(unset["count"] == 2)
    #expect(session.value("identity/properties") == ["late": "2", "plan": [1]])
  }

  @Test func aPropertySetWhileLoadingStaysStaleUntilItIsSent() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.run("property plan=pro")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.value("flags/stale") == true)
    // A fetch that was only remembered takes the property with it.
    session.start("refresh &")
    session.start("refresh &")
    session.run("property plan=basic")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.value("flags/stale") == false)
    #expect(session.inFlight.last?.request.header("X-Amp-Exp-User")?.contains("basic") == true)
  }

  @Test func onlyAChangeOfAnIdForgetsTheExposure() {
    var session = ScriptedSession()
    session.run("sign-in user-one")
    session.run("open")
    let device = session.text("identity/deviceId") ?? ""
    session.run("sign-in user-one")
    session.run("identity --device-id \(device)")
    #expect(session.eventTypes.count { $0 == "$exposure" } == 1)
    session.run("sign-in user-two")
    #expect(session.eventTypes.count { $0 == "$exposure" } == 2)
    session.run("sign-in user-one")
    #expect(session.eventTypes.count { $0 == "$exposure" } == 3)
  }
}
