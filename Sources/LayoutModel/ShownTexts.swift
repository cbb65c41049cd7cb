/// The texts that the views of a plan show, each with its size at the width where it was measured last: a text
/// is read again only where it or its width has changed.
@usableFromInline
package final class ShownTexts {
  private struct Shown {
    var text: Text
    var width = Double.nan
    var size = Size.zero
  }

  /// By the number of the view; `nil` of those that show none.
  private let texts: UnsafeMutableBufferPointer<Shown?>
  /// How often the characters of a text were read to measure it.
  private var measures = 0
  /// How often a size was asked for.
  private var requests = 0

  /// The texts of a tree, whose natural sizes were measured with it.
  package init(_ tree: borrowing ViewTree) {
    texts = .allocate(capacity: tree.count)
    texts.initialize(repeating: nil)
    for (view, text) in tree.texts { texts[view.index] = Shown(text: text) }
    measures = tree.texts.count
  }

  deinit {
    texts.deinitialize()
    texts.deallocate()
  }

  /// The size of a view's text at a width, points; `nil` of a view without one.
  @usableFromInline
  package func size(of view: Int, atWidth width: Double) -> Size? {
    guard let shown = texts[view] else { return nil }
    requests += 1
    guard shown.width != width else { return shown.size }
    measures += 1
    let size = shown.text.size(atWidth: width)
    texts[view]?.width = width
    texts[view]?.size = size
    return size
  }

  /// Has a view show another text, and measures it: its natural size, and that at the width of the one before.
  ///
  /// - Returns: the natural size, points.
  package func show(_ text: Text, in view: Int) -> Size {
    measures += 1
    guard let width = texts[view]?.width, !width.isNaN else {
      texts[view] = Shown(text: text)
      return text.naturalSize
    }
    let (natural, wrapped) = text.sizes(atWidth: width)
    texts[view] = Shown(text: text, width: width, size: wrapped)
    return natural
  }

  /// Has a view show another text, which somebody else has measured.
  package func replace(_ text: Text, in view: Int) {
    measures += 1
    texts[view] = Shown(text: text)
  }

  /// The counts.
  package var counters: [Counter] {
    [Counter("measures", measures), Counter("measure requests", requests)]
  }
}
