import LayoutModel

/// Calls on views that show texts.
struct TextCallsPlan: LayoutPlan, ~Copyable {
  private var calls: LayoutKitPlan
  private let texts: ShownTexts

  init(_ list: CallList) {
    calls = LayoutKitPlan(list)
    texts = ShownTexts(list.tree, isMeasured: false)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    try calls.pass(into: &frames, texts: texts)
  }

  mutating func resize(to size: Size) { calls.resize(to: size) }

  mutating func set(number: Int, to value: Double) { calls.set(number: number, to: value) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    calls.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    let natural = texts.show(text, in: view.index)
    calls.edit(view, intrinsic: IntrinsicSize(natural.width, natural.height))
  }

  mutating func counters() -> [Counter] { calls.counters() + texts.counters }
}
