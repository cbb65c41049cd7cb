import LayoutModel

/// What a plan of calls knows besides its numbers: what has changed, and how frames depend on it.
struct CallState: ~Copyable {
  /// What has changed since the last pass: the view whose content has, or one of these.
  private enum Change {
    static let nothing: Int32 = -1
    static let rootSize: Int32 = -2
    static let several: Int32 = -3
  }

  /// The plan's numbers.
  typealias Memory = UnsafeMutablePointer<Double>

  // In the order in which a pass reads them.
  private let program: CallProgram
  private var pending: [(view: Int, size: IntrinsicSize)] = []
  private var change = Change.nothing
  /// The changes before the last pass, and how often in a row they were the same.
  private var lastChange = Change.nothing
  private var repetitions: Int32 = 0
  /// What the forms are functions of; `nothing` where there are none.
  private var formed = Change.nothing
  /// How often the calls were run.
  private var runs = 0
  /// Whether the last pass succeeded.
  private var isCurrent = false
  /// Whether all lengths that were given are at most 1e9 points.
  private var isTame: Bool
  /// Whether the last pass wrote forms.
  private(set) var hasWrittenForms = false
  /// How often in a row no forms could be found.
  private var failures: UInt8
  private static let mostFailures: UInt8 = 16
  /// Frames as functions, in a place of their own: most plans have none.
  private var forms: UnsafeMutablePointer<AffineFrames>?

  /// What is known of calls before their first pass.
  init(_ program: CallProgram, hasForms: Bool) {
    self.program = program
    isTame = program.isTame
    // What depends on the layout before is a function of more than one change.
    failures = hasForms && !program.hasHistory ? 0 : Self.mostFailures
  }

  deinit {
    forms?.deinitialize(count: 1)
    forms?.deallocate()
  }

  // MARK: - Changes

  /// Gives the root another size.
  mutating func resize(to size: Size, _ memory: Memory) {
    guard size != Self.rootSize(memory) else { return }
    memory[CallProgram.rootSize] = size.width
    memory[CallProgram.rootSize + 1] = size.height
    note(Change.rootSize)
  }

  private static func rootSize(_ memory: Memory) -> Size {
    Size(width: memory[CallProgram.rootSize], height: memory[CallProgram.rootSize + 1])
  }

  /// Gives a view another content.
  mutating func edit(_ view: Int, _ size: IntrinsicSize, _ memory: Memory) {
    let content = program.content(of: view)
    give(size.horizontal, content.width, memory)
    give(size.vertical, content.height, memory)
    note(Int32(view))
    if let last = pending.last, last.view == view {
      pending[pending.count - 1].size.horizontal = size.horizontal ?? last.size.horizontal
      pending[pending.count - 1].size.vertical = size.vertical ?? last.size.vertical
    } else {
      pending.append((view, size))
    }
  }

  /// Gives a content a length; where it has none any more, it keeps the one that it had.
  @inline(__always)
  private mutating func give(_ length: Double?, _ place: Int, _ memory: Memory) {
    guard place >= 0 else { return }
    // With one length of two, or one that was not there, it is a function of other numbers than before.
    if memory[place].isNaN != (length == nil) { change = Change.several }
    guard let length else { return }
    memory[place] = length
    if !(abs(length) <= NumberText.largestMagnitude) { isTame = false }
  }

  @inline(__always)
  private mutating func note(_ changed: Int32) {
    change = change == Change.nothing || change == changed ? changed : Change.several
  }

  // MARK: - Passes

  /// Brings the frames up to date.
  ///
  /// - Returns: whether all numbers are finite that must be.
  @inline(__always)
  mutating func update(_ frames: UnsafeMutablePointer<Rect>, _ memory: Memory) -> Bool {
    hasWrittenForms = false
    let change = change
    self.change = Change.nothing
    repetitions = change == lastChange ? repetitions &+ 1 : 1
    lastChange = change
    if isCurrent, change != Change.nothing, change != Change.several {
      // The first change of a kind may be the last; forms pay from the second on.
      if writeForms(frames, memory, of: change, mayFind: repetitions != 1) {
        hasWrittenForms = true
        return true
      }
    }
    formed = Change.nothing
    return run(frames, memory)
  }

  /// Runs all calls.
  @inline(__always)
  private mutating func run(_ frames: UnsafeMutablePointer<Rect>, _ memory: Memory) -> Bool {
    if !pending.isEmpty { writePending(frames) }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    program.run(memory, numbers)
    runs &+= 1
    isCurrent =
      program.isAlwaysFinite && isTame && Self.rootSize(memory).isTame
      || areFinite(frames, memory)
    if isCurrent, !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
    return isCurrent
  }

  /// Gives views their new sizes, before the calls run.
  @inline(never)
  private mutating func writePending(_ frames: UnsafeMutablePointer<Rect>) {
    for (view, size) in pending {
      if let width = size.horizontal { frames[view].width = width }
      if let height = size.vertical { frames[view].height = height }
    }
  }

  /// Whether all numbers are finite that must be.
  @inline(never)
  private mutating func areFinite(_ frames: UnsafeMutablePointer<Rect>, _ memory: Memory) -> Bool {
    program.checks.allSatisfy { memory[Int($0.address)].isFinite }
      && Self.areFinite(frames, program.viewCount)
  }

  /// What to say of the first number that is not finite and must be.
  mutating func failure(in frames: borrowing MutableSpan<Rect>, _ memory: Memory) -> LayoutError {
    for check in program.checks where !memory[Int(check.address)].isFinite {
      return .expressionNotFinite(check.text, position: check.position)
    }
    for view in 1..<max(1, program.viewCount) where !frames[view].isFinite {
      return .notFinite(view: program.names[view], rule: nil)
    }
    return .notFinite(view: program.names[0], rule: nil)
  }

  /// Whether all numbers of all frames are finite.
  @inline(__always)
  private static func areFinite(_ frames: UnsafeMutablePointer<Rect>, _ count: Int) -> Bool {
    let sides = UnsafeRawPointer(frames)
    // Any number that is not finite makes these NaN; four sums, so that none waits for the other.
    var sums = (
      SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
    )
    @inline(__always)
    func nothing(_ view: Int) -> SIMD4<Double> {
      sides.loadUnaligned(fromByteOffset: view &* 32, as: SIMD4<Double>.self) * 0
    }
    var view = 0
    while view &+ 4 <= count {
      sums.0 += nothing(view)
      sums.1 += nothing(view &+ 1)
      sums.2 += nothing(view &+ 2)
      sums.3 += nothing(view &+ 3)
      view &+= 4
    }
    while view < count {
      sums.0 += nothing(view)
      view &+= 1
    }
    return (sums.0 + sums.1) + (sums.2 + sums.3) == .zero
  }

  // MARK: - Forms

  /// Writes the frames as functions of what has changed.
  ///
  /// - Parameters:
  ///   - frames: every view's frame.
  ///   - memory: the plan's numbers.
  ///   - change: the root's size, or a view whose content has changed.
  ///   - mayFind: whether these may be found now.
  /// - Returns: whether they are such functions, and nothing else is asked for.
  @inline(__always)
  private mutating func writeForms(
    _ frames: UnsafeMutablePointer<Rect>, _ memory: Memory, of change: Int32, mayFind: Bool
  ) -> Bool {
    let rootSize = Self.rootSize(memory)
    guard isTame, rootSize.isTame,
      formed == change || mayFind && findForms(frames, memory, of: change)
    else { return false }
    if change == Change.rootSize {
      forms?.pointee.write(frames, for: rootSize)
      return true
    }
    let content = program.content(of: Int(change))
    func length(_ place: Int) -> Double { place < 0 || memory[place].isNaN ? 0 : memory[place] }
    let size = Size(width: length(content.width), height: length(content.height))
    forms?.pointee.write(frames, for: size)
    pending.removeAll(keepingCapacity: true)
    return true
  }

  /// Runs all calls once on numbers that depend on what changes.
  ///
  /// - Returns: whether the frames are functions of it.
  @inline(never)
  private mutating func findForms(
    _ frames: UnsafeMutablePointer<Rect>, _ memory: Memory, of change: Int32
  ) -> Bool {
    // Most calls that have none never will.
    guard failures < Self.mostFailures else { return false }
    formed = Change.nothing
    let isRoot = change == Change.rootSize
    let rootSize = Self.rootSize(memory)
    let (width, height) =
      isRoot
      ? (AffineNumber(perWidth: 1), AffineNumber(perHeight: 1))
      : (AffineNumber(constant: rootSize.width), AffineNumber(constant: rootSize.height))
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    let viewCount = program.viewCount
    var cells = Arena<SizeDependentNumber>(capacity: 4 * viewCount)
    for number in 0..<4 * viewCount { cells.append(SizeDependentNumber(numbers[number])) }
    var working = Arena<SizeDependentNumber>(capacity: program.memory.count)
    for number in program.memory.indices { working.append(SizeDependentNumber(memory[number])) }
    working[CallProgram.rootSize] = SizeDependentNumber(width)
    working[CallProgram.rootSize + 1] = SizeDependentNumber(height)
    if !isRoot {
      // An edit gives the view its new size before the calls run.
      let content = program.content(of: Int(change))
      let lengths = [
        (content.width, AffineNumber(perWidth: 1)), (content.height, AffineNumber(perHeight: 1)),
      ]
      for (side, (place, form)) in lengths.enumerated() where place >= 0 && !memory[place].isNaN {
        working[place] = SizeDependentNumber(form)
        cells[4 * Int(change) + 2 + side] = SizeDependentNumber(form)
      }
    }
    program.run(working.base, cells.base)
    let areTrusted =
      program.checks.allSatisfy { working[$0.address].isUsable }
      && (4..<max(4, 4 * viewCount)).allSatisfy { cells[$0].isTrusted }
    guard areTrusted else {
      failures += 1
      return false
    }
    failures = 0
    let found = forms ?? .allocate(capacity: 1)
    if forms == nil { found.initialize(to: AffineFrames(viewCount: viewCount)) }
    forms = found
    found.pointee.begin(width: width, height: height)
    for number in 4..<max(4, 4 * viewCount) { found.pointee[number] = cells[number].form }
    found.pointee.finish()
    formed = change
    return true
  }

  // MARK: - Counters

  /// How much work the passes were.
  var counters: [Counter] {
    let counts = program.counts
    return [
      Counter("calls", runs * counts.calls), Counter("views set", runs * counts.viewsSet),
      Counter("flexible values", runs * counts.flexibleValues),
    ]
  }
}
