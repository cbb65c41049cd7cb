/// The number of a view in its tree: its place in document order, parents before children.
@frozen
public struct ViewID: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// Position in the flat arrays of a `ViewTree`, from 0, which is the root.
  public let index: Int

  /// The view at `index`.
  @inlinable
  public init(_ index: Int) { self.index = index }

  /// The root of every tree.
  @inlinable public static var root: ViewID { ViewID(0) }

  /// Document order.
  @inlinable
  public static func < (first: ViewID, second: ViewID) -> Bool { first.index < second.index }
}

/// The properties of a view that its layout depends on, whichever engine computes its frame.
///
/// Defaults are those of the scene format.
public struct ViewTraits: Hashable, Sendable {
  /// Intrinsic content size, points.
  public var intrinsic = IntrinsicSize(nil, nil)
  /// Content hugging priority, above 0 to 1000.
  public var hugging = AxisPair<Double>(250, 250)
  /// Content compression resistance priority, above 0 to 1000.
  public var compression = AxisPair<Double>(750, 750)
  /// The frame before any layout, points, where the scene gives one.
  public var givenFrame: Rect?
  /// First baseline below the top, points.
  public var firstBaseline = 0.0
  /// Last baseline above the bottom, points.
  public var lastBaseline = 0.0
  /// Layout margins, points.
  public var margins = EdgeInsets(all: 8)

  /// A view with the defaults of the scene format.
  public init() {}

  /// The frame before any layout: the given frame, or the intrinsic size at 0, 0.
  public var startFrame: Rect {
    givenFrame
      ?? Rect(x: 0, y: 0, width: intrinsic.horizontal ?? 0, height: intrinsic.vertical ?? 0)
  }
}

/// The views of a scene as an arena: flat arrays indexed by `ViewID`, parents before children.
///
/// A frame is in points in the superview's coordinates, y downward; the root is at 0, 0.
public struct ViewTree: Hashable, Sendable {
  /// The names of the views; the root's is `root`.
  public var names: [String] { called.names }
  /// The view of each name.
  package var viewsByName: [String: ViewID] { called.views }
  private(set) var called: ViewNames
  /// The superview's index of each view; -1 for the root.
  public private(set) var superviews: [Int32]
  /// The number of superviews of each view.
  public private(set) var depths: [Int32]
  /// The traits of each view.
  public private(set) var traits: [ViewTraits]
  /// The root's size, points.
  public var rootSize: Size
  /// The reading direction of the whole tree.
  public var direction: LayoutDirection
  /// Texts, by the view that shows them; its content size is the natural one.
  public private(set) var texts: [ViewID: Text] = [:]
  /// The numbers that statements name, such as a gap that an application changes.
  public var numbers = NamedNumbers()

  /// A tree of nothing but a root.
  ///
  /// - Parameters:
  ///   - rootSize: the root's size, points.
  ///   - direction: the reading direction.
  ///   - rootMargins: the root's layout margins, points.
  public init(
    rootSize: Size, direction: LayoutDirection = .leftToRight,
    rootMargins: EdgeInsets = EdgeInsets(all: 8)
  ) {
    var root = ViewTraits()
    root.margins = rootMargins
    called = ViewNames()
    superviews = [-1]
    depths = [0]
    traits = [root]
    self.rootSize = rootSize
    self.direction = direction
  }

  /// Adds a view as the last subview of `superview`.
  ///
  /// - Precondition: views are added in document order, depth first: `superview` is the view that
  ///   was added last, or contains it.
  /// - Returns: its id, or `nil` where the name is taken.
  @discardableResult
  public mutating func add(
    _ name: String, to superview: ViewID = .root, traits: ViewTraits = ViewTraits()
  ) -> ViewID? {
    let view = ViewID(count)
    guard called.add(name, view) else { return nil }
    precondition(
      contains(superview, ViewID(count - 1)),
      "views are added depth first: \(names[superview.index]) has ended before \(name)")
    add(unnamedTo: superview, traits: traits)
    return view
  }

  /// Adds a view whose name is given later.
  mutating func add(unnamedTo superview: ViewID, traits: ViewTraits) {
    superviews.append(Int32(superview.index))
    depths.append(depths[superview.index] + 1)
    self.traits.append(traits)
  }

  /// Reserves memory for a number of views.
  mutating func reserve(_ count: Int) {
    superviews.reserveCapacity(count)
    depths.reserveCapacity(count)
    traits.reserveCapacity(count)
  }

  /// Sets the names of all views, the root first; equal names are made unique when they are first
  /// read.
  mutating func setNames(_ names: [String]) { called = ViewNames(given: names) }

  /// The number of views, the root included.
  public var count: Int { superviews.count }

  /// Every view in document order, the root first.
  public var views: some RandomAccessCollection<ViewID> { (0..<count).lazy.map(ViewID.init) }

  /// The view of that name.
  public func view(named name: String) -> ViewID? { called.view(named: name) }

  /// A view's name.
  public func name(of view: ViewID) -> String { called.names[view.index] }

  /// The superview, or `nil` for the root.
  public func superview(of view: ViewID) -> ViewID? {
    let index = superviews[view.index]
    return index < 0 ? nil : ViewID(Int(index))
  }

  /// The traits of a view.
  public subscript(view: ViewID) -> ViewTraits {
    get { traits[view.index] }
    set { traits[view.index] = newValue }
  }

  /// A view's content size, points, without a copy of all its traits.
  @inlinable
  public func intrinsicSize(of view: ViewID) -> IntrinsicSize { traits[view.index].intrinsic }

  /// Sets the text that a view shows: its content size is then the natural one, and its baselines
  /// are those of the text.
  public mutating func setText(_ text: Text, of view: ViewID) {
    setText(MeasuredText(text, atWidth: .nan), of: view)
  }

  /// Sets the text that a view shows, which was measured.
  package mutating func setText(_ measured: MeasuredText, of view: ViewID) {
    let text = measured.text
    texts[view] = text
    traits[view.index].intrinsic = IntrinsicSize(measured.natural.width, measured.natural.height)
    traits[view.index].firstBaseline = text.ascent
    traits[view.index].lastBaseline = text.descent
  }

  /// The texts that views show, for a tree whose contents are the natural sizes of its texts.
  package var measuredTexts: [(view: ViewID, text: MeasuredText)] {
    texts.map { view, text in
      (view, MeasuredText(text, natural: Size.zero.replaced(by: intrinsicSize(of: view))))
    }
  }

  /// Gives a view another content size, points.
  public mutating func setIntrinsicSize(_ size: IntrinsicSize, of view: ViewID) {
    traits[view.index].intrinsic = size
  }

  /// The frames before any layout: each view's start frame, and the root at its size.
  public var startFrames: [Rect] {
    var frames = traits.map(\.startFrame)
    frames[0] = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
    return frames
  }

  /// Some of the views, without names, for a solver.
  ///
  /// - Parameters:
  ///   - views: their numbers, the root's first, in document order.
  ///   - superviews: the index among these of each one's superview; -1 for the root.
  /// - Returns: a tree of these alone.
  package func part(_ views: [Int32], superviews: [Int32]) -> ViewTree {
    var part = ViewTree(rootSize: rootSize, direction: direction)
    part.called = ViewNames(unnamed: views.count)
    part.superviews = superviews
    part.depths = views.map { depths[Int($0)] }
    part.traits = views.map { traits[Int($0)] }
    return part
  }

  /// The name of a tree's root within `held`.
  package static let heldName = "root itself"

  /// The same views without their texts in an additional root, so that nothing determines the size
  /// of the former one.
  ///
  /// The number of each view is one higher.
  package var held: ViewTree {
    var held = ViewTree(rootSize: rootSize, direction: direction)
    held.called = called.held(naming: Self.heldName)
    held.reserve(count + 1)
    for superview in superviews { held.superviews.append(superview + 1) }
    for depth in depths { held.depths.append(depth + 1) }
    held.traits += traits
    return held
  }

  /// Returns true if `ancestor` is `view` or contains it at any depth.
  public func contains(_ ancestor: ViewID, _ view: ViewID) -> Bool {
    var current = view.index
    while depths[current] > depths[ancestor.index] { current = Int(superviews[current]) }
    return current == ancestor.index
  }

  /// The indices of a view and of all views in it, in a tree in document order.
  package func indices(in view: ViewID) -> Range<Int> {
    var end = view.index + 1
    while end < count, depths[end] > depths[view.index] { end += 1 }
    return view.index..<end
  }

  /// The lowest view that contains both, or is one of them.
  public func commonAncestor(_ first: ViewID, _ second: ViewID) -> ViewID {
    var (one, other) = (first.index, second.index)
    while one != other {
      if depths[one] >= depths[other] {
        one = Int(superviews[one])
      } else {
        other = Int(superviews[other])
      }
    }
    return ViewID(one)
  }
}
