extension Run {
  /// A number that no Run has; `nil` where all make sense.
  var implausible: String? {
    if let links, !(1...1000).contains(links) { return "'links' is from 1 to 1000" }
    if let quiet {
      let numbers = quiet.readings + [quiet.waited, quiet.seconds]
      guard numbers.allSatisfy({ (0...1e7).contains($0) }) else {
        return "'quiet' has a number that is none of seconds"
      }
    }
    for cell in cells {
      if let plans = cell.plans, !(0...10_000_000).contains(plans) {
        return "'plans' of \(CellName(cell)) is from 0 to 10000000"
      }
      let building = (cell.building ?? []).joined()
      guard building.allSatisfy({ $0 > 0 && $0.isFinite }) else {
        return "\(CellName(cell)): a part of a sample that is no time"
      }
    }
    return nil
  }

  /// Why nothing can be concluded from two Runs; `nil` where something can.
  package func difference(from other: Run) -> String? {
    guard layoutbenchRun == other.layoutbenchRun else {
      return "they are of different editions of the method"
    }
    let scripts = Dictionary(
      (scenes ?? []).map { ($0.name, $0.scripts) }, uniquingKeysWith: { first, _ in first })
    let isOther = (other.scenes ?? []).contains { scene in
      guard let own = scripts[scene.name] else { return false }
      return own?.map(\.digest) != scene.scripts?.map(\.digest)
    }
    if isOther { return "their scripts differ; a Run takes those of another by --batches-from" }
    if let kernel = MachineVector.difference(vectors ?? [], other.vectors ?? []) {
      return "the machine was not as fast: \(kernel)"
    }
    return nil
  }

  /// Why the times of this baseline say nothing about a Run; `nil` where they do.
  package func refusal(asBaselineFor run: Run) -> String? {
    guard layoutbenchRun == run.layoutbenchRun else {
      return "the baseline is of another edition of the method; make a new one"
    }
    guard !children.isEmpty else {
      return "the baseline has counts only; only exact counts decide"
    }
    guard machine.fingerprint == run.machine.fingerprint else {
      return "the baseline is of another machine (\(machine.cpu), "
        + "\(machine.cores) cores, \(machine.system)); only exact counts decide"
    }
    guard executable.configuration == run.executable.configuration else {
      return "the baseline times a \(executable.configuration) build; only exact counts "
        + "decide"
    }
    if let kernel = MachineVector.difference(vectors ?? [], run.vectors ?? []) {
      return "this machine is not as fast as that of the baseline: \(kernel); only exact counts "
        + "decide"
    }
    return nil
  }
}
