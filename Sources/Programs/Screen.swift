import LayoutModel

/// The views of a scene as a program has them: objects, new for each plan.
struct Screen {
  /// Every view by its number, the root first.
  let views: [View]

  /// Makes the views and puts each into its superview.
  init(_ tree: ViewTree) {
    var views: [View] = []
    views.reserveCapacity(tree.count)
    for index in 0..<tree.count {
      let traits = tree.traits[index]
      let frame =
        index == 0
        ? Rect(x: 0, y: 0, width: tree.rootSize.width, height: tree.rootSize.height)
        : traits.givenFrame
      let view = View(
        tree.names[index], frame: frame, intrinsicContentSize: traits.intrinsic)
      if traits.hugging != ViewTraits.usual.hugging { view.hugging = traits.hugging }
      if traits.compression != ViewTraits.usual.compression {
        view.compression = traits.compression
      }
      if traits.margins != ViewTraits.usual.margins { view.layoutMargins = traits.margins }
      if traits.firstBaseline != 0 || traits.lastBaseline != 0 {
        view.baselines = (traits.firstBaseline, traits.lastBaseline)
      }
      if !tree.texts.isEmpty, let text = tree.texts[ViewID(index)] { view.text = text }
      if index > 0 { views[Int(tree.superviews[index])].addSubview(view) }
      views.append(view)
    }
    if tree.direction != .leftToRight { views[0].direction = tree.direction }
    self.views = views
  }

  /// Gives the root another size, points.
  func resize(to size: Size) {
    views[0].frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Sets a view's content size; a view with a given frame gets that size too, like a label that is
  /// resized to fit its text.
  func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let view = views[view.index]
    if view.hasGivenFrame {
      var frame = view.givenFrame
      frame.size = frame.size.replaced(by: intrinsic)
      view.frame = frame
    }
    view.intrinsicContentSize = intrinsic
  }

  /// Sets the text that a view shows.
  func edit(_ view: ViewID, text: Text) { views[view.index].text = text }
}

/// The views of a screen that were taken out of their superviews: few.
///
/// They are no part of `Screen`, which each pass copies.
struct AwayViews {
  private var views: [ViewID] = []

  /// Takes a view out of its superview.
  mutating func takeOut(_ view: ViewID, of screen: Screen) {
    views.append(view)
    screen.views[view.index].removeFromSuperview()
  }

  /// Puts a view back among the subviews of its superview, where it was in the scene.
  mutating func putBack(_ view: ViewID, on screen: Screen, in tree: SceneTree) {
    views.removeAll { $0 == view }
    let superviews = tree.tree.superviews
    let number = superviews[view.index]
    let missing = views.count { $0 < view && superviews[$0.index] == number }
    screen.views[Int(number)].insertSubview(
      screen.views[view.index], at: tree.places[view.index] - missing)
  }
}

/// The views of a scene as its source has them, with the index of each among its siblings.
struct SceneTree {
  let tree: ViewTree
  /// The indices among siblings, from 0, by the number of the view.
  let places: [Int]

  init(_ tree: ViewTree) {
    self.tree = tree
    var counts = [Int](repeating: 0, count: tree.count)
    places = tree.superviews.map { superview in
      guard superview >= 0 else { return 0 }
      defer { counts[Int(superview)] += 1 }
      return counts[Int(superview)]
    }
  }
}

extension ViewTraits {
  /// The traits of a view for which nothing was set.
  fileprivate static let usual = ViewTraits()
}

/// A screen with a layout in one of the libraries.
protocol Program {
  /// The views.
  var screen: Screen { get }

  /// Lays the screen out.
  mutating func layOut() throws(LayoutError)

  /// Gives the root another size, points.
  mutating func resize(to size: Size)

  /// Gives a view's content another size, points.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize)

  /// Sets the text that a view shows.
  mutating func edit(_ view: ViewID, text: Text)

  /// Gives a number that statements name another value.
  mutating func set(number: Int, to value: Double)

  /// Removes a view from the screen.
  mutating func remove(_ view: ViewID)

  /// Restores a removed view.
  mutating func restore(_ view: ViewID)

  /// The least height that contains the screen's content at a width, points; `nil` where the
  /// library computes none.
  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double?

  /// Makes the program count from now on what it does not count while it is timed.
  mutating func beginCounting()

  /// The counts of work done.
  var counters: [Counter] { get }
}

extension Program {
  mutating func resize(to size: Size) { screen.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    screen.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) { screen.edit(view, text: text) }

  mutating func set(number: Int, to value: Double) {}

  mutating func remove(_ view: ViewID) {}

  mutating func restore(_ view: ViewID) {}

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? { nil }

  mutating func beginCounting() {}

  var counters: [Counter] { [] }
}

/// A program as a plan: each pass lays out, and then reads the frame of every view, so that no
/// frame is computed only when it is read.
struct ProgramPlan<Body: Program>: LayoutPlan, ~Copyable {
  private var program: Body

  init(_ program: Body) { self.program = program }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    try program.layOut()
    let views = program.screen.views
    for index in views.indices { frames[index] = views[index].frame }
  }

  mutating func resize(to size: Size) { program.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    program.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) { program.edit(view, text: text) }

  mutating func set(number: Int, to value: Double) { program.set(number: number, to: value) }

  mutating func remove(_ view: ViewID) { program.remove(view) }

  mutating func restore(_ view: ViewID) { program.restore(view) }

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    try program.fittingHeight(width: width)
  }

  mutating func beginCounting() { program.beginCounting() }

  mutating func counters() -> [Counter] { program.counters }
}
