#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Run {
  /// The engines that others are quoted against; in each scene, the first of them that it has.
  package var yardsticks: [String] {
    engines.map { $0.filter(\.isYardstick).map(\.name) } ?? Self.earlierYardsticks
  }

  /// The declared properties of an engine; `nil` in files of earlier versions.
  package func engine(named name: String) -> EngineRecord? { engines?.first { $0.name == name } }

  /// An engine's name, with the dialect of a cell where that is not the engine's own: `sll`,
  /// `glpk (sll)`.
  package func label(of cell: Cell) -> String {
    // A peer reads one dialect of a scene.
    if peers?.contains(where: { $0.name == cell.engine }) == true { return cell.engine }
    let own = engine(named: cell.engine)?.dialects.first ?? cell.dialect
    return cell.dialect == own || cell.dialect == "-"
      ? cell.engine : "\(cell.engine) (\(cell.dialect))"
  }

  /// Computes the time and the ratio of every cell from the samples again, and the means and growth
  /// from these.
  package mutating func computeEstimates() {
    let values = cells.map { childValues(of: $0) }
    estimateCells(by: values)
    (geometricMeans, growth) = ([], nil)
    guard machines == nil else {
      // Ratios are within a machine; times of several cannot be compared.
      for index in cells.indices { cells[index].time = nil }
      return
    }
    let groups = sceneGroups
    for part in phaseNames.flatMap({ phase in groups.map { MeanPart(phase: phase, group: $0) } }) {
      let engines = comparedEngines(in: part)
      guard engines.count > 1 else { continue }
      let shared = sharedScenes(part, of: engines)
      for engine in engines {
        guard let ratio = geometricMean(of: engine, over: shared, in: values) else { continue }
        geometricMeans.append(
          GeometricMean(
            phase: part.phase, group: part.group, engine: engine, scenes: shared.count,
            ratio: ratio))
      }
    }
    let growths = growths()
    growth = growths.isEmpty ? nil : growths
  }

  /// Discards what follows from the samples.
  package mutating func discardEstimates() {
    (geometricMeans, growth) = ([], nil)
    for index in cells.indices {
      (cells[index].time, cells[index].ratio, cells[index].suspect) = (nil, nil, nil)
    }
  }

  /// Computes time and ratio of every cell from the values of its children.
  private mutating func estimateCells(by values: [[ChildValue]]) {
    let places = yardstickPlaces
    for index in cells.indices {
      cells[index].time = nil
      cells[index].ratio = nil
      cells[index].suspect = nil
      let children = values[index]
      guard cells[index].outcome == .timed, !children.isEmpty else { continue }
      cells[index].time = estimate(children)
      guard let place = places[Self.block(of: cells[index])] else { continue }
      let yardstick = cells[place]
      // A program is no multiple of a plan: without a program by hand it has a time and no ratio.
      guard yardstick.form == cells[index].form else { continue }
      guard let ratio = estimate(ChildValue.ratios(of: children, to: values[place])) else {
        continue
      }
      cells[index].ratio = Cell.Ratio(ratio, to: yardstick.engine)
    }
    for index in cells.indices {
      guard let floor = floorCell(of: cells[index]), floor != index,
        let ratio = estimate(ChildValue.ratios(of: values[index], to: values[floor])),
        ratio.high ?? (ratio.value * Self.leastApart) < Self.suspectRatio
      else { continue }
      cells[index].suspect = true
    }
  }

  /// The share of the time of copying the frames below which a cell is suspect.
  package static let suspectRatio = 0.9

  /// The cell that copies the frames that a cell writes.
  private func floorCell(of cell: Cell) -> Int? {
    guard let copier = yardsticks.last, yardsticks.count > 1, cell.form == "plan",
      cell.outcome == .timed
    else { return nil }
    return cells.firstIndex {
      $0.scene == cell.scene && $0.part == cell.part && $0.engine == copier
        && $0.outcome == .timed && !$0.samples.isEmpty
    }
  }

  /// The estimate from one value per child: over links where the Run records them, otherwise over
  /// children.
  package func estimate(_ values: [ChildValue]) -> Estimate? {
    guard let links else { return Statistics.overChildren(values.map(\.value)) }
    return Statistics.overLinks(
      values.quiet(ofLinks: links).map { ($0.child % links, $0.value) })
  }

  /// The parts of `first`: making the plan, and its first pass; `nil` for other phases.
  package func firstParts(of cell: Cell) -> (build: Estimate, layout: Estimate)? {
    guard let building = cell.building, cell.outcome == .timed else { return nil }
    let laying = zip(cell.samples, building).map { samples, building in
      zip(samples, building).map { max($0 - $1, .leastNormalMagnitude) }
    }
    let parts = (
      build: childValues(of: building, in: cell), layout: childValues(of: laying, in: cell)
    )
    guard let build = estimate(parts.build), let layout = estimate(parts.layout) else { return nil }
    return (build, layout)
  }

  /// The values that decide, by number: one per link where there are several, otherwise one per
  /// child.
  private func clustered(_ values: [ChildValue]) -> [Int: Double] {
    guard let links, links > 1 else {
      return Dictionary(values.map { ($0.child, $0.value) }, uniquingKeysWith: { $1 })
    }
    return values.medians(ofLinks: links)
  }

  /// The times of a cell that decide, nanoseconds, by the number of the link or child.
  package func linkTimes(of cell: Cell) -> [Int: Double] { clustered(childValues(of: cell)) }

  /// The ratios of a cell to its yardstick that decide, by the number of the link or child; `nil`
  /// where it has none, or is one.
  package func linkRatios(of cell: Cell) -> [Int: Double]? {
    guard let yardstick = yardstick(of: cell), yardstick.engine != cell.engine else { return nil }
    return clustered(ratios(of: cell, to: yardstick))
  }

  /// True if there are enough links for an interval of 95 %.
  ///
  /// Runs of earlier versions used one link, and have an interval over children instead.
  package var hasIntervals: Bool {
    links.map { $0 >= Statistics.fewestLinks } ?? (children.count >= Statistics.fewestForInterval)
  }

  /// Half the width of the widest interval of a ratio, as a share of the ratio: 0.05 is ± 5 %.
  ///
  /// `nil` where there are too few children for intervals.
  package var widestInterval: Double? {
    guard hasIntervals, children.count >= 2 * (links ?? 1) else { return nil }
    var estimated = self
    estimated.estimateCells(by: cells.map { childValues(of: $0) })
    return estimated.cells.compactMap { cell in
      guard let ratio = cell.ratio, let low = ratio.low, let high = ratio.high else { return nil }
      return (high - low) / 2 / ratio.value
    }.max()
  }

  /// The number of samples, and of those that were disturbed: the thread switched out, the core
  /// shared; `nil` where sharing was not checked.
  package var sampleCounts: (all: Int, switched: Int, shared: Int?) {
    let shared = cells.compactMap(\.shared)
    return (
      cells.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } },
      cells.reduce(0) { $0 + $1.switched.reduce(0) { $0 + $1.count } },
      shared.isEmpty ? nil : shared.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    )
  }

  /// The cells that are compared with each other: one scene in one form and phase.
  struct Block: Hashable {
    let scene: String
    let part: String
  }

  static func block(of cell: Cell) -> Block { Block(scene: cell.scene, part: cell.part) }

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
    // Programs of a scene without a hand-written one are quoted against the copy of its frames.
    for cell in cells where cell.form == "program" && places[Self.block(of: cell)] == nil {
      places[Self.block(of: cell)] = places[Block(scene: cell.scene, part: "plan \(cell.phase)")]
    }
    return places
  }

  /// The engines whose means are compared: those that are timed on more than half as many scenes as
  /// the one timed on most, so that an engine that supports few scenes does not empty the
  /// comparison.
  func comparedEngines(in part: MeanPart) -> [String] {
    let counts = engineNames.map { name in
      cells.count {
        $0.engine == name && $0.part == part.phase && $0.outcome == .timed
          && isScene($0.scene, in: part.group)
      }
    }
    let most = counts.max() ?? 0
    return zip(engineNames, counts).filter { 2 * $1 > most }.map(\.0)
  }

  /// The engines that have a mean in some phase.
  package var comparedEngines: [String] {
    engineNames.filter { name in geometricMeans.contains { $0.engine == name } }
  }

  /// The yardstick's cell that a cell's ratio refers to: same scene and phase.
  package func yardstick(of cell: Cell) -> Cell? {
    for name in yardsticks {
      let found = cells.first {
        $0.scene == cell.scene && $0.part == cell.part && $0.engine == name
          && $0.outcome == .timed && !$0.samples.isEmpty
      }
      if let found { return found }
    }
    guard cell.form == "program" else { return nil }
    var plan = cell
    plan.form = "plan"
    return yardstick(of: plan)
  }

  /// One value for each child that has samples of the cell, nanoseconds.
  package func childValues(of cell: Cell) -> [ChildValue] {
    childValues(of: cell.samples, in: cell)
  }

  /// One value for each child that has samples: times of a cell, or a part of each.
  private func childValues(of samples: [[Double]], in cell: Cell) -> [ChildValue] {
    let isBelieved = links == nil || areMarksBelieved(of: cell)
    return samples.enumerated().compactMap { child, samples in
      guard !samples.isEmpty else { return nil }
      let marked = isBelieved ? cell.shared(inChild: child) ?? [] : []
      return ChildValue(
        child: child, value: Statistics.childValue(samples, disturbed: marked),
        isQuiet: marked.isEmpty
          || samples.count - marked.count >= Statistics.fewestUndisturbed)
    }
  }

  /// Returns true if samples that are marked as shared are slower than others of the cell:
  /// otherwise the marks mean nothing.
  private func areMarksBelieved(of cell: Cell) -> Bool {
    var (marked, others): ([Double], [Double]) = ([], [])
    for (child, samples) in cell.samples.enumerated() {
      let shared = Set(cell.shared(inChild: child) ?? [])
      for (number, sample) in samples.enumerated() {
        if shared.contains(number) { marked.append(sample) } else { others.append(sample) }
      }
    }
    guard !marked.isEmpty, !others.isEmpty else { return false }
    return Statistics.median(marked) > Statistics.median(others)
  }

  /// The ratio of two cells in each child that has both.
  package func ratios(of cell: Cell, to yardstick: Cell) -> [ChildValue] {
    ChildValue.ratios(of: childValues(of: cell), to: childValues(of: yardstick))
  }

  /// The geometric mean over scenes of an engine's ratios in a phase.
  ///
  /// Only scenes count on which all of `engines` have a time.
  ///
  /// - Returns: the mean, and over how many scenes; `nil` where there is none.
  package func geometricMean(
    of engine: String, phase: String, among engines: [String]
  ) -> (mean: Estimate, scenes: Int)? {
    let shared = sharedScenes(MeanPart(phase: phase, group: nil), of: engines)
    let values = cells.map { childValues(of: $0) }
    return geometricMean(of: engine, over: shared, in: values).map { ($0, shared.count) }
  }

  /// The least and the largest ratio of each engine that has a mean in a part, over its scenes.
  package func ratioRanges(in part: MeanPart) -> [String: ClosedRange<Double>] {
    let engines = comparedEngines(in: part)
    let shared = sharedScenes(part, of: engines)
    var ranges: [String: ClosedRange<Double>] = [:]
    for engine in engines {
      let ratios = shared.compactMap { scene in
        scene.engines[engine].flatMap { place in
          cells[place].ratio?.value ?? (place == scene.yardstick ? 1 : nil)
        }
      }
      guard let least = ratios.min(), let most = ratios.max() else { continue }
      ranges[engine] = least...most
    }
    return ranges
  }

  /// A scene on which all compared engines have a time: the places of their cells, and the
  /// yardstick's.
  typealias SharedScene = (engines: [String: Int], yardstick: Int)

  /// The scenes on which all of `engines` have a time in a phase, in the order in which they were
  /// run.
  func sharedScenes(_ part: MeanPart, of engines: [String]) -> [SharedScene] {
    let yardsticks = yardstickPlaces
    var order: [String] = []
    var rows: [String: [String: Int]] = [:]
    for (index, cell) in cells.enumerated()
    where cell.part == part.phase && cell.outcome == .timed && !cell.samples.isEmpty
      && cell.suspect != true && isScene(cell.scene, in: part.group)
    {
      if rows[cell.scene] == nil { order.append(cell.scene) }
      if rows[cell.scene]?[cell.engine] == nil {
        rows[cell.scene, default: [:]][cell.engine] = index
      }
    }
    let shared = order.compactMap { scene -> SharedScene? in
      guard let row = rows[scene], engines.allSatisfy({ row[$0] != nil }),
        let yardstick = yardsticks[Block(scene: scene, part: part.phase)]
      else { return nil }
      return (row, yardstick)
    }
    // Ratios to a hand-written layout and to a copy of frames cannot be averaged: the mean is taken
    // over the scenes with the yardstick that most of them have.
    func kind(_ scene: SharedScene) -> String {
      "\(cells[scene.yardstick].part) \(cells[scene.yardstick].engine)"
    }
    let counts = Dictionary(grouping: shared, by: kind).mapValues(\.count)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return shared.filter { kind($0) == most }
  }

  private func geometricMean(
    of engine: String, over scenes: [SharedScene], in values: [[ChildValue]]
  ) -> Estimate? {
    mean(
      of: scenes.compactMap { scene in
        scene.engines[engine].map {
          ChildValue.ratios(of: values[$0], to: values[scene.yardstick])
        }
      })
  }

  /// The geometric mean of several rows of values, each with one value per child.
  ///
  /// Each link has its own mean of the rows; of a row that has no quiet child of a link, the mean of
  /// the row's other links stands there. Then the estimate is over links; in Runs without them, over
  /// the children that have all rows.
  func mean(of rows: [[ChildValue]]) -> Estimate? {
    guard let links else {
      let children = Dictionary(grouping: rows.joined()) { $0.child }
        .filter { $0.value.count == rows.count }.sorted { $0.key < $1.key }
      return Statistics.overChildren(
        children.compactMap { Statistics.geometricMean($0.value.map(\.value)) })
    }
    var ofLinks: [Int: [Double]] = [:]
    for link in Set(rows.joined().map({ $0.child % links })) { ofLinks[link] = [] }
    for row in rows where !row.isEmpty {
      let values = row.medians(ofLinks: links)
      // In order: a sum in another order differs in its last bits, and 'check' would see it.
      let mean = Statistics.geometricMean(values.sorted { $0.key < $1.key }.map(\.value))
      for link in ofLinks.keys { ofLinks[link]?.append(values[link] ?? mean ?? 1) }
    }
    return Statistics.overLinks(
      ofLinks.sorted { $0.key < $1.key }.compactMap { link, values in
        Statistics.geometricMean(values).map { (link, $0) }
      })
  }

  /// The scenes in the order in which they were run.
  package var sceneNames: [String] { Self.unique(cells.map(\.scene)) }
  /// The forms and phases in the order in which they were run: `program first`.
  package var phaseNames: [String] { Self.unique(cells.map(\.part)) }
  /// The engines in the order in which the program lists them; where a file does not record it, the
  /// order in which they were run.
  package var engineNames: [String] {
    let names = Self.unique(cells.map(\.engine))
    let listed = (engines ?? []).map(\.name)
    return listed.filter(names.contains) + names.filter { !listed.contains($0) }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
