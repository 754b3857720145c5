import TextFormats

/// One event on its way: the complete event of the wire, and what an answer may name it by.
///
/// Events of this session and of earlier ones look the same here, so one queue takes both.
package struct UploadItem: Equatable, Sendable {
  package var insertId: String
  package var deviceId: String?
  package var userId: String?
  /// The event as JSON text, escapes included: what goes into the body, byte by byte.
  package var text: String

  package init(insertId: String, deviceId: String?, userId: String?, text: String) {
    self.insertId = insertId
    self.deviceId = deviceId
    self.userId = userId
    self.text = text
  }

  package init(_ event: UploadEvent) {
    self.init(insertId: event.insertId, deviceId: event.deviceId, userId: event.userId, text: event.document.text)
  }

  /// What the event adds to a body, in bytes.
  package var byteCount: Int { text.utf8.count }

  /// Whether no request may carry it, not even alone (amplitude.md 6.3).
  package var isTooLarge: Bool { byteCount + UploadRequest.envelopeBytes > UploadRequest.byteLimit }
}
