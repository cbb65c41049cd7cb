/// A layout of a scene with texts, for plans that support content sizes only: the fixed point of
/// widths and heights.
///
/// Each pass lays out, measures every text at its width and lays out again with those heights,
/// until no height changes. Views are laid out one after the other, so no width depends on the
/// height that follows from it and there is one fixed point: a pass may begin from the heights of
/// the previous pass, and frames do not depend on earlier passes.
public struct TextLayout: ResolvedLayout {
  private let layout: any ResolvedLayout
  private let tree: ViewTree

  /// Wraps a layout whose plans follow content changes and lay views out one after the other, so
  /// that each round settles at least one text.
  ///
  /// - Parameters:
  ///   - layout: the layout, with the natural sizes of texts as contents.
  ///   - tree: the scene's views, with their texts.
  public init(_ layout: any ResolvedLayout, in tree: ViewTree) {
    self.layout = layout
    self.tree = tree
  }

  /// Reads what plans of the layout read.
  public func parse() -> Bool { layout.parse() }

  /// Makes a plan.
  ///
  /// - Throws: `LayoutError`.
  public func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    TextPlan(try layout.plan(), in: tree)
  }
}

/// The texts of a layout, each with the height that the layout received last.
package struct MeasuredTexts {
  /// A text of a view.
  private struct Entry {
    let view: Int
    var text: Text
    var natural: Size
    /// The height that the layout uses.
    var height: Double
    /// The width of the last measurement, and the height that it returned.
    var measured: Size
    var isAbsent = false
    /// True until the layout has received its natural size.
    var isNew = false
  }

  /// The number of rounds after which a layout that is not ordered counts as not settling.
  package static let usualRounds = 8

  private let mostRounds: Int
  /// True if views are laid out one after the other, so that there is one fixed point.
  private let isOrdered: Bool
  private var entries: [Entry]
  private let names: ViewNames
  /// The number of times that a text's characters were read to measure it.
  private var measures = 0
  /// The number of requests for a text's size.
  private var requests = 0
  /// The rounds of the present pass.
  private var rounds = 0
  /// The heights before each of the last rounds, for the message that there are too many.
  private var former: [[Double]] = []

  /// The texts of a tree.
  ///
  /// - Parameters:
  ///   - tree: the views.
  ///   - isOrdered: whether views are laid out one after the other, so that each round settles at
  ///     least one text.
  ///   - isMeasured: whether the contents of the tree are the natural sizes of its texts, which the
  ///     caller has measured.
  package init(_ tree: ViewTree, isOrdered: Bool = false, isMeasured: Bool = false) {
    self.isOrdered = isOrdered
    mostRounds = isOrdered ? tree.texts.count + 1 : Self.usualRounds
    entries = tree.texts.filter { $0.key != .root }.sorted { $0.key < $1.key }.map { view, text in
      let content = isMeasured ? tree.intrinsicSize(of: view) : text.naturalContent
      let natural = Size.zero.replaced(by: content)
      return Entry(
        view: view.index, text: text, natural: natural, height: natural.height, measured: natural,
        isNew: tree[view].givenFrame != nil)
    }
    measures = entries.count
    names = tree.called
  }

  /// The indices of the texts whose height the caller must pass to the layout.
  package private(set) var pending: [Int] = []

  /// The counts of measurements and of size requests.
  package var counters: [Counter] {
    [Counter("measures", measures), Counter("measure requests", requests)]
  }

  /// The texts of the views that are present, with those views.
  package var present: [(view: ViewID, text: MeasuredText)] {
    entries.filter { !$0.isAbsent }.map {
      (ViewID($0.view), MeasuredText($0.text, natural: $0.natural))
    }
  }

  /// A text's view.
  package func view(_ index: Int) -> ViewID { ViewID(entries[index].view) }

  /// The content size that the layout uses for a text, points: its width is always the natural one.
  package func content(_ index: Int) -> IntrinsicSize {
    IntrinsicSize(entries[index].natural.width, entries[index].height)
  }

  /// Begins a pass from natural heights or, if there is one fixed point, from the heights at the
  /// last widths.
  ///
  /// The caller then passes the pending texts to the layout.
  package mutating func begin() {
    rounds = 0
    former = []
    pending.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let start = isOrdered ? entries[index].measured.height : entries[index].natural.height
      guard entries[index].isNew || entries[index].height != start else { continue }
      entries[index].height = start
      entries[index].isNew = false
      pending.append(index)
    }
  }

  /// Measures all texts at their current widths; the caller then passes the pending texts to the
  /// layout.
  ///
  /// - Parameter frames: every view's frame, by its number.
  /// - Returns: whether some height has changed.
  /// - Throws: `LayoutError.cannotSettle`.
  package mutating func update(_ frames: UnsafeBufferPointer<Rect>) throws(LayoutError) -> Bool {
    rounds += 1
    if rounds >= mostRounds { former.append(entries.map(\.height)) }
    measure(frames)
    guard let first = pending.first, rounds > mostRounds else { return !pending.isEmpty }
    // The caller does not pass these on after the error, so the next pass begins with them.
    for text in pending { entries[text].isNew = true }
    throw .cannotSettle(
      view: names.names[entries[first].view],
      heights: former.map { $0[first] } + [entries[first].height])
  }

  /// Measures all texts at their widths; the caller then passes the pending texts to the layout.
  ///
  /// - Parameters:
  ///   - frames: every view's frame, by its number.
  ///   - isNewPending: whether a new text is pending whatever its height: the layout has not received
  ///     its natural width.
  package mutating func measure(
    _ frames: UnsafeBufferPointer<Rect>, isNewPending: Bool = false
  ) {
    pending.removeAll(keepingCapacity: true)
    for index in entries.indices where !entries[index].isAbsent {
      let width = frames[entries[index].view].width
      requests += 1
      if entries[index].measured.width != width {
        measures += 1
        let height = entries[index].text.size(atWidth: width).height
        entries[index].measured = Size(width: width, height: height)
      }
      let height = entries[index].measured.height
      let isPending = isNewPending && entries[index].isNew
      guard isPending || height != entries[index].height else { continue }
      entries[index].height = height
      if isPending { entries[index].isNew = false }
      pending.append(index)
    }
  }

  /// Measures all texts at their current widths; see above.
  ///
  /// - Throws: `LayoutError.cannotSettle`.
  package mutating func update(_ frames: [Rect]) throws(LayoutError) -> Bool {
    try frames.withUnsafeBufferPointer { frames throws(LayoutError) in try update(frames) }
  }

  /// Replaces a view's text and measures the new one: its natural size, and its size at the width
  /// of the last measurement, which most layouts need.
  ///
  /// - Returns: the natural size, points; `nil` where the view has no text.
  @discardableResult
  package mutating func change(_ view: ViewID, to text: Text) -> Size? {
    guard let index = place(of: view) else { return nil }
    return change(index, to: MeasuredText(text, atWidth: entries[index].measured.width))
  }

  /// Replaces a view's text by one that the caller has measured.
  ///
  /// - Returns: the natural size, points; `nil` where the view has no text.
  @discardableResult
  package mutating func change(_ view: ViewID, to text: MeasuredText) -> Size? {
    guard let index = place(of: view) else { return nil }
    // A view that comes back with the text that it had.
    if entries[index].isAbsent, entries[index].text == text.text { return entries[index].natural }
    return change(index, to: text)
  }

  private func place(of view: ViewID) -> Int? {
    entries.firstIndex { $0.view == view.index }
  }

  private mutating func change(_ index: Int, to text: MeasuredText) -> Size {
    measures += 1
    entries[index].text = text.text
    entries[index].natural = text.natural
    entries[index].measured = Size(
      width: text.width.isNaN ? text.natural.width : text.width, height: text.wrapped.height)
    entries[index].isNew = true
    return text.natural
  }

  /// Excludes the texts of removed views, or includes them again.
  package mutating func setAbsent(_ isAbsent: Bool, in views: Range<Int>) {
    for index in entries.indices where views.contains(entries[index].view) {
      entries[index].isAbsent = isAbsent
    }
  }
}

/// A plan that measures texts.
struct TextPlan: LayoutPlan, ~Copyable {
  private var plan: any LayoutPlan & ~Copyable
  private var texts: MeasuredTexts
  private let tree: ViewTree

  init(_ plan: consuming any LayoutPlan & ~Copyable, in tree: ViewTree) {
    self.plan = plan
    self.tree = tree
    texts = MeasuredTexts(tree, isOrdered: true)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    texts.begin()
    while true {
      for index in texts.pending { plan.edit(texts.view(index), intrinsic: texts.content(index)) }
      try plan.pass(into: &frames)
      let isChanged = try frames.withUnsafeBufferPointer { frames throws(LayoutError) in
        try texts.update(frames)
      }
      guard isChanged else { return }
    }
  }

  mutating func resize(to size: Size) { plan.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    plan.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    texts.change(view, to: text)
  }

  mutating func set(number: Int, to value: Double) { plan.set(number: number, to: value) }

  mutating func remove(_ view: ViewID) {
    plan.remove(view)
    texts.setAbsent(true, in: tree.indices(in: view))
  }

  mutating func restore(_ view: ViewID) {
    plan.restore(view)
    texts.setAbsent(false, in: tree.indices(in: view))
  }

  mutating func counters() -> [Counter] {
    plan.counters() + texts.counters
  }

  mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }

  mutating func stages() -> [Stage] { plan.stages() }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? { try plan.explanations(of: views, at: frames) }
}
