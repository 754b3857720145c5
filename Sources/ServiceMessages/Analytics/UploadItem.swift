package import TextFormats

/// One event on its way: the complete event of the wire, and what an answer may name it by.
///
/// Events of this session and of earlier ones look the same here, so one queue takes both.
package struct UploadItem: Equatable, Sendable {
  package var insertId: String
  package var deviceId: String?
  package var userId: String?
  package var document: JSONValue
  /// What the event adds to a body, escapes included, in bytes.
  package var byteCount: Int

  package init(insertId: String, deviceId: String?, userId: String?, document: JSONValue) {
    self.insertId = insertId
    self.deviceId = deviceId
    self.userId = userId
    self.document = document
    var bytes: [UInt8] = []
    document.write(into: &bytes)
    byteCount = bytes.count
  }

  package init(_ event: UploadEvent) {
    self.init(insertId: event.insertId, deviceId: event.deviceId, userId: event.userId, document: event.document)
  }

  /// Whether no request may carry it, not even alone (amplitude.md 6.3).
  package var isTooLarge: Bool { byteCount + UploadRequest.envelopeBytes > UploadRequest.byteLimit }
}
