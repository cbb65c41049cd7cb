import LayoutBenchTiming

extension ChildRequest {
  /// The reason why answers cannot be those of a child that has done this work; `nil` where they
  /// can.
  ///
  /// What they contain goes into the Run, and a Run with an implausible number cannot be read
  /// again.
  package func objection(to answers: [ChildAnswer]) -> String? {
    var (samples, parts): ([Int: Int], [Int: Int]) = ([:], [:])
    var isWithout: Set<Int> = []
    for answer in answers {
      if let objection = objection(to: answer) { return objection }
      switch answer {
      case .refused(let cell, _, _), .drifted(let cell, _): isWithout.insert(cell)
      case .round(let round):
        for sample in round {
          samples[sample.cell, default: 0] += 1
          if sample.building != nil { parts[sample.cell, default: 0] += 1 }
        }
      default: break
      }
    }
    let most = task == .cold ? 1 : rounds
    for cell in cells where !isWithout.contains(cell.number) {
      let count = samples[cell.number] ?? 0
      let partCount = parts[cell.number] ?? 0
      let isComplete = count == most || (count == 0 && task != .measure)
      guard isComplete, partCount == 0 || partCount == count else {
        return "gave \(count) samples and \(partCount) parts of \(cell.engine) in "
          + "\(cell.phase.rawValue), not \(most)"
      }
    }
    return nil
  }

  private func objection(to answer: ChildAnswer) -> String? {
    func isTime(_ time: Double) -> Bool { Run.believedTimes.contains(time) }
    func isAmount(_ number: Double) -> Bool { number >= 0 && number.isFinite }
    func known(_ cell: Int, _ isPlausible: Bool, _ what: String) -> String? {
      guard cells.contains(where: { $0.number == cell }) else {
        return "answered about the cell \(cell), of which it was not asked"
      }
      return isPlausible ? nil : "gave \(what)"
    }
    switch answer {
    case .hello: return nil
    case .refused(let cell, let outcome, _):
      return known(cell, outcome != .timed, "no reason why a cell has no times")
    case .drifted(let cell, _): return known(cell, true, "")
    case .batch(let cell, let plans):
      return known(cell, (1...10_000_000).contains(plans), "a batch of \(plans) plans")
    case .round(let samples):
      return samples.lazy.compactMap { sample in
        known(
          sample.cell, isTime(sample.time) && sample.building.map(isTime) ?? true,
          "a sample that is no time")
      }.first
    case .steps(let cell, let times):
      return known(cell, times.allSatisfy(isAmount), "a step that is no time")
    case .throughput(let cell, let rates):
      return known(cell, rates.allSatisfy(isAmount), "a rate that is none")
    case .parsing(let cell, let time):
      return known(cell, isAmount(time), "a time of reading that is none")
    case .counted(let cell, let counters):
      return known(cell, counters.values.allSatisfy(\.isFinite), "a count that is no number")
    case .done(let floor, let readings, let waited):
      // A child that times nothing has no floor.
      guard floor == 0 || (Run.believedTimes.lowerBound...1e7).contains(floor) else {
        return "gave a floor that is no time"
      }
      return ([waited] + readings).allSatisfy { (0...1e7).contains($0) }
        ? nil : "gave a reading that is no time"
    }
  }
}
