extension Run {
  /// The engines that others are quoted against, the first that a scene has.
  public static let yardsticks = ["manual", "replay"]

  /// Computes time and ratio of every cell anew from the samples.
  public mutating func computeEstimates() {
    let places = yardstickPlaces
    for index in cells.indices {
      cells[index].time = nil
      cells[index].ratio = nil
      let children = childValues(of: cells[index])
      guard cells[index].outcome == .timed, !children.isEmpty else { continue }
      cells[index].time = Statistics.overChildren(children.map(\.value))
      guard let place = places[Self.block(of: cells[index])] else { continue }
      let yardstick = cells[place]
      let ratios = ratios(of: cells[index], to: yardstick)
      guard let ratio = Statistics.overChildren(ratios.map(\.value)) else { continue }
      cells[index].ratio = Cell.Ratio(ratio, to: yardstick.engine)
    }
    geometricMeans = []
    for phase in phaseNames {
      let engines = comparedEngines(in: phase)
      guard engines.count > 1 else { continue }
      for engine in engines {
        guard let (mean, scenes) = geometricMean(of: engine, phase: phase, among: engines) else {
          continue
        }
        geometricMeans.append(
          GeometricMean(phase: phase, engine: engine, scenes: scenes, ratio: mean))
      }
    }
    let growths = growths()
    growth = growths.isEmpty ? nil : growths
  }

  /// What is compared with each other: one scene in one phase.
  struct Block: Hashable {
    let scene: String
    let phase: String
  }

  static func block(of cell: Cell) -> Block { Block(scene: cell.scene, phase: cell.phase) }

  /// The yardstick's cell of each scene and phase that has one.
  private var yardstickPlaces: [Block: Int] {
    var places: [Block: Int] = [:]
    for (index, cell) in cells.enumerated() where cell.outcome == .timed && !cell.samples.isEmpty {
      guard let rank = Self.yardsticks.firstIndex(of: cell.engine) else { continue }
      let block = Self.block(of: cell)
      guard let known = places[block],
        let other = Self.yardsticks.firstIndex(of: cells[known].engine), other <= rank
      else {
        places[block] = index
        continue
      }
    }
    return places
  }

  /// The engines whose means are compared: those that are timed on more than half as many scenes as the
  /// one timed on most, so that one that can do little does not shrink the comparison to nothing.
  func comparedEngines(in phase: String) -> [String] {
    let counts = engineNames.map { name in
      cells.count { $0.engine == name && $0.phase == phase && $0.outcome == .timed }
    }
    let most = counts.max() ?? 0
    return zip(engineNames, counts).filter { 2 * $1 > most }.map(\.0)
  }

  /// The engines that have a mean in some phase.
  public var comparedEngines: [String] {
    engineNames.filter { name in geometricMeans.contains { $0.engine == name } }
  }

  /// The cell that a cell's ratio is to: same scene and phase.
  public func yardstick(of cell: Cell) -> Cell? {
    for name in Self.yardsticks {
      let found = cells.first {
        $0.scene == cell.scene && $0.phase == cell.phase && $0.engine == name
          && $0.outcome == .timed && !$0.samples.isEmpty
      }
      if let found { return found }
    }
    return nil
  }

  /// One value for each child that has samples of the cell.
  func childValues(of cell: Cell) -> [(child: Int, value: Double)] {
    cell.samples.enumerated().compactMap { child, samples in
      samples.isEmpty ? nil : (child, Statistics.childValue(samples))
    }
  }

  /// The ratio of two cells in each child that has both.
  func ratios(of cell: Cell, to yardstick: Cell) -> [(child: Int, value: Double)] {
    let lengths = Dictionary(
      uniqueKeysWithValues: childValues(of: yardstick).map { ($0.child, $0.value) })
    return childValues(of: cell).compactMap { child, value in
      lengths[child].map { (child, value / $0) }
    }
  }

  /// The geometric mean over scenes of an engine's ratios in a phase.
  ///
  /// Only scenes count on which all of `engines` have a time. For each child the mean of log ratios,
  /// then the median over children.
  ///
  /// - Returns: the mean, and over how many scenes; `nil` where there is none.
  public func geometricMean(
    of engine: String, phase: String, among engines: [String]
  ) -> (mean: Estimate, scenes: Int)? {
    var perChild: [Int: [Double]] = [:]
    var scenes = 0
    for scene in sceneNames {
      let row = cells.filter { $0.scene == scene && $0.phase == phase && $0.outcome == .timed }
      let isShared = engines.allSatisfy { name in row.contains { $0.engine == name } }
      guard isShared, let cell = row.first(where: { $0.engine == engine }),
        let yardstick = yardstick(of: cell)
      else { continue }
      scenes += 1
      for (child, ratio) in ratios(of: cell, to: yardstick) {
        perChild[child, default: []].append(ratio)
      }
    }
    let means = perChild.sorted { $0.key < $1.key }
      .filter { $0.value.count == scenes }
      .compactMap { Statistics.geometricMean($0.value) }
    guard scenes > 0, let mean = Statistics.overChildren(means) else { return nil }
    return (mean, scenes)
  }

  /// The scenes in the order in which they were run.
  public var sceneNames: [String] { Self.unique(cells.map(\.scene)) }
  /// The phases in the order in which they were run.
  public var phaseNames: [String] { Self.unique(cells.map(\.phase)) }
  /// The engines in the order in which they were run.
  public var engineNames: [String] { Self.unique(cells.map(\.engine)) }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
