import LayoutModel

/// Rules in the order in which they run.
///
/// A pass reads and writes frames only: it neither allocates nor looks anything up by name. Each
/// layout starts from the given frames, not from those of the pass before; what has not changed since
/// is not evaluated again.
struct SLLPlan: LayoutPlan, ~Copyable {
  /// How one axis of a view is laid out; codes are -1 where there is none.
  struct AxisStep: BitwiseCopyable {
    var first: Int32 = -1
    var last: Int32 = -1
    var size: Int32 = -1
    var minimum: Int32 = -1
    var maximum: Int32 = -1
    var lineCount: UInt8 = 0
    var firstLine = RuleAttribute.Line.start
    var lastLine = RuleAttribute.Line.start
  }

  struct ViewStep: BitwiseCopyable {
    var horizontal = AxisStep()
    var vertical = AxisStep()
    let view: Int32
    /// What a visit evaluates: rules' values, terms of sums.
    var ruleCount: Int32 = 0
    var termCount: Int32 = 0
  }

  /// Dependencies first.
  var steps: Arena<ViewStep>
  /// The place of each view's step; -1 where a view has no rules.
  var positions: Arena<Int32>
  var program: RuleProgram
  var registers: Arena<Double>
  let given: Arena<Rect>
  /// What closures and objects said last.
  var provided: Arena<Double>
  let names: [String]
  var rules: [RuleText]
  let viewCount: Int
  private let unruled: Arena<Int32>
  /// The frames as functions of the root's size, as long as no clamp changes its mind.
  private var region: FrameRegion?
  /// Who reads whom, found when an edit first asks for it.
  var readers: LinkedEdges?
  /// Steps that must run again.
  private var queue: PositionQueue
  /// Whether the frames are those of the last pass but for what is queued.
  private var isCurrent = false
  /// How often the root has been resized since anything else changed; -1 while a resize waits.
  private var resizes = 0
  private var isResized = false
  /// What a pass of all steps evaluates.
  private var whole = (rules: 0, terms: 0)
  /// What has been done so far.
  private(set) var work = RuleWork()
  /// Views without rules that stand elsewhere since the last pass.
  private var moved = Arena<Int32>()
  /// The views whose frames the last pass changed, unless it wrote them all.
  private(set) var written = Arena<Int32>()
  /// Whether the last pass wrote all frames.
  private(set) var hasWrittenAll = true

  /// Orders the views and compiles what they hold.
  ///
  /// - Parameters:
  ///   - state: the rules of all views.
  ///   - tree: the views.
  ///   - start: the frames before any layout, by view.
  ///   - providedCount: how many values closures and objects provide.
  /// - Throws: `LayoutError.dependencyCycle`.
  init(
    _ state: borrowing RuleState, in tree: ViewTree, start: [Rect], providedCount: Int = 0
  ) throws(LayoutError) {
    let dependencies = DependencyOrder(state, in: tree)
    let order = try dependencies.order(state, in: tree)
    viewCount = tree.count
    var program = RuleProgram(viewCount: order.count)
    var compiler = RuleCompiler()
    var steps = Arena<ViewStep>(capacity: order.count)
    let positions = Arena<Int32>(repeating: -1, count: tree.count)
    var whole = (rules: 0, terms: 0)
    for view in order {
      positions[view.index] = Int32(truncatingIfNeeded: steps.count)
      let step = Self.step(of: view, state, in: tree, &compiler, into: &program)
      whole.rules &+= Int(step.ruleCount)
      whole.terms &+= Int(step.termCount)
      steps.append(step)
    }
    var unruled = Arena<Int32>(capacity: tree.count - order.count)
    if order.count + 1 < tree.count {
      for view in 1..<tree.count where positions[view] < 0 { unruled.append(Int32(view)) }
    }
    var given = Arena<Rect>(capacity: start.count)
    for frame in start { given.append(frame) }
    self.unruled = unruled
    self.given = given
    self.whole = whole
    registers = Arena(repeating: 0, count: program.registerCount)
    provided = Arena(repeating: 0, count: providedCount)
    queue = PositionQueue(count: steps.count)
    self.steps = steps
    self.positions = positions
    self.program = program
    names = tree.names
    rules = state.rules
    work.orderings = 1
  }

  /// Compiles what a view holds.
  static func step(
    of view: ViewID, _ state: borrowing RuleState, in tree: ViewTree,
    _ compiler: inout RuleCompiler, into program: inout RuleProgram
  ) -> ViewStep {
    let superview = ViewID(Int(max(0, tree.superviews[view.index])))
    let (codes, terms) = (program.codes.count, program.terms.count)
    let held = state.held.base + view.index
    var step = ViewStep(view: Int32(truncatingIfNeeded: view.index))
    step.horizontal = axisStep(
      held.pointee.horizontal, .horizontal, superview, state, in: tree, &compiler, into: &program)
    step.vertical = axisStep(
      held.pointee.vertical, .vertical, superview, state, in: tree, &compiler, into: &program)
    step.ruleCount = Int32(truncatingIfNeeded: program.codes.count &- codes)
    step.termCount = Int32(truncatingIfNeeded: program.terms.count &- terms)
    return step
  }

  private static func axisStep(
    _ held: RuleState.HeldAxis, _ axis: Axis, _ superview: ViewID, _ state: borrowing RuleState,
    in tree: ViewTree, _ compiler: inout RuleCompiler, into program: inout RuleProgram
  ) -> AxisStep {
    var step = AxisStep()
    step.lineCount = held.older.isHeld ? 2 : held.last.isHeld ? 1 : 0
    step.lastLine = held.last.line
    step.firstLine = held.older.line
    func code(_ held: RuleState.HeldValue) -> Int32 {
      guard held.isHeld else { return -1 }
      return compiler.code(
        for: held, axis: axis, superview: superview, state, in: tree, into: &program)
    }
    step.last = code(held.last.held)
    step.first = code(held.older.held)
    // With two lines a size rule has no effect and is not evaluated.
    if !held.older.isHeld { step.size = code(held.size) }
    step.minimum = code(held.minimum)
    step.maximum = code(held.maximum)
    return step
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    guard given[0].size != size else { return }
    given[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
    isResized = true
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    var frame = given[view.index]
    if let width = intrinsic.horizontal { frame.width = width }
    if let height = intrinsic.vertical { frame.height = height }
    give(frame, to: Int32(view.index))
  }

  /// Gives a view another frame to start from.
  mutating func give(_ frame: Rect, to view: Int32) {
    guard given[view] != frame else { return }
    given[view] = frame
    touch()
    if isCurrent {
      if positions[view] >= 0 { queue.insert(positions[view]) } else { moved.append(view) }
    }
  }

  /// Sets what a closure or object says, for the view that asks.
  mutating func provide(_ value: Double, at index: Int, for view: Int32) {
    guard provided[index] != value else { return }
    provided[index] = value
    touch()
    if isCurrent { queue.insert(positions[view]) }
  }

  /// Has a step run in the next pass.
  mutating func queueStep(of view: Int32) {
    touch()
    if isCurrent { queue.insert(positions[view]) }
  }

  /// Something other than the root's size changes.
  private mutating func touch() {
    region?.isValid = false
    resizes = 0
  }

  /// Has the next pass write all frames.
  mutating func forgetFrames() {
    isCurrent = false
    queue.removeAll()
    moved.removeAll()
  }

  /// Forgets the forms altogether.
  mutating func dropRegion() { region = nil }

  /// Counts that an order was found.
  mutating func countOrdering() { work.orderings += 1 }

  /// Adds to what a pass of all steps evaluates.
  mutating func addToWhole(rules: Int, terms: Int) {
    whole.rules += rules
    whole.terms += terms
  }

  mutating func counters() -> [Counter] { work.counters }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
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
    work.passes &+= 1
    if isResized {
      isResized = false
      hasWrittenAll = true
      let isOnlyResized = isCurrent && queue.isEmpty && moved.isEmpty
      if isOnlyResized {
        resizes &+= 1
        // The first resize may be the last; forms pay from the second on.
        if resizes > 1, writeRegion(frames) { return nil }
      }
      return layOutAll(frames)
    }
    guard isCurrent else { return layOutAll(frames) }
    return layOutQueued(frames)
  }

  /// Writes the frames as functions of the root's size, found anew where the old ones do not hold.
  @inline(__always)
  private mutating func writeRegion(_ frames: UnsafeMutablePointer<Rect>) -> Bool {
    if region?.write(frames, for: given[0].size, &work) ?? false { return true }
    return writeNewRegion(frames)
  }

  @inline(never)
  private mutating func writeNewRegion(_ frames: UnsafeMutablePointer<Rect>) -> Bool {
    var next =
      region.take() ?? FrameRegion(viewCount: viewCount, registerCount: program.registerCount)
    let isWritten = buildRegion(&next) && next.write(frames, for: given[0].size, &work)
    region = consume next
    return isWritten
  }

  /// Lays every view out once.
  private mutating func layOutAll(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    hasWrittenAll = true
    queue.removeAll()
    moved.removeAll()
    isCurrent = true
    work.views &+= viewCount - 1
    work.rules &+= whole.rules
    work.terms &+= whole.terms
    frames[0] = given[0]
    for index in unruled.indices { frames[Int(unruled[index])] = given[unruled[index]] }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    // Any value that is not finite makes this NaN.
    var check = 0.0
    do throws(RuleFailure) {
      for index in steps.indices {
        frames[Int(steps[index].view)] = try frame(steps.base + index, numbers, &check)
      }
    } catch {
      return divisionByZero(error)
    }
    return check == 0 ? nil : culprit(numbers, among: 0..<steps.count)
  }

  /// Runs the steps that are queued, and those that read what has changed.
  private mutating func layOutQueued(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    hasWrittenAll = false
    written.removeAll()
    guard !moved.isEmpty || !queue.isEmpty else { return nil }
    if readers == nil { readers = linkReaders() }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    for index in moved.indices {
      let view = moved[index]
      frames[Int(view)] = given[view]
      work.views &+= 1
      written.append(view)
      queueReaders(of: view)
    }
    moved.removeAll()
    while let position = queue.popFirst() {
      let step = steps.base + Int(position)
      let view = step.pointee.view
      work.views &+= 1
      work.rules &+= Int(step.pointee.ruleCount)
      work.terms &+= Int(step.pointee.termCount)
      var check = 0.0
      let frame: Rect
      do throws(RuleFailure) {
        frame = try self.frame(step, numbers, &check)
      } catch {
        return divisionByZero(error)
      }
      let isChanged = frame != frames[Int(view)]
      frames[Int(view)] = frame
      guard check == 0 else {
        return culprit(numbers, among: Int(position)..<Int(position) + 1)
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
    readers.forEachReader(of: view) { queue.insert(positions[$0]) }
    self.readers = consume readers
  }
}
