import SessionModel
import TextFormats

/// One line of an outbox file: a checksum and a record, `["CRC-32",{...}]`, so that a damaged one shows.
enum OutboxLine {
  case event(OutboxRecord)
  /// These events need not be kept any longer.
  case acknowledged([String])
  /// These are kept and were refused, and why.
  case setAside(insertIds: [String], reason: String)

  /// The line with its end.
  var bytes: [UInt8] {
    var record: [UInt8] = []
    document.write(into: &record)
    var line = Array("[\"".utf8)
    line += Self.hexadecimal(CRC32.of(record)).utf8
    line += "\",".utf8
    line += record
    line += "]\n".utf8
    return line
  }

  private var document: JSONValue {
    switch self {
    case .event(let record):
      var members = [
        JSONMember("deviceId", .string(record.deviceId)), JSONMember("event", .string(record.event)),
        JSONMember("insertId", .string(record.insertId)), JSONMember("sequence", .integer(Int64(record.sequence))),
      ]
      if let reason = record.setAside { members.append(JSONMember("setAside", .string(reason))) }
      return .object(JSONObject(uniqueMembers: members))
    case .acknowledged(let ids): return ["acknowledged": .array(ids.map(JSONValue.string))]
    case .setAside(let ids, let reason):
      return ["insertIds": .array(ids.map(JSONValue.string)), "setAside": .string(reason)]
    }
  }

  /// Reads a line without its end; nil when it is damaged, or of a kind that this version does not know.
  init?(_ line: ArraySlice<UInt8>) {
    // `["`, eight digits, `",`, a record of at least `{}`, `]`.
    guard line.count >= 15, line.starts(with: "[\"".utf8), line.last == UInt8(ascii: "]") else { return nil }
    let digits = line.dropFirst(2).prefix(8)
    let rest = line.dropFirst(10).dropLast()
    guard rest.starts(with: "\",".utf8) else { return nil }
    let record = rest.dropFirst(2)
    guard digits.elementsEqual(Self.hexadecimal(CRC32.of(Array(record))).utf8),
      let document = try? JSON.parse(record)
    else { return nil }
    self.init(document)
  }

  private init?(_ document: JSONValue) {
    if let event = document["event"]?.string {
      guard let insertId = document["insertId"]?.string, let deviceId = document["deviceId"]?.string,
        let sequence = document["sequence"]?.integer
      else { return nil }
      self = .event(
        OutboxRecord(
          insertId: insertId, deviceId: deviceId, sequence: Int(clamping: sequence), event: event,
          setAside: document["setAside"]?.string))
    } else if let ids = Self.texts(document["acknowledged"]) {
      self = .acknowledged(ids)
    } else if let ids = Self.texts(document["insertIds"]), let reason = document["setAside"]?.string {
      self = .setAside(insertIds: ids, reason: reason)
    } else {
      return nil
    }
  }

  private static func texts(_ value: JSONValue?) -> [String]? {
    guard let elements = value?.array else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  private static func hexadecimal(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
