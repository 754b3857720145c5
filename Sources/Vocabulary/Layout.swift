/// What the report can look like, and the variant value that asks for it (product.md rule 5).
package enum Layout: String, Sendable, CaseIterable {
  case compact
  case expanded

  /// Exactly `control` or `expanded`; any other value is no layout.
  package init?(variantValue: String?) {
    switch variantValue {
    case "control": self = .compact
    case "expanded": self = .expanded
    default: return nil
    }
  }

  /// The word of event properties and status sentences.
  package var variantValue: String {
    switch self {
    case .compact: "control"
    case .expanded: "expanded"
    }
  }
}

/// Where a displayed layout came from.
package enum LayoutSource: String, Sendable {
  case assignment
  case fallback
  case override
}

/// Why the compact fallback stands although a fetch has ended (product.md section 5, `flags.reason`).
package enum FallbackReason: String, Sendable, CaseIterable {
  case fetchFailed
  case timeout
  case cancelled
  /// The answer has no entry for the flag.
  case absent
  /// The entry has no text value.
  case noValue
  /// The value is neither `control` nor `expanded`.
  case unknownValue
  /// The service assigned nothing: its default variant.
  case defaultVariant

  /// Whether no usable answer came at all, as opposed to an answer without a usable assignment.
  package var isFetchFailure: Bool {
    switch self {
    case .fetchFailed, .timeout, .cancelled: true
    case .absent, .noValue, .unknownValue, .defaultVariant: false
    }
  }
}
