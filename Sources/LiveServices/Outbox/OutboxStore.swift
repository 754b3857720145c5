package import SessionModel
package import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Undelivered events on disk: kept before they count as tracked, gone once they are acknowledged (product.md section 8).
///
/// One file for each process, locked as long as the process lives. Files of processes that have ended are taken over: an
/// event that was written once is found again after a crash at any moment, and under its own insert id only. There is no
/// logic of the session here.
package final class OutboxStore {
  /// What was found of earlier sessions.
  package struct Adoption {
    /// Undelivered events, older sessions first, each session's in their order.
    package var records: [OutboxRecord] = []
    /// What could not be used and where it is now; for people.
    package var notices: [Diagnostic] = []
  }

  private let folder: OutboxFolder
  private let name: String
  private var file: OutboxFile?
  /// Insert ids of events in the file that nobody has acknowledged.
  private var undelivered: Set<ExactText> = []
  /// Events that the disk did not take; tried again with the next ones, since a full disk may have got room.
  private var unsaved: [OutboxRecord] = []
  /// Called after each change of the disk, so that tests can look at every state in between.
  package var afterStep: () -> Void {
    get { folder.afterStep }
    set { folder.afterStep = newValue }
  }

  /// - Parameters:
  ///   - path: the outbox's folder; it is made, for its owner only, where it is missing.
  ///   - name: the beginning of this process's file name, of letters, digits and `-`.
  package init(folder path: String, name: String) throws(Diagnostic) {
    folder = try OutboxFolder(path: path)
    self.name = name
  }

  /// Closes the file and gives the lock back; a file without undelivered events goes.
  package func close() {
    if !unsaved.isEmpty { try? append([]) }
    if let file, undelivered.isEmpty { folder.remove(file.name) }
    file?.close()
    file = nil
  }

  // MARK: Requests of the session

  /// Does what the session asks, and returns once it is safe.
  package func perform(_ request: OutboxRequest) throws(Diagnostic) {
    switch request {
    case .append(let records): try append(records)
    case .remove(let insertIds): try remove(insertIds)
    case .setAside(let insertIds, let reason):
      for index in unsaved.indices where insertIds.contains(where: { $0.isExactly(unsaved[index].insertId) }) {
        unsaved[index].setAside = reason
      }
      let known = insertIds.filter { undelivered.contains(ExactText($0)) }
      guard !known.isEmpty else { return }
      try write(OutboxLine.setAside(insertIds: known, reason: reason).bytes, isSynced: true)
    }
  }

  private func append(_ records: [OutboxRecord]) throws(Diagnostic) {
    unsaved += records
    guard !unsaved.isEmpty else { return }
    var bytes: [UInt8] = []
    for record in unsaved { bytes += OutboxLine.event(record).bytes }
    try write(bytes, isSynced: true)
    for record in unsaved { undelivered.insert(ExactText(record.insertId)) }
    unsaved = []
  }

  private func remove(_ insertIds: [String]) throws(Diagnostic) {
    unsaved.removeAll { record in insertIds.contains { $0.isExactly(record.insertId) } }
    let known = insertIds.filter { undelivered.contains(ExactText($0)) }
    guard !known.isEmpty else { return }
    // What is acknowledged twice is harmless, so this need not reach the platter: the service knows the insert id.
    for id in known { undelivered.remove(ExactText(id)) }
    if undelivered.isEmpty, let file {
      try folder.report { () throws(SystemFault) in try file.empty() }
    } else {
      try write(OutboxLine.acknowledged(known).bytes, isSynced: false)
    }
  }

  private func write(_ bytes: [UInt8], isSynced: Bool) throws(Diagnostic) {
    try folder.report { () throws(SystemFault) in
      let file: OutboxFile
      if let open = self.file { file = open } else { file = try folder.create(name) }
      self.file = file
      try file.append(bytes)
      if isSynced { try file.sync() }
    }
  }

  // MARK: Earlier sessions

  /// Takes over the files of processes that have ended. Those of living ones are left alone.
  package func adopt() throws(Diagnostic) -> Adoption {
    var adoption = Adoption()
    var ended: [(file: OutboxFile, contents: OutboxContents)] = []
    defer { for entry in ended { entry.file.close() } }
    for name in folder.names() where name != file?.name {
      do throws(SystemFault) {
        guard let file = try folder.take(name) else { continue }
        do throws(SystemFault) {
          ended.append((file, OutboxContents(try file.read())))
        } catch {
          file.close()
          throw error
        }
      } catch {
        adoption.notices.append(folder.unusable(name, error))
      }
    }
    // Older sessions first, by their first event.
    ended.sort { ($0.contents.firstTime, $0.file.name) < ($1.contents.firstTime, $1.file.name) }
    let acknowledged = ended.reduce(into: Set<ExactText>()) { $0.formUnion($1.contents.acknowledged) }
    for (file, contents) in ended {
      let fresh = contents.undelivered.filter { record in
        let id = ExactText(record.insertId)
        return !acknowledged.contains(id) && !undelivered.contains(id)
      }
      if !contents.damaged.isEmpty { adoption.notices.append(try folder.setAside(contents.damaged, of: file.name)) }
      // In this order: a crash in between leaves the events twice on disk, under one insert id.
      try append(fresh)
      adoption.records += fresh
      if let fault = folder.discard(file) { adoption.notices.append(fault) }
    }
    return adoption
  }
}
