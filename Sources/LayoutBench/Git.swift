import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchTiming

/// The git checkout that the current folder is in.
struct GitCheckout {
  /// Its top folder.
  let folder: String
  /// The path from there to the current folder: empty, or with a slash at its end.
  let prefix: String

  /// A commit.
  struct Commit: Equatable {
    let hash: String
    /// The commit's date, ISO 8601.
    let date: String
    /// The first line of its message.
    let subject: String

    /// Its first twelve digits.
    var short: String { String(hash.prefix(12)) }
  }

  /// Finds the checkout.
  ///
  /// - Parameter purpose: the option or command that needs one, for the message.
  /// - Throws: `ValidationError` where the current folder is in none.
  init(for purpose: String) throws {
    guard let folder = Self.text(["rev-parse", "--show-toplevel"]),
      let prefix = Self.text(["rev-parse", "--show-prefix"])
    else {
      throw ValidationError("\(purpose) builds from a git checkout, and this folder is in none")
    }
    (self.folder, self.prefix) = (folder, prefix)
  }

  /// The full hash of a revision.
  ///
  /// - Throws: `ValidationError` where git knows no such revision.
  func hash(of revision: String) throws -> String {
    guard
      let hash = Self.text(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]),
      !hash.isEmpty
    else { throw ValidationError("git knows no revision '\(revision)'") }
    return hash
  }

  /// Refuses files with changes: builds are of commits.
  ///
  /// - Throws: `ValidationError`, `ChildError`.
  func requireNoChanges(for purpose: String) throws {
    guard try Self.run(["git", "status", "--porcelain", "--untracked-files=no"]).isEmpty else {
      throw ValidationError(
        "files have changes that are not committed; \(purpose) compares commits: commit or stash them"
      )
    }
  }

  /// The commits of a range on the line of first parents, the oldest first, both ends included.
  ///
  /// - Parameter range: `FIRST..LAST`; without LAST up to the commit that is checked out.
  /// - Returns: at least two commits.
  /// - Throws: `ValidationError` where it is no range of commits, `ChildError`.
  func commits(in range: String) throws -> [Commit] {
    let ends = range.components(separatedBy: "..")
    guard ends.count == 2, !ends[0].isEmpty else {
      throw ValidationError("'\(range)' is no range of commits, such as v1.0..HEAD")
    }
    let (first, last) = (
      try hash(of: ends[0]), try hash(of: ends[1].isEmpty ? "HEAD" : ends[1])
    )
    guard first != last, Self.text(["merge-base", "--is-ancestor", first, last]) != nil else {
      throw ValidationError("in '\(range)' the first commit must come before the last")
    }
    func read(_ arguments: [String]) throws -> [Commit] {
      try Self.run(["git", "log", "--format=%H%x1f%cI%x1f%s"] + arguments).split(separator: "\n")
        .compactMap { line in
          let parts = line.split(separator: "\u{1F}", omittingEmptySubsequences: false)
          return parts.count < 3
            ? nil
            : Commit(
              hash: String(parts[0]), date: String(parts[1]),
              subject: parts[2...].joined(separator: " "))
        }
    }
    return try read(["-1", first]) + read(["--first-parent", "--reverse", "\(first)..\(last)"])
  }

  /// Makes a worktree of a commit, or checks the commit out in one that is there.
  ///
  /// - Throws: `ChildError`.
  func checkOut(_ commit: String, in tree: String) throws {
    if FileManager.default.fileExists(atPath: tree + "/.git") {
      _ = try Self.run(["git", "-C", tree, "checkout", "--quiet", "--detach", "--force", commit])
    } else {
      _ = try Self.run(["git", "-C", folder, "worktree", "prune"])
      _ = try Self.run([
        "git", "-C", folder, "worktree", "add", "--detach", "--force", tree, commit,
      ])
    }
  }

  /// Removes a worktree and what was built in it.
  func remove(_ tree: String) {
    _ = try? Self.run(["git", "-C", folder, "worktree", "remove", "--force", tree])
  }

  /// Builds an executable several times from one tree, with the functions in other orders.
  ///
  /// With Apple's linker, which knows one order only, once.
  ///
  /// - Parameters:
  ///   - count: how many links.
  ///   - tree: the worktree.
  ///   - kept: the folder that they are copied to, which need not exist.
  /// - Returns: their paths.
  /// - Throws: `ChildError` with the end of what the build says.
  func links(_ count: Int, of tree: String, to kept: URL) throws -> [String] {
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    #if os(macOS)
      let orders = 1...1
    #else
      let orders = 1...count
    #endif
    return try orders.map { number in
      var build = [
        "swift", "build", "--package-path", tree + "/" + prefix, "-c", "release",
        "--product", "layoutbench",
      ]
      #if !os(macOS)
        build += [
          "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xswiftc", "-use-ld=lld",
          "-Xlinker", "--shuffle-sections=.text*=\(number)",
        ]
      #endif
      _ = try Self.run(build)
      let folder = try Self.run(build + ["--show-bin-path"])
      let link = kept.appendingPathComponent("layoutbench-\(number)")
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.copyItem(atPath: folder + "/layoutbench", toPath: link.path)
      return link.path
    }
  }

  /// The output of git; `nil` where it fails.
  private static func text(_ arguments: [String]) -> String? { try? run(["git"] + arguments) }

  /// The output of a program, without white space at its ends.
  ///
  /// - Throws: `ChildError` where it fails, with the end of what it says.
  private static func run(_ command: [String]) throws -> String {
    // A build may take long, but not for ever.
    guard let outcome = OtherProgram.run(command, within: 7200) else {
      throw ChildError(description: "error: '\(command[0])' cannot be started")
    }
    let text = String(decoding: outcome.output, as: UTF8.self)
    guard outcome.status == 0 else {
      throw ChildError(
        description: "error: '\(command.joined(separator: " "))' failed:\n"
          + (text + outcome.messages).suffix(2000))
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
