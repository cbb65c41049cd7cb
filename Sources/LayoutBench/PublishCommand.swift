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

  /// The site's memory.
  private struct Index: Codable {
    var layoutbenchSite = Index.version
    var entries: [SiteEntry] = []
    /// The paths of the Runs' pages, by the Runs' ids.
    var pages: [String: String] = [:]
    /// The version of the program that wrote the pages.
    var program = Version.number

    static let version = 1
    static let name = "index.json"
  }

  func validate() throws {
    guard (1...1000).contains(pages) else { throw ValidationError("--pages takes 1 to 1000") }
    guard !output.isEmpty else { throw ValidationError("--output takes a folder") }
  }

  func run() throws {
    let files = try HistoryShowCommand.files(in: folder)
    let known = try readIndex()
    let (entries, comparisons) = read(files, known.entries)
    guard entries.contains(where: { $0.facts != nil }) || !comparisons.isEmpty else {
      throw RunFile.Failure.notARun(folder, reason: "there is no Run in this folder")
    }
    var index = Index(entries: entries)
    let newest = Site.newest(of: entries)
    let recent = entries.filter { $0.facts != nil }.sorted {
      ($0.facts?.id ?? "") > ($1.facts?.id ?? "")
    }.prefix(pages)
    var main: ReportedRun?
    var seen: Set<String> = []
    for entry in newest + recent {
      guard let id = entry.facts?.id, seen.insert(id).inserted else { continue }
      let path = "runs/\(Escaping.fileName(id)).html"
      index.pages[id] = path
      let isWritten =
        known.program == index.program && known.pages[id] == path
        && known.entries.contains { $0.isSame(as: entry) }
        && FileManager.default.fileExists(atPath: output + "/" + path)
      guard !isWritten || main == nil else { continue }
      let run = ReportedRun(file: entry.file, try RunFile.read(folder + "/" + entry.file))
      if main == nil { main = run }
      if !isWritten { try write(Self.page(of: run), to: path) }
    }
    let site = Site(entries, pages: index.pages)
    try write(site.index(main), to: "index.html")
    try write(site.list, to: "runs.html")
    try write(site.history(CommitSeries.all(in: comparisons)), to: "history.html")
    if let main, let builder = ReportBuilder([main], claims: Claim.builtIn) {
      try write(builder.claimsPage, to: "claims.html")
      try write(builder.enginesPage, to: "engines.html")
    }
    // Pages of Runs that are no longer among the newest.
    for path in Set(known.pages.values).subtracting(index.pages.values)
    where path.hasPrefix("runs/") && !path.contains("..") {
      try? FileManager.default.removeItem(atPath: output + "/" + path)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Console.write(try encoder.encode(index), to: output + "/" + Index.name)
    if !quiet {
      let count = entries.count { $0.facts != nil }
      Console.error(
        "\(Quantity.plural(count, "Run")), \(Quantity.plural(index.pages.count, "page")) of Runs: \(output)/index.html"
      )
    }
  }

  /// The site's memory; empty where there is no site yet.
  ///
  /// - Throws: `OutputError` where the folder holds an index of something else.
  private func readIndex() throws -> Index {
    let path = output + "/" + Index.name
    guard let data = FileManager.default.contents(atPath: path) else { return Index() }
    struct Head: Decodable { var layoutbenchSite: Int }
    guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
      throw OutputError(path: path, reason: "it is of another site; choose a folder of its own")
    }
    // Of another version, or damaged: it is made again.
    guard head.layoutbenchSite == Index.version else { return Index() }
    return (try? JSONDecoder().decode(Index.self, from: data)) ?? Index()
  }

  /// The facts of each file: of those that did not change from the index, of others from the file.
  private func read(
    _ files: [String], _ known: [SiteEntry]
  ) -> (entries: [SiteEntry], comparisons: [Comparison]) {
    let known = Dictionary(known.map { ($0.file, $0) }) { first, _ in first }
    var entries: [SiteEntry] = []
    var comparisons: [Comparison] = []
    var line = ProgressLine(isQuiet: quiet)
    for (number, path) in files.enumerated() {
      guard let values = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
      let file = URL(fileURLWithPath: path).lastPathComponent
      let bytes = (values[.size] as? NSNumber)?.intValue ?? 0
      let modified = (values[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let empty = SiteEntry(file: file, bytes: bytes, modified: modified, nil)
      if let old = known[file], old.isSame(as: empty), !old.isComparison {
        entries.append(old)
        continue
      }
      line.show("reading \(number + 1) of \(files.count): \(file)")
      var entry = empty
      do {
        switch try RunFile.record(path) {
        case .run(let run) where run.shard == nil && !run.children.isEmpty:
          entry = SiteEntry(file: file, bytes: bytes, modified: modified, run)
        case .run: break
        case .comparison(let comparison):
          entry.isComparison = true
          comparisons.append(comparison)
        }
      } catch RunFile.Failure.notARun(_, reason: "no 'layoutbenchRun'") {
      } catch {
        line.clear()
        Console.error("left out: \(error)")
      }
      entries.append(entry)
    }
    line.clear()
    return (entries, comparisons)
  }

  private static func page(of run: ReportedRun) -> Report? {
    var report = ReportBuilder(
      [run], exhibits: SceneExhibits.all(of: run.run), claims: Claim.builtIn)?.report
    report?.home = "../index.html"
    return report
  }

  private func write(_ report: Report?, to path: String) throws {
    guard let report else { return }
    try Console.write(HTMLWriter(report).text, to: output + "/" + path)
  }
}
