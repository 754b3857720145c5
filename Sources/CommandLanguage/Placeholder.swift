/// placeholder until the command language lands
package struct Expectation: Equatable, Sendable {}
