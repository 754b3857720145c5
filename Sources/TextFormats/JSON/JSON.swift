/// Strict JSON (RFC 8259): the entry points for reading. `JSONValue.write(into:)` and `.text` write.
///
/// Rejected: invalid UTF-8, lone surrogates, anything after the value, nesting deeper than `depthLimit`, and all the
/// liberties of other readers (comments, trailing commas, `NaN`, leading zeros). A repeated name keeps its first place
/// and its last value. Offsets in errors count from the first byte given; a slice is read in place.
package enum JSON {
  /// How many arrays and objects may be open at once.
  package static let depthLimit = 512

  /// Reads one value that fills the bytes; white space around it is allowed.
  ///
  /// - Parameter allowsByteOrderMark: whether U+FEFF at the start is skipped (files) or refused (messages).
  package static func parse(_ bytes: [UInt8], allowsByteOrderMark: Bool = false) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try parse(buffer, allowsByteOrderMark: allowsByteOrderMark)
    }
  }

  /// Reads one value that fills a part of a larger buffer, without copying it.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, allowsByteOrderMark: Bool = false
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try parse(buffer, allowsByteOrderMark: allowsByteOrderMark)
    }
  }

  /// Reads one value that fills the text.
  package static func parse(_ text: String, allowsByteOrderMark: Bool = false) throws(JSONError) -> JSONValue {
    var text = text
    return try text.withUTF8 { buffer in
      Result { () throws(JSONError) in try parse(buffer, allowsByteOrderMark: allowsByteOrderMark) }
    }.get()
  }

  /// Reads one value that fills the buffer, which must stay valid during the call only.
  package static func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, allowsByteOrderMark: Bool = false
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(buffer)
    if allowsByteOrderMark { reader.skipByteOrderMark() }
    do {
      return try reader.document()
    } catch {
      throw JSONError(offset: error.offset, what: error.what, path: reader.path(), in: buffer)
    }
  }
}
