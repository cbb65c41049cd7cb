extension Run {
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
