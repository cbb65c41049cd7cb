import LayoutBenchFunctions
import LayoutModel

/// The same rules, of which only those that a change affects run: the steps that read it, and after
/// the second resize in a row frames as functions of the root's size.
struct IncrementalPlan: LayoutPlan, ~Copyable {
  var rules: OrderedRules
  /// Frames as functions of the root's size, where that pays.
  private var memory = FrameMemory()
  /// The views that each view reads, found when an edit first needs them.
  private var readers: LinkedEdges?
  /// The views whose rules take each number of the scene, found when one first changes.
  private var namedUses: [(number: Int32, view: Int32)]?
  /// Steps that must run again.
  private var queue: PositionQueue
  /// True if the frames are those of the last pass, except for the queued steps.
  private var isCurrent = false
  /// True if the root's size has changed since the last pass.
  private var isResized = false
  /// Views without rules whose given frames have changed since the last pass.
  private var moved = Arena<Int32>()
  /// The views whose frames the last pass changed, unless it wrote them all.
  private(set) var written = Arena<Int32>()
  /// True if the last pass wrote all frames.
  private(set) var hasWrittenAll = true
  /// The views of a scene that are removed; a living tree exchanges steps itself.
  private var absent: AbsentViews?
  /// True if a view that others name was removed or restored since the last pass.
  private var isReordered = false

  init(_ rules: consuming OrderedRules, absent: AbsentViews? = nil) {
    queue = PositionQueue(count: rules.steps.count)
    self.rules = rules
    self.absent = absent
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    if rules.resize(to: size) { isResized = true }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    give(rules.start(of: view, with: intrinsic), to: Int32(view.index))
  }

  mutating func set(number: Int, to value: Double) {
    guard let checked = absent?.rules, rules.provided[number] != value else { return }
    rules.provided[number] = value
    let uses = namedUses ?? checked.namedUses()
    namedUses = uses
    for use in uses.uses(of: number, { Int($0.number) }) { queueStep(of: use.view) }
  }

  mutating func remove(_ view: ViewID) { set(view, goes: true) }

  mutating func restore(_ view: ViewID) { set(view, goes: false) }

  private mutating func set(_ view: ViewID, goes: Bool) {
    var concerned: [Int32] = []
    guard absent?.set(view, goes: goes, in: &rules, { concerned.append($0) }) == false else {
      isReordered = true
      return
    }
    // The readers may have been found while a view was absent.
    if !goes, var edges = readers.take() {
      for view in concerned {
        edges.removeAll(to: view)
        rules.link(rules.steps[rules.positions[view]], &edges)
      }
      readers = consume edges
    }
    for view in concerned { queueStep(of: view) }
  }

  /// Finds the order again, once views that others name were removed or restored.
  private mutating func reorder() throws(LayoutError) {
    isReordered = false
    guard var absent else { return }
    rules = try absent.reordered(rules)
    self.absent = absent
    queue = PositionQueue(count: rules.steps.count)
    readers = nil
    memory = FrameMemory()
    forgetFrames()
  }

  /// Changes the frame that a view starts from.
  mutating func give(_ frame: Rect, to view: Int32) {
    guard rules.given[view] != frame else { return }
    rules.given[view] = frame
    touch()
    if isCurrent {
      if rules.positions[view] >= 0 {
        queue.insert(rules.positions[view])
      } else {
        moved.append(view)
      }
    }
  }

  /// Sets the value of a closure or object, for the view that reads it.
  mutating func provide(_ value: Double, at index: Int, for view: Int32) {
    guard rules.provided[index] != value else { return }
    rules.provided[index] = value
    touch()
    if isCurrent { queue.insert(rules.positions[view]) }
  }

  /// Makes a step run in the next pass.
  mutating func queueStep(of view: Int32) {
    touch()
    if isCurrent, rules.positions[view] >= 0 { queue.insert(rules.positions[view]) }
  }

  /// Discards the functions: something other than the root's size has changed.
  private mutating func touch() { memory.forget() }

  /// Makes the next pass write all frames.
  mutating func forgetFrames() {
    isCurrent = false
    queue.removeAll()
    moved.removeAll()
  }

  mutating func counters() -> [Counter] { rules.work.counters }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if isReordered { try reorder() }
    let failure = frames.withUnsafeMutableBufferPointer { frames -> LayoutError? in
      guard let base = frames.baseAddress else { return nil }
      return update(base)
    }
    guard let failure else { return }
    forgetFrames()
    throw failure
  }

  @inline(__always)
  private mutating func update(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    rules.work.passes &+= 1
    if isResized {
      isResized = false
      hasWrittenAll = true
      let isOnlyResized = isCurrent && queue.isEmpty && moved.isEmpty
      if isOnlyResized, memory.countResize(), writeFunctions(frames) { return nil }
      return layOutAll(frames)
    }
    guard isCurrent else { return layOutAll(frames) }
    return layOutQueued(frames)
  }

  /// Writes the frames as functions of the root's size, found again where the old ones are not
  /// valid.
  @inline(__always)
  private mutating func writeFunctions(_ frames: UnsafeMutablePointer<Rect>) -> Bool {
    let views =
      memory.write(frames, for: rules.given[0].size) ?? writeNewFunctions(frames)
    rules.work.views &+= views ?? 0
    return views != nil
  }

  @inline(never)
  private mutating func writeNewFunctions(_ frames: UnsafeMutablePointer<Rect>) -> Int? {
    guard
      var functions = memory.begin(
        viewCount: rules.viewCount, registerCount: rules.program.registerCount)
    else { return nil }
    let areFound = rules.fill(&functions)
    memory.end(functions, areFound: areFound)
    return memory.write(frames, for: rules.given[0].size)
  }

  /// Lays every view out once.
  private mutating func layOutAll(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    hasWrittenAll = true
    queue.removeAll()
    moved.removeAll()
    isCurrent = true
    return rules.layOutAll(frames)
  }

  /// Runs the steps that are queued, and those that read what has changed.
  private mutating func layOutQueued(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    hasWrittenAll = false
    written.removeAll()
    guard !moved.isEmpty || !queue.isEmpty else { return nil }
    if readers == nil { readers = rules.linkReaders() }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    for index in moved.indices {
      let view = moved[index]
      frames[Int(view)] = rules.given[view]
      rules.work.views &+= 1
      written.append(view)
      queueReaders(of: view)
    }
    moved.removeAll()
    let evaluation = rules.evaluation(of: numbers)
    while let position = queue.popFirst() {
      let step = rules.steps.base + Int(position)
      let view = step.pointee.view
      rules.work.views &+= 1
      rules.work.rules &+= Int(step.pointee.ruleCount)
      rules.work.terms &+= Int(step.pointee.termCount)
      var check = SIMD4<Double>()
      let frame: Rect
      do throws(RuleFailure) {
        frame = try evaluation.frame(step, &check)
      } catch {
        return rules.divisionByZero(error)
      }
      let isChanged = frame != frames[Int(view)]
      frames[Int(view)] = frame
      guard check == SIMD4() else {
        return rules.culprit(numbers, among: Int(position)..<Int(position) + 1)
      }
      guard isChanged else { continue }
      written.append(view)
      queueReaders(of: view)
    }
    return nil
  }

  @inline(__always)
  private mutating func queueReaders(of view: Int32) {
    guard let readers = readers.take() else { return }
    readers.forEachReader(of: view) { queue.insert(rules.positions[$0]) }
    self.readers = consume readers
  }

  // MARK: - Changed rules

  /// Permutes the steps of some views among their own places, into the order of `views`.
  mutating func deal(_ views: [Int32]) {
    let places = views.map { rules.positions[$0] }.sorted()
    let moved = views.map { rules.steps[rules.positions[$0]] }
    for (index, place) in places.enumerated() {
      rules.steps[place] = moved[index]
      rules.positions[views[index]] = place
    }
    rules.work.orderings += 1
  }

  /// Exchanges the step of a view that has rules; it is not queued yet.
  ///
  /// - Returns: the old one.
  mutating func exchangeStep(_ step: OrderedRules.ViewStep) -> OrderedRules.ViewStep {
    let position = rules.positions[step.view]
    let old = rules.steps[position]
    rules.steps[position] = step
    rules.addToWhole(
      rules: Int(step.ruleCount - old.ruleCount), terms: Int(step.termCount - old.termCount))
    if var edges = readers.take() {
      edges.removeAll(to: step.view)
      rules.link(step, &edges)
      readers = consume edges
    }
    return old
  }

  /// Compiles a view's rules again.
  mutating func replaceStep(
    of view: ViewID, _ state: borrowing RuleState, in tree: ViewTree,
    _ compiler: inout RuleCompiler
  ) {
    let step = OrderedRules.step(
      of: view, state, in: tree, &compiler, into: &rules.program)
    rules.rules = state.rules
    _ = exchangeStep(step)
    if rules.program.registerCount > rules.registers.count {
      rules.registers.grow(to: rules.program.registerCount, filling: 0)
      memory.drop()
    }
  }
}
