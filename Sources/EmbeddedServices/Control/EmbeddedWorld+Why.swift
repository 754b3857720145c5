import TextFormats

extension EmbeddedWorld {
  func why(_ query: WorldQuery) throws(WorldFailure) -> JSONValue { .null }
}
