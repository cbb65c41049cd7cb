import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench publish`.
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write a static site of recorded Runs, for any web server.",
    discussion: """
      The site has an index of the Runs, a page for the newest of each suite and the newest of all, \
      the history with each machine apart, the claims and the engines as the newest Run shows them. Its \
      index.json keeps what is needed of each Run: the next publication reads those that are new.

        layoutbench publish Results -o site
        python3 -m http.server -d site
      """)

  @Argument(help: "A folder of Run files.")
  var folder: String

  @Option(name: [.short, .long], help: "The folder of the site.")
  var output: String

  @Option(help: ArgumentHelp("The newest Runs that have a page, 1 to 1000.", valueName: "n"))
  var pages = 10

  @Flag(help: "No progress on standard error.")
  var quiet = false

  /// The file with the site's index.
  private static let index = "index.json"

  func validate() throws {
    guard (1...1000).contains(pages) else { throw ValidationError("--pages takes 1 to 1000") }
    guard !output.isEmpty else { throw ValidationError("--output takes a folder") }
  }

  func run() throws {
    let files = try HistoryShowCommand.files(in: folder)
    let places = [folder, output].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard places[0] != places[1] else {
      throw ValidationError("--output takes a folder of its own, not that of the Runs")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), !isFolder.boolValue {
      throw ValidationError("--output takes a folder, and \(output) is a file")
    }
    let known = try readIndex()
    let (entries, comparisons) = read(files, known.entries)
    guard entries.contains(where: { $0.facts != nil }) || !comparisons.isEmpty else {
      throw RunFile.Failure.notARun(folder, reason: "there is no Run in this folder")
    }
    var index = SiteIndex(entries: entries, program: Version.number)
    let newest = Site.newest(of: entries)
    let recent = entries.filter { $0.facts != nil }.sorted {
      ($0.facts?.id ?? "") > ($1.facts?.id ?? "")
    }.prefix(pages)
    var main: ReportedRun?
    var seen: Set<String> = []
    for entry in newest + recent {
      guard let id = entry.facts?.id, seen.insert(id).inserted else { continue }
      let path = Self.page(of: id, beside: index.pages.values)
      index.pages[id] = path
      let isWritten =
        known.program == index.program && known.pages[id] == path
        && known.entries.contains { $0.isSame(as: entry) }
        && FileManager.default.fileExists(atPath: output + "/runs/" + path)
      guard !isWritten || main == nil else { continue }
      let file = folder + "/" + entry.file
      let run = ReportedRun(file: Self.data(of: path), try RunFile.read(file))
      if main == nil { main = run }
      if !isWritten {
        try write(Self.page(of: run), to: "runs/" + path)
        // Beside the page, so that every number on it can be computed again.
        try Console.write(
          try Data(contentsOf: URL(fileURLWithPath: file)), to: output + "/runs/" + run.file)
      }
    }
    let site = Site(entries, pages: index.pages.mapValues { "runs/" + $0 })
    try write(site.index(main), to: "index.html")
    for (name, list) in site.lists { try write(list, to: name) }
    try write(site.history(CommitSeries.all(in: comparisons)), to: "history.html")
    if let main, let builder = ReportBuilder([main], claims: Claim.builtIn) {
      try write(builder.claimsPage, to: "claims.html")
      try write(builder.enginesPage, to: "engines.html")
    }
    // Pages of Runs that are no longer among the newest; files only, whatever the index names.
    for path in Set(known.pages.values).subtracting(index.pages.values)
    where !path.contains("/") && path.hasSuffix(".html") {
      for name in [path, Self.data(of: path)] { unlink(output + "/runs/" + name) }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Console.write(try encoder.encode(index), to: output + "/" + Self.index)
    if !quiet {
      let count = entries.count { $0.facts != nil }
      Console.error(
        "\(Quantity.plural(count, "Run")), \(Quantity.plural(index.pages.count, "page")) of Runs: \(output)/index.html"
      )
    }
  }

  /// The site's index; empty where there is no site yet.
  ///
  /// - Throws: `OutputError` where the folder holds an index of something else.
  private func readIndex() throws -> SiteIndex {
    let path = output + "/" + Self.index
    let empty = SiteIndex(program: Version.number)
    guard let data = FileManager.default.contents(atPath: path) else { return empty }
    do {
      return try SiteIndex.read(data) ?? empty
    } catch {
      throw OutputError(path: path, reason: "it is of another site; choose a folder of its own")
    }
  }

  /// A file as it was read.
  private enum Reading: Sendable {
    case entry(SiteEntry)
    case comparison(SiteEntry, Comparison)
    case damaged(SiteEntry, String)

    var entry: SiteEntry {
      switch self {
      case .entry(let entry), .comparison(let entry, _), .damaged(let entry, _): entry
      }
    }
  }

  /// The facts of each file: of those that did not change from the index, of others from the file.
  private func read(
    _ files: [String], _ known: [SiteEntry]
  ) -> (entries: [SiteEntry], comparisons: [Comparison]) {
    let known = Dictionary(known.map { ($0.file, $0) }) { first, _ in first }
    var line = ProgressLine(isQuiet: quiet)
    let readings = Workers.map(count: files.count) { number in
      Self.read(files[number], known)
    } wait: { done in
      line.show("reading \(done) of \(files.count) files")
    }
    line.clear()
    var comparisons: [Comparison] = []
    for reading in readings {
      switch reading {
      case .entry: continue
      case .comparison(_, let comparison): comparisons.append(comparison)
      case .damaged(_, let reason): Console.error("left out: \(reason)")
      }
    }
    return (readings.map(\.entry), comparisons)
  }

  private static func read(_ path: String, _ known: [String: SiteEntry]) -> Reading {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    let entry = SiteEntry(
      file: URL(fileURLWithPath: path).lastPathComponent,
      bytes: (values?[.size] as? NSNumber)?.intValue ?? 0,
      modified: (values?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0, nil)
    if let old = known[entry.file], old.isSame(as: entry), !old.isComparison { return .entry(old) }
    do {
      switch try RunFile.record(path) {
      case .run(let run) where run.shard == nil && !run.children.isEmpty:
        return .entry(
          SiteEntry(file: entry.file, bytes: entry.bytes, modified: entry.modified, run))
      case .run: return .entry(entry)
      case .comparison(let comparison):
        var own = entry
        own.isComparison = true
        return .comparison(own, comparison)
      }
    } catch RunFile.Failure.notARun(_, reason: "no 'layoutbenchRun'") {
      return .entry(entry)
    } catch {
      return .damaged(entry, "\(error)")
    }
  }

  /// The name of a Run's page, another one than those of other Runs, in upper or lower case.
  private static func page(of id: String, beside others: some Collection<String>) -> String {
    let name = Escaping.fileName(id)
    let path = "\(name).html"
    guard others.contains(where: { $0.lowercased() == path.lowercased() }) else { return path }
    return "\(name)-\(Machine.fingerprint(of: [id])).html"
  }

  /// The name of the Run file beside a page.
  private static func data(of page: String) -> String {
    (page as NSString).deletingPathExtension + ".json"
  }

  private static func page(of run: ReportedRun) -> Report? {
    var report = ReportBuilder(
      [run], exhibits: SceneExhibits.all(of: run.run), claims: Claim.builtIn,
      phases: SceneExhibits.phases)?.report
    report?.home = "../index.html"
    return report
  }

  private func write(_ report: Report?, to path: String) throws {
    guard let report else { return }
    try Console.report(HTMLWriter(report).text, to: output + "/" + path)
  }
}
