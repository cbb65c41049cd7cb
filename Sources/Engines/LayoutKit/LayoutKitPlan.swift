import LayoutModel

/// Calls that run one after the other in each pass, on the frames that the previous pass wrote.
///
/// Nothing is reordered, shared or kept from pass to pass except the frames: a call reads what the
/// calls before it have written. A pass neither allocates nor looks anything up by name.
struct LayoutKitPlan: LayoutPlan, ~Copyable {
  private let list: CallList
  /// Rectangles that are no frames; the first has number `viewCount`.
  private let rects: UnsafeMutablePointer<Rect>
  private let slots: UnsafeMutablePointer<Double>
  private let stack: UnsafeMutablePointer<Double>
  /// The size of each view's content, NaN in an axis without one, points.
  private let contents: UnsafeMutablePointer<Size>
  private var rootSize: Size
  /// Sizes that views get before the calls of the next pass.
  private var pending: [(view: Int, size: IntrinsicSize)] = []
  private var passes = 0

  init(_ list: CallList) {
    self.list = list
    rootSize = list.tree.rootSize
    let rectCount = list.rectCount - list.viewCount
    rects = .allocate(capacity: rectCount)
    rects.initialize(repeating: .zero, count: rectCount)
    slots = .allocate(capacity: list.slotCount)
    slots.initialize(repeating: 0, count: list.slotCount)
    for (place, value) in list.tree.numbers.values.enumerated() { slots[place] = value }
    stack = .allocate(capacity: list.stackDepth)
    stack.initialize(repeating: 0, count: list.stackDepth)
    contents = .allocate(capacity: list.viewCount)
    for view in list.tree.views {
      let size = list.tree.intrinsicSize(of: view)
      (contents + view.index).initialize(
        to: Size(width: size.horizontal ?? .nan, height: size.vertical ?? .nan))
    }
  }

  deinit {
    rects.deallocate()
    slots.deallocate()
    stack.deallocate()
    contents.deallocate()
  }

  // MARK: - Changes

  mutating func resize(to size: Size) { rootSize = size }

  mutating func edit(_ view: ViewID, intrinsic size: IntrinsicSize) {
    contents[view.index] = contents[view.index].replaced(by: size)
    pending.append((view.index, size))
  }

  mutating func set(number: Int, to value: Double) { slots[number] = value }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    try pass(into: &frames, texts: nil)
  }

  /// Runs the calls.
  ///
  /// - Parameters:
  ///   - frames: every view's frame.
  ///   - texts: the texts that views show; `nil` where none does.
  /// - Throws: `LayoutError`.
  mutating func pass(
    into frames: inout MutableSpan<Rect>, texts: ShownTexts?
  ) throws(LayoutError) {
    passes &+= 1
    let failed = frames.withUnsafeMutableBufferPointer { frames -> Int? in
      guard let base = frames.baseAddress else { return nil }
      if passes == 1 {
        for view in list.tree.views where base[view.index].x.isNaN {
          base[view.index] = list.tree.traits[view.index].startFrame
        }
      }
      base[0] = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
      for (view, size) in pending { base[view].size = base[view].size.replaced(by: size) }
      let run = CallRun(
        frames: base, others: rects - list.viewCount, viewCount: Int32(list.viewCount),
        slots: slots, stack: stack, contents: contents, texts: texts)
      return run.failure(of: list)
    }
    if let failed {
      let (text, position) = list.texts[failed]
      throw .expressionNotFinite(text, position: position)
    }
    for view in 0..<list.viewCount where !frames[view].isFinite {
      throw .notFinite(view: list.tree.names[view], rule: nil)
    }
    pending.removeAll(keepingCapacity: true)
  }

  mutating func counters() -> [Counter] {
    let counts = list.counts
    return [
      Counter("frames written", passes * (list.viewCount - 1)),
      Counter("calls", passes * counts.calls), Counter("views set", passes * counts.viewsSet),
      Counter("flexible values", passes * counts.flexibleValues),
    ]
  }
}
