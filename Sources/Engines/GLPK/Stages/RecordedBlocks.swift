import LayoutBenchFunctions
import LayoutModel

/// The components of a layout, each recorded by itself, or a small flow: where a change makes other constraints yield,
/// only the components that it concerns are solved again.
///
/// Three layers of sums lead from the inputs to the frames: the points of hinges, which required
/// equalities determine; in each component its unknowns, of these points; and the frames, of inputs
/// and unknowns.
final class RecordedBlocks {
  @exclusivity(unchecked) private var solver: BlockSolver
  /// The points of hinges, of the inputs.
  @exclusivity(unchecked) private var points: LinearGraph
  /// The components; `nil` for those that were not solved yet, and for small flows.
  @exclusivity(unchecked) private var blocks: [RecordedBlock?]
  /// For each component, blocks that were right at other points, the last used first.
  @exclusivity(unchecked) private var earlier: [[RecordedBlock]]
  @exclusivity(unchecked) private var earlierCount = 0
  /// The components whose points have changed.
  @exclusivity(unchecked) private var outdated = Arena<Int32>(capacity: 16)
  private let isOutdated: Arena<Bool>
  /// True if changed points were not passed on to the components.
  @exclusivity(unchecked) private var isLost = true
  /// True if components were recorded since the frames were last held against the constraints.
  @exclusivity(unchecked) private(set) var isUnchecked = false
  /// The number of inputs; in the frames, the unknowns follow.
  private let inputCount: Int
  /// The components that are solved at the present points alone.
  @exclusivity(unchecked) private var unrecorded: UnrecordedComponents

  /// The most blocks that are kept of a component beside the present one.
  private static let mostEarlier = 8
  /// The most that are kept of a layout of few components; of more, one a component.
  private static let mostEarlierOfAll = 16

  /// Solves nothing yet; `nil` where the required equalities hold at the present numbers only.
  ///
  /// Where the layout is known, a component is solved when a point of its own first changes.
  ///
  /// - Parameters:
  ///   - core: the components, and the required equalities around them, which are solved.
  ///   - recorder: the recorder of its numbers.
  ///   - root: the root's size.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - known: the numbers of the present layout, places in the root's coordinates; `nil` where
  ///     it is not known.
  ///   - open: an unknown of each component in which that layout leaves something open.
  ///   - flows: the components that are expected to be small flows.
  ///   - frames: receives the graph of the frames.
  ///   - outputs: returns the numbers of frames.
  init?(
    _ core: consuming ConstraintCore<RecordedNumber>, _ recorder: Placed<LinearRecorder>,
    at root: Size, _ shortcuts: Shortcuts, knowing known: [Double]?, open: [RootUnknown],
    _ flows: Set<Int32>, frames: inout LinearGraph?,
    outputs: (borrowing ConstraintCore<RecordedNumber>) -> Arena<RecordedNumber>
  ) {
    let record = recorder.address
    var conditions = RecordedConditions(of: record)
    guard (try? core.begin(at: root, &conditions)) != nil, !conditions.isPinned else { return nil }
    let mark = (sums: record.pointee.sumCount, roots: record.pointee.requirementCount)
    let inputs = Int32(record.pointee.inputs)
    // 1 The frames, with numbers that stand for the unknowns.
    let unknowns = record.pointee.addPlaceholders(core.solver.values.count)
    for unknown in core.solver.values.indices {
      core.solver.values[unknown] = record.pointee.number(unknowns + Int32(unknown), record)
    }
    core.derive(at: root, &conditions)
    let numbers = outputs(core)
    var leaves = LinearRecorder.Leaves()
    leaves.add(0..<inputs)
    leaves.add(unknowns..<unknowns + Int32(core.solver.values.count))
    frames = record.pointee.graph(
      of: 0..<record.pointee.sumCount, roots: mark.roots..<record.pointee.requirementCount,
      outputs: numbers, leaves: &leaves)
    record.pointee.drop(sumsFrom: mark.sums, rootsFrom: mark.roots)
    // 2 The points, and no components yet.
    let values = known.map { core.openValues(in: $0) }
    inputCount = Int(inputs)
    unrecorded = UnrecordedComponents(inputCount: inputCount)
    solver = BlockSolver(core.components(), recorder, shortcuts, flows)
    points = solver.pointGraph()
    blocks = Array(repeating: nil, count: solver.count)
    earlier = Array(repeating: [], count: solver.count)
    isOutdated = Arena(repeating: false, count: solver.count)
    // 3 The unknowns, where they are known.
    guard let values else { return }
    guard points.update() else { return nil }
    points.forgetChanges()
    for unknown in values.indices { frames?.set(inputCount + unknown, to: values[unknown]) }
    for unknown in open {
      guard let component = solver.component(of: unknown) else { return nil }
      unrecorded.addOpen(component)
    }
    isLost = false
  }

  /// Changes an input.
  @inline(__always)
  func set(_ input: Int, to value: Double) { points.set(input, to: value) }

  /// Computes the unknowns that depend on changed inputs, and solves the components again in which
  /// other constraints yield.
  ///
  /// - Parameters:
  ///   - frames: receives the unknowns.
  ///   - root: the root's size.
  ///   - count: receives the counts of work, simplex iterations and runs, if anything was solved.
  /// - Returns: whether there is a layout, and one that these components can follow.
  func update(
    _ frames: inout LinearGraph, at root: Size,
    _ count: (CoreWork, _ iterations: Int, _ solves: Int) -> Void
  ) -> Bool {
    guard points.update() else {
      isLost = true
      return false
    }
    passOnPoints()
    var hasBegun = false
    var work = UnrecordedComponents.Counts()
    defer {
      if hasBegun { work.add(solver.work) }
      if work.isAny { count(work.core, work.iterations, work.solves) }
    }
    while !outdated.isEmpty {
      let component = Int(outdated[outdated.count - 1])
      if let block = blocks[component], block.update() {
        block.uses &+= 1
        read(block, of: component, into: &frames)
      } else if !solver.isSmallFlow(component),
        let block = takeEarlier(of: component)
      {
        replace(component, by: block)
        read(block, of: component, into: &frames)
      } else if !isWaiting(component) {
        if !hasBegun { solver.begin() }
        hasBegun = true
        guard solve(component, at: root, into: &frames) else { return false }
      }
      isOutdated[component] = false
      _ = outdated.removeLast()
    }
    guard !unrecorded.isEmpty else { return true }
    let outcome = unrecorded.solve(solver, points, at: root, into: &frames, &work)
    if outcome != .nothing { isUnchecked = true }
    return outcome != .noLayout
  }

  /// Returns true if no record is tried for a component, and has it solved without one: the last ones were
  /// of no use.
  private func isWaiting(_ component: Int) -> Bool {
    guard unrecorded.waits(Int32(component), after: blocks[component]?.uses) else {
      return false
    }
    leaveWithoutRecord(component)
    return true
  }

  /// Has a component solved at the present points alone.
  private func leaveWithoutRecord(_ component: Int) {
    unrecorded.add(Int32(component))
    keepFormer(of: component)
    blocks[component] = nil
  }

  /// Solves a component again: a small flow at the present points alone, another one with its record.
  ///
  /// - Returns: whether its unknowns are known.
  private func solve(_ component: Int, at root: Size, into frames: inout LinearGraph) -> Bool {
    // A flow's numbers are held against all of its hinges.
    if solveAsFlow(component, at: root, into: &frames) { return true }
    isUnchecked = true
    switch solver.solve(component, at: root, as: frames) {
    case .none: return false
    case .present:
      unrecorded.noteFailure(of: Int32(component))
      leaveWithoutRecord(component)
      return true
    case .flow: return solveAsFlow(component, at: root, into: &frames)
    case .recorded(let block):
      // Points as the graph computes them: their last digits may differ from those of the sums.
      setPoints(of: component, in: block)
      guard block.update() else { return false }
      replace(component, by: block)
      read(block, of: component, into: &frames)
      return true
    }
  }

  /// Finds the unknowns of a component that is a small flow; it has no record then.
  private func solveAsFlow(
    _ component: Int, at root: Size, into frames: inout LinearGraph
  ) -> Bool {
    let isSolved = solver.solveAsFlow(component, at: root, points) { unknown, value in
      frames.set(inputCount + unknown, to: value)
    }
    if isSolved {
      unrecorded.remove(Int32(component))
      blocks[component] = nil
      earlierCount -= earlier[component].count
      earlier[component] = []
    }
    return isSolved
  }

  /// True if something is left open.
  var isOpen: Bool { unrecorded.isOpen }

  /// Marks that the frames were held against the constraints.
  func markChecked() { isUnchecked = false }

  /// Passes changed points on to the components.
  private func passOnPoints() {
    if isLost {
      for component in blocks.indices {
        mark(Int32(component))
        if let block = blocks[component] { setPoints(of: component, in: block) }
      }
      isLost = false
    } else {
      for place in 0..<points.changedCount {
        let point = points.changedOutput(place)
        let value = points.output(point)
        for index in solver.routes.targets(of: point) {
          let target = solver.routes.target(index)
          blocks[Int(target.component)]?.graph.set(Int(target.input), to: value)
          mark(target.component)
        }
      }
    }
    points.forgetChanges()
  }

  private func mark(_ component: Int32) {
    guard !isOutdated[component] else { return }
    isOutdated[component] = true
    outdated.append(component)
  }

  private func setPoints(of component: Int, in block: RecordedBlock) {
    solver.routes.forEachSource(of: component) { input, point in
      block.graph.set(input, to: points.output(point))
    }
  }

  /// Passes the changed unknowns of a component on to the frames.
  private func read(
    _ block: RecordedBlock, of component: Int, into frames: inout LinearGraph
  ) {
    func pass(_ output: Int) {
      frames.set(
        inputCount + solver.unknown(output, of: component), to: block.graph.output(output))
    }
    if block.isUnread {
      for output in 0..<block.graph.outputCount { pass(output) }
    } else {
      for place in 0..<block.graph.changedCount { pass(block.graph.changedOutput(place)) }
    }
    block.isUnread = false
    block.graph.forgetChanges()
  }

  // MARK: - Earlier blocks

  /// Takes a block that was right at other points, and is right at these.
  private func takeEarlier(of component: Int) -> RecordedBlock? {
    for index in earlier[component].indices {
      let block = earlier[component][index]
      setPoints(of: component, in: block)
      guard block.update() else { continue }
      block.uses &+= 1
      earlier[component].remove(at: index)
      earlierCount -= 1
      return block
    }
    return nil
  }

  /// Replaces a block, and keeps the present one.
  private func replace(_ component: Int, by block: RecordedBlock) {
    block.isUnread = true
    unrecorded.remove(Int32(component))
    keepFormer(of: component)
    blocks[component] = block
  }

  /// Keeps the present block of a component among the earlier ones.
  private func keepFormer(of component: Int) {
    guard let former = blocks[component] else { return }
    if earlier[component].count == Self.mostEarlier
      || earlierCount >= max(Self.mostEarlierOfAll, blocks.count)
    {
      guard earlier[component].popLast() != nil else { return }
      earlierCount -= 1
    }
    earlier[component].insert(former, at: 0)
    earlierCount += 1
  }
}
