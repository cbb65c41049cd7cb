import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming
import LayoutModel

/// `layoutbench peer`.
struct PeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peer",
    abstract: "List and check peers: engines of other authors, in processes of their own.",
    discussion: """
      A peer is an executable named layoutbench-peer-NAME, in .build/peers, in a folder of \
      LAYOUTBENCH_PEERS or on PATH, that reads requests and writes answers, one JSON value per \
      line: see docs/peers.md. 'make peers' builds those that come with LayoutBench.

        layoutbench peer list
        layoutbench peer check ./my-engine
        layoutbench verify Benchmarks/Suite --engines 'peer:*'
        layoutbench bench chain-100 feed-100 --engines '*,peer:kiwi'
      """, subcommands: [List.self, Check.self])

  /// `layoutbench peer list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the peers that are found, with versions and licences.")

    func run() throws {
      let all = PeerConformance.all()
      guard !all.isEmpty else {
        return Console.error("no peers found; 'make peers' builds those that come with LayoutBench")
      }
      var table = TextTable(
        ["name", "version", "licence", "reads", "what it is, or the error"].map { ($0, .left) })
      for (name, path, told) in all {
        switch told {
        case .success(let record):
          table.add([
            name, record.version, record.license ?? "–", record.reads.joined(separator: ", "),
            record.about ?? path,
          ])
        case .failure(let error): table.add([name, "–", "–", "–", error.message(file: path)])
        }
      }
      try Console.print(table.text)
    }
  }

  /// `layoutbench peer check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check a peer against the contract, rule by rule.")

    @Argument(help: "The path of an executable, or the name of a peer.")
    var peer: String

    func run() throws {
      guard let rules = try PeerConformance.check(peer) else {
        throw ValidationError(
          FileManager.default.fileExists(atPath: peer)
            ? "'\(peer)' is not executable, and there is no peer of that name"
            : "no file '\(peer)', and no peer of that name")
      }
      for rule in rules {
        try Console.print(
          rule.fault.map { "broken  \(rule.text): \($0)" } ?? "kept    \(rule.text)")
      }
      if rules.contains(where: { $0.fault != nil }) { throw ExitCode.checkDidNotHold }
    }
  }
}

/// The option `--peer PATH`: peers for one command.
struct PeerOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The executable of a peer that also takes part; may be repeated.", valueName: "path"))
  var peer: [String] = []

  /// The names of those peers.
  var names: [String] { peer.compactMap { PeerConformance.add($0) } }

  /// Adds the peers to the engines that were chosen.
  ///
  /// - Parameter engines: the patterns of the command or its suite; `nil` where all take part.
  /// - Returns: the patterns with the peers.
  /// - Throws: `ValidationError` where there is no such executable.
  func adding(to engines: String?) throws -> String? {
    guard !peer.isEmpty else { return engines }
    let names = try peer.map { path in
      guard let name = PeerConformance.add(path) else {
        throw ValidationError("'\(path)' is not an executable")
      }
      return name
    }
    let others =
      engines
      ?? Engines.all.filter { !$0.traits.isPeer }.map(\.name).joined(separator: ",")
    let isOpen = others.split(separator: ",").allSatisfy { $0.hasPrefix("!") }
    return ((isOpen ? ["*"] : []) + [others] + names).joined(separator: ",")
  }
}
