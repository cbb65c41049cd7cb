import Foundation
import LayoutBenchTiming

/// A benchmark's own folder, for the frames that children read and the programs that they run; it
/// is removed with the benchmark.
final class RunFolder {
  private let url: URL
  private var copies: [String: ExecutableCopy] = [:]

  /// A new folder among the temporary files; removes the folders of processes that were killed.
  init() {
    let folder = FileManager.default.temporaryDirectory
    Self.removeAbandoned(in: folder)
    let end = String(UInt64.random(in: 0 ... .max), radix: 36)
    url = folder.appendingPathComponent("\(Self.prefix)\(getpid())-\(end)")
  }

  private static let prefix = "layoutbench-run-"

  private static func removeAbandoned(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let owner = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let process = pid_t(owner), kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder, which is made where it does not exist yet.
  ///
  /// - Throws: errors of the file system.
  func made() throws -> URL {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return url
  }

  /// A copy of an executable, made once: whatever happens to the file, all children run the same
  /// program.
  ///
  /// Without room for a copy it is the file itself, and a child that runs another program is
  /// detected.
  ///
  /// - Parameters:
  ///   - path: the executable.
  ///   - digest: its SHA-256 when the benchmark began, where that is known.
  /// - Returns: the copy.
  /// - Throws: `ChildProcessFailure` where the file has changed, and errors of the file system.
  func copy(of path: String, digest: String?) throws -> ExecutableCopy {
    if let known = copies[path] { return known }
    var copy = try made().appendingPathComponent("layoutbench-\(copies.count)").path
    do {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      // The folder of temporary files may be one from which no program can be started.
      if !FileManager.default.isExecutableFile(atPath: copy),
        FileManager.default.isExecutableFile(atPath: path)
      {
        copy = path
      }
    } catch {
      try? FileManager.default.removeItem(atPath: copy)
      copy = path
    }
    let found = FileDigest.sha256(of: copy)
    if let digest, let found, found != digest {
      throw ChildProcessFailure(
        description: "\(path) was replaced after this Run began; start the Run again")
    }
    guard let identity = FileIdentity(path: copy) else {
      throw ChildProcessFailure(description: "\(path): no such file")
    }
    let made = ExecutableCopy(path: copy, identity: identity, sha256: found)
    copies[path] = made
    return made
  }
}

/// An executable that nobody replaces.
struct ExecutableCopy {
  let path: String
  let identity: FileIdentity
  /// The SHA-256 of the file, where the system has a tool that computes it.
  let sha256: String?
}

/// The identity of a file, such as the one that a process runs: its number, and when it was written.
package struct FileIdentity: Codable, Equatable, Sendable {
  /// The device, the number of the file there, and its bytes.
  let device: UInt64, number: UInt64, size: Int64
  /// When its contents were written, seconds and nanoseconds.
  let written: [Int]

  /// The identity of a file; `nil` where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    size = Int64(status.st_size)
    #if os(Linux) || os(Android)
      written = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #else
      written = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
    #endif
  }

  /// The file that this process runs.
  static var own: FileIdentity? {
    FileIdentity(path: "/proc/self/exe")
      ?? Bundle.main.executablePath.flatMap { FileIdentity(path: $0) }
  }
}
