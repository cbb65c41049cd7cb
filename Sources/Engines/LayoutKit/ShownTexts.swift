import LayoutModel

/// The texts that the views of a plan show, by the number of the view.
final class ShownTexts {
  /// A text with the width at which it was measured last, and what that came to.
  private struct Shown {
    var text: Text
    var width = Double.nan
    var size = Size.zero
  }

  private var texts: [Int: Shown]
  /// How often the characters of a text were read to measure it.
  private var measures = 0
  /// How often a call asked for a size.
  private var requests = 0

  init(_ tree: ViewTree) {
    texts = Dictionary(
      uniqueKeysWithValues: tree.texts.map { ($0.key.index, Shown(text: $0.value)) })
    measures = texts.count
  }

  /// The size of a view's text at a width, points; `nil` of a view without one.
  func size(of view: Int, atWidth width: Double) -> Size? {
    guard var shown = texts[view] else { return nil }
    requests += 1
    guard shown.width != width else { return shown.size }
    measures += 1
    shown.width = width
    shown.size = shown.text.size(atWidth: width)
    texts[view] = shown
    return shown.size
  }

  /// Has a view show another text, and measures it: its natural size, and that at the width of the one before.
  ///
  /// - Returns: the natural size, points.
  func show(_ text: Text, in view: Int) -> Size {
    measures += 1
    guard let width = texts[view]?.width, !width.isNaN else {
      texts[view] = Shown(text: text)
      return text.naturalSize
    }
    let (natural, wrapped) = text.sizes(atWidth: width)
    texts[view] = Shown(text: text, width: width, size: wrapped)
    return natural
  }

  /// The counts.
  var counters: [Counter] {
    [Counter("measures", measures), Counter("measure requests", requests)]
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
    let natural = texts.show(text, in: view.index)
    calls.edit(view, intrinsic: IntrinsicSize(natural.width, natural.height))
  }

  mutating func counters() -> [Counter] { calls.counters() + texts.counters }
}
