extension Run {
  /// The part of a benchmark that a Run measured, so that several processes or machines share the
  /// work.
  package struct Shard: Codable, Equatable, Sendable, CustomStringConvertible {
    /// Its number, from 1.
    package var number: Int
    /// The number of shards.
    package var of: Int
    /// The scenes of the whole benchmark, in order; empty until they are known.
    package var scenes: [String] = []
    /// The digest that distinguishes the benchmark from one with other scenes, phases or forms;
    /// empty until it is known.
    package var digest = ""

    /// A shard; `nil` unless its number is from 1 to the number of shards, which is at most 10,000.
    package init?(number: Int, of: Int) {
      guard of > 0, of <= 10_000, (1...of).contains(number) else { return nil }
      (self.number, self.of) = (number, of)
    }

    /// The shard that a text such as `2/4` names; `nil` where it names none.
    package init?(_ text: String) {
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
      self.init(number: number, of: count)
    }

    /// Returns true if the piece of work with this number, from 0, belongs to this shard.
    package func holds(_ index: Int) -> Bool { index % of == number - 1 }

    /// `2/4`.
    package var description: String { "\(number)/\(of)" }

    /// The scenes that it measures: the seed determines the order in which scenes are dealt out, so
    /// that every shard has small scenes and large ones.
    ///
    /// - Parameters:
    ///   - names: all scenes.
    ///   - seed: the same for all shards.
    /// - Returns: the names of its own.
    package func dealt(_ names: [String], seed: UInt64) -> Set<String> {
      var random = SplitMix64(seed: seed, child: 0, round: -8)
      let order = names.shuffled(using: &random)
      return Set(order.indices.filter(holds).map { order[$0] })
    }
  }

  /// The reason why shards cannot be joined into one Run.
  package enum ShardFailure: Error, Equatable, CustomStringConvertible {
    /// A file contains no shard.
    case whole(String)
    /// A shard was ended early.
    case unfinished(String)
    /// A shard is given twice.
    case twice(Shard, String, String)
    /// Shards are missing, with the command that measures the first.
    case missing([Int], of: Int, command: String)
    /// A scene is in no shard.
    case lost(String)
    /// Two files differ in something that shards have in common.
    case other(String, String, String)

    /// The sentence that is printed.
    package var description: String {
      switch self {
      case .whole(let path):
        "\(path) is a whole Run, not a shard; 'baseline update' joins whole Runs"
      case .unfinished(let path):
        "\(path) ended before all its children had run; 'bench --resume \(path)' continues "
          + "it, with the same --links"
      case .twice(let shard, let one, let other):
        "shard \(shard) is given twice: \(one), \(other)"
      case .missing(let numbers, let count, let command):
        (numbers.count == 1
          ? "shard \(numbers[0]) of \(count) is"
          : "shards \(numbers.map(String.init).joined(separator: ", ")) of \(count) are")
          + " missing; to measure \(numbers.count == 1 ? "it" : "the first"): layoutbench \(command)"
      case .lost(let scene): "no shard has the scene '\(scene)'"
      case .other(let one, let other, let what): "\(one) and \(other) are of different \(what)"
      }
    }
  }

  /// Joins all shards of a benchmark into one Run.
  ///
  /// If the shards are of several machines, each cell records its own: ratios are within a machine,
  /// and there are no times and no means across machines.
  ///
  /// - Parameters:
  ///   - shards: the Runs, each with its path for messages; at least one.
  ///   - id: the name of the whole.
  /// - Returns: a Run with all cells, in the order of the whole benchmark.
  /// - Throws: `ShardFailure`.
  package static func joined(
    _ shards: [(path: String, run: Run)], id: String
  ) throws(ShardFailure) -> Run {
    var places: [Int: (path: String, run: Run)] = [:]
    for entry in shards {
      guard let shard = entry.run.shard else { throw .whole(entry.path) }
      if let first = shards.first, let difference = first.run.difference(fromShard: entry.run) {
        throw .other(first.path, entry.path, difference)
      }
      if let known = places[shard.number] { throw .twice(shard, known.path, entry.path) }
      guard entry.run.interrupted != true, entry.run.children.count == entry.run.planned else {
        throw .unfinished(entry.path)
      }
      places[shard.number] = entry
    }
    guard var whole = shards.first?.run, let shard = whole.shard else { throw .whole("-") }
    let missing = (1...shard.of).filter { places[$0] == nil }
    guard missing.isEmpty else {
      throw .missing(
        missing, of: shard.of,
        command: Self.shellText(
          whole.commandOfWhole + ["--shard", "\(missing[0])/\(shard.of)", "-o", "FILE"]))
    }
    let dealt = Set(places.values.flatMap { $0.run.scenes ?? [] }.map(\.name))
    if let lost = shard.scenes.first(where: { !dealt.contains($0) }) { throw .lost(lost) }
    (whole.id, whole.shard, whole.command) = (id, nil, whole.commandOfWhole)
    whole.collect(places.keys.sorted().compactMap { places[$0]?.run }, inOrderOf: shard.scenes)
    whole.computeEstimates()
    return whole
  }

  /// The part that it measured, in words; `nil` for a whole Run.
  package var shardText: String? {
    shard.map { "shard \($0): \(scenes?.count ?? 0) of \($0.scenes.count) scenes" }
  }

  /// The processor that a scene was measured on, where shards of several machines were joined.
  package func processor(ofScene scene: String) -> String? {
    guard let machines, let place = cells.first(where: { $0.scene == scene })?.machine else {
      return nil
    }
    return machines[place].cpu
  }

  /// The first property that all shards of a benchmark have in common and these two do not.
  private func difference(fromShard other: Run) -> String? {
    let seeds =
      seed == other.seed && shard?.scenes == other.shard?.scenes
      && shard?.digest == other.shard?.digest && suite == other.suite
    guard seeds, shard?.of == other.shard?.of else {
      return
        "benchmarks; all shards need one plan: 'bench --plan-only', then 'bench --plan FILE --shard I/N'"
    }
    guard executable == other.executable, executable.sha256 != nil else {
      return "executables, which are never mixed, or of unknown ones"
    }
    if revision != other.revision { return "revisions" }
    if rounds != other.rounds || batchTarget != other.batchTarget { return "lengths of samples" }
    if links != other.links || planned != other.planned { return "numbers of children or links" }
    return engines == other.engines && peers == other.peers ? nil : "engines"
  }

  /// The command line without the options of this shard alone.
  private var commandOfWhole: [String] {
    var words: [String] = []
    var skips = false
    for word in command {
      if skips {
        skips = false
      } else if ["--shard", "-o", "--output"].contains(word) {
        skips = true
      } else if !["--shard=", "--output="].contains(where: { word.hasPrefix($0) }) {
        words.append(word)
      }
    }
    return words
  }

  /// Words in the quotes that a shell needs.
  private static func shellText(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=,:+@%".contains($0) }
      return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// Collects the cells, children and doubts of all shards.
  private mutating func collect(_ shards: [Run], inOrderOf names: [String]) {
    let order = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    func place(_ name: String) -> Int { order[name] ?? names.count }
    var machines: [Machine] = []
    // Two hosts of one kind may differ: their kernels tell.
    var kernels: [[MachineVector]] = []
    var collected: [Cell] = []
    for run in shards {
      let known = machines.indices.first {
        machines[$0].fingerprint == run.machine.fingerprint
          && !MachineVector.areOfDifferentHosts(kernels[$0], run.vectors ?? [])
      }
      if known == nil {
        machines.append(run.machine)
        kernels.append(run.vectors ?? [])
      }
      collected += run.cells.map { cell in
        var cell = cell
        cell.machine = known ?? machines.count - 1
        return cell
      }
    }
    machine = machines[0]
    self.machines = machines.count > 1 ? machines : nil
    if machines.count == 1 {
      for index in collected.indices { collected[index].machine = nil }
    }
    cells = collected.enumerated()
      .sorted { (place($0.element.scene), $0.offset) < (place($1.element.scene), $1.offset) }
      .map(\.element)
    scenes = shards.flatMap { $0.scenes ?? [] }.sorted { place($0.name) < place($1.name) }
    // A child of the whole Run combines the children with its number in all shards.
    for index in children.indices {
      let all = shards.compactMap { $0.children.indices.contains(index) ? $0.children[index] : nil }
      children[index].started = all.map(\.started).min() ?? children[index].started
      children[index].load = all.compactMap(\.load).max { ($0.max() ?? 0) < ($1.max() ?? 0) }
      children[index].steal = all.compactMap(\.steal).max()
    }
    floor = shards.flatMap(\.floor)
    vectors = shards.flatMap { $0.vectors ?? [] }
    quiet = shards.compactMap(\.quiet).reduce(into: Quiet()) { sum, quiet in
      sum.readings += quiet.readings
      sum.waited += quiet.waited
      sum.seconds += quiet.seconds
    }
    // The first warning of each code, with the number of others of that code.
    warnings = []
    let all = shards.flatMap(\.warnings)
    for warning in all where !warnings.contains(where: { $0.code == warning.code }) {
      let others = all.count { $0.code == warning.code && $0.text != warning.text }
      let more = others > 0 ? " (and in \(others) more \(others == 1 ? "shard" : "shards"))" : ""
      warnings.append(Warning(code: warning.code, text: warning.text + more))
    }
    if self.machines == nil, let kernel = MachineVector.change(vectors ?? []) {
      warnings.append(
        Warning(
          code: "hosts",
          text:
            "shards ran on several hosts of one kind, or on one that changed its speed (\(kernel)): "
            + "compare times within a scene only"))
    }
    if let machines = self.machines {
      warnings.append(
        Warning(
          code: "machines",
          text:
            "cells of \(machines.count) machines (\(machines.map(\.cpu).joined(separator: "; "))): "
            + "ratios are within a machine; times and means are omitted"))
    }
  }
}
