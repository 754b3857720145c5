import TextFormats
import Vocabulary

/// Why a service gave no usable answer.
package struct ServiceFailure: Equatable, Sendable {
  /// The word in documents and transcripts.
  package enum Code: String, Sendable, CaseIterable {
    case httpStatus, offline, reset, tls, timeout, cancelled, malformed, other
  }

  package var code: Code
  /// The HTTP status, when there was one.
  package var status: Int?
  /// A short text for people: an excerpt of the error body or the transport's word; never a key.
  package var detail: String

  package init(code: Code, status: Int? = nil, detail: String = "") {
    self.code = code
    self.status = status
    self.detail = detail
  }

  /// What an answer that is no success says.
  package init(_ answer: Answer) {
    switch answer {
    case .response(let response):
      self.init(code: .httpStatus, status: response.status, detail: Self.excerpt(response.body))
    case .failure(let failure):
      let code: Code =
        switch failure.kind {
        case .offline: .offline
        case .reset: .reset
        case .tls: .tls
        case .timeout: .timeout
        case .other: .other
        }
      self.init(code: code, detail: failure.detail)
    }
  }

  /// The code with the status in it, for documents: `HTTP 503`, `offline`.
  package var shortText: String {
    if let status { return "HTTP \(status)" }
    switch code {
    case .malformed: return "malformed answer"
    case .reset: return "connection reset"
    case .other: return detail.isEmpty ? "no answer" : detail
    default: return code.rawValue
    }
  }

  /// One line for people: the short text, then the detail.
  package var sentence: String {
    detail.isEmpty || shortText == detail ? shortText : "\(shortText): \(detail)"
  }

  /// Whether trying the same again may help: any transport failure, an unreadable body, and the statuses below 400,
  /// 429 and from 500 (amplitude.md 2.6). Other refusals are final.
  package var isRetryable: Bool {
    guard let status else { return code != .cancelled }
    return status < 400 || status == 429 || status >= 500
  }

  static let excerptBytes = 200

  /// The beginning of an error body, printable and on one line.
  package static func excerpt(_ body: [UInt8]) -> String {
    let cut = body.prefix(excerptBytes)
    var text = ""
    for scalar in String(decoding: cut, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(
        scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    while text.hasSuffix(" ") { text.removeLast() }
    return body.count > excerptBytes ? text + "..." : text
  }

  /// The body of a response with exactly this status; nil for every other answer.
  package static func successBody(of answer: Answer, successStatus: Int) -> [UInt8]? {
    guard case .response(let response) = answer, response.status == successStatus else { return nil }
    return response.body
  }
}
