package import ServiceMessages

/// A request as it goes over the wire: whole address, keys in place, values encoded. Never recorded, never shown.
package struct WireRequest: Sendable, CustomStringConvertible, CustomReflectable {
  package var method: String
  package var url: String
  package var host: String
  package var headers: [HTTPHeader]
  package var body: [UInt8]?
  /// Whether plain http may be spoken.
  package var isPlain: Bool

  package init(
    method: String, url: String, host: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil, isPlain: Bool = false
  ) {
    self.method = method
    self.url = url
    self.host = host
    self.headers = headers
    self.body = body
    self.isPlain = isPlain
  }

  package var description: String { "\(method) to \(host)" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
