package import LayoutBenchTiming

/// A Run as the site's index keeps it: a few facts, so that the next publication need not read the Run
/// again.
package struct SiteEntry: Codable, Equatable, Sendable {
  /// The file's name in the folder of results.
  package var file: String
  /// The file's size, bytes.
  package var bytes: Int
  /// The time of the file's last change, seconds since 1970.
  package var modified: Double
  /// The facts of the Run; absent where the file is none that is listed.
  package var facts: Facts?
  /// True if it is a comparison, which is read each time.
  package var isComparison = false

  /// The facts of a Run.
  package struct Facts: Codable, Equatable, Sendable {
    /// The Run's id, which begins with its time.
    package var id: String
    /// The suite, or `other scenes`.
    package var suite: String
    /// The digest of the suite's scenes, phases and forms; empty where it is of none.
    package var digest: String
    /// The machine in a few words.
    package var machine: String
    /// The machine's fingerprint.
    package var fingerprint: String
    /// The commit; absent where it is not known.
    package var commit: String?
    /// The commit's date, ISO 8601.
    package var date: String?
    /// The first line of the commit's message.
    package var subject: String?
    /// The number of children.
    package var children: Int
    /// The number of scenes.
    package var scenes: Int
    /// The number of cells that have figures.
    package var cells: Int
    /// The mean ratios to the yardstick of the form that comes first.
    package var means: [Mean]
  }

  /// A mean ratio of an engine.
  package struct Mean: Codable, Equatable, Sendable {
    /// The phase and the kind of scenes.
    package var part: String
    /// The engine.
    package var engine: String
    /// The ratio, and the ends of its interval where it has one.
    package var ratio: [Double]
  }

  /// True if its numbers are those that a Run may have: an index may be damaged.
  package var isPlausible: Bool {
    guard let facts else { return true }
    let counts = [facts.children, facts.scenes, facts.cells]
    return counts.allSatisfy((0...1_000_000_000).contains)
      && facts.means.allSatisfy { mean in
        [1, 3].contains(mean.ratio.count) && mean.ratio.allSatisfy { $0 > 0 && $0.isFinite }
      }
  }

  /// A file of the folder.
  ///
  /// - Parameters:
  ///   - file: its name.
  ///   - bytes: its size.
  ///   - modified: the time of its last change, seconds since 1970.
  ///   - run: the Run, its estimates computed; `nil` where the file is none that is listed.
  package init(file: String, bytes: Int, modified: Double, _ run: Run?) {
    (self.file, self.bytes, self.modified) = (file, bytes, modified)
    facts = run.map { run in
      let reported = ReportedRun(run)
      // Programs, where there are any; Runs of earlier versions have one form.
      let form = run.cells.contains { $0.form == "program" } ? "program " : ""
      return Facts(
        id: run.id, suite: run.suite?.name ?? "other scenes", digest: run.suite?.digest ?? "",
        machine: reported.machineName, fingerprint: run.machine.fingerprint,
        commit: run.revision?.commit, date: run.revision?.date, subject: run.revision?.subject,
        children: run.children.count, scenes: run.sceneNames.count,
        cells: run.cells.count { $0.hasFigures },
        means: run.geometricMeans.filter { $0.phase.hasPrefix(form) }.map { mean in
          Mean(
            part: mean.phase + (mean.group.map { ", \($0.rawValue)" } ?? ""), engine: mean.engine,
            ratio: [mean.ratio.value, mean.ratio.low, mean.ratio.high].compactMap(\.self))
        })
    }
  }

  /// True if both are of the same file, which has not changed between.
  package func isSame(as other: SiteEntry) -> Bool {
    file == other.file && bytes == other.bytes && modified == other.modified
  }
}
