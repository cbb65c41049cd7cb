extension Run {
  /// The reason why two Runs cannot be compared; `nil` where those of their cells can be whose scenes
  /// and scripts are the same.
  package func difference(from other: Run) -> String? {
    guard layoutbenchRun == other.layoutbenchRun else {
      return "they are of different editions of the method"
    }
    guard machines == nil, other.machines == nil else {
      return "one of them has cells of several machines"
    }
    guard hasSamples(like: other) else {
      return "their samples differ in number or length: 'bench --rounds' and the suite set them"
    }
    if let kernel = MachineVector.difference(vectors ?? [], other.vectors ?? []) {
      return "the speed of the machine differed: \(kernel)"
    }
    return nil
  }

  /// Returns true if a cell's scene and scripts are the same in another Run.
  package func hasWork(of cell: Cell, like other: Run) -> Bool {
    func digest(_ run: Run) -> String? {
      run.scenes.flatMap { $0.first { $0.name == cell.scene } }?.digest
    }
    if let own = digest(self), let its = digest(other), own != its { return false }
    return scripts(of: cell).map(\.digest) == other.scripts(of: cell).map(\.digest)
  }

  /// Returns true if scene and scripts of a phase are the same in another Run, in each of some scenes.
  package func hasWork(ofPhase part: String, in scenes: Set<String>, like other: Run) -> Bool {
    cells.allSatisfy {
      $0.part != part || !scenes.contains($0.scene) || hasWork(of: $0, like: other)
    }
  }

  /// The reason why the times of this baseline cannot be compared with a Run; `nil` where they can.
  package func refusal(asBaselineFor run: Run) -> String? {
    guard layoutbenchRun == run.layoutbenchRun else {
      return "the baseline is of another edition of the method; make a new one"
    }
    guard !children.isEmpty else {
      return "the baseline has counts only; only exact counts decide"
    }
    guard machines == nil else {
      return "the baseline's cells are of several machines; only exact counts decide"
    }
    guard machine.fingerprint == run.machine.fingerprint else {
      return "the baseline is of another machine (\(machine.cpu), "
        + "\(machine.cores) cores, \(machine.system)); only exact counts decide"
    }
    guard executable.configuration == run.executable.configuration else {
      return "the baseline times a \(executable.configuration) build; only exact counts "
        + "decide"
    }
    guard hasSamples(like: run) else {
      return "the baseline has samples of another number or length, which 'bench --rounds' and the "
        + "suite set; only exact counts decide"
    }
    if let kernel = MachineVector.difference(vectors ?? [], run.vectors ?? []) {
      return "this machine differs in speed from that of the baseline: \(kernel); only exact "
        + "counts decide"
    }
    return nil
  }

  /// Returns true if a child takes as many samples of the same length as in another Run: a lower
  /// quartile of few samples lies above that of many.
  private func hasSamples(like other: Run) -> Bool {
    rounds == other.rounds && batchTarget == other.batchTarget
  }
}
