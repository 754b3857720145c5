import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finding transcripts: a file as it is, a folder searched for files `*.jsonl` in the order of their names.
enum TranscriptFiles {
  /// How deep folders are searched.
  static let depthLimit = 32

  /// - Throws: A diagnostic of exit status 5, also for a folder without transcripts.
  static func find(_ path: String) throws(Diagnostic) -> [String] {
    switch SystemCalls.kind(of: path) {
    case .failure(let failure): throw FileReading.unreadable(path, as: "transcript", failure)
    case .success(.folder): break
    case .success: return [path]
    }
    var found: [String] = []
    try search(path, depth: 0, into: &found)
    if found.isEmpty {
      throw Diagnostic(
        code: "noTranscripts", message: "the folder \(PrintableText.ascii(path)) holds no transcripts",
        hint: "transcripts end in .jsonl")
    }
    return found
  }

  /// Folders behind symbolic links are not entered, since they may lead back; pipes and devices are no transcripts.
  private static func search(_ folder: String, depth: Int, into found: inout [String]) throws(Diagnostic) {
    guard depth < depthLimit else {
      throw Diagnostic(
        code: "unreadableFile",
        message: "the folder \(PrintableText.ascii(folder)) lies more than \(depthLimit) folders deep",
        hint: "name it, and it is searched from there")
    }
    for name in try names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      switch SystemCalls.kind(of: path) {
      case .success(.folder):
        if !SystemCalls.isLink(path) { try search(path, depth: depth + 1, into: &found) }
      case .success(.file):
        if name.hasSuffix(".jsonl") { found.append(path) }
      case .success(.other): break
      case .failure(let failure):
        if name.hasSuffix(".jsonl") { throw FileReading.unreadable(path, as: "transcript", failure) }
      }
    }
  }

  /// The names in a folder by their bytes, hidden ones left out.
  private static func names(in folder: String) throws(Diagnostic) -> [String] {
    guard let stream = opendir(folder) else {
      throw FileReading.unreadable(folder, as: "folder", SystemCalls.Failure(code: errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.precedes($1) }
  }
}
