import ServiceMessages
import TextFormats

/// Which headers of an answer become inputs: those that the session or a reader of transcripts needs. The rest differs
/// from answer to answer or is nobody's business (cookies).
enum KeptHeaders {
  private static let names: Set<String> = [
    "allow", "content-type", "location", "retry-after", "www-authenticate",
    DecisionsResponse.unusedAttributesHeader.lowercased(),
  ]
  /// Longer values are left out.
  static let longestValue = 1_024

  /// Sorted by name; of one name in the order in which they came.
  static func kept(_ headers: [HTTPHeader]) -> [HTTPHeader] {
    let kept = headers.filter { names.contains($0.name) && $0.value.utf8.count <= longestValue }
    return kept.enumerated().sorted { left, right in
      left.element.name == right.element.name
        ? left.offset < right.offset : left.element.name.precedes(right.element.name)
    }.map(\.element)
  }
}
