/// A view of a program: a reference that rules, calls and constraints name.
///
/// Scenes use the flat `ViewTree`; this is what the Swift front ends of the engines stand on. A view is
/// not for several threads at once.
public final class View {
  /// What messages call it.
  public let name: String
  /// Where it stands, points, in its superview's coordinates; setting it gives the frame that layouts
  /// start from.
  public var frame: Rect {
    get { placed }
    set {
      guard placed != newValue || traits.startFrame != newValue else { return }
      placed = newValue
      traits.givenFrame = newValue
      note()
    }
  }

  /// The frame that layouts start from, points: the one that was set last, or the content's size at 0, 0.
  public var givenFrame: Rect { traits.startFrame }

  /// Whether layouts start from a frame that was set, and not from the content's size.
  public var hasGivenFrame: Bool { traits.givenFrame != nil }

  /// What the content asks for, points; a view without a given frame has this size before layout.
  public var intrinsicContentSize: IntrinsicSize {
    get { traits.intrinsic }
    set {
      guard traits.intrinsic != newValue else { return }
      traits.intrinsic = newValue
      if traits.givenFrame == nil { placed = traits.startFrame }
      note()
    }
  }

  /// How much the content resists growing beyond its size, above 0 to 1000.
  public var hugging: AxisPair<Double> {
    get { traits.hugging }
    set {
      traits.hugging = newValue
      log?.isStructureChanged = true
    }
  }

  /// How much the content resists shrinking below its size, above 0 to 1000.
  public var compression: AxisPair<Double> {
    get { traits.compression }
    set {
      traits.compression = newValue
      log?.isStructureChanged = true
    }
  }

  /// The layout margins, points.
  public var layoutMargins: EdgeInsets {
    get { traits.margins }
    set {
      traits.margins = newValue
      log?.isStructureChanged = true
    }
  }

  /// The first baseline below the top, and the last one above the bottom, points.
  public var baselines: (first: Double, last: Double) {
    get { (traits.firstBaseline, traits.lastBaseline) }
    set {
      (traits.firstBaseline, traits.lastBaseline) = newValue
      log?.isStructureChanged = true
    }
  }

  /// The reading direction; that of the view that is laid out counts for all views in it.
  public var direction = LayoutDirection.leftToRight {
    didSet { log?.isStructureChanged = true }
  }

  /// Whether it shows a text.
  package private(set) var hasText = false

  /// The text that it shows, whose height depends on the width that a layout gives it.
  ///
  /// The content size is then the natural size of the text, and the baselines are its own; a layout measures
  /// the text at the width that it finds.
  public var text: Text? {
    get { hasText ? (attachments[ObjectIdentifier(ShownText.self)] as? ShownText)?.text : nil }
    set {
      guard text != newValue else { return }
      if hasText != (newValue != nil) {
        hasText = newValue != nil
        log?.isHierarchyChanged = true
      }
      guard let newValue else {
        attachments[ObjectIdentifier(ShownText.self)] = nil
        intrinsicContentSize = IntrinsicSize(nil, nil)
        return
      }
      attachments[ObjectIdentifier(ShownText.self)] = ShownText(newValue)
      traits.intrinsic = newValue.naturalContent
      if traits.firstBaseline != newValue.ascent || traits.lastBaseline != newValue.descent {
        log?.isStructureChanged = true
      }
      (traits.firstBaseline, traits.lastBaseline) = (newValue.ascent, newValue.descent)
      if traits.givenFrame == nil { placed = traits.startFrame }
      note()
    }
  }

  /// The view that holds this one.
  public private(set) unowned(unsafe) var superview: View?
  /// The views that it holds, in order.
  public private(set) var subviews: [View] = []

  /// Everything that the view brings to a layout.
  package private(set) var traits = ViewTraits()
  /// What the engines keep for the view, by their own type.
  package var attachments: [ObjectIdentifier: AnyObject] = [:]
  /// The number of the view in the layout that `log` belongs to.
  package var index: Int32 = -1
  /// Where changes are written down for the layout that the view takes part in.
  package var log: ChangeLog?
  private var placed: Rect

  /// A view without a superview.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - frame: the frame that layouts start from, points; `nil` for the intrinsic size at 0, 0.
  ///   - intrinsicContentSize: what its content asks for, points.
  public init(
    _ name: String = "view", frame: Rect? = nil,
    intrinsicContentSize: IntrinsicSize = IntrinsicSize(nil, nil)
  ) {
    self.name = name
    traits.givenFrame = frame
    traits.intrinsic = intrinsicContentSize
    placed = traits.startFrame
  }

  // Without recursion: a tree may be as deep as it has views.
  deinit {
    for view in subviews { view.superview = nil }
    var pending = subviews
    subviews = []
    while var view = pending.popLast() {
      guard isKnownUniquelyReferenced(&view) else { continue }
      for subview in view.subviews { subview.superview = nil }
      pending += view.subviews
      view.subviews = []
    }
  }

  /// Its own rectangle in its own coordinates: 0, 0 and its size.
  public var bounds: Rect { Rect(x: 0, y: 0, width: placed.width, height: placed.height) }

  /// Adds a view as the last subview, taking it from where it is.
  ///
  /// - Precondition: `view` is neither this view nor one that holds it.
  public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Adds a view among the subviews, taking it from where it is.
  ///
  /// - Parameters:
  ///   - view: neither this view nor one that holds it.
  ///   - index: its place, from 0; beyond the last one it is added as the last.
  public func insertSubview(_ view: View, at index: Int) {
    let isHeld = view === self || !view.subviews.isEmpty && view.holds(self)
    precondition(!isHeld, "a view cannot be put into itself")
    view.removeFromSuperview()
    subviews.insert(view, at: max(0, min(index, subviews.count)))
    view.superview = self
    log?.isHierarchyChanged = true
  }

  /// Takes the view out of its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    var above: View? = superview
    while let view = above {
      for attachment in view.attachments.values {
        (attachment as? any SubtreeObserver)?.subtreeWillLeave(self)
      }
      above = view.superview
    }
    superview.subviews.removeAll { $0 === self }
    superview.log?.isHierarchyChanged = true
    self.superview = nil
  }

  /// Whether this view is `view` or holds it, at any depth.
  public func holds(_ view: View) -> Bool {
    var current: View? = view
    while let next = current {
      if next === self { return true }
      current = next.superview
    }
    return false
  }

  /// Puts the view where a layout has found it to be.
  package func place(at frame: Rect) { placed = frame }

  /// Puts the view somewhere at once, as a call does: layouts that follow start from the given frame
  /// still, but are told, so that what depends on the view is laid out again.
  package func move(to frame: Rect) {
    guard placed != frame else { return }
    placed = frame
    note()
  }

  private func note() {
    guard let log, !log.isClosed else { return }
    log.note(index)
  }
}

/// The text that a view shows.
private final class ShownText {
  let text: Text

  init(_ text: Text) { self.text = text }
}

/// What a view keeps that must know when a subtree is taken out of it.
package protocol SubtreeObserver: AnyObject {
  /// `view` and all that it holds are about to leave.
  func subtreeWillLeave(_ view: View)
}

/// What has changed in a tree of views since its last layout.
package final class ChangeLog {
  /// Views whose given frame or content size is another, by their number.
  package var changed: [Int32] = []
  /// Views whose rules, calls or constraints are others, by their number.
  package var rewritten: [Int32] = []
  /// Whether views came, went or moved.
  package var isHierarchyChanged = false
  /// Whether views have other priorities, margins or baselines.
  package var isStructureChanged = false
  /// Constraints that came, went, or have another constant or priority.
  package var edited: [AnyObject] = []
  /// Whether another layout has taken the tree over.
  package var isClosed = false

  /// How many changes are kept one by one.
  private static let most = 1 << 16

  /// Nothing yet.
  package init() {}

  /// Writes down that a view's given frame or content size is another.
  ///
  /// Where nobody lays the tree out again, the list does not grow for ever: the tree is then read anew.
  package func note(_ view: Int32) {
    guard changed.last != view else { return }
    if changed.count == Self.most {
      changed = []
      isHierarchyChanged = true
    }
    changed.append(view)
  }
}
