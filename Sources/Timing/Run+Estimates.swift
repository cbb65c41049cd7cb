extension Run {
  /// The engines that others are quoted against, the first that a scene has.
  package var yardsticks: [String] {
    engines.map { $0.filter(\.isYardstick).map(\.name) } ?? Self.earlierYardsticks
  }

  /// The declared properties of an engine; `nil` in files of earlier versions.
  package func engine(named name: String) -> EngineRecord? { engines?.first { $0.name == name } }

  /// An engine with the dialect of a cell, where that is not the engine's own: `sll`, `glpk (sll)`.
  package func label(of cell: Cell) -> String {
    let own = engine(named: cell.engine)?.dialects.first ?? cell.dialect
    return cell.dialect == own || cell.dialect == "-"
      ? cell.engine : "\(cell.engine) (\(cell.dialect))"
  }

  /// Computes time and ratio of every cell anew from the samples.
  package mutating func computeEstimates() {
    let values = cells.map { childValues(of: $0) }
    estimateCells(by: values)
    geometricMeans = []
    for phase in phaseNames {
      let engines = comparedEngines(in: phase)
      guard engines.count > 1 else { continue }
      let shared = sharedScenes(phase: phase, of: engines)
      for engine in engines {
        guard let ratio = Self.geometricMean(of: engine, over: shared, in: values) else { continue }
        geometricMeans.append(
          GeometricMean(phase: phase, engine: engine, scenes: shared.count, ratio: ratio))
      }
    }
    let growths = growths()
    growth = growths.isEmpty ? nil : growths
  }

  /// Computes time and ratio of every cell from the values of its children.
  private mutating func estimateCells(by values: [[(child: Int, value: Double)]]) {
    let places = yardstickPlaces
    for index in cells.indices {
      cells[index].time = nil
      cells[index].ratio = nil
      let children = values[index]
      guard cells[index].outcome == .timed, !children.isEmpty else { continue }
      cells[index].time = Statistics.overChildren(children.map(\.value))
      guard let place = places[Self.block(of: cells[index])] else { continue }
      let yardstick = cells[place]
      let ratios = Self.ratios(of: children, to: values[place])
      guard let ratio = Statistics.overChildren(ratios.map(\.value)) else { continue }
      cells[index].ratio = Cell.Ratio(ratio, to: yardstick.engine)
    }
  }

  /// Half the width of the widest interval of a ratio, as a share of the ratio: 0.05 is ± 5 %.
  ///
  /// `nil` where there are too few children for intervals.
  package var widestInterval: Double? {
    guard children.count >= Statistics.fewestForInterval else { return nil }
    var estimated = self
    estimated.estimateCells(by: cells.map { childValues(of: $0) })
    return estimated.cells.compactMap { cell in
      guard let ratio = cell.ratio, let low = ratio.low, let high = ratio.high else { return nil }
      return (high - low) / 2 / ratio.value
    }.max()
  }

  /// How many samples there are, and how many of them were disturbed: the thread switched out, the core
  /// shared; `nil` where nobody looked for that.
  package var sampleCounts: (all: Int, switched: Int, shared: Int?) {
    let shared = cells.compactMap(\.shared)
    return (
      cells.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } },
      cells.reduce(0) { $0 + $1.switched.reduce(0) { $0 + $1.count } },
      shared.isEmpty ? nil : shared.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    )
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
      guard let rank = yardsticks.firstIndex(of: cell.engine) else { continue }
      let block = Self.block(of: cell)
      guard let known = places[block],
        let other = yardsticks.firstIndex(of: cells[known].engine), other <= rank
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
  package var comparedEngines: [String] {
    engineNames.filter { name in geometricMeans.contains { $0.engine == name } }
  }

  /// The cell that a cell's ratio is to: same scene and phase.
  package func yardstick(of cell: Cell) -> Cell? {
    for name in yardsticks {
      let found = cells.first {
        $0.scene == cell.scene && $0.phase == cell.phase && $0.engine == name
          && $0.outcome == .timed && !$0.samples.isEmpty
      }
      if let found { return found }
    }
    return nil
  }

  /// One value for each child that has samples of the cell, nanoseconds.
  package func childValues(of cell: Cell) -> [(child: Int, value: Double)] {
    cell.samples.enumerated().compactMap { child, samples in
      samples.isEmpty
        ? nil
        : (
          child,
          Statistics.childValue(samples, disturbed: cell.shared(inChild: child) ?? [])
        )
    }
  }

  /// The ratio of two cells in each child that has both.
  package func ratios(of cell: Cell, to yardstick: Cell) -> [(child: Int, value: Double)] {
    Self.ratios(of: childValues(of: cell), to: childValues(of: yardstick))
  }

  static func ratios(
    of values: [(child: Int, value: Double)], to yardstick: [(child: Int, value: Double)]
  ) -> [(child: Int, value: Double)] {
    let lengths = Dictionary(uniqueKeysWithValues: yardstick.map { ($0.child, $0.value) })
    return values.compactMap { child, value in
      lengths[child].map { (child, value / $0) }
    }
  }

  /// The geometric mean over scenes of an engine's ratios in a phase.
  ///
  /// Only scenes count on which all of `engines` have a time. For each child the mean of log ratios,
  /// then the median over children.
  ///
  /// - Returns: the mean, and over how many scenes; `nil` where there is none.
  package func geometricMean(
    of engine: String, phase: String, among engines: [String]
  ) -> (mean: Estimate, scenes: Int)? {
    let shared = sharedScenes(phase: phase, of: engines)
    let values = cells.map { childValues(of: $0) }
    return Self.geometricMean(of: engine, over: shared, in: values).map { ($0, shared.count) }
  }

  /// A scene on which all compared engines have a time: the places of their cells, and the yardstick's.
  typealias SharedScene = (engines: [String: Int], yardstick: Int)

  /// The scenes on which all of `engines` have a time in a phase, in the order in which they were run.
  func sharedScenes(phase: String, of engines: [String]) -> [SharedScene] {
    let yardsticks = yardstickPlaces
    var order: [String] = []
    var rows: [String: [String: Int]] = [:]
    for (index, cell) in cells.enumerated()
    where cell.phase == phase && cell.outcome == .timed && !cell.samples.isEmpty {
      if rows[cell.scene] == nil { order.append(cell.scene) }
      if rows[cell.scene]?[cell.engine] == nil {
        rows[cell.scene, default: [:]][cell.engine] = index
      }
    }
    return order.compactMap { scene in
      guard let row = rows[scene], engines.allSatisfy({ row[$0] != nil }),
        let yardstick = yardsticks[Block(scene: scene, phase: phase)]
      else { return nil }
      return (row, yardstick)
    }
  }

  private static func geometricMean(
    of engine: String, over scenes: [SharedScene], in values: [[(child: Int, value: Double)]]
  ) -> Estimate? {
    var perChild: [Int: [Double]] = [:]
    for scene in scenes {
      guard let place = scene.engines[engine] else { continue }
      for (child, ratio) in ratios(of: values[place], to: values[scene.yardstick]) {
        perChild[child, default: []].append(ratio)
      }
    }
    let means = perChild.sorted { $0.key < $1.key }
      .filter { $0.value.count == scenes.count }
      .compactMap { Statistics.geometricMean($0.value) }
    return Statistics.overChildren(means)
  }

  /// The scenes in the order in which they were run.
  package var sceneNames: [String] { Self.unique(cells.map(\.scene)) }
  /// The phases in the order in which they were run.
  package var phaseNames: [String] { Self.unique(cells.map(\.phase)) }
  /// The engines in the order in which they were run.
  package var engineNames: [String] { Self.unique(cells.map(\.engine)) }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
