import ArgumentParser
import Foundation
import LayoutBenchTiming

/// A revision and what is checked out here, built side by side in git worktrees of their own.
struct RevisionBuild {
  /// The links of the revision.
  let base: [String]
  /// The links of what is checked out.
  let head: [String]
  private let folder: URL
  private let checkout: String

  /// Builds both, in release.
  ///
  /// - Parameters:
  ///   - revision: as git knows it.
  ///   - links: how many links of each.
  ///   - isQuiet: whether nothing is said of how it goes.
  /// - Throws: `ValidationError` where this is no checkout or git knows no such revision, `ChildError`
  ///   where a build fails.
  init(_ revision: String, links: Int, isQuiet: Bool) throws {
    let checkout: String
    do {
      checkout = try Self.output(["git", "rev-parse", "--show-toplevel"])
    } catch {
      throw ValidationError("--rev builds from a git checkout, and this folder is in none")
    }
    guard
      let commit = try? Self.output([
        "git", "rev-parse", "--verify", "--quiet", "\(revision)^{commit}",
      ])
    else { throw ValidationError("git knows no revision '\(revision)'") }
    let dirty = try Self.output(["git", "status", "--porcelain", "--untracked-files=no"])
    if !dirty.isEmpty {
      throw ValidationError(
        "files have changes that are not committed; --rev compares commits: commit or stash them")
    }
    let own = try Self.output(["git", "rev-parse", "HEAD"])
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-ab-\(UInt32.random(in: 0 ... .max))")
    self.folder = folder
    self.checkout = checkout
    var sides: [[String]] = []
    do {
      for (name, commit) in [("base", commit), ("head", own)] {
        let tree = folder.appendingPathComponent(name).path
        if !isQuiet {
          Console.error("building \(name), \(commit.prefix(12)), \(links) links: some minutes")
        }
        _ = try Self.output(["git", "worktree", "add", "--detach", "--force", tree, commit])
        sides.append(try Self.links(links, in: tree))
      }
    } catch {
      Self.remove(folder, checkout: checkout)
      throw error
    }
    (base, head) = (sides[0], sides[1])
  }

  /// Links of one build, functions in other orders.
  private static func links(_ count: Int, in tree: String) throws -> [String] {
    let kept = URL(fileURLWithPath: tree).appendingPathComponent(".links")
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    return try (1...count).map { number in
      let build = [
        "swift", "build", "--package-path", tree, "-c", "release", "--product", "layoutbench",
        "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections",
        "-Xswiftc", "-use-ld=lld", "-Xlinker", "--shuffle-sections=.text*=\(number)",
      ]
      _ = try output(build)
      let folder = try output(build.prefix(6) + ["--show-bin-path"])
      let link = kept.appendingPathComponent("layoutbench-\(number)").path
      try FileManager.default.copyItem(atPath: folder + "/layoutbench", toPath: link)
      return link
    }
  }

  /// Removes the worktrees and what was built in them.
  func remove() { Self.remove(folder, checkout: checkout) }

  private static func remove(_ folder: URL, checkout: String) {
    for name in ["base", "head"] {
      let tree = folder.appendingPathComponent(name).path
      _ = try? output(["git", "-C", checkout, "worktree", "remove", "--force", tree])
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// What a program prints.
  private static func output(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let (output, messages) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, messages)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let reader = MessageReader(messages.fileHandleForReading)
    let text = output.fileHandleForReading.rest
    let words = reader.text()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = String(decoding: text, as: UTF8.self) + words
      throw ChildError(
        description: "error: '\(command.joined(separator: " "))' failed:\n\(said.suffix(2000))")
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Reads what a program says on standard error while its output is read too.
  private final class MessageReader: @unchecked Sendable {
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
      DispatchQueue.global().async {
        self.data = handle.rest
        self.done.signal()
      }
    }

    func text() -> String {
      done.wait()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
