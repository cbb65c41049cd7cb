import LayoutModel

/// Rules in the order in which they run.
///
/// A pass reads and writes frames only: it neither allocates nor looks anything up by name. Each
/// layout starts from the given frames, not from those of the pass before.
struct SLLPlan: LayoutPlan, ~Copyable {
  /// How one axis of a view is laid out; codes are -1 where there is none.
  struct AxisStep {
    var lineCount: UInt8 = 0
    var firstLine = RuleAttribute.Line.start
    var lastLine = RuleAttribute.Line.start
    var first: Int32 = -1
    var last: Int32 = -1
    var size: Int32 = -1
    var minimum: Int32 = -1
    var maximum: Int32 = -1
  }

  struct ViewStep {
    let view: Int32
    var horizontal = AxisStep()
    var vertical = AxisStep()
  }

  /// A division by zero.
  private struct Failure: Error {
    let division: RuleInstruction
  }

  let steps: [ViewStep]
  let unruled: [Int32]
  // What a pass reads most and its scratch space, owned here and freed at the end.
  let codes: UnsafeMutablePointer<RuleCode>
  let terms: UnsafeMutablePointer<SumTerm>
  let instructions: UnsafeMutablePointer<RuleInstruction>
  private let registers: UnsafeMutablePointer<Double>
  var given: [Rect]
  let names: [String]
  private let rules: [(view: ViewID, text: String)]
  /// The frames as functions of the root's size, as long as no clamp changes its mind.
  private var region: FrameRegion
  /// Whether the root has been resized since anything else changed.
  private var isResized = false

  /// Orders the views and compiles what they hold.
  ///
  /// - Throws: `LayoutError.dependencyCycle`.
  init(_ state: RuleState, in tree: ViewTree) throws(LayoutError) {
    let order = try DependencyOrder(state, in: tree).order(state, in: tree)
    var compiler = RuleCompiler(state, in: tree)
    var steps: [ViewStep] = []
    steps.reserveCapacity(order.count)
    for view in order {
      guard let held = state.held[view.index] else { continue }
      let superview = tree.superview(of: view) ?? .root
      var step = ViewStep(view: Int32(view.index))
      step.horizontal = Self.step(held.axes.horizontal, .horizontal, superview, &compiler)
      step.vertical = Self.step(held.axes.vertical, .vertical, superview, &compiler)
      steps.append(step)
    }
    self.steps = steps
    unruled = (1..<max(1, tree.count)).filter { state.held[$0] == nil }.map { Int32($0) }
    codes = Self.copied(compiler.codes)
    terms = Self.copied(compiler.terms)
    instructions = Self.copied(compiler.instructions)
    registers = Self.copied(Array(repeating: 0, count: max(1, compiler.registerCount)))
    given = tree.startFrames
    names = tree.names
    rules = state.rules
    region = FrameRegion(
      viewCount: tree.count, registerCount: max(1, compiler.registerCount))
  }

  deinit {
    codes.deallocate()
    terms.deallocate()
    instructions.deallocate()
    registers.deallocate()
    region.deallocate()
  }

  private static func copied<Element: BitwiseCopyable>(
    _ array: [Element]
  ) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, array.count))
    copy.initialize(from: array, count: array.count)
    return copy
  }

  private static func step(
    _ held: RuleState.HeldAxis, _ axis: Axis, _ superview: ViewID, _ compiler: inout RuleCompiler
  ) -> AxisStep {
    var step = AxisStep()
    func code(_ value: Int32, _ rule: Int32) -> Int32 {
      compiler.code(for: value, rule: rule, axis: axis, superview: superview)
    }
    step.lineCount = held.older != nil ? 2 : held.last != nil ? 1 : 0
    if let last = held.last {
      step.lastLine = last.line
      step.last = code(last.value, last.rule)
    }
    if let first = held.older {
      step.firstLine = first.line
      step.first = code(first.value, first.rule)
    } else if let size = held.size {
      // With two lines a size rule has no effect and is not evaluated.
      step.size = code(size.value, size.rule)
    }
    if let minimum = held.minimum { step.minimum = code(minimum.value, minimum.rule) }
    if let maximum = held.maximum { step.maximum = code(maximum.value, maximum.rule) }
    return step
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    given[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
    isResized = true
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    if let width = intrinsic.horizontal { given[view.index].width = width }
    if let height = intrinsic.vertical { given[view.index].height = height }
    isResized = false
    region.isValid = false
  }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let failure = frames.withUnsafeMutableBufferPointer { frames -> LayoutError? in
      if isResized, writeRegion(frames) { return nil }
      do throws(Failure) {
        let isFinite = try layOut(frames)
        return isFinite ? nil : culprit(frames)
      } catch {
        let rule = rules[Int(error.division.rule)]
        return .divisionByZero(
          view: names[rule.view.index], rule: rule.text, column: Int(error.division.column))
      }
    }
    if let failure { throw failure }
  }

  /// Writes the frames as functions of the root's size, found anew where the old ones do not hold.
  @inline(__always)
  private mutating func writeRegion(_ frames: UnsafeMutableBufferPointer<Rect>) -> Bool {
    if region.writes(frames, for: given[0].size) { return true }
    guard region.isUsable else { return false }
    var next = region
    let isBuilt = buildRegion(&next)
    region = next
    return isBuilt && region.writes(frames, for: given[0].size)
  }

  /// Lays every view out once.
  ///
  /// - Returns: whether every value and frame is finite.
  private func layOut(
    _ frames: UnsafeMutableBufferPointer<Rect>
  ) throws(Failure) -> Bool {
    guard let base = frames.baseAddress else { return true }
    let numbers = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Double.self)
    frames[0] = given[0]
    for index in unruled { frames[Int(index)] = given[Int(index)] }
    // Any value that is not finite makes this NaN.
    var check = 0.0
    for index in steps.indices {
      let step = steps[index]
      let view = Int(step.view)
      let start = given[view]
      let (x, width) = try layOut(step.horizontal, start.x, start.width, numbers, &check)
      let (y, height) = try layOut(step.vertical, start.y, start.height, numbers, &check)
      check += x * 0 + y * 0 + width * 0 + height * 0
      frames[view] = Rect(x: x, y: y, width: width, height: height)
    }
    return check == 0
  }

  /// Lays out one axis: size, clamp, place (`sll.md` 6).
  @inline(__always)
  private func layOut(
    _ step: AxisStep, _ givenStart: Double, _ givenSize: Double,
    _ numbers: UnsafeMutablePointer<Double>, _ check: inout Double
  ) throws(Failure) -> (start: Double, size: Double) {
    var size = givenSize
    var last = givenStart
    if step.lineCount > 0 { last = try value(step.last, numbers) }
    if step.lineCount == 2 {
      let first = try value(step.first, numbers)
      check += first * 0
      size = Self.distance(step.firstLine, first, step.lastLine, last)
    } else if step.size >= 0 {
      size = try value(step.size, numbers)
    }
    check += size * 0 + last * 0
    if step.minimum >= 0 {
      let minimum = try value(step.minimum, numbers)
      check += minimum * 0
      if minimum >= 0, size < minimum { size = minimum }
    }
    if step.maximum >= 0 {
      let maximum = try value(step.maximum, numbers)
      check += maximum * 0
      if maximum >= 0, size > maximum { size = maximum }
    }
    if size < 0 { size = 0 }
    guard step.lineCount > 0 else { return (givenStart, size) }
    return switch step.lastLine {
    case .start: (last, size)
    case .end: (last - size, size)
    case .centre: (last - size / 2, size)
    }
  }

  /// The size that two lines ask for.
  static func distance(
    _ firstLine: RuleAttribute.Line, _ first: Double, _ lastLine: RuleAttribute.Line, _ last: Double
  ) -> Double {
    switch (firstLine, lastLine) {
    case (.start, .end): last - first
    case (.end, .start): first - last
    case (.start, .centre): 2 * (last - first)
    case (.centre, .start): 2 * (first - last)
    case (.centre, .end): 2 * (last - first)
    case (.end, .centre): 2 * (first - last)
    default: 0
    }
  }

  @inline(__always)
  private func value(
    _ index: Int32, _ numbers: UnsafeMutablePointer<Double>
  ) throws(Failure) -> Double {
    let code = codes + Int(index)
    switch code.pointee.kind {
    case .constant: return code.pointee.constant
    case .sum: return sum(code.pointee.start, code.pointee.end, numbers)
    case .program: return try run(code.pointee, numbers)
    }
  }

  @inline(__always)
  private func sum(
    _ start: Int32, _ end: Int32, _ numbers: UnsafeMutablePointer<Double>
  ) -> Double {
    // Minus 0 is what leaves every first term as it is.
    var sum = -0.0
    var index = Int(start)
    let last = Int(end)
    while index < last {
      let term = terms[index]
      index &+= 1
      sum +=
        term.number < 0
        ? term.coefficient : term.coefficient * numbers[Int(term.number)]
    }
    return sum
  }

  private func run(
    _ code: RuleCode, _ numbers: UnsafeMutablePointer<Double>
  ) throws(Failure) -> Double {
    for index in Int(code.start)..<Int(code.end) {
      let instruction = instructions[index]
      guard let operation = instruction.operation else {
        registers[Int(instruction.target)] = sum(
          instruction.first, instruction.second, numbers)
        continue
      }
      let second = registers[Int(instruction.second)]
      if operation == .divide, second == 0 { throw Failure(division: instruction) }
      registers[Int(instruction.target)] = operation.apply(
        registers[Int(instruction.first)], second)
    }
    return registers[Int(code.constant)]
  }

  // MARK: - Blame

  /// The code of the rule that decides an axis in which finite values give a frame, or a size before
  /// it is clamped, that is not finite; `nil` where all is well.
  private static func blamed(_ step: ViewStep, _ frame: Rect) -> Int32? {
    for (axis, start, size) in [
      (step.horizontal, frame.x, frame.width), (step.vertical, frame.y, frame.height),
    ] where !(start.isFinite && size.isFinite) || axis.lineCount == 2 {
      if start.isFinite, size.isFinite, axis.minimum < 0, axis.maximum < 0 { continue }
      if axis.last >= 0 { return axis.last }
      if axis.size >= 0 { return axis.size }
    }
    return frame.isFinite ? nil : -1
  }

  /// The first view, in order, with a value or frame that is not finite.
  private func culprit(_ frames: UnsafeMutableBufferPointer<Rect>) -> LayoutError {
    guard let base = frames.baseAddress else { return .notFinite(view: "root", rule: nil) }
    let numbers = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Double.self)
    for step in steps {
      let view = names[Int(step.view)]
      for axis in [step.horizontal, step.vertical] {
        for code in [axis.last, axis.first, axis.size, axis.minimum, axis.maximum] where code >= 0 {
          guard let number = try? value(code, numbers), !number.isFinite else { continue }
          let rule = codes[Int(code)].rule
          return .notFinite(view: view, rule: rules[Int(rule)].text)
        }
      }
      if let blamed = Self.blamed(step, frames[Int(step.view)]) {
        let rule = blamed < 0 ? nil : rules[Int(codes[Int(blamed)].rule)].text
        return .notFinite(view: view, rule: rule)
      }
    }
    return .notFinite(view: "root", rule: nil)
  }
}
