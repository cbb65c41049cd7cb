import LayoutBenchFunctions
import LayoutModel

/// Compiled rules in the order in which they run: each view's after those of the views that they
/// name.
///
/// Evaluation reads and writes frames only: it neither allocates nor looks anything up by name.
/// Each layout starts from the given frames, not from those of the previous layout.
struct OrderedRules: ~Copyable {
  /// The layout of one axis of a view; codes are -1 where there is none.
  struct AxisStep: BitwiseCopyable {
    var first: Int32 = -1
    var last: Int32 = -1
    var size: Int32 = -1
    var minimum: Int32 = -1
    var maximum: Int32 = -1
    var lineCount: UInt8 = 0
    /// The factor of the distance from the first line to the last.
    var direction: Int8 = 0
    var lastLine = RuleAttribute.Line.start
  }

  struct ViewStep: BitwiseCopyable {
    /// The kinds of code that its values have.
    enum Codes: UInt8, BitwiseCopyable {
      /// Short sums.
      case short
      /// Short sums, and multiples of these.
      case multiples
      /// Any.
      case any
    }

    var horizontal = AxisStep()
    var vertical = AxisStep()
    let view: Int32
    var codes = Codes.short
    /// The numbers of rules' values and of terms of sums that a visit evaluates.
    var ruleCount: Int32 = 0
    var termCount: Int32 = 0
  }

  /// The steps, dependencies first.
  var steps: Arena<ViewStep>
  /// The place of each view's step; -1 where a view has no rules.
  var positions: Arena<Int32>
  var program: RuleProgram
  var registers: Arena<Double>
  let given: Arena<Rect>
  /// The last values of closures and objects.
  var provided: Arena<Double>
  /// The views, for names in messages.
  private let tree: ViewTree
  var names: [String] { tree.names }
  var rules: [RuleText]
  let viewCount: Int
  private let unruled: Arena<Int32>
  /// The numbers of rules' values and terms that an evaluation of all steps takes.
  private var whole = (rules: 0, terms: 0)
  /// The work so far.
  var work = RuleWork()

  /// Orders the views and compiles their rules.
  ///
  /// - Parameters:
  ///   - state: the rules of all views.
  ///   - tree: the views.
  ///   - start: the frames before any layout, by view.
  ///   - values: what closures and objects provide at first.
  /// - Throws: `LayoutError.dependencyCycle`.
  init(
    _ state: borrowing RuleState, in tree: ViewTree, start: [Rect],
    provided values: some Collection<Double>
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
    provided = Arena(repeating: 0, count: values.count)
    for (place, value) in values.enumerated() { provided[place] = value }
    self.steps = steps
    self.positions = positions
    self.program = program
    self.tree = tree
    rules = state.rules
    work.orderings = 1
    work.dependencies = dependencies.edges.count
  }

  /// Compiles the rules of a view.
  static func step(
    of view: ViewID, _ state: borrowing RuleState, in tree: ViewTree,
    _ compiler: inout RuleCompiler, into program: inout RuleProgram
  ) -> ViewStep {
    let superview = ViewID(Int(max(0, tree.superviews[view.index])))
    let (codes, terms) = (program.codes.count, program.termCount)
    let held = state.held.base + view.index
    var step = ViewStep(view: Int32(truncatingIfNeeded: view.index))
    step.horizontal = axisStep(
      held.pointee.horizontal, .horizontal, superview, state, in: tree, &compiler, into: &program)
    step.vertical = axisStep(
      held.pointee.vertical, .vertical, superview, state, in: tree, &compiler, into: &program)
    step.ruleCount = Int32(truncatingIfNeeded: program.codes.count &- codes)
    step.termCount = Int32(truncatingIfNeeded: program.termCount &- terms)
    for code in codes..<program.codes.count {
      switch program.codes[code].kind {
      case .short: break
      case .product, .quotient: if step.codes == .short { step.codes = .multiples }
      case .sum, .program: step.codes = .any
      }
    }
    return step
  }

  private static func axisStep(
    _ held: RuleState.HeldAxis, _ axis: Axis, _ superview: ViewID, _ state: borrowing RuleState,
    in tree: ViewTree, _ compiler: inout RuleCompiler, into program: inout RuleProgram
  ) -> AxisStep {
    var step = AxisStep()
    step.lineCount = held.older.isHeld ? 2 : held.last.isHeld ? 1 : 0
    step.lastLine = held.last.line
    step.direction = direction(from: held.older.line, to: held.last.line)
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

  /// Changes the root's size, points.
  ///
  /// - Returns: whether it differs from the old one.
  mutating func resize(to size: Size) -> Bool {
    guard given[0].size != size else { return false }
    given[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
    return true
  }

  /// The frame that a view starts from with another content, points.
  func start(of view: ViewID, with content: IntrinsicSize) -> Rect {
    var frame = given[view.index]
    frame.size = frame.size.replaced(by: content)
    return frame
  }

  /// Adds to the counts of an evaluation of all steps.
  mutating func addToWhole(rules: Int, terms: Int) {
    whole.rules += rules
    whole.terms += terms
  }

  /// Lays every view out once.
  mutating func layOutAll(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    work.views &+= viewCount - 1
    work.rules &+= whole.rules
    work.terms &+= whole.terms
    frames[0] = given[0]
    for index in unruled.indices { frames[Int(unruled[index])] = given[unruled[index]] }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    let evaluation = evaluation(of: numbers)
    // Any value that is not finite makes one of these NaN.
    var check = SIMD4<Double>()
    do throws(RuleFailure) {
      for index in steps.indices {
        frames[Int(steps[index].view)] = try evaluation.frame(steps.base + index, &check)
      }
    } catch {
      return divisionByZero(error)
    }
    return check == SIMD4() ? nil : culprit(numbers, among: 0..<steps.count)
  }

  /// The memory that steps read, and the frames that they read and write.
  ///
  /// - Parameter numbers: x, y, width, height of all views.
  /// - Returns: pointers to it, valid until the rules change.
  @inline(__always)
  func evaluation(of numbers: UnsafeMutablePointer<Double>) -> RuleEvaluation {
    RuleEvaluation(
      codes: program.codes.base, terms: program.terms.base,
      instructions: program.instructions.base, registers: registers.base, given: given.base,
      provided: provided.base, numbers: numbers)
  }

  /// The factor of the distance from the first line to the last by which two lines determine a size:
  /// positive where the last lies after the first.
  static func direction(from first: RuleAttribute.Line, to last: RuleAttribute.Line) -> Int8 {
    switch (first, last) {
    case (.start, .end): 1
    case (.end, .start): -1
    case (.start, .centre), (.centre, .end): 2
    case (.centre, .start), (.end, .centre): -2
    default: 0
    }
  }
}
