package import FlagEvaluation
import ServiceMessages
package import SessionModel
package import TextFormats
import Vocabulary

/// Everything an embedded world knows when it starts: one JSON file (product.md section 6).
///
/// The member `flags` is a flag configuration as the real service delivers it, so that one can be pasted in; what is
/// not part of that form stands beside it in `flagSettings`.
///
/// Members:
/// * `format`, `version`: `"flagsh-world"` and 1;
/// * `name`: what the world is called in transcripts and in the contract;
/// * `keys`: `apiKey` and `deploymentKey` of the app; with `region` they decide whether flags are off (rule 1);
/// * `report`: `flag`, the key that decides the layout, and `days`, seven numbers, Monday first;
/// * `engine`, optional: whose rules evaluate, `javascript` (default) or `python`;
/// * `flags`: an array of flags (evaluation.md 3); `metadata.deployed` false keeps one from being answered;
/// * `flagSettings`, optional: by flag key `active` and `inDeployment`, both true by default;
/// * `points`, optional: by name the personalization points: `id` (`9pp…`), `type` (`dynamicContent` or
///   `recommendations`), `decisions`, and, optional, `dataspace` and `dataGraph` (both `default`),
///   `requiresAuthentication` (false) and `whenNobody` (`missing` or `empty`). A decision has `id` (`9pb…`), `name`, and,
///   optional, `when`: conditions as in a flag's segment, over `context.user` and `context.request`; its content is
///   `attributes`, an object, and for recommendations a `recommender`;
/// * a recommender has `items`, the name of a catalogue, and, optional, `anchor` (`none` or `similar`), `anchorTypes`,
///   `id` (the items' id field, `ssot__Id__c`), `related` (the field with ids of similar items, `related`), `fields` (what
///   is returned), `limit` (12) and `filters`, each with `field`, `op`, `value` (fixed, `{!name}`, or
///   `{"anchor": FIELD}`) and, optional, `effect` (`include` or `exclude`);
/// * `catalogues`, optional: by name a list of items, objects, the most popular first;
/// * `experiments`, optional: each with `flag`, `exposureEvent`, `primaryMetric`, `start` (a moment; null for a draft)
///   and, optional, `variants`, the keys of those that are compared;
/// * `latencies`, optional: durations with a unit for `evaluation`, `analytics`, `decisions`, and `processing` (from the
///   answer to an upload until its events are processed); 0 by default;
/// * `faults`, optional: by service `kind` (`status`, `offline`, `timeout`, `reset`, `malformed`, `empty`), `status` with
///   the first, and `times` when it ends by itself.
package struct WorldFile: Sendable {
  /// The value of the member `format`.
  package static let format = "flagsh-world"
  /// The newest version that is understood.
  package static let version = 1

  /// The members of the top level.
  static let memberNames = [
    "format", "version", "name", "keys", "region", "report", "engine", "flags", "flagSettings", "points", "catalogues",
    "experiments", "latencies", "faults",
  ]

  package let name: String
  /// The keys and the region as the app would find them in its configuration; blank ones turn flags off.
  package let apiKey: String
  package let deploymentKey: String
  package let region: String
  /// The flag key that decides the report's layout.
  package let reportFlagKey: String
  /// Seven numbers, Monday first.
  package let dailyActions: [Int]
  /// The flags as the world starts with them.
  let flags: WorldFlags
  let points: WorldPoints
  let experiments: [ExperimentDefinition]
  let latencies: [Service: Span]
  /// From the answer to an upload until its events are processed.
  let processing: Span
  let faults: [Service: Fault]

  /// Reads a world file.
  ///
  /// - Parameters:
  ///   - engine: whose rules evaluate the flags, whatever the member `engine` says; nil leaves it that word.
  ///   - isKnownToWork: whether flags and points need no trial now; then they are compiled when one is asked for.
  /// - Throws: a diagnostic with the place in the text and the path inside the JSON (`$.report.days[3]: ...`).
  package init(
    parsing bytes: [UInt8], file: String, engine: Dialect? = nil, isKnownToWork: Bool = false
  ) throws(Diagnostic) {
    let document: JSONValue
    do {
      document = try JSON.parse(bytes, allowsByteOrderMark: true)
    } catch {
      throw error.diagnostic(code: "badWorld", file: file, text: bytes[...])
    }
    do {
      try self.init(WorldNode(document), engine: engine, isKnownToWork: isKnownToWork)
    } catch {
      let offset = JSONLocator.offset(of: error.steps, in: bytes)
      let position = TextPosition(ofOffset: offset, in: bytes)
      throw Diagnostic(
        code: "badWorld", message: "\(WorldNode.path(error.steps)): \(error.message)",
        place: SourcePlace(file: file, line: position.line, column: position.column),
        sourceLine: TextPosition.line(holding: offset, in: bytes[...]), hint: error.hint)
    }
  }

  private init(_ root: WorldNode, engine: Dialect?, isKnownToWork: Bool) throws(WorldNode.Fault) {
    _ = try root.members(allowing: Self.memberNames)
    let format = try root.required("format")
    guard try format.text().isExactly(Self.format) else {
      throw format.fault("is not \"\(Self.format)\"", hint: "a world file says \"format\": \"\(Self.format)\"")
    }
    let version = try root.required("version")
    guard try version.integer(in: 1...Int64(Int32.max)) <= Self.version else {
      throw version.fault("this flagsh reads version \(Self.version) only", hint: "a newer flagsh is needed")
    }
    name = try root.required("name").filledText()

    let keys = try root.required("keys")
    _ = try keys.members(allowing: ["apiKey", "deploymentKey"])
    apiKey = try keys.required("apiKey").text()
    deploymentKey = try keys.required("deploymentKey").text()
    region = try root.required("region").text()

    let report = try root.required("report")
    _ = try report.members(allowing: ["flag", "days"])
    reportFlagKey = try report.required("flag").filledText()
    dailyActions = try Self.days(report.required("days"))

    flags = try WorldFlags(
      flags: root.required("flags"), settings: root.optional("flagSettings"), engine: root.optional("engine"),
      overriding: engine, compilesNow: !isKnownToWork)
    experiments = try Self.experiments(root.optional("experiments"), flags: flags)
    points = try PointReader.points(
      root.optional("points"), catalogues: root.optional("catalogues"), dialect: flags.dialect,
      compilesNow: !isKnownToWork)
    (latencies, processing) = try Self.latencies(root.optional("latencies"))
    faults = try Self.faults(root.optional("faults"))
  }

  /// Whose rules evaluate.
  package var dialect: Dialect { flags.dialect }

  /// The flags that the world answers when it starts: active, deployed and in the deployment.
  package func servedFlags() throws(Diagnostic) -> FlagConfiguration {
    var flags = flags
    return try flags.servedEvaluator().configuration
  }

  /// What a session in this world knows at its start.
  ///
  /// - Parameters:
  ///   - seed: 128 bits, `--seed N` zero-extended.
  ///   - startMicroseconds: microseconds since 1970-01-01T00:00:00Z.
  package func configuration(seed: [UInt64], startMicroseconds: Int64, platform: String) -> SessionConfiguration {
    SessionConfiguration(
      seed: seed, startMicroseconds: startMicroseconds, platform: platform, world: .embedded, isSending: true,
      flagsOff: FlagsOff.judge(apiKey: apiKey, deploymentKey: deploymentKey, region: region),
      dailyActions: dailyActions, reportFlagKey: reportFlagKey, knownFlags: flags.keys,
      knownPoints: points.names)
  }
}
