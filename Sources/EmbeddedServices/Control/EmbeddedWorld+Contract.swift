import FlagEvaluation
import ServiceMessages
import TextFormats
import Vocabulary

/// The contract: what an app can rely on in this world (product.md section 6, `world`).
extension EmbeddedWorld {
  /// All of it for `show`; after a change what the change concerns, so that thousands of changes do not cost the square.
  func contract(after query: WorldQuery) -> JSONValue {
    let name = query.body["service"]?.string
    let services = Service.ofTheApp.filter { $0.rawValue == name }
    switch query.body["action"]?.string {
    case "latency", "fault", "clearFault": return part(state(of: services))
    case "hold": return part(state(of: services) + [JSONMember("held", heldAnswers(of: services))])
    case "deliver": return part([JSONMember("held", heldAnswers(of: Service.ofTheApp)), JSONMember("holds", holds)])
    case "configure", "unconfigure": return part([])
    case "flag", "assign":
      guard let entry = query.body["key"]?.string.flatMap(flags.entry) else { return part([]) }
      let userId = query.body["userId"]?.string
      let assignments = entry.targeting[userId ?? ""].map { [assignment(entry, userId ?? "", $0)] } ?? []
      return part([JSONMember("assignments", .array(assignments)), JSONMember("flags", [flagContract(entry)])])
    default: return whole
    }
  }

  private var whole: JSONValue {
    part(
      state(of: Service.ofTheApp) + [
        JSONMember("assignments", .array(flags.entries.flatMap(assignments))),
        JSONMember("flags", .array(flags.entries.map(flagContract))),
        JSONMember("held", heldAnswers(of: Service.ofTheApp)),
        JSONMember("points", .array(file.points.points.map(\.document))),
      ])
  }

  /// These members, and those that are small and never change.
  private func part(_ members: [JSONMember]) -> JSONValue {
    .object(
      JSONObject(
        uniqueMembers: [
          JSONMember("engine", .string(flags.dialect.name)), JSONMember("name", .string(file.name)),
          JSONMember("processing", .integer(file.processing.microseconds)),
          JSONMember("region", .string(file.region)), JSONMember("reportFlag", .string(file.reportFlagKey)),
        ] + members))
  }

  private func state(of wanted: [Service]) -> [JSONMember] {
    [
      JSONMember("faults", byService(wanted) { state in state.fault?.document ?? .null }),
      JSONMember("holds", holds),
      JSONMember("latencies", byService(wanted) { state in .integer(state.latency.microseconds) }),
    ]
  }

  private var holds: JSONValue {
    .array(Service.ofTheApp.filter { services[$0]?.isHolding ?? false }.map { .string($0.rawValue) })
  }

  private func heldAnswers(of services: [Service]) -> JSONValue {
    .array(
      held.filter { services.contains($0.service) }
        .map { ["request": JSONValue($0.request), "service": .string($0.service.rawValue)] })
  }

  private func byService(_ wanted: [Service], _ value: (ServiceState) -> JSONValue) -> JSONValue {
    .object(
      JSONObject(
        uniqueMembers: wanted.compactMap { service in
          services[service].map { JSONMember(service.rawValue, value($0)) }
        }))
  }

  private func assignments(_ entry: WorldFlags.Entry) -> [JSONValue] {
    entry.targeting.elements.map { assignment(entry, $0.name, $0.value) }
  }

  private func assignment(_ entry: WorldFlags.Entry, _ userId: String, _ variant: String) -> JSONValue {
    ["flag": .string(entry.key), "userId": .string(userId), "variant": .string(variant)]
  }

  private func flagContract(_ entry: WorldFlags.Entry) -> JSONValue {
    let flag = flags.configuration.flag(entry.key)
    return [
      "active": .bool(entry.condition.isActive),
      "assigned": JSONValue(entry.targeting.count),
      "deployed": .bool(entry.condition.isDeployed),
      "evaluation": .string(entry.evaluationMode),
      "inDeployment": .bool(entry.condition.isInDeployment),
      "key": .string(entry.key),
      "rollout": flag.flatMap { Rollout($0)?.document } ?? .null,
      "type": entry.document["metadata"]?["flagType"] ?? .null,
      "values": .array(flag?.variants.compactMap(\.variant.value) ?? []),
      "version": entry.document["metadata"]?["flagVersion"] ?? .null,
    ]
  }
}

extension WorldFlags.Entry {
  /// `remote` unless the flag says otherwise.
  var evaluationMode: String { document["metadata"]?["evaluationMode"]?.string ?? "remote" }
}
