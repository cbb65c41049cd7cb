import ArgumentParser
import Foundation

/// A revision and the commit that is checked out here, each built in a git worktree of its own.
struct RevisionBuild {
  /// The links of the revision.
  let base: [String]
  /// The links of the commit that is checked out.
  let head: [String]
  private let folder: URL
  private let checkout: GitCheckout

  /// Builds both, in release.
  ///
  /// - Parameters:
  ///   - revision: as git knows it.
  ///   - links: how many links of each.
  ///   - isQuiet: true for no messages about progress.
  /// - Throws: `ValidationError` where this is no checkout or git knows no such revision, `ChildError`
  ///   where a build fails.
  init(_ revision: String, links: Int, isQuiet: Bool) throws {
    let checkout = try GitCheckout(for: "--rev")
    let commit = try checkout.hash(of: revision)
    try checkout.requireNoChanges(for: "--rev")
    let own = try checkout.hash(of: "HEAD")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-ab-\(UInt32.random(in: 0 ... .max))")
    (self.folder, self.checkout) = (folder, checkout)
    var sides: [[String]] = []
    do {
      for (name, commit) in [("base", commit), ("head", own)] {
        let tree = folder.appendingPathComponent(name)
        if !isQuiet {
          Console.error("building \(name), \(commit.prefix(12)), \(links) links: some minutes")
        }
        try checkout.checkOut(commit, in: tree.path)
        sides.append(
          try checkout.links(links, of: tree.path, to: tree.appendingPathComponent(".links")))
      }
    } catch {
      Self.remove(folder, checkout)
      throw error
    }
    (base, head) = (sides[0], sides[1])
  }

  /// Removes the worktrees and what was built in them.
  func remove() { Self.remove(folder, checkout) }

  private static func remove(_ folder: URL, _ checkout: GitCheckout) {
    for name in ["base", "head"] { checkout.remove(folder.appendingPathComponent(name).path) }
    try? FileManager.default.removeItem(at: folder)
  }
}
