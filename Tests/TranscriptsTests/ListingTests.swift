import SessionModel
import Testing
import TextFormats
import Transcripts
import Vocabulary

@Suite struct ListingTests {
  @Test func aScriptHoldsTheCommandsAsTheyWereWritten() {
    var script = TranscriptScript(file: "t.jsonl")
    #expect(
      read(Sample.bytes).items.flatMap { script.lines(for: $0) } == [
        "# session 1 of t.jsonl, recorded by flagsh 0.1.0, world built-in",
        "# options: --seed 7 --clock 2026-01-01T00:00:00Z --platform iOS",
        "# from a b.flagsh",
        "sign-in \"zo\u{EB} \u{1F600}\"",
        "open &",
        "# interrupted (Ctrl-C) at 2.200001 s",
      ])
  }

  @Test func aScriptNamesEachFileAndEachSession() {
    var writer = TranscriptWriter()
    for (number, isLast) in [(1, false), (2, true)] {
      let live = SessionConfiguration(seed: [UInt64.max, 1], world: number == 1 ? .embedded : .live)
      writer.begin(TranscriptHeader(toolVersion: "0.1.0", configuration: live))
      for (file, text, time) in [("a", "open", 0), ("b\n", "close", 1_500_000), ("a", "quit", 1_500_000)] {
        let place = SourcePlace(file: file, line: 1, column: 1)
        writer.append(Input(time: Instant(microseconds: Int64(time)), .command(text: text, place: place)))
      }
      writer.finish(document: .null, isLast: isLast)
    }
    var script = TranscriptScript(file: "t")
    let body = ["# from a", "open", "# from b\\n", "# 1.500000 s later", "close", "# from a", "quit"]
    #expect(
      read(writer.pending).items.flatMap { script.lines(for: $0) }
        == [
          "# session 1 of t, recorded by flagsh 0.1.0",
          "# options: --seed 0xffffffffffffffff0000000000000001 --clock 2026-01-01T00:00:00Z --platform iOS",
        ] + body + ["", "# session 2 of t, recorded by flagsh 0.1.0, in the live world"] + body)
  }

  @Test func aListingHasALineForEachRecord() {
    var listing = TranscriptListing(file: "t.jsonl")
    let lines = read(Sample.bytes).items.flatMap { listing.lines(for: $0) }
    #expect(lines.count == 23)
    #expect(lines[0] == "t.jsonl: session 1, recorded by flagsh 0.1.0")
    #expect(lines[1] == "  embedded world built-in, seed 7, start 2026-01-01T00:00:00Z, platform iOS")
    #expect(lines[2] == "     1       0.000000  > sign-in \"zo\u{EB} \u{1F600}\"  (a b.flagsh:3)")
    #expect(lines[3] == "     2       0.000000      request 1 to evaluation: GET /sdk/v2/vardata?v=0")
    #expect(lines[4] == "     3       0.000000      start timer 1, due at 5.000000")
    #expect(lines[5] == "     4       0.120000  answer to request 1: status 200, 38 bytes")
    #expect(lines[10] == "     9       0.120000      event 1 Report Previewed: queued")
    #expect(lines[12] == "    11       0.150000      outcome of command 2 open, job %1: status 1, fetchFailed")
    #expect(lines[16] == "    15       2.200000  answer to request 4: offline no route")
    #expect(lines[22].hasPrefix("  end: 20 records (3 answer, 1 cancelRequest,"))
    #expect(lines[22].hasSuffix("CRC-32 03914403 as computed"))
  }

  @Test func nothingInAListingMovesTheCursor() {
    let text = "\u{1B}[2J\u{202E}\r\n"
    var writer = TranscriptWriter()
    writer.begin(TranscriptHeader(toolVersion: text, configuration: SessionConfiguration(platform: text)))
    let place = SourcePlace(file: text, line: 1, column: 1)
    writer.append(Input(time: .start, .command(text: text, place: place)))
    writer.append([.outcome(Outcome(command: 1, name: text)), .notice(Notice(code: text, message: ""))])
    writer.finish(document: .null, isLast: true)
    var listing = TranscriptListing(file: text)
    let lines = read(writer.pending).items.flatMap { listing.lines(for: $0) }
    #expect(lines.count == 6)
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) } })
  }
}
