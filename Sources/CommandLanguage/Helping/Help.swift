/// temporary, replaced when help lands
package enum Help {
  package static func exists(_ topic: String) -> Bool { names.contains(topic) }
  package static var names: [String] { Catalogue.entries.map(\.name) }
  package static func page(_ topic: String?) -> String { "" }
}
