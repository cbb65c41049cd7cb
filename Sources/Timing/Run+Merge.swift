extension Run {
  /// The reason why Runs cannot be merged into one.
  package enum MergeFailure: Error, Equatable, CustomStringConvertible {
    /// There is no Run.
    case nothing
    /// A Run is given twice.
    case twice(String)
    /// They are of different sources.
    case revisions
    /// They were taken on different machines.
    case machines
    /// Their scenes or scripts differ.
    case scripts
    /// They used different numbers of links, or not all of them equally often.
    case links
    /// Their children took different numbers of samples.
    case rounds
    /// One of them measured another set of cells, or batches of another size.
    case cells(CellName)

    /// The message.
    package var description: String {
      switch self {
      case .nothing: "no Run was named"
      case .twice(let id): "the Run \(id) is given twice"
      case .revisions: "the Runs are of different revisions"
      case .scripts:
        "the Runs have different scenes or scripts; use the first's: 'bench --batches-from RUN'"
      case .links: "the Runs differ in their links, or one ended before it used all links"
      case .rounds: "the Runs have different --rounds"
      case .machines: "the Runs were taken on different machines"
      case .cells(let name): "the Runs differ in their cells: \(name)"
      }
    }
  }

  /// Merges Runs of the same source on the same machine into one, which has the children of all.
  ///
  /// - Parameter runs: at least one.
  /// - Returns: the first Run with the children of the others after its own.
  /// - Throws: `MergeFailure`.
  package static func merged(_ runs: [Run]) throws(MergeFailure) -> Run {
    guard var whole = runs.first else { throw .nothing }
    for (index, run) in runs.enumerated().dropFirst() {
      guard !runs[..<index].contains(where: { $0.id == run.id }) else { throw .twice(run.id) }
      guard run.revision == whole.revision, run.executable == whole.executable else {
        throw .revisions
      }
      guard run.scenes?.map(\.scripts) == whole.scenes?.map(\.scripts),
        run.scenes?.map(\.digest) == whole.scenes?.map(\.digest)
      else { throw .scripts }
      guard run.links == whole.links, whole.children.count % (whole.links ?? 1) == 0 else {
        throw .links
      }
      guard run.rounds == whole.rounds else { throw .rounds }
      guard run.machine.fingerprint == whole.machine.fingerprint,
        !MachineVector.areOfDifferentHosts(whole.vectors ?? [], run.vectors ?? [])
      else { throw .machines }
      for (one, other) in zip(whole.cells, run.cells)
      where CellName(one) != CellName(other) || one.outcome != other.outcome
        // In earlier versions, only Runs with equal passes went through the same states.
        || (one.form == nil && one.passes != other.passes)
      {
        throw .cells(CellName(other))
      }
      if let odd =
        (whole.cells.dropFirst(run.cells.count)
        + run.cells.dropFirst(whole.cells.count)).first
      {
        throw .cells(CellName(odd))
      }
      for index in whole.cells.indices {
        whole.cells[index].samples += run.cells[index].samples
        whole.cells[index].switched += run.cells[index].switched
        whole.cells[index].building = whole.cells[index].building.flatMap { known in
          run.cells[index].building.map { known + $0 }
        }
        whole.cells[index].shared = whole.cells[index].shared.flatMap { known in
          run.cells[index].shared.map { known + $0 }
        }
      }
      whole.children += run.children
      whole.vectors = whole.vectors.flatMap { known in run.vectors.map { known + $0 } }
      whole.floor += run.floor
      whole.planned = whole.children.count
      for warning in run.warnings where !whole.warnings.contains(warning) {
        whole.warnings.append(warning)
      }
    }
    whole.computeEstimates()
    return whole
  }

  /// The reason why a Run cannot be a baseline; `nil` where it can.
  package var baselineRefusal: String? {
    if kind != "bench" { return "it is a \(kind)" }
    if machines != nil { return "its cells were measured on several machines" }
    if shard != nil { return "it is a shard; 'layoutbench merge' joins all of them" }
    if executable.configuration != "release" {
      return "it times a \(executable.configuration) build"
    }
    guard let revision else { return "it does not record which revision it measured" }
    if revision.dirty { return "files had uncommitted changes" }
    if revision.outdated == true {
      return "a source file was newer than the program: build it, and measure again"
    }
    if interrupted == true || children.count < planned ?? 0 {
      return "it ended before all its children had run ('bench --resume' continues it)"
    }
    let broken = cells.first { [.wrong, .drifted].contains($0.outcome) }
    if let broken { return "\(CellName(broken)) is \(broken.outcome.rawValue)" }
    return nil
  }
}
