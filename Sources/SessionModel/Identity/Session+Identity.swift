import CommandLanguage
import TextFormats
import Vocabulary

/// Who the session is (product.md section 3, rules 1 and 2).
extension Session {
  /// Called when your own authentication has confirmed the account; keeps the device id.
  mutating func signIn(_ command: RunningCommand, userId: String) {
    let former = identity
    identity.userId = userId
    identityChanged(command, from: former)
  }

  /// No user, no properties, a new device id, and nothing tracked in between.
  mutating func logout(_ command: RunningCommand) {
    guard identity.userId != nil else {
      return finish(
        command, failing: Diagnostic(code: "notSignedIn", message: "nobody is signed in", hint: "sign-in USER_ID"))
    }
    let former = identity
    identity = Identity(deviceId: identifiers.uuid())
    identityChanged(command, from: former)
  }

  mutating func setDeviceId(_ command: RunningCommand, _ deviceId: String) {
    let former = identity
    identity.deviceId = deviceId
    identityChanged(command, from: former)
  }

  private mutating func identityChanged(_ command: RunningCommand, from former: Identity) {
    // The same account confirmed once more is the same person: its exposures stay known (rule 6).
    if !identity.hasSameIds(as: former) {
      exposures.forget()
      personalization.markStale()
    }
    flags.cache = []
    guard flagsOff == nil else { return finish(command, .state(stateView)) }
    beginRevision()
    suspend(command, until: .settlement(revision: flags.revision, opens: false))
  }

  /// `refresh`: a new revision; refused when flags are off (rule 1).
  mutating func refresh(_ command: RunningCommand) {
    guard flagsOff == nil || !enforces(.flagsOff) else {
      return finish(
        command,
        failing: Diagnostic(
          code: "flagsOff", message: "flags are off: check both client keys and region",
          hint: "status, world, help troubleshooting"))
    }
    beginRevision()
    suspend(command, until: .settlement(revision: flags.revision, opens: false))
  }

  /// `property`: marks flags stale, fetches nothing.
  mutating func change(_ command: RunningCommand, _ changes: [PropertyChange]) {
    for change in changes {
      switch change {
      case .set(let name, let value): identity.properties[name] = value
      case .unset(let name): identity.properties[name] = nil
      }
    }
    if flags.revision > 0 && flagsOff == nil { flags.isStale = true }
    finish(command, .properties(PropertiesView(changes: changes, identity: identityView)))
  }

  mutating func override(_ command: RunningCommand, _ key: String, _ variant: String) {
    flags.overrides[key] = variant
    let new = FlagOverride(flag: key, variant: variant)
    finish(command, .overridden(OverridesView(set: [new], count: flags.overrides.count)))
  }

  mutating func clearOverride(_ command: RunningCommand, _ key: String?) {
    var cleared: [String] = []
    if let key {
      guard flags.overrides[key] != nil else {
        let names = flags.overrides.elements.map(\.name)
        return finish(
          command,
          failing: Diagnostic(
            code: "noOverride", message: "flag \(PrintableText.safe(key)) has no override",
            hint: names.isEmpty ? "override KEY VARIANT sets one" : "overrides: \(Self.list(names))"))
      }
      cleared = [key]
      flags.overrides[key] = nil
    } else {
      cleared = flags.overrides.elements.map(\.name)
      flags.overrides = ExactTextMap()
    }
    finish(command, .overridden(OverridesView(cleared: cleared, count: flags.overrides.count)))
  }
}
