import LayoutModel

/// The texts that the views of a plan show, by the number of the view.
final class ShownTexts {
  private var texts: [Int: Text]
  /// How often a text was measured.
  private var measures = 0

  init(_ tree: ViewTree) {
    texts = Dictionary(uniqueKeysWithValues: tree.texts.map { ($0.key.index, $0.value) })
    measures = texts.count
  }

  /// The size of a view's text at a width, points; `nil` of a view without one.
  func size(of view: Int, atWidth width: Double) -> Size? {
    guard let text = texts[view] else { return nil }
    measures += 1
    return text.size(atWidth: width)
  }

  /// Has a view show another text.
  func show(_ text: Text, in view: Int) {
    texts[view] = text
    measures += 1
  }

  /// The counts; each size that a call asks for is measured.
  var counters: [Counter] {
    [Counter("measures", measures), Counter("measure requests", measures - texts.count)]
  }
}

/// Calls on views that show texts.
struct TextCallsPlan: LayoutPlan, ~Copyable {
  private var calls: LayoutKitPlan
  private let texts: ShownTexts

  init(_ list: CallList) {
    calls = LayoutKitPlan(list)
    texts = ShownTexts(list.tree)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    try calls.pass(into: &frames, texts: texts)
  }

  mutating func resize(to size: Size) { calls.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    calls.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    let size = text.naturalSize
    calls.edit(view, intrinsic: IntrinsicSize(size.width, size.height))
    texts.show(text, in: view.index)
  }

  mutating func counters() -> [Counter] { calls.counters() + texts.counters }
}
