extension Run {
  /// The rank of an engine among those compared in a phase.
  package struct Rank: Equatable, Sendable {
    /// The engine.
    package let engine: String
    /// The rank, from 1; shared by engines that cannot be distinguished.
    package let rank: Int
    /// The geometric mean of its ratios to the yardstick.
    package let mean: GeometricMean
    /// The geometric mean of its ratios to the first of its rank; 1 for that engine itself.
    package let toFirst: Estimate
  }

  /// The compared engines of a phase and its scenes, the fastest first.
  ///
  /// An engine shares the rank of the first of its group while the interval of their pair ratio
  /// contains 1. With fewer than five links there is no interval, and engines whose ratio is below
  /// 1.1 share a rank.
  package func ranking(_ part: MeanPart) -> [Rank] {
    let means = means(of: part)
      .sorted { $0.ratio.value < $1.ratio.value }
    var ranks: [Rank] = []
    var first: (engine: String, rank: Int)?
    for (index, mean) in means.enumerated() {
      if let group = first {
        let pair = pairRatio(
          of: mean.engine, to: group.engine, phase: part.phase, among: means.map(\.engine),
          where: { isScene($0, in: part.group) })
        if let pair = pair?.mean, !isApart(pair) {
          ranks.append(Rank(engine: mean.engine, rank: group.rank, mean: mean, toFirst: pair))
          continue
        }
      }
      first = (mean.engine, index + 1)
      ranks.append(
        Rank(engine: mean.engine, rank: index + 1, mean: mean, toFirst: Estimate(value: 1)))
    }
    return ranks
  }

  /// Returns true if a ratio of two engines is certainly above 1.
  package func isApart(_ pair: Estimate) -> Bool {
    if let low = pair.low { return low > 1 }
    guard links != nil else { return false }
    return pair.value >= Self.leastApart
  }

  /// The least ratio that separates two ranks where there is no interval.
  static let leastApart = 1.1

  /// The geometric mean over scenes of the ratio of two engines in the same child.
  ///
  /// - Parameters:
  ///   - engine: the one whose time is divided.
  ///   - other: the one whose time it is divided by.
  ///   - phase: the phase.
  ///   - engines: only scenes count on which all of these have a time; the two if `nil`.
  ///   - isIncluded: which scenes may count.
  /// - Returns: the mean, and the scenes that it is taken over, each with its ratio in every child;
  ///   `nil` where there is none.
  package func pairRatio(
    of engine: String, to other: String, phase: String, among engines: [String]? = nil,
    where isIncluded: (String) -> Bool = { _ in true }
  ) -> (mean: Estimate, scenes: [(scene: String, ratios: [Double])])? {
    var rows: [[ChildValue]] = []
    var scenes: [(scene: String, ratios: [Double])] = []
    for shared in pairs(phase: phase, of: (engines ?? []) + [engine, other]) {
      guard let own = shared[engine], let others = shared[other], isIncluded(cells[own].scene)
      else { continue }
      let ratios = ratios(of: cells[own], to: cells[others])
      rows.append(ratios)
      scenes.append((cells[own].scene, ratios.map(\.value)))
    }
    return mean(of: rows).map { ($0, scenes) }
  }

  /// The geometric mean of an engine's ratios to the yardstick over given scenes.
  ///
  /// - Returns: the mean; `nil` unless the engine has a ratio on each of them.
  package func meanRatio(of engine: String, phase: String, over scenes: Set<String>) -> Estimate? {
    var rows: [[ChildValue]] = []
    for cell in cells
    where cell.engine == engine && cell.part == phase && scenes.contains(cell.scene) {
      guard cell.ratio != nil, cell.suspect != true, let yardstick = yardstick(of: cell) else {
        continue
      }
      rows.append(ratios(of: cell, to: yardstick))
    }
    return rows.count == scenes.count ? mean(of: rows) : nil
  }

  /// The places of the engines' cells in each scene on which all of them have a time.
  private func pairs(phase: String, of engines: [String]) -> [[String: Int]] {
    var order: [String] = []
    var rows: [String: [String: Int]] = [:]
    for (index, cell) in cells.enumerated()
    where cell.part == phase && cell.outcome == .timed && !cell.samples.isEmpty
      && cell.suspect != true
      && engines.contains(cell.engine)
    {
      if rows[cell.scene] == nil { order.append(cell.scene) }
      if rows[cell.scene]?[cell.engine] == nil {
        rows[cell.scene, default: [:]][cell.engine] = index
      }
    }
    return order.compactMap { rows[$0] }.filter { row in engines.allSatisfy { row[$0] != nil } }
  }
}
