package import Foundation
import Synchronization

/// Files that are whole at any moment: written under a new name, then renamed.
package enum WholeFile {
  /// The error for a file that cannot be written.
  package struct Failure: Error, CustomStringConvertible {
    /// The reason, in the system's words where it has some.
    package let description: String

    /// The failure of the system call before.
    static var ofSystem: Failure { Failure(description: String(cString: strerror(errno))) }
  }

  /// Identifies a file, whatever its name.
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    /// The identity of a regular file; `nil` for anything else, such as devices and pipes.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    /// The identity of the file that standard input reads.
    static var ofStandardInput: Identity? {
      var status = stat()
      return fstat(0, &status) == 0 ? Identity(status) : nil
    }

    private init?(_ status: stat) {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
  }

  private static let inputs = Mutex<Set<String>>([])
  /// The file that was read through standard input.
  private static let standardInput = Mutex<Identity?>(nil)

  /// Protects a file that this process reads from being overwritten by it.
  ///
  /// - Parameter path: the file.
  package static func protect(_ path: String) {
    let place = URL(fileURLWithPath: path).standardizedFileURL.path
    inputs.withLock { _ = $0.insert(place) }
  }

  /// Protects the file that standard input reads.
  package static func protectStandardInput() {
    standardInput.withLock { $0 = .ofStandardInput }
  }

  private static func isInput(_ path: String) -> Bool {
    guard let identity = Identity(path) else { return false }
    if standardInput.withLock({ $0 == identity }) { return true }
    return inputs.withLock { $0.contains { Identity($0) == identity } }
  }

  /// Writes a file under a temporary name beside its path, and renames it.
  ///
  /// Missing folders are made. A symbolic link stays one: the file that it leads to is replaced.
  ///
  /// - Parameters:
  ///   - data: the contents.
  ///   - path: the file.
  /// - Throws: `Failure`; a file that was there before is then unchanged.
  package static func write(_ data: Data, to path: String) throws(Failure) {
    let url = try target(of: path)
    let (temporary, file) = try newFile(in: url.deletingLastPathComponent())
    do throws(Failure) {
      try write(data, file)
      if rename(temporary, url.path) != 0 { throw .ofSystem }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Checks that a file can be written, by a temporary file beside it that is removed at once.
  ///
  /// - Parameter path: the file.
  /// - Throws: `Failure`.
  package static func probe(_ path: String) throws(Failure) {
    let url = try target(of: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw Failure(description: "it is a folder")
    }
    let (temporary, file) = try newFile(in: url.deletingLastPathComponent())
    close(file)
    unlink(temporary)
  }

  private static func target(of path: String) throws(Failure) -> URL {
    if isInput(path) {
      throw Failure(description: "it was read as input; name another file")
    }
    return place(of: path)
  }

  /// The place that a path leads to, also through links to what does not exist yet.
  fileprivate static func place(of path: String) -> URL {
    var url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // As many as the system follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else {
        break
      }
      url = URL(fileURLWithPath: next, relativeTo: url.deletingLastPathComponent())
        .standardizedFileURL.resolvingSymlinksInPath()
    }
    return url
  }

  /// The most bytes of a file that is read as a whole.
  private static let mostBytes = 1 << 29

  /// The contents of a file, or of a pipe until its end.
  ///
  /// - Parameter path: the file.
  /// - Returns: the bytes.
  /// - Throws: `Failure` where there are too many; an error of the system.
  package static func contents(of path: String) throws -> Data {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    var data = Data()
    while let more = try handle.read(upToCount: 1 << 20), !more.isEmpty {
      data += more
      guard data.count <= mostBytes else {
        throw Failure(description: "it is larger than \(mostBytes >> 20) MB")
      }
    }
    return data
  }

  /// A new file with a random name, opened for writing.
  private static func newFile(in folder: URL) throws(Failure) -> (path: String, file: Int32) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(description: words(of: error))
    }
    let name = ".layoutbench-\(String(UInt64.random(in: 0 ... .max), radix: 36)).partial"
    let path = folder.appendingPathComponent(name).path
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .ofSystem }
    return (path, file)
  }

  private static func write(_ data: Data, _ file: Int32) throws(Failure) {
    var failure: Failure?
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count, failure == nil {
        let count = Foundation.write(
          file, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count < 0, errno != EINTR { failure = .ofSystem }
        sent += max(0, count)
      }
    }
    // A system that went down right after the renaming must not leave an empty file.
    if failure == nil, fsync(file) != 0, errno != EINVAL, errno != ENOTSUP { failure = .ofSystem }
    if close(file) != 0, failure == nil { failure = .ofSystem }
    if let failure { throw failure }
  }

  /// The system's words for an error of Foundation's.
  package static func words(of error: any Error) -> String {
    ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error)?.localizedDescription
      ?? error.localizedDescription
  }
}

/// The right to write a file, which one process has at a time.
package final class FileReservation {
  private let path: String
  private var file: Int32

  /// Reserves a file until this object is released.
  ///
  /// - Parameter path: the file that will be written.
  /// - Throws: `WholeFile.Failure` where another process has reserved it.
  package init(_ path: String) throws(WholeFile.Failure) {
    let url = WholeFile.place(of: path)
    var digest = Digest()
    digest.add(url.lastPathComponent.utf8)
    self.path =
      url.deletingLastPathComponent()
      .appendingPathComponent(".layoutbench-\(digest.text).lock").path
    file = -1
    while true {
      file = open(self.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw .ofSystem }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let isTaken = errno == EWOULDBLOCK
        close(file)
        file = -1
        // Some file systems do not support locks.
        guard isTaken else {
          unlink(self.path)
          return
        }
        throw WholeFile.Failure(description: "another layoutbench is writing this file")
      }
      // The lock file may have been removed between the two calls.
      var (own, there) = (stat(), stat())
      if fstat(file, &own) == 0, stat(self.path, &there) == 0, own.st_ino == there.st_ino { return }
      close(file)
    }
  }

  /// Releases the file.
  package func end() {
    guard file >= 0 else { return }
    unlink(path)
    close(file)
    file = -1
  }

  deinit { end() }
}
