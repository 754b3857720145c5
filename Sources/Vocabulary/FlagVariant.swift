/// A flag's key and the variant it has.
package struct FlagVariant: Equatable, Sendable {
  package var flag: String
  package var variant: Variant

  package init(flag: String, variant: Variant) {
    self.flag = flag
    self.variant = variant
  }
}
