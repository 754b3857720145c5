import Foundation
import LiveServices
import SessionModel
import TestSupport
import TextFormats

/// Folders of outbox files, and what they look like after a crash.
enum OutboxBench {
  /// An event as a session would keep it.
  static func record(_ number: Int, device: String = "device-1", setAside: String? = nil) -> OutboxRecord {
    let event =
      #"{"device_id":"\#(device)","event_type":"Report \u00e9\n","insert_id":"I-\#(number)","time":\#(1_000 + number)}"#
    return OutboxRecord(
      insertId: "I-\(number)", deviceId: device, sequence: number, event: event, setAside: setAside)
  }

  /// Every file of a folder with its bytes.
  typealias Picture = [String: [UInt8]]

  static func picture(of folder: String) -> Picture {
    var picture: Picture = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      picture[name] = FileManager.default.contents(atPath: folder + "/" + name).map(Array.init)
    }
    return picture
  }

  /// A folder as a crash has left it: the same files, and nobody who holds a lock.
  static func folder(_ picture: Picture) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (name, bytes) in picture { try scratch.write(bytes: bytes, to: name, mode: 0o600) }
    return scratch
  }

  /// What a new process finds in such a folder.
  static func found(_ picture: Picture) throws -> [OutboxRecord] {
    let scratch = try folder(picture)
    let store = try OutboxStore(folder: scratch.path, name: "finder")
    return try store.adopt().records
  }

  /// The one outbox file of a folder.
  static func file(in folder: ScratchFolder) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
    return names.count == 1 ? names[0] : "not exactly one file: \(names)"
  }

  static func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
