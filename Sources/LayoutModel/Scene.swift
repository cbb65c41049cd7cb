/// A change to a scene that has been laid out.
public enum Change: Hashable, Sendable {
  /// The root has a new size, points.
  case resize(Size)
  /// A view's content asks for another size, points, or with `nil` for none in that axis.
  ///
  /// Dialects that know given sizes only keep the size of such an axis (`Size.replaced(by:)`).
  case intrinsic(ViewID, IntrinsicSize)
  /// A view that shows a text shows another.
  case text(ViewID, Text)
  /// The view is taken out, with all that it holds and every statement that names one of them.
  case removal(ViewID)
  /// The view is put back where it was, with what it holds and every statement that names one of them.
  case addition(ViewID)
  /// The entries of that name hold from now on, or hold no longer.
  case activation(String, Bool)
  /// The entries of that name have this priority from now on, above 0 to 1000.
  case priority(String, Double)
  /// Nothing changes: the least height that holds the scene at this width, points, is asked for.
  case fit(width: Double)
}

extension Change {
  /// The name of the entries that it is about.
  package var entryName: String? {
    switch self {
    case .activation(let name, _), .priority(let name, _): name
    case .resize, .intrinsic, .text, .removal, .addition, .fit: nil
    }
  }
}

/// Frames that a layout must give.
public struct Expectation: Hashable, Sendable {
  /// A view and its frame, points, in its superview's coordinates.
  public var frames: [Entry]

  /// One view's expected frame.
  public struct Entry: Hashable, Sendable {
    /// The view.
    public let view: ViewID
    /// Its frame, points.
    public let frame: Rect
    /// Where the scene file says so.
    public let position: SourcePosition

    /// An expected frame.
    public init(view: ViewID, frame: Rect, position: SourcePosition) {
      self.view = view
      self.frame = frame
      self.position = position
    }
  }

  /// Expects these frames; views that are not named may stand anywhere.
  public init(frames: [Entry] = []) { self.frames = frames }
}

/// A change after the first layout, and what the layout that follows must give.
public struct Step: Hashable, Sendable {
  /// What changes.
  public let change: Change
  /// The frames that must come of it.
  public let expected: Expectation
  /// Where the step stands in the scene file.
  public let position: SourcePosition

  /// A step of a scene.
  public init(change: Change, expected: Expectation, position: SourcePosition) {
    self.change = change
    self.expected = expected
    self.position = position
  }
}

/// One layout problem: a tree of views, its layout in one or more dialects, the frames it must give.
///
/// Read from a scene file; see the README for the format.
public struct Scene: Hashable, Sendable {
  /// The file it was read from, as the user named it.
  public var file: String
  /// Letters, digits, `-`, `_`, `.`.
  public var name: String
  /// What it is, in a sentence.
  public var summary: String?
  /// The views.
  public var tree: ViewTree
  /// Views that are out until a step adds them, with all that they hold.
  public var absent: Set<ViewID> = []
  /// The view whose subviews are the cells of a list; `nil` where the scene is one screen.
  public var cells: ViewID?
  /// Each dialect's source, a list of entries, by the dialect's name.
  public var layouts: [DialectName: SourceNode]
  /// Layouts of which some entries hold in some states only; `layouts` has those that hold at first.
  public var variations: [DialectName: Variations] = [:]
  /// Frames after the first layout.
  public var expected: Expectation
  /// Changes after the first layout, each laid out in turn.
  public var steps: [Step]

  /// A scene; `layouts` may be empty only where hand-written frames exist for it.
  public init(
    file: String, name: String, summary: String? = nil, tree: ViewTree,
    layouts: [DialectName: SourceNode] = [:], expected: Expectation = Expectation(),
    steps: [Step] = []
  ) {
    self.file = file
    self.name = name
    self.summary = summary
    self.tree = tree
    self.layouts = layouts
    self.expected = expected
    self.steps = steps
  }
}

extension Scene {
  /// A layout as the scene file has it, with the conditions under which entries hold.
  public func written(in dialect: DialectName) -> SourceNode? {
    variations[dialect]?.written ?? layouts[dialect]
  }

  /// The scene without a view, its subviews, and the entries that name one of them.
  ///
  /// Expectations and steps are dropped, and entries that do not hold at first. Views after the removed ones
  /// get other ids; other views that are out stay so.
  ///
  /// - Parameters:
  ///   - view: the view that goes; not the root.
  ///   - dialects: those that the scene may be written in; layouts in others are dropped.
  /// - Returns: the rest of the scene.
  /// - Throws: `SceneError` for what is wrong with a layout.
  public func without(
    _ view: ViewID, dialects: [any Dialect]
  ) throws(SceneError) -> Scene {
    var scene = self
    (scene.steps, scene.expected, scene.layouts) = ([], Expectation(), [:])
    scene.variations = [:]
    scene.tree = ViewTree(
      rootSize: tree.rootSize, direction: tree.direction, rootMargins: tree[.root].margins)
    for other in tree.views.dropFirst() where !tree.contains(view, other) {
      let superview = tree.superview(of: other).flatMap {
        scene.tree.view(named: tree.name(of: $0))
      }
      let own = scene.tree.add(tree.name(of: other), to: superview ?? .root, traits: tree[other])
      if let own, let text = tree.texts[other] { scene.tree.setText(text, of: own) }
    }
    for dialect in dialects where layouts[dialect.name] != nil {
      scene.layouts[dialect.name] = try dialect.without(view, of: self)
    }
    scene.absent = Set(absent.compactMap { scene.tree.view(named: tree.name(of: $0)) })
    return scene
  }

  /// The scene as it begins: without the views that only a step adds, and without steps if there are such views.
  ///
  /// - Parameter dialects: those that the scene may be written in.
  /// - Returns: the scene; itself where all its views are there.
  /// - Throws: `SceneError` for what is wrong with a layout.
  public func beginning(dialects: [any Dialect]) throws(SceneError) -> Scene {
    var scene = self
    while let view = scene.absent.min() { scene = try scene.without(view, dialects: dialects) }
    if !absent.isEmpty {
      scene.expected.frames = expected.frames.compactMap { entry in
        scene.tree.view(named: tree.name(of: entry.view)).map {
          Expectation.Entry(view: $0, frame: entry.frame, position: entry.position)
        }
      }
      scene.cells = cells.flatMap { scene.tree.view(named: tree.name(of: $0)) }
    }
    return scene
  }
}
