extension HelpTopic {
  static let decisions = HelpTopic(
    name: "decisions", summary: "personalization decisions: asking, reading, following up",
    text: """
      consent opt-in                       nothing is asked for before
      fetch-decisions homeHero product_recs --anchor SKU-3
      decisions homeHero                   attributes, and a table of items
      decisions homeHero attributes.Header one thing of it
      expect decisions.product_recs.data.count >= 1
      engage click product_recs 0          held in the ledger, never uploaded

      What is sent: the device id as the individual, the data space, the anchor, the
      attributes beside it, and the points by name. `identity` and `logout` therefore
      change who is asked for. What was shown for another identity, or under another
      consent, is marked stale; nothing is fetched again by itself.

      Each point that was asked for ends as one of
        content   attributes, items or both. Dynamic content has only attributes:
                  look there when data is empty
        empty     an entry without either; a recommender that is still being trained
                  gives that for a day
        missing   no entry at all. The answer does not say why. Check the API name
                  (not the label, case counts), that the point was saved and is
                  synchronized, tenant and data space, whether it requires
                  authentication, and whether all points of the request use the same
                  data graph: --split asks for each on its own

      decisions.POINT of the session document has outcome, stale, pointId,
      personalizationId, decisionId, attributes and data. An item without a content
      id is left out of data; `indexes` has the places that the others had in the
      answer, and these are the numbers that are shown and that `engage` takes.

      An attribute that no filter reads changes nothing, and a filter whose variable
      is absent is dropped: a misspelt name makes the answer broader, silently. The
      embedded world says which attributes nothing has read.

      ERRORS, checked in this order
        1 initialization   live without PERSONALIZATION_ENDPOINT
        2 consent          not opted in: consent opt-in
        3 requestInvalid   no point name is left, or no time
        4 network          no connection, or any status but 2xx
        5 responseInvalid  no JSON, or without personalizations
        6 timeout          the time for everything is over: --timeout
        0 unknown          anything else
      A fetch that was cancelled is none of these. Nothing is retried by itself; with
      --retry a live session asks again after 429, 503 and a broken connection, with
      growing pauses or the one that the service asks for, within the same time.

      LIVE
      PERSONALIZATION_ENDPOINT is the tenant's host, PERSONALIZATION_DATASPACE the
      data space. Requests are anonymous: points that require authentication stay
      missing, and a decision id cannot be asked for, since the service takes one
      only with authentication. Without --send requests are in test mode, which
      leaves no trace and nothing that an engagement could be joined with. The app's
      library also reports each change of consent; flagsh tracks no such event.
      """)
}
