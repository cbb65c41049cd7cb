extension Run {
  /// Where an engine stands among those compared in a phase.
  public struct Rank: Equatable, Sendable {
    /// The engine.
    public let engine: String
    /// From 1; shared by engines that cannot be told apart.
    public let rank: Int
    /// The geometric mean of its ratios to the yardstick.
    public let mean: GeometricMean
    /// The geometric mean of its ratios to the first of its rank; 1 for that engine itself.
    public let toFirst: Estimate
  }

  /// The compared engines of a phase, the fastest first.
  ///
  /// One shares the rank of the first of its group while the interval of their pair ratio holds 1; without
  /// intervals every engine shares the first rank, for bare order ranks nothing.
  public func ranking(phase: String) -> [Rank] {
    let means = geometricMeans.filter { $0.phase == phase }
      .sorted { $0.ratio.value < $1.ratio.value }
    var ranks: [Rank] = []
    var first: (engine: String, rank: Int)?
    for (index, mean) in means.enumerated() {
      if let group = first {
        let pair = pairRatio(
          of: mean.engine, to: group.engine, phase: phase, among: means.map(\.engine))
        if let pair = pair?.mean, (pair.low ?? 1) <= 1 {
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

  /// The geometric mean over scenes of the ratio of two engines in the same child.
  ///
  /// - Parameters:
  ///   - engine: the one whose time is divided.
  ///   - other: the one whose time it is divided by.
  ///   - phase: the phase.
  ///   - engines: only scenes count on which all of these have a time; the two if `nil`.
  ///   - isIncluded: which scenes may count.
  /// - Returns: the mean, the scenes that went in with their own ratios; `nil` where there is none.
  public func pairRatio(
    of engine: String, to other: String, phase: String, among engines: [String]? = nil,
    where isIncluded: (String) -> Bool = { _ in true }
  ) -> (mean: Estimate, scenes: [(scene: String, ratio: Estimate)])? {
    var perChild: [Int: [Double]] = [:]
    var scenes: [(scene: String, ratio: Estimate)] = []
    for shared in pairs(phase: phase, of: (engines ?? []) + [engine, other]) {
      guard let own = shared[engine], let others = shared[other], isIncluded(cells[own].scene)
      else { continue }
      let ratios = ratios(of: cells[own], to: cells[others])
      guard let ratio = Statistics.overChildren(ratios.map(\.value)) else { continue }
      scenes.append((cells[own].scene, ratio))
      for (child, ratio) in ratios { perChild[child, default: []].append(ratio) }
    }
    let means = perChild.sorted { $0.key < $1.key }
      .filter { $0.value.count == scenes.count }
      .compactMap { Statistics.geometricMean($0.value) }
    guard let mean = Statistics.overChildren(means) else { return nil }
    return (mean, scenes)
  }

  /// The places of the engines' cells in each scene on which all of them have a time.
  private func pairs(phase: String, of engines: [String]) -> [[String: Int]] {
    var order: [String] = []
    var rows: [String: [String: Int]] = [:]
    for (index, cell) in cells.enumerated()
    where cell.phase == phase && cell.outcome == .timed && !cell.samples.isEmpty
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
