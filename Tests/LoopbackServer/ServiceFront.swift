import EmbeddedServices
import Foundation
import ServiceMessages
import SessionModel
import TestSupport
import TextFormats
import Vocabulary

/// The embedded services as seen from a socket: turns what came into the requests that they expect, real keys into
/// placeholders, and their answers into bytes. The threads of all ports share one world.
final class ServiceFront: @unchecked Sendable {
  private let lock = NSLock()
  private let options: TrialOptions
  private let began = DispatchTime.now().uptimeNanoseconds
  private var world: EmbeddedWorld
  private var asked = 0
  private var connections: Set<String> = []

  init(_ options: TrialOptions) throws {
    self.options = options
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: options.world)))
    let start = Int64(Date().timeIntervalSince1970 * 1_000_000)
    world = EmbeddedWorld(try WorldFile(parsing: bytes, file: options.world), startMicroseconds: start)
  }

  func steps(for request: LoopbackRequest, service: Service) -> [LoopbackStep] {
    lock.withLock {
      connections.insert("\(service.rawValue) \(request.connection)")
      let answer = answer(request, service: service)
      report(request, service: service, answer: answer)
      switch answer {
      case .response(let response):
        return [
          .answer(response.status, headers: response.headers.map { ($0.name, $0.value) }, body: response.body)
        ]
      // What an embedded world's faults look like on the wire.
      case .failure(let failure): return failure.kind == .timeout ? [.silence] : [.reset]
      }
    }
  }

  private func answer(_ request: LoopbackRequest, service: Service) -> Answer {
    var body = request.body
    switch request.header("Content-Encoding")?.lowercased() {
    case nil, "identity": break
    case "gzip":
      guard let plain = Inflate.gunzip(body) else { return refusal(400, "Invalid gzip body") }
      body = plain
    default: return refusal(415, "Unsupported content encoding")
    }
    var message = HTTPRequest(
      service: service, method: request.method, path: request.target,
      headers: request.headers.map { HTTPHeader($0.name, $0.value) },
      body: body.isEmpty ? nil : String(decoding: body, as: UTF8.self))
    replaceKeys(in: &message)
    asked += 1
    let now = Instant(microseconds: Int64((DispatchTime.now().uptimeNanoseconds - began) / 1_000))
    world.perform(.request(id: asked, message), at: now)
    guard case .answer(_, let answer)? = world.next(notAfter: Instant(microseconds: .max))?.kind else {
      return .failure(TransportFailure(kind: .timeout))
    }
    return answer
  }

  private func refusal(_ status: Int, _ error: String) -> Answer {
    let body: JSONValue = ["code": JSONValue(status), "error": .string(error)]
    return .response(HTTPResponse(status: status, json: body.text))
  }

  /// The embedded services know their keys by placeholders only.
  private func replaceKeys(in request: inout HTTPRequest) {
    switch request.service {
    case .evaluation:
      let scheme = "Api-Key "
      guard let index = request.headers.firstIndex(where: { $0.name.lowercased() == "authorization" }) else { return }
      let value = request.headers[index].value
      guard value.hasPrefix(scheme) else { return }
      let key = String(value.dropFirst(scheme.count))
      request.headers[index].value =
        scheme + placeholder(SecretPlaceholder.deploymentKey, for: key, options.deploymentKey)
    case .analytics:
      guard let text = request.body, case .object(var members)? = try? JSON.parse(text),
        let key = members["api_key"]?.string
      else { return }
      members["api_key"] = .string(placeholder(SecretPlaceholder.apiKey, for: key, options.apiKey))
      request.body = JSONValue.object(members).text
    case .decisions, .world: break
    }
  }

  /// The placeholder for a right key; any other text stays as it is and is refused.
  private func placeholder(_ placeholder: String, for key: String, _ wanted: String?) -> String {
    guard let wanted else { return key.isEmpty ? key : placeholder }
    return key.isExactly(wanted) ? placeholder : "wrong " + key
  }

  private func report(_ request: LoopbackRequest, service: Service, answer: Answer) {
    let outcome =
      switch answer {
      case .response(let response): String(response.status)
      case .failure(let failure): failure.kind.rawValue
      }
    let line = "\(service.rawValue) \(request.method) \(request.target) \(outcome)"
    let encoding = request.header("Content-Encoding").map { " " + $0 } ?? ""
    print("\(PrintableText.ascii(line))\(encoding) \(request.body.count) bytes, connections \(connections.count)")
    if options.printsBodies {
      let headers = request.headers.map { JSONMember($0.name, .string($0.value)) }
      let body = request.header("Content-Encoding") == nil ? request.body : Inflate.gunzip(request.body) ?? []
      let document: JSONValue = [
        "body": .string(String(decoding: body, as: UTF8.self)), "headers": .object(JSONObject(members: headers)),
        "method": .string(request.method), "service": .string(service.rawValue), "target": .string(request.target),
      ]
      print(document.text)
    }
    fflush(nil)
  }
}
