/// How a layout is written.
public enum Dialect: String, CaseIterable, Sendable {
  /// Rules of COSLayout's Simple Layout Language.
  case sll
  /// Linear constraints: equations and visual format.
  case constraints
  /// LayoutKit's calls, run in order.
  case layoutkit
  /// Frames that a person computed, in Swift; not part of scene files.
  case manual
}

/// A change to a scene that has been laid out.
public enum Change: Hashable, Sendable {
  /// The root has a new size, points.
  case resize(Size)
  /// A view's content asks for another size, points, or with `nil` for none in that axis.
  ///
  /// SLL and LayoutKit, which know given sizes only, keep the size of such an axis.
  case intrinsic(ViewID, IntrinsicSize)
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
  /// Each dialect's source, which the engines that speak it read.
  public var layouts: [Dialect: SourceNode]
  /// Frames after the first layout.
  public var expected: Expectation
  /// Changes after the first layout, each laid out in turn.
  public var steps: [Step]

  /// A scene; `layouts` may be empty only where hand-written frames exist for it.
  public init(
    file: String, name: String, summary: String? = nil, tree: ViewTree,
    layouts: [Dialect: SourceNode] = [:], expected: Expectation = Expectation(), steps: [Step] = []
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
