import SessionModel
import TextFormats
import Vocabulary

extension TranscriptHeader {
  /// The header as it stands in the file.
  var json: JSONValue {
    [
      "configuration": .object(configurationMembers),
      "format": .string(Self.format),
      "kind": "header",
      "start": .string(startText),
      "tool": .string(toolVersion),
      "version": .integer(Int64(Self.version)),
      "world": [
        "checksum": JSONValue(worldChecksum),
        "kind": .string(configuration.world.rawValue),
        "name": JSONValue(worldName),
      ],
    ]
  }

  private var configurationMembers: JSONObject {
    var members = JSONObject(uniqueMembers: [
      JSONMember("dailyActions", .array(configuration.dailyActions.map { JSONValue.integer(Int64($0)) })),
      JSONMember("flagsOff", JSONValue(configuration.flagsOff?.rawValue)),
      JSONMember("knownFlags", .array(configuration.knownFlags.map(JSONValue.string))),
      JSONMember("knownPoints", .array(configuration.knownPoints.map(JSONValue.string))),
      JSONMember(
        "personalization",
        [
          "dataspace": .string(configuration.personalization.dataspace),
          "endpoint": JSONValue(configuration.personalization.endpoint),
          "testMode": .bool(configuration.personalization.isTestMode),
        ]),
      JSONMember("platform", .string(configuration.platform)),
      JSONMember("reportFlagKey", .string(configuration.reportFlagKey)),
      JSONMember("seed", .string(TimeText.hexadecimal(configuration.seed))),
      JSONMember("sending", .bool(configuration.isSending)),
      JSONMember("startMicroseconds", .integer(configuration.startMicroseconds)),
    ])
    // Only where they say something, so that headers without them stay as they were.
    if configuration.retries { members["retries"] = true }
    if let region = configuration.region { members["region"] = .string(region) }
    if !configuration.customEndpoints.isEmpty {
      members["endpoints"] = .array(
        configuration.customEndpoints.map { ["service": .string($0.service.rawValue), "url": .string($0.url)] })
    }
    return members
  }

  /// Reads the header of this version; the caller has looked at format and version.
  init(json: JSONValue) throws(FieldError) {
    var fields = try Fields(json, of: "the header")
    _ = try fields.text("format")
    _ = try fields.text("kind")
    _ = try fields.integer("version", in: Int64(Self.version)...Int64(Self.version))
    var world = try Fields(fields.value("world"), of: "world")
    var values = try Fields(fields.value("configuration"), of: "configuration")
    // Absent from transcripts that were made before there were decisions.
    var personalization = try values.valueIfPresent("personalization").map { (value) throws(FieldError) in
      try Fields(value, of: "personalization")
    }
    let start = try fields.text("start")
    toolVersion = try fields.text("tool")
    worldName = try world.textOrNull("name")
    worldChecksum = try world.textOrNull("checksum")
    configuration = SessionConfiguration(
      seed: try Self.seed(hexadecimal: values.text("seed")),
      startMicroseconds: try values.integer("startMicroseconds", in: .min ... .max),
      platform: try values.text("platform"),
      world: try world.word("kind"),
      isSending: try values.bool("sending"),
      flagsOff: try values.wordOrNull("flagsOff"),
      dailyActions: try values.integers("dailyActions"),
      reportFlagKey: try values.text("reportFlagKey"),
      knownFlags: try values.texts("knownFlags"),
      knownPoints: try values.texts("knownPoints"),
      personalization: try Self.settings(&personalization),
      retries: try values.boolIfPresent("retries") ?? false,
      region: try values.textIfPresent("region"), customEndpoints: try Self.endpoints(&values))
    try personalization?.end()
    try values.end()
    try world.end()
    try fields.end()
    guard start.isExactly(startText) else {
      throw FieldError("start and startMicroseconds in the header name different moments")
    }
  }

  private static func endpoints(_ values: inout Fields) throws(FieldError) -> [CustomEndpoint] {
    guard let listed = values.valueIfPresent("endpoints") else { return [] }
    guard let elements = listed.array else { throw FieldError("field \"endpoints\" of configuration is no list") }
    var endpoints: [CustomEndpoint] = []
    for element in elements {
      var fields = try Fields(element, of: "an endpoint")
      endpoints.append(CustomEndpoint(service: try fields.word("service"), url: try fields.text("url")))
      try fields.end()
    }
    return endpoints
  }

  private static func settings(_ fields: inout Fields?) throws(FieldError) -> PersonalizationSettings {
    guard var taken = fields else { return PersonalizationSettings() }
    defer { fields = taken }
    return PersonalizationSettings(
      endpoint: try taken.textOrNull("endpoint"), dataspace: try taken.text("dataspace"),
      isTestMode: try taken.bool("testMode"))
  }

  /// How many 64-bit words a seed may have.
  private static let seedWordLimit = 16

  private static func seed(hexadecimal text: String) throws(FieldError) -> [UInt64] {
    let digits = Array(text.utf8)
    let isWhole = !digits.isEmpty && digits.count % 16 == 0 && digits.count <= 16 * seedWordLimit
    var words: [UInt64] = []
    for start in stride(from: 0, to: isWhole ? digits.count : 0, by: 16) {
      var word: UInt64 = 0
      for digit in digits[start..<start + 16] {
        guard let value = hexadecimalValue(digit) else { throw FieldError("the seed is no hexadecimal number") }
        word = word << 4 | UInt64(value)
      }
      words.append(word)
    }
    guard !words.isEmpty else { throw FieldError("the seed is not a multiple of 16 hexadecimal digits") }
    return words
  }
}

extension TranscriptFooter {
  /// The eight lower-case digits under which a checksum stands in a footer.
  static func hexadecimal(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  private static func checksum(_ name: String, _ text: String) throws(FieldError) -> UInt32 {
    guard text.utf8.count == 8 else { throw FieldError("\(name) has not eight digits") }
    var checksum: UInt32 = 0
    for digit in text.utf8 {
      guard let value = hexadecimalValue(digit) else { throw FieldError("\(name) is no hexadecimal number") }
      checksum = checksum << 4 | UInt32(value)
    }
    return checksum
  }

  init(json: JSONValue) throws(FieldError) {
    var fields = try Fields(json, of: "the footer")
    _ = try fields.text("kind")
    isLast = try fields.bool("last")
    document = try fields.value("document")
    checksum = try Self.checksum("crc32", fields.text("crc32"))
    // Whether it is right shows when the footer is written again.
    checksDocument = try fields.textIfPresent("documentCrc32") != nil
    inputs = nil
    if let text = try fields.textIfPresent("inputs") { inputs = try Self.checksum("inputs", text) }
    var numbers = try Fields(fields.value("counts"), of: "counts")
    counts = RecordCounts()
    for kind in RecordKind.allCases {
      if let number = try numbers.integerIfPresent(kind.rawValue, in: 1...Int64(Int32.max)) { counts[kind] = number }
    }
    try numbers.end()
    try fields.end()
  }
}

/// The value of a lower-case hexadecimal digit.
private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}
