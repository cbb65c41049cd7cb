/// The texts that a plan's views show, each with its size at the width of its last measurement.
///
/// A text is measured again only if it or its width has changed.
@usableFromInline
package final class ShownTexts {
  /// The text of each view, by the view's number; `nil` for a view without a text.
  private let texts: UnsafeMutableBufferPointer<MeasuredText?>
  /// The number of times that a text's characters were read to measure it.
  private var measures = 0
  /// The number of requests for a text's size.
  private var requests = 0

  /// Stores the texts of a tree.
  ///
  /// - Parameters:
  ///   - tree: the views.
  ///   - isMeasured: whether the caller has measured the natural sizes, which the tree knows;
  ///     otherwise each text is measured now.
  package init(_ tree: borrowing ViewTree, isMeasured: Bool) {
    texts = .allocate(capacity: tree.count)
    texts.initialize(repeating: nil)
    for (view, text) in tree.measuredTexts {
      texts[view.index] = isMeasured ? text : MeasuredText(text.text, atWidth: .nan)
    }
    measures = tree.texts.count
  }

  deinit {
    texts.deinitialize()
    texts.deallocate()
  }

  /// Returns the size of a view's text at a width, points; `nil` for a view without a text.
  @usableFromInline
  package func size(of view: Int, atWidth width: Double) -> Size? {
    guard let isMeasured = texts[view]?.measure(atWidth: width) else { return nil }
    requests += 1
    if isMeasured { measures += 1 }
    return texts[view]?.wrapped
  }

  /// Replaces a view's text and measures the new one: its natural size, and its size at the width
  /// of the last measurement.
  ///
  /// - Returns: the natural size, points.
  package func show(_ text: Text, in view: Int) -> Size {
    let measured = MeasuredText(text, atWidth: texts[view]?.width ?? .nan)
    replace(measured, in: view)
    return measured.natural
  }

  /// Replaces a view's text by one that the caller has measured.
  package func replace(_ text: MeasuredText, in view: Int) {
    measures += 1
    texts[view] = text
  }

  /// Does work whose measurements and requests are not counted.
  package func uncounted<Result>(_ work: () -> Result) -> Result {
    let counts = (measures, requests)
    defer { (measures, requests) = counts }
    return work()
  }

  /// The counts of measurements and of size requests.
  package var counters: [Counter] {
    [Counter("measures", measures), Counter("measure requests", requests)]
  }
}
