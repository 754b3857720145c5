import Foundation
import TestSupport
import TextFormats
import Vocabulary

// The embedded services behind loopback ports, for trials by hand and for other clients.
do {
  let options = try TrialOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsHelp {
    print(TrialOptions.usage)
    exit(0)
  }
  let front = try ServiceFront(options)
  var servers: [LoopbackServer] = []
  for service in [Service.evaluation, .analytics, .decisions] {
    var settings = LoopbackServer.Settings()
    settings.port = options.ports[service] ?? 0
    let server = try LoopbackServer(settings) { request, _ in front.steps(for: request, service: service) }
    print("\(service.rawValue) \(server.url)")
    servers.append(server)
  }
  fflush(nil)
  // The servers' threads do the rest until a signal ends the process.
  withExtendedLifetime(servers) {
    while true { pause() }
  }
} catch let diagnostic as Diagnostic {
  TrialOptions.giveUp(diagnostic.message, hint: diagnostic.hint)
} catch {
  TrialOptions.giveUp("\(error)", hint: nil)
}
