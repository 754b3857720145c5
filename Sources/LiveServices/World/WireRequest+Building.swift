import ServiceMessages
import TextFormats
import Vocabulary

/// Why a request cannot be put on the wire.
struct WireFault: Error, Equatable {
  /// A sentence without any value of the request in it.
  var sentence: String

  var failure: TransportFailure { TransportFailure(kind: .other, detail: sentence) }
}

extension WireRequest {
  /// Headers that hold JSON in the session and base64url without padding on the wire (amplitude.md 2.2).
  private static let encodedHeaders = ["x-amp-exp-user", "x-amp-exp-flag-keys"]
  private static let keyMember = "api_key"

  /// The request with its host, with keys where the service expects them and nowhere else, and with encoded headers.
  ///
  /// What a person typed may look like a placeholder: it is sent as it is.
  init(_ request: HTTPRequest, to endpoints: LiveEndpoints, keys: LiveKeys) throws(WireFault) {
    guard let address = endpoints.base(of: request.service) else {
      throw WireFault(sentence: "no address is known for the \(request.service.rawValue) service")
    }
    let path = request.path.utf8
    guard path.first == UInt8(ascii: "/"), path.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw WireFault(sentence: "the request's path holds a character that an address cannot") }
    guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw WireFault(sentence: "the request's method is no word in capital letters")
    }
    var headers: [HTTPHeader] = []
    for header in request.headers {
      let filled = HTTPHeader(header.name, Self.value(of: header, service: request.service, keys: keys))
      try Self.check(filled)
      headers.append(filled)
    }
    self.init(
      method: request.method, url: address.text + request.path, host: address.host, headers: headers,
      body: request.body.map { Self.body($0, service: request.service, keys: keys) }, isPlain: address.isPlain)
  }

  private static func value(of header: HTTPHeader, service: Service, keys: LiveKeys) -> String {
    let name = header.name.lowercased()
    if encodedHeaders.contains(name) { return Base64.encode(Array(header.value.utf8), as: .url) }
    let authorization = "Api-Key "
    if service == .evaluation, name == "authorization",
      header.value.isExactly(authorization + SecretPlaceholder.deploymentKey)
    {
      return authorization + keys.deploymentKey
    }
    return header.value
  }

  /// A value with a line end in it would be a header of its own, one with a NUL would end there.
  private static func check(_ header: HTTPHeader) throws(WireFault) {
    guard !header.name.isEmpty, header.name.utf8.allSatisfy(HeaderBlock.isNamePart) else {
      throw WireFault(sentence: "a header's name holds a character that it cannot")
    }
    guard header.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
      throw WireFault(sentence: "the value of the header \(header.name) holds a control character")
    }
  }

  private static func body(_ text: String, service: Service, keys: LiveKeys) -> [UInt8] {
    guard service == .analytics, case .object(var members)? = try? JSON.parse(text),
      members[keyMember]?.string?.isExactly(SecretPlaceholder.apiKey) == true
    else { return Array(text.utf8) }
    members[keyMember] = .string(keys.apiKey)
    return Array(JSONValue.object(members).text.utf8)
  }
}
