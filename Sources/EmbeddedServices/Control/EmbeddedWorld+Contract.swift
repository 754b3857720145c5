import FlagEvaluation
import ServiceMessages
import TextFormats
import Vocabulary

/// The contract: what an app can rely on in this world (product.md section 6, `world`).
extension EmbeddedWorld {
  var contract: JSONValue {
    [
      "assignments": .array(assignments),
      "engine": .string(flags.dialect.name),
      "faults": byService { state in state.fault?.document ?? .null },
      "flags": .array(flags.entries.map(flagContract)),
      "held": .array(
        held.map { ["request": JSONValue($0.request), "service": .string($0.service.rawValue)] }),
      "holds": .array(
        WorldFile.services.filter { services[$0]?.isHolding ?? false }.map { .string($0.rawValue) }),
      "latencies": byService { state in .integer(state.latency.microseconds) },
      "name": .string(file.name),
      "points": .array(file.points.points.map(\.document)),
      "processing": .integer(file.processing.microseconds),
      "region": .string(file.region),
      "reportFlag": .string(file.reportFlagKey),
    ]
  }

  private func byService(_ value: (ServiceState) -> JSONValue) -> JSONValue {
    .object(
      JSONObject(
        uniqueMembers: WorldFile.services.compactMap { service in
          services[service].map { JSONMember(service.rawValue, value($0)) }
        }))
  }

  private var assignments: [JSONValue] {
    flags.entries.flatMap { entry in
      entry.targeting.map { target in
        ["flag": .string(entry.key), "userId": .string(target.userId), "variant": .string(target.variant)]
      }
    }
  }

  private func flagContract(_ entry: WorldFlags.Entry) -> JSONValue {
    let flag = flags.configuration.flag(entry.key)
    return [
      "active": .bool(entry.condition.isActive),
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
