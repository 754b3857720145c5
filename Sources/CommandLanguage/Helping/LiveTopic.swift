extension HelpTopic {
  static let live = HelpTopic(
    name: "live", summary: "the real services: keys, sending, the outbox",
    text: """
      flagsh --live         fetches from the real services with the app's own keys
      flagsh doctor         each setting, where it came from, and what is wrong
      flagsh doctor --live  also asks each service whether it answers

      SETTINGS
        AMPLITUDE_API_KEY, AMPLITUDE_DEPLOYMENT_KEY, AMPLITUDE_SERVER_ZONE (US or EU)
        and for decisions PERSONALIZATION_ENDPOINT, PERSONALIZATION_DATASPACE
        come from variables of these names, else from Config/Amplitude.xcconfig in
        this folder or one above, which may include Local.xcconfig; --config FILE
        names another. Keys are never given as arguments. Two slashes begin a comment
        in such a file, also inside an address.

      EXPLORING LEAVES NO TRACES
        Without --send nothing is uploaded: events are held, `flush` says so, the
        evaluation service is asked not to track assignments, and decisions are
        fetched in test mode. --send is your consent to real analytics: events are
        uploaded, assignments tracked. It changes the data of a running experiment.

      THE OUTBOX
        With --send an event is on disk before it counts as tracked, and stays there
        until the service has acknowledged it, also when flagsh is killed. A later
        session with --send takes over what an earlier one left behind: `outbox list`
        shows it, `outbox send` sends it, `outbox discard` gives it up. It lives in
        the folder flagsh/outbox of the XDG state folder.

      REQUESTS
        A fetch takes 5 s at most and is made once; --retry makes it again after a
        failure that may pass (0.5 s, then half as long again each time, 8 times).
        `requests` lists every exchange, --verbose follows them. Proxies come from
        https_proxy and no_proxy, a CA file of your own from CURL_CA_BUNDLE or
        SSL_CERT_FILE. --evaluation-url and --analytics-url name other hosts, such as
        a proxy of your own; plain http goes to this machine only.

      TRANSCRIPTS
        They hold requests and answers with placeholders for keys, and replay without
        network and keys. `transcript audit FILE` looks for your keys in any file.
      """)
}
