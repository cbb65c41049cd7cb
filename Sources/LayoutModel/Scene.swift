/// A change to a scene that has been laid out.
public enum Change: Hashable, Sendable {
  /// The root has a new size, points.
  case resize(Size)
  /// A view's content asks for another size, points, or with `nil` for none in that axis.
  ///
  /// Dialects that support only given sizes keep the size of such an axis (`Size.replaced(by:)`).
  case intrinsic(ViewID, IntrinsicSize)
  /// A view that shows a text gets another one.
  case text(ViewID, Text)
  /// The view is removed, with all views in it and every statement that names one of them.
  case removal(ViewID)
  /// The view is restored to its place, with all views in it and every statement that names one of
  /// them.
  case addition(ViewID)
  /// The entries of that name apply from now on, or no longer apply.
  case activation(String, Bool)
  /// The entries of that name have this priority from now on, above 0 to 1000.
  case priority(String, Double)
  /// A number that statements name has another value; the number's place in `ViewTree.numbers`.
  case number(Int, Double)
  /// Nothing changes: the step requests the least height that contains the scene at this width,
  /// points.
  case fit(width: Double)
}

extension Change {
  /// The name of the entries that it activates, deactivates or gives a priority.
  package var entryName: String? {
    switch self {
    case .activation(let name, _), .priority(let name, _): name
    case .resize, .intrinsic, .text, .removal, .addition, .number, .fit: nil
    }
  }
}

/// The frames that a layout must produce.
public struct Expectation: Hashable, Sendable {
  /// A view and its frame, points, in its superview's coordinates.
  public var frames: [Entry]

  /// One view's expected frame.
  public struct Entry: Hashable, Sendable {
    /// The view.
    public let view: ViewID
    /// Its frame, points.
    public let frame: Rect
    /// The frame's place in the scene file.
    public let position: SourcePosition

    /// An expected frame.
    public init(view: ViewID, frame: Rect, position: SourcePosition) {
      self.view = view
      self.frame = frame
      self.position = position
    }
  }

  /// Expects these frames; views that are not named may have any frame.
  public init(frames: [Entry] = []) { self.frames = frames }
}

/// A change after the first layout, with the frames that the layout after it must produce.
public struct Step: Hashable, Sendable {
  /// The change.
  public let change: Change
  /// The frames that are expected after the change.
  public let expected: Expectation
  /// The step's place in the scene file.
  public let position: SourcePosition

  /// A step of a scene.
  public init(change: Change, expected: Expectation, position: SourcePosition) {
    self.change = change
    self.expected = expected
    self.position = position
  }
}

/// One layout problem: a tree of views, its layout in one or more dialects, the frames it must
/// produce.
///
/// Read from a scene file; see the README for the format.
public struct Scene: Hashable, Sendable {
  /// The file it was read from, as the user named it.
  public var file: String
  /// The name: letters, digits, `-`, `_`, `.`.
  public var name: String
  /// A description, in a sentence.
  public var summary: String?
  /// The views.
  public var tree: ViewTree
  /// Views that are absent until a step adds them, with all views in them.
  public var absent: Set<ViewID> = []
  /// The view whose subviews are the cells of a list; `nil` where the scene is one screen.
  public var cells: ViewID?
  /// Each dialect's source, a list of entries, by the dialect's name.
  public var layouts: [DialectName: SourceNode]
  /// Layouts in which some entries apply only in some states; `layouts` has those that apply at
  /// first.
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
  /// A layout as the scene file has it, with the conditions under which entries apply.
  public func written(in dialect: DialectName) -> SourceNode? {
    variations[dialect]?.written ?? layouts[dialect]
  }

  /// The scene without a view, its subviews, and the entries that name one of them.
  ///
  /// Expectations, steps and the entries that do not apply at first are dropped. Views after the
  /// removed ones get other ids; other absent views stay absent.
  ///
  /// - Parameters:
  ///   - view: the view that is removed; not the root.
  ///   - dialects: the dialects that the scene may be written in; layouts in others are dropped.
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
    scene.tree.numbers = tree.numbers
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

  /// The scene before its first step: without the views that only a step adds and, if there are
  /// such views, without steps.
  ///
  /// - Parameter dialects: the dialects that the scene may be written in.
  /// - Returns: the scene; unchanged if no view is absent.
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
