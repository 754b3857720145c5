/// The app's keys, which only the bytes on the wire ever hold. Descriptions and mirrors of this value show neither.
package struct LiveKeys: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let apiKey: String
  let deploymentKey: String

  package init(apiKey: String, deploymentKey: String) {
    self.apiKey = apiKey
    self.deploymentKey = deploymentKey
  }

  package var description: String { "keys" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
