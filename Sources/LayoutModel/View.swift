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
      guard placed != newValue || brought.startFrame != newValue else { return }
      placed = newValue
      brought.givenFrame = newValue
      note()
    }
  }

  /// The frame that layouts start from, points: the one that was set last, or the content's size at 0, 0.
  public var givenFrame: Rect { brought.startFrame }

  /// Whether layouts start from a frame that was set, and not from the content's size.
  public var hasGivenFrame: Bool { brought.givenFrame != nil }

  /// What the content asks for, points; a view without a given frame has this size before layout.
  public var intrinsicContentSize: IntrinsicSize {
    get { brought.intrinsic }
    set {
      guard brought.intrinsic != newValue else { return }
      brought.intrinsic = newValue
      if brought.givenFrame == nil { placed = brought.startFrame }
      note()
    }
  }

  /// How much the content resists growing beyond its size, above 0 to 1000.
  public var hugging: AxisPair<Double> {
    get { brought.hugging }
    set {
      brought.hugging = newValue
      log?.isStructureChanged = true
    }
  }

  /// How much the content resists shrinking below its size, above 0 to 1000.
  public var compression: AxisPair<Double> {
    get { brought.compression }
    set {
      brought.compression = newValue
      log?.isStructureChanged = true
    }
  }

  /// The layout margins, points.
  public var layoutMargins: EdgeInsets {
    get { brought.margins }
    set {
      brought.margins = newValue
      log?.isStructureChanged = true
    }
  }

  /// The first baseline below the top, and the last one above the bottom, points.
  public var baselines: (first: Double, last: Double) {
    get { (brought.firstBaseline, brought.lastBaseline) }
    set {
      (brought.firstBaseline, brought.lastBaseline) = newValue
      log?.isStructureChanged = true
    }
  }

  /// The reading direction; that of the view that is laid out counts for all views in it.
  public var direction = LayoutDirection.leftToRight {
    didSet { log?.isStructureChanged = true }
  }

  /// Whether it shows a text.
  package var hasText: Bool { shown != nil }
  @exclusivity(unchecked) private var shown: ShownText?

  /// The text that it shows, whose height depends on the width that a layout gives it.
  ///
  /// The content size is then the natural size of the text, and the baselines are its own; a layout measures
  /// the text at the width that it finds.
  public var text: Text? {
    get { shown?.text }
    set {
      guard text != newValue else { return }
      if hasText != (newValue != nil) { log?.isHierarchyChanged = true }
      shown = newValue.map { ShownText($0) }
      guard let newValue else {
        intrinsicContentSize = IntrinsicSize(nil, nil)
        return
      }
      brought.intrinsic = newValue.naturalContent
      if brought.firstBaseline != newValue.ascent || brought.lastBaseline != newValue.descent {
        log?.isStructureChanged = true
      }
      (brought.firstBaseline, brought.lastBaseline) = (newValue.ascent, newValue.descent)
      if brought.givenFrame == nil { placed = brought.startFrame }
      note()
    }
  }

  /// The view that holds this one.
  public var superview: View? { above }
  /// The views that it holds, in order.
  public var subviews: [View] { held }
  /// Everything that the view brings to a layout.
  package var traits: ViewTraits { brought }

  // Nobody but this file touches what is stored, and never twice at a time: the checks of exclusive access that
  // Swift makes of what classes store are a tenth of what a program pays for its first layout.
  @exclusivity(unchecked) private unowned(unsafe) var above: View?
  @exclusivity(unchecked) private var held: [View] = []
  @exclusivity(unchecked) private var brought = ViewTraits()
  /// What the engines keep for the view: few, so that they are looked through.
  @exclusivity(unchecked) private var attachments: [Attachment] = []
  /// What others keep of the view who do not keep it alive.
  @exclusivity(unchecked) private var ownReference: ViewReference?
  /// The number of the view in the layout that `log` belongs to.
  package var index: Int32 { number }
  /// Where changes are written down for the layout that the view takes part in.
  package var log: ChangeLog? { changes }
  @exclusivity(unchecked) private var number: Int32 = -1
  @exclusivity(unchecked) private var changes: ChangeLog?
  @exclusivity(unchecked) private var placed: Rect

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
    brought.givenFrame = frame
    brought.intrinsic = intrinsicContentSize
    placed = brought.startFrame
  }

  // Without recursion: a tree may be as deep as it has views.
  deinit {
    ownReference?.living = nil
    for view in held { view.above = nil }
    var pending = held
    held = []
    while var view = pending.popLast() {
      guard isKnownUniquelyReferenced(&view) else { continue }
      for subview in view.held { subview.above = nil }
      pending += view.held
      view.held = []
    }
  }

  /// Its own rectangle in its own coordinates: 0, 0 and its size.
  public var bounds: Rect { Rect(x: 0, y: 0, width: placed.width, height: placed.height) }

  /// Adds a view as the last subview, taking it from where it is.
  ///
  /// - Precondition: `view` is neither this view nor one that holds it.
  public func addSubview(_ view: View) { insertSubview(view, at: held.count) }

  /// Adds a view among the subviews, taking it from where it is.
  ///
  /// - Parameters:
  ///   - view: neither this view nor one that holds it.
  ///   - index: its place, from 0; beyond the last one it is added as the last.
  public func insertSubview(_ view: View, at index: Int) {
    let isHeld = view === self || !view.held.isEmpty && view.holds(self)
    precondition(!isHeld, "a view cannot be put into itself")
    view.removeFromSuperview()
    held.insert(view, at: max(0, min(index, held.count)))
    view.above = self
    log?.isHierarchyChanged = true
  }

  /// Takes the view out of its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    var holder: View? = superview
    while let view = holder {
      for attachment in view.attachments { attachment.observer?.subtreeWillLeave(self) }
      holder = view.above
    }
    superview.held.removeAll { $0 === self }
    superview.log?.isHierarchyChanged = true
    above = nil
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

  /// Something that an engine keeps for a view.
  private struct Attachment {
    let key: ObjectIdentifier
    let object: AnyObject
    let observer: (any SubtreeObserver)?
  }

  /// What an engine keeps for the view under a key, the object's type; `nil` where it keeps nothing.
  package func attachment(_ key: ObjectIdentifier) -> AnyObject? {
    for attachment in attachments where attachment.key == key { return attachment.object }
    return nil
  }

  /// Keeps something for the view under a key that is not used yet, the object's type.
  package func attach(
    _ object: AnyObject, _ key: ObjectIdentifier, observer: (any SubtreeObserver)? = nil
  ) {
    attachments.append(Attachment(key: key, object: object, observer: observer))
  }

  /// The view for those who do not keep it alive.
  package var reference: ViewReference {
    if let ownReference { return ownReference }
    let reference = ViewReference(self)
    ownReference = reference
    return reference
  }

  /// The nearest view that holds both, or is one of them.
  package func commonAncestor(with other: View) -> View? {
    // Nearly all that is said of two views is said of siblings, or of a view and its superview.
    if let superview, superview === other.superview || superview === other { return superview }
    if self === other || other.superview === self { return self }
    func depth(_ view: View) -> Int {
      var (depth, current) = (0, view.superview)
      while let next = current { (depth, current) = (depth + 1, next.superview) }
      return depth
    }
    var (one, another) = (self, other)
    var (first, second) = (depth(self), depth(other))
    while one !== another {
      if first >= second {
        guard let above = one.superview else { return nil }
        (one, first) = (above, first - 1)
      } else {
        guard let above = another.superview else { return nil }
        (another, second) = (above, second - 1)
      }
    }
    return one
  }

  /// Gives the view a number in a layout, and the log of that.
  package func number(_ number: Int32, _ log: ChangeLog) {
    if let changes, changes !== log { changes.isClosed = true }
    changes = log
    self.number = number
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

/// A view for those who name it and do not keep it alive.
///
/// A weak reference would do, but a view that has one is counted in another place from then on, and every use of
/// it costs several times as much.
package final class ViewReference {
  /// The view, for as long as it lives.
  package var view: View? { living }
  @exclusivity(unchecked) fileprivate unowned(unsafe) var living: View?
  /// Its name, for messages.
  package let name: String

  fileprivate init(_ view: View) {
    living = view
    name = view.name
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

extension View: CustomStringConvertible {
  /// Its name, its frame in its superview's coordinates, points, and how many subviews it has.
  public var description: String {
    let place =
      "\(name): x \(NumberText.write(frame.x)), y \(NumberText.write(frame.y)), "
      + NumberText.write(frame.size)
    guard !subviews.isEmpty else { return place }
    return place + ", \(subviews.count) \(subviews.count == 1 ? "subview" : "subviews")"
  }
}
