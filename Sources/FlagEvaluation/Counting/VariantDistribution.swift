/// How many users get which variant of one flag.
package struct VariantDistribution: Sendable {
  /// How many users got one variant; a nil key stands for those who got none.
  package struct Row: Sendable {
    /// The name of the variant in the configuration, and its own key.
    package let name: String
    package let key: String?
    package let count: Int
    /// How many it would be if hashes were perfectly even: a count, not a share.
    package let expected: Double
  }

  package let flag: String
  package let users: Int
  /// In the order of the configuration.
  package let variants: [Row]
  /// The users who get no variant of the flag.
  package let without: Int
}
