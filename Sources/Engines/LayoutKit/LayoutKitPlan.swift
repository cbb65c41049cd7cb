import LayoutModel

/// Calls that run again from the first in each pass, on the frames that the pass before left.
///
/// A pass neither allocates nor looks anything up. From the second resize in a row on, frames that are
/// affine functions of the root's size are written as such.
struct LayoutKitPlan: LayoutPlan, ~Copyable {
  // In the order in which a pass reads them: what a first pass touches is not in the cache.
  private let code: CallCode
  private var rootSize: Size
  private let memory: Arena<Double>
  /// What contents ask for, points; NaN where they do not.
  private let contents: Arena<Size>
  private let viewCount: Int
  private var pending: [(view: Int, size: IntrinsicSize)] = []
  /// How often the root has been resized since anything else changed.
  private var resizes = 0
  private var isResized = false
  /// Whether the last pass succeeded.
  private var isCurrent = false
  /// Whether the forms are those of the present frames.
  private var isFormed = false
  /// Whether the last pass wrote forms.
  private(set) var hasWrittenForms = false
  /// How often in a row no forms could be found.
  private var failures = 0
  private let names: [String]
  private var forms: AffineFrames?

  init(_ code: CallCode, in tree: ViewTree) {
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
  }

  mutating func resize(to size: Size) {
    guard size != rootSize else { return }
    rootSize = size
    isResized = true
  }

  mutating func edit(_ view: ViewID, intrinsic size: IntrinsicSize) {
    if let width = size.horizontal { contents.base[view.index].width = width }
    if let height = size.vertical { contents.base[view.index].height = height }
    pending.append((view.index, size))
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
    if isResized, isCurrent, pending.isEmpty {
      isResized = false
      resizes &+= 1
      // The first resize may be the last; forms pay from the second on.
      if resizes > 1, writeForms(frames) {
        hasWrittenForms = true
        return nil
      }
    } else {
      isResized = false
      resizes = 0
      isFormed = false
    }
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

  /// Writes the frames as functions of the root's size, found now where there are none.
  @inline(__always)
  private mutating func writeForms(_ frames: UnsafeMutablePointer<Rect>) -> Bool {
    guard abs(rootSize.width) <= 1e9, abs(rootSize.height) <= 1e9,
      isFormed || findForms(frames)
    else { return false }
    forms?.write(frames, for: rootSize)
    return true
  }

  /// Runs all calls once on numbers that depend on the root's size.
  ///
  /// - Returns: whether the frames are functions of it.
  @inline(never)
  private mutating func findForms(_ frames: UnsafeMutablePointer<Rect>) -> Bool {
    // Most calls that have none never will.
    guard failures < 16 else { return false }
    let numbers = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Double.self)
    var cells = Arena<SizeDependentNumber>(capacity: 4 * viewCount)
    cells.append(SizeDependentNumber(0))
    cells.append(SizeDependentNumber(0))
    cells.append(SizeDependentNumber(AffineNumber(perWidth: 1)))
    cells.append(SizeDependentNumber(AffineNumber(perHeight: 1)))
    for number in 4..<max(4, 4 * viewCount) {
      cells.append(SizeDependentNumber(old: numbers[number]))
    }
    var working = Arena<SizeDependentNumber>(capacity: code.memory.count)
    for number in code.memory { working.append(SizeDependentNumber(number)) }
    let machine = CallMachine<SizeDependentNumber>(
      frames: cells.base, memory: working.base, memoryStart: code.memoryStart,
      contents: contents.base)
    let source = code.words.withUnsafeBufferPointer { machine.run($0) }
    guard source == nil, cells.indices.allSatisfy({ cells[$0].isTrusted }) else {
      failures += 1
      return false
    }
    failures = 0
    var found = forms.take() ?? AffineFrames(viewCount: viewCount)
    found.begin()
    for number in 4..<max(4, cells.count) { found[number] = cells[number].form }
    found.finish()
    forms = consume found
    isFormed = true
    return true
  }
}
