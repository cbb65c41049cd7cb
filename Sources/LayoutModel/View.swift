/// A view of a program: an object that rules, calls and constraints refer to.
///
/// Scenes use the flat `ViewTree`; the Swift front ends of the engines use this class. A view must
/// not be used by several threads at once.
public final class View {
  /// The name in messages.
  public let name: String
  /// The frame in the superview's coordinates, points; setting it also sets the frame that layouts
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

  /// The frame that layouts start from, points: the one that was set last, or the content's size at
  /// 0, 0.
  public var givenFrame: Rect { brought.startFrame }

  /// True if layouts start from a frame that was set, false if from the content's size.
  public var hasGivenFrame: Bool { brought.givenFrame != nil }

  /// The size that the content asks for, points; a view without a given frame has this size before
  /// layout.
  public var intrinsicContentSize: IntrinsicSize {
    get { brought.intrinsic }
    set {
      guard brought.intrinsic != newValue else { return }
      brought.intrinsic = newValue
      if brought.givenFrame == nil { placed = brought.startFrame }
      note()
    }
  }

  /// The priority with which the content resists growing beyond its size, above 0 to 1000.
  public var hugging: AxisPair<Double> {
    get { brought.hugging }
    set {
      brought.hugging = newValue
      log?.isStructureChanged = true
    }
  }

  /// The priority with which the content resists shrinking below its size, above 0 to 1000.
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

  /// The distances from the top to the first baseline and from the last baseline to the bottom,
  /// points.
  public var baselines: (first: Double, last: Double) {
    get { (brought.firstBaseline, brought.lastBaseline) }
    set {
      (brought.firstBaseline, brought.lastBaseline) = newValue
      log?.isStructureChanged = true
    }
  }

  /// The reading direction; the direction of the view that is laid out applies to all views in it.
  @exclusivity(unchecked) public var direction = LayoutDirection.leftToRight {
    didSet { log?.isStructureChanged = true }
  }

  /// True if it shows a text.
  package var hasText: Bool { shown != nil }
  @exclusivity(unchecked) private var shown: ShownText?

  /// The text that it shows, whose height depends on the width that a layout gives it.
  ///
  /// The content size is then the natural size of the text, and the baselines are its own; a layout
  /// measures the text at the width that it computes.
  public var text: Text? {
    get { shown?.measured.text }
    set {
      guard text != newValue else { return }
      if hasText != (newValue != nil) { log?.isHierarchyChanged = true }
      // Most texts are shown as wide as those before them.
      let width = hasText ? placed.width : .nan
      guard let newValue else {
        shown = nil
        intrinsicContentSize = IntrinsicSize(nil, nil)
        return
      }
      let shown = ShownText(MeasuredText(newValue, atWidth: width), after: self.shown)
      self.shown = shown
      brought.intrinsic = IntrinsicSize(
        shown.measured.natural.width, shown.measured.natural.height)
      if brought.firstBaseline != newValue.ascent || brought.lastBaseline != newValue.descent {
        log?.isStructureChanged = true
      }
      (brought.firstBaseline, brought.lastBaseline) = (newValue.ascent, newValue.descent)
      if brought.givenFrame == nil { placed = brought.startFrame }
      note()
    }
  }

  /// The text with its known sizes.
  package var measuredText: MeasuredText? { shown?.measured }

  /// The size of the text at a width, points; `nil` for a view without a text.
  ///
  /// It remembers the size at the last width.
  package func textSize(atWidth width: Double) -> Size? {
    guard let shown else { return nil }
    shown.requests += 1
    if shown.measured.measure(atWidth: width) { shown.measures += 1 }
    return shown.measured.wrapped
  }

  /// The number of times that the characters of its texts were read to measure them, and that a size
  /// at a width was requested of it.
  package var textCounts: (measures: Int, requests: Int) {
    shown.map { ($0.measures, $0.requests) } ?? (0, 0)
  }

  /// The view that contains this one.
  public var superview: View? { above?.takeUnretainedValue() }
  /// The superview as a pointer, to be compared without counting references.
  var superviewPointer: UnsafeMutableRawPointer? { above?.toOpaque() }
  /// The views that it contains directly, in order.
  public var subviews: [View] { held }
  /// True if it contains views.
  package var hasSubviews: Bool { !held.isEmpty }
  /// All properties of the view that layouts read.
  package var traits: ViewTraits { brought }

  // Only this file accesses the stored properties, and never twice at a time: Swift's checks of
  // exclusive access to stored properties of classes are a tenth of what a program pays for its
  // first layout.
  /// The superview, not as a reference that Swift counts: to compare two of them is free.
  @exclusivity(unchecked) private var above: Unmanaged<View>?
  @exclusivity(unchecked) fileprivate var held: [View] = []
  @exclusivity(unchecked) private var brought = ViewTraits()
  /// The first object that an engine has attached to the view: most views have no other.
  @exclusivity(unchecked) private var attachment: Attachment?
  /// The others: few, so that a linear search is enough.
  @exclusivity(unchecked) private var attachments: [Attachment] = []
  /// The reference for those who do not keep the view alive, made when it is first read.
  @exclusivity(unchecked) private var ownReference: ViewReference?
  /// The number of the view in the layout that `log` belongs to.
  package var index: Int32 { number }
  /// The log of changes for the layout that the view takes part in.
  package var log: ChangeLog? { changes }
  @exclusivity(unchecked) private var number: Int32 = -1
  @exclusivity(unchecked) private var changes: ChangeLog?
  @exclusivity(unchecked) private var placed: Rect

  /// A view without a superview.
  ///
  /// - Parameters:
  ///   - name: the name in messages.
  ///   - frame: the frame that layouts start from, points; `nil` for the intrinsic size at 0, 0.
  ///   - intrinsicContentSize: the size that its content asks for, points.
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
    if let ownReference {
      ownReference.living = nil
      ownReference.stored.kind?.release(storedBy: .passUnretained(ownReference))
    }
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

  /// Adds a view as the last subview, and removes it from its present superview.
  ///
  /// - Precondition: `view` is neither this view nor one that contains it.
  public func addSubview(_ view: View) { insertSubview(view, at: .max) }

  /// Inserts a view among the subviews, and removes it from its present superview.
  ///
  /// - Parameters:
  ///   - view: neither this view nor one that contains it.
  ///   - index: its index; an index beyond the end adds it as the last.
  public func insertSubview(_ view: View, at index: Int) {
    let isHeld = view === self || !view.held.isEmpty && view.holds(self)
    precondition(!isHeld, "a view cannot be put into itself")
    view.removeFromSuperview()
    view.releaseLaidOutViews(for: self)
    if index < held.count { held.insert(view, at: max(0, index)) } else { held.append(view) }
    view.above = Unmanaged.passUnretained(self)
    log?.noteMove(of: view.number, isKnown: view.changes === log)
  }

  /// Removes the view from its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    let leaving = LeavingViews(self)
    var holder: View? = superview
    while let view = holder {
      if let reference = view.ownReference {
        reference.stored.kind?.willLeave(leaving, storedBy: .passUnretained(reference))
      }
      holder = view.superview
    }
    if let place = superview.held.firstIndex(where: { $0 === self }) {
      superview.held.remove(at: place)
    }
    superview.log?.noteMove(of: number, isKnown: changes === superview.changes)
    above = nil
  }

  /// Returns true if this view is `view` or contains it at any depth.
  public func holds(_ view: View) -> Bool {
    var current: View? = view
    while let next = current {
      if next === self { return true }
      current = next.superview
    }
    return false
  }

  /// An object that an engine has attached to a view.
  private struct Attachment {
    let key: ObjectIdentifier
    let object: AnyObject
  }

  /// The object that an engine has attached under a key, the object's type; `nil` if there is none.
  package func attachment(_ key: ObjectIdentifier) -> AnyObject? {
    if let attachment, attachment.key == key { return attachment.object }
    // By index: an element of the list copied would retain its objects.
    for index in attachments.indices where attachments[index].key == key {
      return attachments[index].object
    }
    return nil
  }

  /// Attaches an object under a key that is not used yet, the object's type.
  package func attach(
    _ object: AnyObject, _ key: ObjectIdentifier
  ) {
    let attached = Attachment(key: key, object: object)
    if attachment == nil { attachment = attached } else { attachments.append(attached) }
  }

  /// The reference to the view for those who do not keep it alive.
  package var reference: ViewReference {
    if let ownReference { return ownReference }
    let reference = ViewReference(self)
    ownReference = reference
    return reference
  }

  /// The statements that the view stores.
  package var stored: ViewReference.Stored { ownReference?.stored ?? ViewReference.Stored() }
  /// The first of them.
  var firstStored: UnsafeMutableRawPointer? { ownReference?.stored.first }
  /// The number of them.
  package var storedCount: Int { ownReference?.stored.count ?? 0 }

  /// The reference to a view, for as long as the view lives, without counting it.
  package static func reference(of view: Unmanaged<View>) -> Unmanaged<ViewReference> {
    view._withUnsafeGuaranteedRef { view in
      if let known = view.ownReference { return .passUnretained(known) }
      return .passUnretained(view.reference)
    }
  }

  /// The nearest view that contains both, or is one of them.
  fileprivate static func commonAncestor(
    of own: Unmanaged<View>, _ others: Unmanaged<View>
  ) -> Unmanaged<View>? {
    // Nearly all statements about two views are about siblings, or about a view and its superview.
    let above = own._withUnsafeGuaranteedRef { $0.above }
    let otherAbove = others._withUnsafeGuaranteedRef { $0.above?.toOpaque() }
    if let above, above.toOpaque() == otherAbove || above.toOpaque() == others.toOpaque() {
      return above
    }
    if own.toOpaque() == others.toOpaque() || own.toOpaque() == otherAbove { return own }
    return own.takeUnretainedValue().distantAncestor(with: others.takeUnretainedValue())
  }

  private func distantAncestor(with other: View) -> Unmanaged<View>? {
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
    return Unmanaged.passUnretained(one)
  }

  /// Sets the view's number in a layout, and the log of that layout.
  package func number(_ number: Int32, _ log: ChangeLog) {
    if let changes, changes !== log {
      changes.isClosed = true
      if self.number == 0 { changes.layout?.releaseViews() }
    }
    changes = log
    self.number = number
  }

  /// Lets go of the views of this view's own layout if it retains one that will contain this view:
  /// neither would ever be released.
  private func releaseLaidOutViews(for superview: View) {
    guard number == 0, let log = changes, let layout = log.layout else { return }
    var above: View? = superview
    while let view = above {
      guard view.changes !== log else { return layout.releaseViews() }
      above = view.superview
    }
  }

  fileprivate var hasSuperview: Bool { above != nil }

  fileprivate func index(in log: ChangeLog) -> Int32? { changes === log ? number : nil }

  /// Sets the frame that a layout has computed.
  package func place(at frame: Rect) { placed = frame }

  /// Sets the frame at once, as a layout call does.
  ///
  /// Later layouts still start from the given frame, but the change is logged, so that views that
  /// depend on this one are laid out again.
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

/// A reference to a view that does not keep it alive.
///
/// A weak reference would do, but from the first one on Swift counts a view's references in a
/// separate table, and every use of the view costs several times as much.
package final class ViewReference {
  /// The view, for as long as it lives.
  package var view: View? { living?.takeUnretainedValue() }
  @exclusivity(unchecked) fileprivate var living: Unmanaged<View>?
  /// Its name, for messages.
  package let name: String

  /// The statements that the view stores, which are linked and retained by their engine.
  package struct Stored {
    /// The first of them.
    package var first: UnsafeMutableRawPointer?
    /// The last of them.
    package var last: UnsafeMutableRawPointer?
    /// The number of them.
    package var count = 0
    /// Their kind, once there was one.
    package var kind: (any StoredStatements.Type)?

    /// No statements.
    package init() {}
  }

  @exclusivity(unchecked) fileprivate var stored = Stored()

  // Other modules do not access the property itself: Swift would check each time that it is
  // accessed once.
  /// The statements that the view of a reference stores.
  package static func stored(_ reference: Unmanaged<ViewReference>) -> Stored {
    reference._withUnsafeGuaranteedRef { $0.stored }
  }

  /// Replaces them.
  package static func store(_ stored: Stored, _ reference: Unmanaged<ViewReference>) {
    reference._withUnsafeGuaranteedRef { $0.stored = stored }
  }

  /// True if the view lives and has a superview.
  package var hasSuperview: Bool {
    living.map { $0._withUnsafeGuaranteedRef { $0.hasSuperview } } ?? false
  }

  /// The view of a reference, where it lives, without counting references.
  package static func view(of reference: Unmanaged<ViewReference>) -> Unmanaged<View>? {
    reference._withUnsafeGuaranteedRef { $0.living }
  }

  /// The nearest view that contains both views, or is one of them; `nil` where there is none.
  package static func commonAncestor(
    of one: Unmanaged<ViewReference>, _ other: Unmanaged<ViewReference>
  ) -> Unmanaged<View>? {
    guard let own = view(of: one), let others = view(of: other) else { return nil }
    return View.commonAncestor(of: own, others)
  }

  /// The number of the view in the layout that `log` belongs to; `nil` in another one.
  func index(in log: ChangeLog) -> Int32? {
    living?._withUnsafeGuaranteedRef { $0.index(in: log) }
  }

  fileprivate init(_ view: View) {
    living = Unmanaged.passUnretained(view)
    name = view.name
  }
}

/// The text that a view shows, and how often it and those before it were measured.
private final class ShownText {
  var measured: MeasuredText
  var measures: Int
  var requests: Int

  init(_ measured: MeasuredText, after former: ShownText?) {
    self.measured = measured
    measures = (former?.measures ?? 0) + 1
    requests = former?.requests ?? 0
  }
}

/// The statements of an engine that views store: a list that begins at a view's reference.
package protocol StoredStatements {
  /// Called before views are removed from the view or from one in it.
  static func willLeave(_ views: LeavingViews, storedBy reference: Unmanaged<ViewReference>)

  /// Called at the end of the view: releases its statements.
  static func release(storedBy reference: Unmanaged<ViewReference>)
}

/// A view that leaves its superview, with all views in it.
package final class LeavingViews {
  private let top: View
  /// The views in it, if they are few: most that leave have no subviews.
  private var few: [UnsafeMutableRawPointer] = []
  private var many: Set<UnsafeMutableRawPointer> = []

  fileprivate init(_ top: View) {
    self.top = top
    guard !top.held.isEmpty else { return }
    let all = top.subtree.map { Unmanaged.passUnretained($0).toOpaque() }
    if all.count <= 8 { few = all } else { many = Set(all) }
  }

  /// Returns true if a view is among them, in constant time.
  package func contains(_ view: Unmanaged<ViewReference>) -> Bool {
    guard let view = view._withUnsafeGuaranteedRef({ $0.living })?.toOpaque() else { return false }
    return view == Unmanaged.passUnretained(top).toOpaque()
      || !few.isEmpty && few.contains(view) || !many.isEmpty && many.contains(view)
  }
}

/// The memory of a list that is emptied and filled again in each layout.
package struct EmptiedList {
  private var list: [Int32] = []

  /// No memory yet.
  package init() {}

  /// Returns an empty list, with the memory of the one that was kept.
  package mutating func take() -> [Int32] {
    var taken: [Int32] = []
    swap(&taken, &list)
    return taken
  }

  /// Empties a list and keeps its memory.
  package mutating func keep(_ used: inout [Int32]) {
    used.removeAll(keepingCapacity: true)
    swap(&used, &list)
  }
}

/// The changes in a tree of views since its last layout.
package final class ChangeLog {
  /// Views whose given frame or content size changed, by number.
  @exclusivity(unchecked) package var changed: [Int32] = []
  /// Views whose rules, calls or constraints changed, by number.
  @exclusivity(unchecked) package var rewritten: [Int32] = []
  /// True if views were added that have no number, or one shows a text that showed none.
  @exclusivity(unchecked) package var isHierarchyChanged = false
  /// Views with a number that were taken out of their superview or put into one, by number.
  @exclusivity(unchecked) package var moved: [Int32] = []
  /// True if priorities, margins, baselines or a reading direction changed.
  @exclusivity(unchecked) package var isStructureChanged = false
  /// Constraints that were added or removed, or whose constant or priority changed.
  @exclusivity(unchecked) package var edited: [AnyObject] = []
  /// True if another layout has taken over the tree.
  @exclusivity(unchecked) package var isClosed = false
  /// The layout that the log belongs to, for as long as it reads the log.
  @exclusivity(unchecked) unowned(unsafe) var layout: NumberedViews?

  /// The most changes of views that are stored one by one.
  private static let most = 1 << 16

  /// An empty log.
  package init() {}

  /// Records that a view's given frame or content size changed.
  ///
  /// A tree that is not laid out again does not make the list grow without limit: the list is
  /// cleared, and the next layout reads the whole tree again.
  package func note(_ view: Int32) {
    guard changed.last != view else { return }
    if changed.count == Self.most {
      changed = []
      isHierarchyChanged = true
    }
    changed.append(view)
  }

  /// Records that a view was taken out of its superview, or put into one.
  ///
  /// - Parameters:
  ///   - view: its number.
  ///   - isKnown: whether the number is one of this layout's.
  fileprivate func noteMove(of view: Int32, isKnown: Bool) {
    if isKnown, moved.count < Self.most {
      moved.append(view)
    } else {
      isHierarchyChanged = true
    }
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
