package import LayoutBenchTiming
import LayoutModel
import Scenes

/// The same layouts measured in other ways: how much differences matter that should not.
///
/// Every variant lays out the same frames. Where one costs more than the scene as it is written, a
/// published time belongs to the way in which the scene was written, and not to the layout.
package struct Truth {
  /// Another way to write or measure the same layout.
  package enum Variant: String, CaseIterable, Sendable {
    /// The scene unchanged, measured again: how far a factor is from 1 by chance.
    case again
    /// One equation written as visual format.
    case notation
    /// A program's constraints made by the calls of another front end.
    case frontEnd = "front end"
    /// Siblings in the opposite order.
    case order
    /// Changes drawn from another seed: other views edited, other sizes.
    case script
    /// Each cell alone in its processes.
    case company
  }

  /// A cell in a variant, compared with the same cell of the unchanged scene.
  package struct Factor: Sendable {
    /// The variant.
    package let variant: Variant
    /// The cell.
    package let cell: CellName
    /// The time ÷ that of the unchanged scene, both as multiples of the yardstick's in the same
    /// children where that is the same.
    package let time: Double?
    /// The instructions ÷ those of the unchanged scene, where they were counted.
    package let instructions: Double?

    /// True if the factor is the cost of reading another notation: it belongs to the notation.
    package var isReading: Bool {
      (variant == .notation || variant == .frontEnd)
        && ["first", "cold", "build"].contains { cell.phase.hasSuffix($0) }
    }

    /// The size of a factor's distance from 1, in either direction; at least 1.
    package static func away(_ factor: Double) -> Double { max(factor, 1 / factor) }
  }

  /// The cells of all variants.
  package private(set) var factors: [Factor] = []
  /// Variants that a scene does not have.
  package private(set) var missing: [String] = []

  /// The number of scenes that were measured, and the revision of the source.
  private var scenes = 0
  private var revision: Run.Revision?

  /// Nothing measured yet.
  package init() {}

  /// The factors of a variant in short.
  package struct Summary: Codable, Sendable {
    /// The variant, as `Variant` names it.
    package let variant: String
    /// True for the cost of reading another notation.
    package let isReading: Bool
    /// The number of cells.
    package let cells: Int
    /// The median of the factors, each at least 1.
    package let median: Double
    /// The factor that 95 % of the cells do not exceed.
    package let of95Percent: Double
    /// The largest factor.
    package let largest: Double
    /// The cell of the largest.
    package let cell: CellName
  }

  /// All that was found, as a file keeps it.
  package struct Record: Codable, Sendable {
    /// The revision of the source.
    package let revision: Run.Revision?
    /// True if instructions were compared, false for times.
    package let countsInstructions: Bool
    /// The number of scenes.
    package let scenes: Int
    /// The variants, in order.
    package let variants: [Summary]
    /// Variants that a scene does not have.
    package let missing: [String]
  }

  /// Sums up all variants of which there are cells.
  ///
  /// - Parameter countsInstructions: whether instructions are compared, not times.
  /// - Returns: what was found.
  package func record(countsInstructions: Bool) -> Record {
    var variants: [Summary] = []
    for variant in Variant.allCases {
      for isReading in [false, true] {
        let found = factors.filter {
          $0.variant == variant && $0.isReading == isReading
        }.compactMap { factor in
          (countsInstructions ? factor.instructions : factor.time).map {
            (away: Factor.away($0), cell: factor.cell)
          }
        }
        guard let worst = found.max(by: { $0.away < $1.away }) else { continue }
        let values = found.map(\.away)
        variants.append(
          Summary(
            variant: variant.rawValue, isReading: isReading, cells: found.count,
            median: Statistics.median(values), of95Percent: Statistics.quantile(0.95, of: values),
            largest: worst.away, cell: worst.cell))
      }
    }
    return Record(
      revision: revision, countsInstructions: countsInstructions, scenes: scenes,
      variants: variants, missing: missing)
  }

  /// Measures a scene in every variant.
  ///
  /// - Parameters:
  ///   - source: the scene.
  ///   - options: how each is measured; its scenes are not used.
  ///   - variants: the variants that are measured.
  ///   - progress: called before each part of the work.
  /// - Throws: `SceneError`, `ChildProcessFailure`.
  package mutating func measure(
    _ source: SceneSource, _ options: Benchmark.Options, variants: [Variant] = Variant.allCases,
    progress: (String) -> Void
  ) throws {
    let scene = try source.scene()
    var ways: [(variant: Variant, engines: (base: String, other: String)?, dialect: String?)] = []
    progress("\(scene.name), unchanged")
    var benchmarks = [try Self.prepared(source, options)]
    let alone = Self.cells(of: benchmarks[0].run)
    for variant in variants where !Interrupts.came {
      progress("\(scene.name), \(variant.rawValue)")
      func add(
        _ source: SceneSource, as engines: (base: String, other: String)? = nil,
        in dialect: String? = nil, _ change: (inout Benchmark.Options) -> Void = { _ in }
      ) throws {
        benchmarks.append(try Self.prepared(source, options, change))
        ways.append((variant, engines, dialect))
      }
      switch variant {
      case .again: try add(source)
      case .script: try add(source) { $0.seed = options.seed &+ 1 }
      case .company:
        for cell in alone {
          try add(source) { options in
            (options.engines, options.phases, options.forms) = (
              [cell.engine], [cell.phase], [cell.form]
            )
          }
        }
      case .frontEnd:
        for engine in Engines.everyone
        where engine.traits.isFrontEnd && options.forms.contains(.program) {
          let name = engine.traits.name
          try add(source, as: (base: name.base, other: name.description)) { options in
            options.engines = [name.description]
            options.forms = options.forms.filter { $0 == .program }
          }
        }
      case .notation, .order:
        let format = variant == .notation ? scene.withOneFormat() : nil
        guard let other = variant == .order ? scene.reordered() : format?.scene else {
          missing.append("\(scene.name), \(variant.rawValue)")
          continue
        }
        try add(Self.source(of: other, like: source), in: format?.dialect.text)
      }
    }
    progress("\(scene.name), measured in all ways in turn")
    let runs = try Self.runs(of: benchmarks, options)
    // A scene that was not measured to its end says nothing.
    guard !Interrupts.came else { return }
    revision = runs[0].revision
    scenes += 1
    for (way, run) in zip(ways, runs.dropFirst()) {
      compare(way.variant, runs[0], run, as: way.engines, in: way.dialect)
    }
  }

  /// The engines, forms and phases that a Run measures, yardsticks left out.
  private static func cells(of run: Run) -> [(engine: String, form: Form, phase: Phase)] {
    run.cells.compactMap { cell in
      guard cell.isMeasured, Engines.named(cell.engine)?.traits.isYardstick == false,
        let form = cell.form.flatMap(Form.init(rawValue:)), let phase = Phase(rawValue: cell.phase)
      else { return nil }
      return (cell.engine, form, phase)
    }
  }

  private static func source(of scene: Scene, like source: SceneSource) -> SceneSource {
    SceneSource(
      file: source.file,
      text: SceneWriter.text(of: scene, dialects: Registry.current.dialects))
  }

  /// A scene whose batch sizes are found or, where nothing is timed, whose instructions are counted.
  private static func prepared(
    _ source: SceneSource, _ options: Benchmark.Options,
    _ change: (inout Benchmark.Options) -> Void = { _ in }
  ) throws -> Benchmark {
    var options = options
    options.scenes = [source]
    change(&options)
    var benchmark = try Benchmark(options)
    if options.children > 0 {
      try benchmark.plan(progress: { _ in })
    } else {
      try benchmark.measure(progress: { _ in }, save: { _ in })
    }
    return benchmark
  }

  /// Measures child by child in turn, in an order that is drawn: the speed of a shared machine changes
  /// from minute to minute.
  private static func runs(
    of prepared: [Benchmark], _ options: Benchmark.Options
  ) throws -> [Run] {
    var benchmarks = prepared
    for child in 1..<options.children + 1 {
      var random = SplitMix64(seed: options.seed, child: child, round: -9)
      for place in benchmarks.indices.shuffled(using: &random) where !Interrupts.came {
        try benchmarks[place].measure(child: child)
      }
    }
    for place in benchmarks.indices { benchmarks[place].computeEstimates() }
    return benchmarks.map(\.run)
  }

  /// Compares cells; where engines are given, those of one engine with those of another, and where a
  /// dialect is given, only those that read it: no other can tell the variant.
  private mutating func compare(
    _ variant: Variant, _ base: Run, _ other: Run, as engines: (base: String, other: String)? = nil,
    in dialect: String? = nil
  ) {
    let known = Dictionary(other.cells.map { (CellName($0), $0) }) { first, _ in first }
    for cell in base.cells where cell.outcome == .timed && !base.yardsticks.contains(cell.engine) {
      var name = CellName(cell)
      if let dialect, cell.dialect != dialect { continue }
      if let engines {
        guard cell.engine == engines.base else { continue }
        name = CellName(scene: name.scene, phase: name.phase, engine: engines.other)
      }
      guard let same = known[name], same.outcome == .timed,
        // Where changes of the phase make a new plan, scripts of another seed may make other plans.
        same.notes == cell.notes
      else { continue }
      // A scene in another order is not the one whose frames somebody wrote by hand.
      let haveYardstick = cell.ratio != nil && cell.ratio?.to == same.ratio?.to
      func factor(_ value: (Cell) -> Double?) -> Double? {
        guard let one = value(cell), let two = value(same), one > 0, two > 0 else { return nil }
        return two / one
      }
      factors.append(
        Factor(
          variant: variant, cell: name,
          time: factor { haveYardstick ? $0.ratio?.value : $0.time?.value },
          instructions: factor { $0.counters?[CounterComparison.instructions] }))
    }
  }
}

extension Scene {
  /// The scene with siblings in the opposite order; `nil` where there are none.
  func reordered() -> Scene? {
    var children: [[Int]] = Array(repeating: [], count: tree.count)
    for view in tree.views.dropFirst() {
      children[Int(tree.superviews[view.index])].append(view.index)
    }
    guard children.contains(where: { $0.count > 1 }) else { return nil }
    var scene = self
    scene.tree = ViewTree(
      rootSize: tree.rootSize, direction: tree.direction, rootMargins: tree[.root].margins)
    scene.tree.numbers = tree.numbers
    var numbers = [Int](repeating: 0, count: tree.count)
    var pending = children[0]
    // The last one of the list is the next: the last sibling was added last.
    while let index = pending.popLast() {
      let superview = ViewID(numbers[Int(tree.superviews[index])])
      numbers[index] =
        scene.tree.add(tree.names[index], to: superview, traits: tree.traits[index])?
        .index ?? 0
      if let text = tree.texts[ViewID(index)] {
        scene.tree.setText(text, of: ViewID(numbers[index]))
      }
      pending += children[index]
    }
    scene.cells = cells.map { ViewID(numbers[$0.index]) }
    func moved(_ expectation: Expectation) -> Expectation {
      Expectation(
        frames: expectation.frames.map {
          Expectation.Entry(
            view: ViewID(numbers[$0.view.index]), frame: $0.frame, position: $0.position)
        })
    }
    scene.expected = moved(expected)
    scene.steps = steps.map { step in
      var change = step.change
      if case .intrinsic(let view, let size) = change {
        change = .intrinsic(ViewID(numbers[view.index]), size)
      }
      if case .text(let view, let text) = change {
        change = .text(ViewID(numbers[view.index]), text)
      }
      return Step(change: change, expected: moved(step.expected), position: step.position)
    }
    return scene
  }

  /// The scene with the first equation of a size written as visual format, and the dialect that it is
  /// in; `nil` where there is none.
  func withOneFormat() -> (scene: Scene, dialect: DialectName)? {
    for (dialect, layout) in layouts {
      guard let items = layout.items else { continue }
      for (place, item) in items.enumerated() {
        let words = (item.text ?? "").split(separator: " ")
        guard words.count == 3, words[1] == "==", (try? NumberText.parse(String(words[2]))) != nil,
          let dot = words[0].lastIndex(of: "."), tree.view(named: String(words[0][..<dot])) != nil,
          let axis = ["width": "H", "height": "V"][String(words[0][words[0].index(after: dot)...])]
        else { continue }
        var changed = items
        changed[place] = SourceNode(
          .scalar("\(axis):[\(words[0][..<dot])(\(words[2]))]", offset: nil), at: item.position)
        var scene = self
        scene.layouts[dialect] = SourceNode(.sequence(changed), at: layout.position)
        return (scene, dialect)
      }
    }
    return nil
  }
}

extension EngineTraits {
  /// True if this is another engine's program with its constraints written by other calls.
  fileprivate var isFrontEnd: Bool { onlyWhereNamed && forms == [.program] && name.variant != nil }
}
