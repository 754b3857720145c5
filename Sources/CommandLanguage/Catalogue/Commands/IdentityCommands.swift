extension Catalogue {
  static let identityCommands: [CommandEntry] = [
    CommandEntry(
      "sign-in", .identity, "takes over a confirmed account and fetches its variants", startsWork: true,
      forms: [
        CommandForm([ArgumentDeclaration("USER_ID", .userId, "the account's canonical id, at least 5 characters")]) {
          (input) throws(CommandFault) in .signIn(userId: try input.text(0))
        }
      ],
      details: [
        "Call it after your own authentication has confirmed the account: flagsh checks no password. The device id "
          + "stays, a new revision begins, the layout of the identity before is gone at once, and the variants are "
          + "fetched for the new one.",
        "Ids that the analytics service would refuse are refused here: shorter than 5 characters, or a placeholder "
          + "such as anonymous, null or undefined, in any spelling.",
      ],
      examples: ["sign-in tester-expanded", "sign-in tester-control &"]),
    CommandEntry(
      "logout", .identity, "ends the account: no user, a new device id, an empty cache, and a fetch", startsWork: true,
      forms: [CommandForm { _ in .logout }],
      details: [
        "User id and user properties go, a new device id is drawn, and the cache is emptied before the fetch for the "
          + "anonymous identity. Nothing is tracked in between, and an answer still on its way for the old account is "
          + "discarded when it comes. Nobody signed in: refused, and nothing changes."
      ],
      examples: ["logout", "! logout"]),
    CommandEntry(
      "identity", .identity, "shows user id, device id, properties and revision, or sets the device id",
      startsWork: true,
      forms: [
        CommandForm(
          [],
          options: [
            OptionDeclaration(
              "device-id", value: "ID", .deviceId, summary: "use this device id from now on; new revision, refetch")
          ]
        ) { input in input.text(option: "device-id").map(Command.setDeviceId) ?? .identity }
      ],
      examples: ["identity", "identity --device-id 5C0FFEE0-0000-4000-8000-000000000001"]),
    CommandEntry(
      "property", .identity, "sets or removes user properties that targeting reads",
      forms: [
        CommandForm([
          ArgumentDeclaration(
            "NAME=TEXT|NAME:=JSON", .propertyChange, repeats: true,
            "a text after =, or any JSON value after := (numbers, true, lists)")
        ]) { input in .property(input.changes) },
        CommandForm(
          selector: OptionDeclaration("unset", summary: "remove the named properties"),
          [ArgumentDeclaration("NAME", .propertyName, repeats: true, "a property to remove")]
        ) { input in .property(input.changes) },
      ],
      details: [
        "Changed properties make the fetched flags stale but fetch nothing: say `refresh` when you want the service "
          + "to see them."
      ],
      examples: ["property plan=pro seats:=5", "property 'tags:=[\"beta\",\"eu\"]'", "property --unset plan seats"]),
  ]
}
