extension Run {
  /// A description of the first number or list that is implausible in a Run; `nil` where all are
  /// plausible.
  var implausible: String? {
    func range(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) -> String? {
      guard let value, !range.contains(value) else { return nil }
      return "'\(name)' is \(value), not from \(range.lowerBound) to \(range.upperBound)"
    }
    let ranges = [
      range("links", links, 1...1000), range("rounds", rounds, 1...1000),
      range("planned", planned, 0...1_000_000),
      range("batchTarget", batchTarget, 1...60_000_000_000),
      range("the number of children", children.count, 0...1_000_000),
    ]
    if let odd = ranges.lazy.compactMap(\.self).first ?? implausibleSize { return odd }
    let parts = [
      implausibleEdition, implausibleMachine, implausibleShard, implausibleTimes,
      implausibleName, implausibleScene, implausibleScript, implausibleChild, implausibleRecord,
    ]
    return parts.lazy.compactMap(\.self).first
      ?? cells.lazy.compactMap { $0.implausible(in: self) }.first
  }

  /// A baseline is stored under its machine's fingerprint.
  private var implausibleMachine: String? {
    let all = [machine] + (machines ?? [])
    if let odd = all.first(where: { !(1...1_000_000).contains($0.cores) }) {
      return "'cores' is \(odd.cores), not from 1 to 1000000"
    }
    return all.first { machine in
      !machine.fingerprint.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }.map { "'fingerprint' is '\($0.fingerprint)': letters and digits are allowed" }
  }

  /// Reports add these up, subtract them or divide by them.
  private var implausibleRecord: String? {
    let counts = 0...1_000_000_000
    let notations = (scenes ?? []).flatMap { $0.notations ?? [] }
    if notations.contains(where: { !counts.contains($0.lines) || !counts.contains($0.characters) })
    {
      return "'notations' has a number that is not from 0 to \(counts.upperBound)"
    }
    if let place = revision?.place, !counts.contains(place) {
      return "'place' is \(place), not from 0 to \(counts.upperBound)"
    }
    if let odd = (engines ?? []).first(where: { !(0...1_000_000).contains($0.colour) }) {
      return "'colour' of \(odd.name) is \(odd.colour), not from 0 to 1000000"
    }
    if (peers ?? []).contains(where: { !(0...1000).contains($0.grid ?? 0) }) {
      return "'grid' of a peer is not from 0 to 1000 points"
    }
    let readings = (vectors ?? []).flatMap {
      [$0.integer, $0.double, $0.load, $0.store, $0.allocate, $0.chase]
    }
    return readings.allSatisfy(Self.believedTimes.contains)
      ? nil : "'vectors' has a number that is not a time"
  }

  /// The digests of children are over all cells.
  private var implausibleSize: String? {
    cells.count.multipliedReportingOverflow(by: children.count).partialValue > 20_000_000
      ? "\(cells.count) cells and \(children.count) children are more than a Run has" : nil
  }

  /// The first edition had no forms, and no seal: its number does not excuse a Run from having one.
  private var implausibleEdition: String? {
    layoutbenchRun == 1 && (seal != nil || cells.contains { $0.form != nil })
      ? "'layoutbenchRun' is 1, but its cells are of a later format" : nil
  }

  private var implausibleShard: String? {
    if let shard, Shard(number: shard.number, of: shard.of) == nil {
      return "'shard' is \(shard): no such shard"
    }
    guard
      let odd = cells.first(where: { cell in
        cell.machine.map { !(machines ?? []).indices.contains($0) } ?? (machines != nil)
      })
    else { return nil }
    return "\(CellName(odd)): 'machine' names none of the machines"
  }

  /// The digest of a scene that came from a file is that of the file's text.
  private var implausibleScene: String? {
    (scenes ?? []).first { scene in
      guard let text = scene.text, let digest = scene.digest else { return false }
      return Machine.fingerprint(of: [text]) != digest
    }.map { "the text of the scene '\($0.name)' is not the one that was measured" }
  }

  /// The draws of a script are made again: each takes time.
  private var implausibleScript: String? {
    for scene in scenes ?? [] {
      let odd = (scene.scripts ?? []).first { script in
        !(0...100_000).contains(script.steps) || !(0...script.steps).contains(script.moving)
          || !(0...100).contains(script.draw) || !(0...1000).contains(script.length)
          || !(script.frames >= 0 && script.frames.isFinite)
          || !(0...1000).contains(script.set ?? 0)
      }
      if let odd { return "the script of \(odd.phase) of '\(scene.name)' has an invalid number" }
    }
    return nil
  }

  /// Each child has run the executable of the Run, or the link of it that it names.
  private var implausibleChild: String? {
    let odd = children.firstIndex { child in
      guard let digest = child.sha256 else { return false }
      let links = executable.links ?? [executable.sha256 ?? digest]
      return !links.indices.contains(child.executable ?? 0)
        || links[child.executable ?? 0] != digest
    }
    return odd.map { "child \($0 + 1) ran another executable than the Run's" }
  }

  private var implausibleTimes: String? {
    func times(_ name: String, _ numbers: [Double], _ range: ClosedRange<Double>) -> String? {
      numbers.allSatisfy { range.contains($0) } ? nil : "'\(name)' has a number that is not a time"
    }
    let loads = children.flatMap { $0.load ?? [] } + children.compactMap(\.steal)
    let quiet = quiet.map { $0.readings + [$0.waited, $0.seconds] } ?? []
    return times("quiet", quiet, 0...1e7) ?? times(
      "floor", floor, Self.believedTimes.lowerBound...1e12)
      ?? times("children", loads, 0...1e6)
      ?? (children.contains { !(0..<(links ?? 1)).contains($0.executable ?? 0) }
        ? "'children' names a link that does not exist" : nil)
  }
}

extension Run {
  /// The times of a pass that are believed, nanoseconds: quotients of others may have no number.
  package static let believedTimes = 1e-6..<1e15

  /// Makes line breaks in what a report shows within a line visible: they would let a name look
  /// like a line of the report.
  mutating func writeNamesInOneLine() {
    // All others are made visible where they are printed.
    func isBreak(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }
    func line(_ text: String) -> String {
      text.contains(where: isBreak)
        ? text.map { isBreak($0) ? "\\n" : String($0) }.joined() : text
    }
    machine.cpu = line(machine.cpu)
    machine.system = line(machine.system)
    for index in warnings.indices { warnings[index].text = line(warnings[index].text) }
    for index in cells.indices where cells[index].reason?.contains(where: \.isNewline) == true {
      // Those of a peer's own messages are indented already.
      cells[index].reason = cells[index].reason?.split(whereSeparator: \.isNewline).enumerated()
        .map { $0 == 0 || $1.hasPrefix("    ") ? String($1) : "    \($1)" }
        .joined(separator: "\n")
    }
  }

  private var implausibleName: String? {
    func isOneLine(_ text: String) -> Bool { !text.contains(where: \.isNewline) }
    guard
      let cell = cells.first(where: {
        ![$0.scene, $0.engine, $0.phase, $0.dialect, $0.form ?? ""].allSatisfy(isOneLine)
      })
    else { return nil }
    return "a name of a cell has a line break: '\(cell.scene)', '\(cell.engine)'"
  }
}

extension Cell {
  /// A description of the first number or list that is implausible in a cell; `nil` where all are
  /// plausible.
  fileprivate func implausible(in run: Run) -> String? {
    func wrong(_ what: String) -> String { "\(CellName(self)): \(what)" }
    guard (0...10_000_000).contains(views) else { return wrong("'views' is \(views)") }
    guard (0...1_000_000_000).contains(passes) else { return wrong("'passes' is \(passes)") }
    let sizes = (parameters ?? [:]).values + [ambiguous ?? 0, cycle ?? 0]
    guard sizes.allSatisfy((0...1_000_000_000).contains) else {
      return wrong("a number that is not from 0 to 1000000000")
    }
    guard (0...10_000_000).contains(plans ?? 0) else {
      return wrong("'plans' is from 0 to 10000000")
    }
    let counted = (counters ?? [:]).values
    let others =
      (throughput ?? [])
      + [parsing, steps?.p50, steps?.p95, steps?.longest, deviation].compactMap(
        \.self)
    guard counted.allSatisfy({ $0.isFinite }), others.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      return wrong("an invalid count or time")
    }
    let times = samples.joined(), parts = (building ?? []).joined()
    guard times.allSatisfy({ Run.believedTimes.contains($0) }) else {
      return wrong("a sample that is not a time")
    }
    guard parts.allSatisfy({ Run.believedTimes.contains($0) }) else {
      return wrong("a part of a sample that is not a time")
    }
    // A cell that drifted keeps its earlier samples, and one of an earlier edition has other lists.
    guard outcome == .timed, !samples.isEmpty else {
      // Where nothing was timed, only counts were taken.
      return outcome == .timed && !run.children.isEmpty ? wrong("no samples") : nil
    }
    guard samples.count == run.children.count else {
      return wrong("samples of \(samples.count) children, but the Run has \(run.children.count)")
    }
    // A process is cold once; a child that measured other cells alone has none of this one.
    let complete = phase == "cold" ? 1 : run.rounds
    if let count = samples.lazy.map(\.count).first(where: { $0 != complete && $0 != 0 }) {
      return wrong("\(count) samples of a child, not \(complete)")
    }
    for marks in [switched, shared ?? switched] {
      guard marks.count == samples.count,
        zip(marks, samples).allSatisfy({ marks, samples in
          marks.allSatisfy(samples.indices.contains)
        })
      else { return wrong("marks of missing samples") }
    }
    guard let building else { return nil }
    // Some engines in processes of their own do not report parts.
    let isOther =
      building.count != samples.count
      || zip(building, samples).contains { !$0.isEmpty && $0.count != $1.count }
    return isOther ? wrong("parts of missing samples") : nil
  }
}
