extension HelpTopic {
  static let troubleshooting = HelpTopic(
    name: "troubleshooting", summary: "five symptoms, four questions, and the command that shows the cause",
    text: """
      SYMPTOMS

      Flags stay off although a key was put in
        `status` gives the state and names the setting at fault, `flagsh doctor` says
        where each comes from, `flagsh doctor --live` whether the services take the
        keys; --config FILE judges a file of your own. Flags need both client keys
        and the region, US or EU in exactly this spelling. A value that still contains
        $( was never substituted, and a key that begins with server- belongs on a
        server. Blank counts as missing. To see an app without keys:
        `world unconfigure`, then `status`.

      The fetch succeeds, but the report stays compact
        `status` says whether the layout is assigned or the fallback, and why.
        `why report-layout` walks through the rules with this identity's values:
        is the key right, is the value exactly control or expanded, is the flag
        active and deployed to the app's deployment, does the targeting name this
        user, is the region right? `why report-layout --want expanded` says what
        stands in the way of one variant, `world` prints the whole contract, and
        `variant report-layout` what came back. A request may succeed and bring no
        usable assignment. Being assigned control is compact too, and no fallback.

      An exposure appears before the report does
        `events` lists what was tracked in order. Here $exposure comes only from a
        report that appears with an assigned layout, right before its Report
        Previewed: `refresh`, `variant` and `variants` track nothing, and
        `suppressed` shows what was left out and why. In an app that differs, switch
        automatic exposure tracking off, look for code that reads a variant early,
        and send no exposure event of your own beside the built-in one.

      The layout of the old account comes back after logout
        Let it happen on purpose: `world hold evaluation`, `refresh &`, `logout &`,
        `world deliver`, `wait`, then `requests`: the first answer carries an older
        revision and is marked discarded. Emptying the cache cancels nothing that is
        under way; an answer that comes late must be thrown away, the cache emptied
        again, and then the fetch for the new identity may begin. All changes of
        identity and all fetches have to go through one place for that.

      The layout changes, but the experiment's analysis is empty
        `experiment report-layout` lists what is there and what is missing: the
        exposure event and the primary metric that were saved, whether the
        experiment was started and when, and how many users of each variant have a
        processed exposure and an export after it. `profile` shows what the service
        really processed for this device, `flush` sends what still waits. Project
        and identity must be the same for both events. An assigned layout alone
        measures nothing.

      QUESTIONS

      Does the compact fallback count as an exposure of control?
        No. Only an assignment that was fetched and then appeared is exposed. Try
        `sign-in somebody-else`, `open`, `suppressed`: the reason is notAssigned. In
        `events`, the property layout_source tells assignment and fallback apart.

      Does an app need a second client for experiments?
        No. One client owns the identity, the flags and the exposures; a second one
        would have an identity and exposures of its own. A session here is one
        client too: `identity` shows who it is, for flags and for events.

      Can this be built into an app that already has accounts?
        Yes. Keep its login as it is and act on confirmed changes only: `sign-in
        USER_ID` stands for a confirmed account, `logout` for a confirmed end. Use
        the account's canonical id; the layout on screen goes at once and the
        variants are fetched again. `status` after each step shows the revision.

      Is the session on screen recorded by the analytics service?
        No. Session replay is outside of what flagsh does, and it sends no session,
        screen or identify events: `events` is all there is. If your app records its
        sessions, keep its consent and privacy settings and check them separately.
        `record` writes a transcript for you, to a file of yours.
      """)
}
