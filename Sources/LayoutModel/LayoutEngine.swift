/// Computes frames for scenes: one name of `--engine`.
///
/// Its work is cut into steps that can be timed apart: `resolve` reads what stands for compiled code
/// (names to ids, equation notation, call lists); `plan` does what a program does once a screen;
/// a pass writes every frame.
public protocol LayoutEngine: Sendable {
  /// The declared properties of the engine: name, dialects, the changes that its plans follow.
  var traits: EngineTraits { get }

  /// The dialects of this scene that the engine can lay out, the one it prefers first.
  ///
  /// By default those of its dialects that the scene is written in.
  func dialects(of scene: Scene) -> [DialectName]

  /// Reads one of those dialects.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - dialect: one of `dialects(of: scene)`.
  /// - Returns: the layout, of which plans can be made.
  /// - Throws: `SceneError` for everything that is wrong with the text.
  func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout

  /// The engine as a program uses it: through its library, on `View` objects.
  ///
  /// Its plans make the views when they are made, and each pass ends by reading the frame of every view.
  ///
  /// - Returns: `nil`, the default, where there is no such library.
  func program() -> (any LayoutEngine)?

  /// The same engine, its plans remembering what each stage did, for `solve --trace`.
  ///
  /// - Returns: `nil`, the default, where the engine has no stages.
  func traced() -> (any LayoutEngine)?
}

extension LayoutEngine {
  /// The engine's name, as the command line and results write it.
  public var name: String { traits.name.description }

  /// Those of the engine's dialects that the scene is written in.
  public func dialects(of scene: Scene) -> [DialectName] {
    traits.dialects.filter { scene.layouts[$0] != nil }
  }

  /// No library.
  public func program() -> (any LayoutEngine)? { nil }

  /// No stages.
  public func traced() -> (any LayoutEngine)? { nil }
}

/// A scene's layout, read and checked, of which plans can be made any number of times.
public protocol ResolvedLayout: Sendable {
  /// Makes the layout ready: rules compiled, order found, linear programs filled.
  ///
  /// - Throws: `LayoutError` where no layout can exist whatever the sizes: a dependency cycle;
  ///   `LayoutError.cannotState` where the engine cannot express something that the scene asks for.
  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable
}

/// A scene made ready once: lays it out, and again after changes.
///
/// Frames are indexed by `ViewID`; the root's frame is at index 0.
public protocol LayoutPlan: ~Copyable {
  /// Lays out: after it every frame is what the layout makes it.
  ///
  /// A plan may leave alone what has not changed, and read what the pass before left: `frames` are
  /// those that its last pass wrote. Before its first pass all their numbers are NaN: a plan takes the
  /// frames that views start from out of the scene. Frames of views that are taken out mean nothing.
  ///
  /// - Throws: `LayoutError`; the frames are then of no meaning until a pass succeeds.
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError)

  /// Gives the root another size, points, for the next pass.
  ///
  /// Called only if the engine's `traits.follows` contains `.resize`.
  mutating func resize(to size: Size)

  /// Gives a view another intrinsic size, points, for the next pass.
  ///
  /// `nil` means no content size in that axis; where a dialect knows given sizes only, the present size
  /// stays (`Size.replaced(by:)`). Called only if `traits.follows` contains `.content`.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize)

  /// Has a view show another text, for the next pass.
  ///
  /// Called only if `traits.follows` contains `.content`, and for a view that shows a text. The default gives it
  /// the natural size; `TextLayout` measures for plans that know content sizes only.
  mutating func edit(_ view: ViewID, text: Text)

  /// Takes a view out for the next pass, with all that it holds and every statement that names one of
  /// them.
  ///
  /// Called only if `traits.follows` contains `.removal`, and not for a view that is out already.
  mutating func remove(_ view: ViewID)

  /// Puts a view back for the next pass that was taken out, with the statements that went with it.
  ///
  /// A statement comes back when every view that it names has. Called only if `traits.follows` contains
  /// `.addition`.
  mutating func restore(_ view: ViewID)

  /// Has the entries of a name hold from the next pass on, or hold no longer.
  ///
  /// The default, nothing, is right for every engine: where entries come and go, a new plan is made for it.
  mutating func activate(_ name: String, _ isActive: Bool)

  /// Gives the entries of a name another priority, above 0 to 1000, for the next pass.
  ///
  /// The default, nothing, is right for every engine: a new plan is made for it.
  mutating func prioritise(_ name: String, _ priority: Double)

  /// The least height with which the screen holds what it shows at a width, points.
  ///
  /// `systemLayoutSizeFitting`: the width is required, the height as small as the constraints allow.
  ///
  /// No frame changes. All changes so far count; the root's own size does not.
  ///
  /// - Returns: the height; `nil`, the default, where the engine has no such notion.
  /// - Throws: `LayoutError`.
  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double?

  /// What the last pass found out beyond the frames. Never timed.
  mutating func findings() throws(LayoutError) -> Findings

  /// How much work the plan has done since it was made: exact counts, the same on every machine.
  mutating func counters() -> [Counter]

  /// What was done since this was asked last, where the engine was told to remember it.
  mutating func stages() -> [Stage]

  /// Why the frames of views are what they are after the last pass. Never timed.
  ///
  /// - Parameters:
  ///   - views: the views that are asked about.
  ///   - frames: every view's frame as the last pass left it, by index, points.
  /// - Returns: an explanation of each view, in order; `nil`, the default, where the engine has none.
  /// - Throws: `LayoutError.solverFailed`.
  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]?
}

extension LayoutPlan where Self: ~Copyable {
  /// The natural size.
  public mutating func edit(_ view: ViewID, text: Text) {
    edit(view, intrinsic: text.naturalContent)
  }

  /// No such notion.
  public mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? { nil }

  /// Nothing: called only where the traits say that a plan follows removals.
  public mutating func remove(_ view: ViewID) {}

  /// Nothing: called only where the traits say that a plan follows additions.
  public mutating func restore(_ view: ViewID) {}

  /// Nothing: a plan is of entries that all hold.
  public mutating func activate(_ name: String, _ isActive: Bool) {}

  /// Nothing: a plan is of entries with the priorities that they have.
  public mutating func prioritise(_ name: String, _ priority: Double) {}

  /// Nothing: most engines have one stage only.
  public mutating func stages() -> [Stage] { [] }

  /// None: most engines follow rules that need no explanation.
  ///
  /// - Throws: nothing.
  public mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? { nil }

  /// Nothing: most engines have no notion of violation or ambiguity.
  public mutating func findings() throws(LayoutError) -> Findings { Findings() }

  /// None: not every engine counts.
  public mutating func counters() -> [Counter] { [] }

  /// Applies a step's change for the next pass.
  public mutating func apply(_ change: Change) {
    switch change {
    case .resize(let size): resize(to: size)
    case .intrinsic(let view, let size): edit(view, intrinsic: size)
    case .text(let view, let text): edit(view, text: text)
    case .removal(let view): remove(view)
    case .addition(let view): restore(view)
    case .activation(let name, let isActive): activate(name, isActive)
    case .priority(let name, let priority): prioritise(name, priority)
    // A question: `fittingHeight` answers it.
    case .fit: break
    }
  }
}

/// A count of work done, by name.
public struct Counter: Hashable, Sendable {
  /// What is counted, in the words of results: `rules evaluated`.
  public let name: String
  /// How many.
  public let value: Int

  /// A count.
  public init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// A part of the work on a layout, for `solve --trace`.
public struct Stage: Equatable, Sendable {
  /// What it is called.
  public let name: String
  /// What it came to.
  public let outcome: String
  /// How long it took, nanoseconds.
  public let nanoseconds: Int

  /// A stage that has ended.
  public init(_ name: String, _ outcome: String, nanoseconds: Int) {
    self.name = name
    self.outcome = outcome
    self.nanoseconds = nanoseconds
  }
}

/// What an engine can say about a layout beyond its frames.
public struct Findings: Equatable, Sendable {
  /// An optional constraint that does not hold.
  public struct Violation: Equatable, Sendable {
    /// The constraint as messages write it.
    public let constraint: String
    /// Its priority, above 0 and below 1000.
    public let priority: Double
    /// How far it is from holding, points.
    public let amount: Double

    /// A violated constraint.
    public init(constraint: String, priority: Double, amount: Double) {
      self.constraint = constraint
      self.priority = priority
      self.amount = amount
    }
  }

  /// A number of a frame that the constraints leave open.
  public struct Ambiguity: Equatable, Sendable {
    /// `view.attribute`: left, top, width or height.
    public let attribute: String
    /// Two different values that both belong to valid layouts, points.
    public let values: (Double, Double)

    /// An ambiguous attribute with its proof.
    public init(attribute: String, values: (Double, Double)) {
      self.attribute = attribute
      self.values = values
    }

    /// Same attribute, same proof.
    public static func == (first: Self, second: Self) -> Bool {
      first.attribute == second.attribute && first.values == second.values
    }
  }

  /// Violated optional constraints, by falling priority, then in file order.
  public var violated: [Violation] = []
  /// Ambiguous attributes, views in document order; left, top, width, height.
  public var ambiguous: [Ambiguity] = []

  /// Nothing found.
  public init() {}
}

extension Findings: CustomStringConvertible {
  /// A line for each violated constraint and for each ambiguous attribute; empty where nothing was found.
  public var description: String {
    let violations = violated.map { violation in
      "violated: \(violation.constraint), priority \(NumberText.write(violation.priority)), by "
        + NumberText.write(violation.amount)
    }
    let ambiguities = ambiguous.map { ambiguity in
      "\(ambiguity.attribute) is ambiguous: \(NumberText.write(ambiguity.values.0)) and "
        + "\(NumberText.write(ambiguity.values.1)) both satisfy the constraints"
    }
    return (violations + ambiguities).joined(separator: "\n")
  }
}
