import LayoutModel

/// Calls that run again from the first in each pass, on the frames that the pass before left.
///
/// A pass neither allocates nor looks anything up. From the second change of a kind in a row on, resizes or
/// edits of one view, frames that are affine functions of what changes are written as such.
struct LayoutKitPlan: LayoutPlan, ~Copyable {
  /// What has changed since the last pass: the view whose content has, or one of these.
  private enum Change {
    static let nothing = -1
    static let rootSize = -2
    static let several = -3
  }

  // In the order in which a pass reads them: what a first pass touches is not in the cache.
  private let code: CallCode
  private var rootSize: Size
  private let memory: Arena<Double>
  /// What contents ask for, points; NaN where they do not.
  private let contents: Arena<Size>
  private let viewCount: Int
  private var pending: [(view: Int, size: IntrinsicSize)] = []
  private var change = Change.nothing
  /// The changes before the last pass, and how often in a row they were the same.
  private var lastChange = Change.nothing
  private var repetitions = 0
  /// Whether the last pass succeeded.
  private var isCurrent = false
  /// What the forms are functions of; `nothing` where there are none.
  private var formed = Change.nothing
  /// Whether the last pass wrote forms.
  private(set) var hasWrittenForms = false
  /// How often in a row no forms could be found.
  private var failures = 0
  private static let mostFailures = 16
  private let names: [String]
  private var forms: AffineFrames?

  /// A plan of compiled calls.
  ///
  /// - Parameters:
  ///   - code: the calls.
  ///   - tree: the views.
  ///   - hasForms: whether frames may be written as functions; otherwise every pass runs the calls.
  init(_ code: CallCode, in tree: ViewTree, hasForms: Bool = true) {
    self.code = code
    names = tree.names
    viewCount = tree.count
    rootSize = tree.rootSize
    var contents = Arena<Size>(capacity: tree.count)
    for traits in tree.traits {
      contents.append(
        Size(
          width: traits.intrinsic.horizontal ?? .nan, height: traits.intrinsic.vertical ?? .nan))
    }
    self.contents = contents
    var memory = Arena<Double>(capacity: code.memory.count)
    for number in code.memory { memory.append(number) }
    self.memory = memory
    failures = hasForms ? 0 : Self.mostFailures
  }

  mutating func resize(to size: Size) {
    guard size != rootSize else { return }
    rootSize = size
    note(Change.rootSize)
  }

  mutating func edit(_ view: ViewID, intrinsic size: IntrinsicSize) {
    // A content that has no width any more keeps the one that it had.
    let old = contents[view.index]
    if let width = size.horizontal { contents.base[view.index].width = width }
    if let height = size.vertical { contents.base[view.index].height = height }
    if old.width.isNaN != (size.horizontal == nil) || old.height.isNaN != (size.vertical == nil) {
      // It is a function of other numbers than before.
      change = Change.several
    }
    note(view.index)
    if let last = pending.last, last.view == view.index {
      pending[pending.count - 1].size.horizontal = size.horizontal ?? last.size.horizontal
      pending[pending.count - 1].size.vertical = size.vertical ?? last.size.vertical
    } else {
      pending.append((view.index, size))
    }
  }

  @inline(__always)
  private mutating func note(_ changed: Int) {
    change = change == Change.nothing || change == changed ? changed : Change.several
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let failure = frames.withUnsafeMutableBufferPointer { frames -> LayoutError? in
      guard let base = frames.baseAddress else { return nil }
      return update(base)
    }
    guard let failure else { return }
    isCurrent = false
    throw failure
  }

  @inline(__always)
  private mutating func update(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    hasWrittenForms = false
    let change = change
    self.change = Change.nothing
    repetitions = change == lastChange ? repetitions &+ 1 : 1
    lastChange = change
    if isCurrent, change != Change.nothing, change != Change.several {
      // The first change of a kind may be the last; forms pay from the second on.
      if writeForms(frames, of: change, mayFind: repetitions > 1) {
        hasWrittenForms = true
        return nil
      }
    }
    formed = Change.nothing
    return run(frames)
  }

  /// Runs all calls.
  private mutating func run(_ frames: UnsafeMutablePointer<Rect>) -> LayoutError? {
    for (view, size) in pending {
      if let width = size.horizontal { frames[view].width = width }
      if let height = size.vertical { frames[view].height = height }
    }
    frames[0] = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
    let machine = CallMachine<Double>(
      frames: UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self),
      memory: memory.base, memoryStart: code.memoryStart, contents: contents.base)
    let source = code.words.withUnsafeBufferPointer { machine.run($0) }
    if let source {
      let (text, position) = code.sources[Int(source)]
      return .expressionNotFinite(text, position: position)
    }
    guard Self.areFinite(frames, viewCount) else {
      for view in 1..<viewCount where !frames[view].isFinite {
        return .notFinite(view: names[view], rule: nil)
      }
      return .notFinite(view: names[0], rule: nil)
    }
    if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
    isCurrent = true
    return nil
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
  ///   - change: the root's size, or a view whose content has changed.
  ///   - mayFind: whether these may be found now.
  /// - Returns: whether they are such functions, and nothing else is asked for.
  @inline(__always)
  private mutating func writeForms(
    _ frames: UnsafeMutablePointer<Rect>, of change: Int, mayFind: Bool
  ) -> Bool {
    guard abs(rootSize.width) <= 1e9, abs(rootSize.height) <= 1e9,
      formed == change || mayFind && findForms(frames, of: change)
    else { return false }
    if change == Change.rootSize {
      forms?.write(frames, for: rootSize)
      return true
    }
    let size = contents[change]
    guard abs(size.width) <= 1e9 || size.width.isNaN, abs(size.height) <= 1e9 || size.height.isNaN
    else { return false }
    forms?.write(
      frames,
      for: Size(
        width: size.width.isNaN ? 0 : size.width, height: size.height.isNaN ? 0 : size.height))
    pending.removeAll(keepingCapacity: true)
    return true
  }

  /// Runs all calls once on numbers that depend on what changes.
  ///
  /// - Returns: whether the frames are functions of it.
  @inline(never)
  private mutating func findForms(_ frames: UnsafeMutablePointer<Rect>, of change: Int) -> Bool {
    // Most calls that have none never will.
    guard failures < Self.mostFailures else { return false }
    formed = Change.nothing
    let isRoot = change == Change.rootSize
    let (width, height) =
      isRoot
      ? (AffineNumber(perWidth: 1), AffineNumber(perHeight: 1))
      : (AffineNumber(constant: rootSize.width), AffineNumber(constant: rootSize.height))
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    var cells = Arena<SizeDependentNumber>(capacity: 4 * viewCount)
    for form in [AffineNumber(), AffineNumber(), width, height] {
      cells.append(SizeDependentNumber(form))
    }
    for number in 4..<max(4, 4 * viewCount) {
      cells.append(SizeDependentNumber(old: AffineNumber(constant: numbers[number])))
    }
    var content = (SizeDependentNumber(0), SizeDependentNumber(0))
    if !isRoot {
      // An edit gives the view its new size before the calls run.
      content = (
        SizeDependentNumber(AffineNumber(perWidth: 1)),
        SizeDependentNumber(AffineNumber(perHeight: 1))
      )
      if !contents[change].width.isNaN {
        cells[4 * change + 2] = SizeDependentNumber(old: content.0.form)
      }
      if !contents[change].height.isNaN {
        cells[4 * change + 3] = SizeDependentNumber(old: content.1.form)
      }
    }
    var working = Arena<SizeDependentNumber>(capacity: code.memory.count)
    for number in code.memory { working.append(SizeDependentNumber(number)) }
    let machine = CallMachine<SizeDependentNumber>(
      frames: cells.base, memory: working.base, memoryStart: code.memoryStart,
      contents: contents.base, edited: isRoot ? -1 : Int32(change), editedSize: content)
    let source = code.words.withUnsafeBufferPointer { machine.run($0) }
    guard source == nil, cells.indices.allSatisfy({ cells[$0].isTrusted }) else {
      failures += 1
      return false
    }
    failures = 0
    var found = forms.take() ?? AffineFrames(viewCount: viewCount)
    found.begin(width: width, height: height)
    for number in 4..<max(4, cells.count) { found[number] = cells[number].form }
    found.finish()
    forms = consume found
    formed = change
    return true
  }
}
