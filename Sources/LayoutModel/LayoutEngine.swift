/// Computes frames for scenes: one name of `--engine`.
///
/// Its work is divided into steps that can be timed separately: `resolve` reads the text that
/// stands in for compiled code (names to ids, equation notation, call lists); `plan` does the work
/// that a program does once per screen; a pass writes every frame.
public protocol LayoutEngine: Sendable {
  /// The declared properties of the engine: name, dialects, the changes that its plans follow.
  var traits: EngineTraits { get }

  /// The dialects of this scene that the engine can lay out, the one it prefers first.
  ///
  /// By default those of its dialects that the scene is written in.
  func dialects(of scene: Scene) -> [DialectName]

  /// Reads one of those dialects, and no other layout of the scene: the scene of a later state may
  /// have this one only.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - dialect: one of `dialects(of: scene)`.
  /// - Returns: the layout, from which plans can be made.
  /// - Throws: `SceneError` for everything that is wrong with the text.
  func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout

  /// The engine as a program uses it: through its library, on `View` objects.
  ///
  /// Its plans make the views when they are made, and each pass ends by reading the frame of every
  /// view.
  ///
  /// - Returns: `nil`, the default, where there is no such library.
  func program() -> (any LayoutEngine)?

  /// The same engine with plans that record each stage, for `solve --trace`.
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

/// A scene's layout, read and checked, from which any number of plans can be made.
public protocol ResolvedLayout: Sendable {
  /// Prepares the layout once: compiles rules, finds their order, fills linear programs.
  ///
  /// - Throws: `LayoutError` where no layout can exist whatever the sizes: a dependency cycle;
  ///   `LayoutError.cannotState` where the engine cannot express something that the scene asks for.
  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable

  /// Reads the texts that every plan reads, and does nothing else: the part of a first layout that
  /// is parsing.
  ///
  /// - Returns: `false`, the default, where plans read no text.
  func parse() -> Bool
}

extension ResolvedLayout {
  /// Returns `false`: most plans read no text.
  public func parse() -> Bool { false }
}

/// A scene made ready once: lays it out, and again after changes.
///
/// Frames are indexed by `ViewID`; the root's frame is at index 0.
public protocol LayoutPlan: ~Copyable {
  /// Lays out the scene, so that every frame is up to date.
  ///
  /// A plan may skip frames that have not changed, and read those of the previous pass: `frames`
  /// are those that its last pass wrote. Before its first pass all their numbers are NaN: a plan
  /// takes the frames that views start from out of the scene. Frames of removed views mean nothing.
  ///
  /// - Throws: `LayoutError`; the frames are then undefined until a pass succeeds.
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError)

  /// Gives the root another size, points, for the next pass.
  ///
  /// Called only if the engine's `traits.follows` contains `.resize`.
  mutating func resize(to size: Size)

  /// Gives a view another intrinsic size, points, for the next pass.
  ///
  /// `nil` means no content size in that axis; in a dialect with given sizes only, the present size
  /// stays (`Size.replaced(by:)`). Called only if `traits.follows` contains `.content`.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize)

  /// Sets the text that a view shows, for the next pass.
  ///
  /// Called only if `traits.follows` contains `.content`, and for a view that shows a text. The
  /// default sets the natural size as content size; `TextLayout` measures for plans that support
  /// content sizes only.
  mutating func edit(_ view: ViewID, text: Text)

  /// Gives a number that statements name another value, for the next pass.
  ///
  /// Called only if `traits.follows` contains `.constant`. The default does nothing: no statement
  /// that the plan can have names a number.
  ///
  /// - Parameters:
  ///   - number: its place in `ViewTree.numbers`.
  ///   - value: its value, as the scene states it.
  mutating func set(number: Int, to value: Double)

  /// Removes a view for the next pass, with all views in it and every statement that names one of
  /// them.
  ///
  /// Called only if `traits.follows` contains `.removal`, and not for a view that is removed
  /// already.
  mutating func remove(_ view: ViewID)

  /// Restores a removed view for the next pass, with the statements that were removed with it.
  ///
  /// A statement is restored when every view that it names is present. Called only if
  /// `traits.follows` contains `.addition`.
  mutating func restore(_ view: ViewID)

  /// Activates or deactivates the entries of a name from the next pass on.
  ///
  /// The default does nothing, which is right for every engine: where entries change, a new plan is
  /// made.
  mutating func activate(_ name: String, _ isActive: Bool)

  /// Gives the entries of a name another priority, above 0 to 1000, for the next pass.
  ///
  /// The default does nothing, which is right for every engine: a new plan is made.
  mutating func prioritise(_ name: String, _ priority: Double)

  /// The least height that contains the screen's content at a width, points.
  ///
  /// Equals `systemLayoutSizeFitting`: the width is required, the height as small as the
  /// constraints allow.
  ///
  /// No frame changes. All changes so far count; the root's own size does not.
  ///
  /// - Returns: the height; `nil`, the default, where the engine has no such notion.
  /// - Throws: `LayoutError`.
  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double?

  /// The findings of the last pass beyond the frames.
  ///
  /// Never timed.
  mutating func findings() throws(LayoutError) -> Findings

  /// The work of the plan since it was made: exact counts, the same on every machine.
  mutating func counters() -> [Counter]

  /// Makes the plan count from now on what it does not count while it is timed.
  ///
  /// The default does nothing: most plans always count.
  mutating func beginCounting()

  /// The stages since the previous call, for a plan that records them.
  mutating func stages() -> [Stage]

  /// The reasons for the frames of views after the last pass.
  ///
  /// Never timed.
  ///
  /// - Parameters:
  ///   - views: the views to explain.
  ///   - frames: every view's frame as the last pass wrote it, by index, points.
  /// - Returns: an explanation of each view, in order; `nil`, the default, where the engine has
  ///   none.
  /// - Throws: `LayoutError.solverFailed`.
  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]?
}

extension LayoutPlan where Self: ~Copyable {
  /// Sets the natural size as content size.
  public mutating func edit(_ view: ViewID, text: Text) {
    edit(view, intrinsic: text.naturalContent)
  }

  /// Returns `nil`: most engines have no such notion.
  public mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? { nil }

  /// Does nothing: called only if the traits say that plans follow constants.
  public mutating func set(number: Int, to value: Double) {}

  /// Does nothing: called only if the traits say that plans follow removals.
  public mutating func remove(_ view: ViewID) {}

  /// Does nothing: called only if the traits say that plans follow additions.
  public mutating func restore(_ view: ViewID) {}

  /// Does nothing: where entries change, a new plan is made.
  public mutating func activate(_ name: String, _ isActive: Bool) {}

  /// Does nothing: the entries of a plan keep the priorities that they have.
  public mutating func prioritise(_ name: String, _ priority: Double) {}

  /// Does nothing: most plans always count.
  public mutating func beginCounting() {}

  /// Returns no stages: most engines have only one.
  public mutating func stages() -> [Stage] { [] }

  /// Returns `nil`: most engines follow rules that need no explanation.
  ///
  /// - Throws: nothing.
  public mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? { nil }

  /// Returns no findings: most engines have no notion of violation or ambiguity.
  public mutating func findings() throws(LayoutError) -> Findings { Findings() }

  /// Returns no counters: not every engine counts.
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
    case .number(let number, let value): set(number: number, to: value)
    // A request, which `fittingHeight` answers.
    case .fit: break
    }
  }
}

/// A count of work done, by name.
public struct Counter: Hashable, Sendable {
  /// The name of what is counted, as results write it: `rules evaluated`.
  public let name: String
  /// The number.
  public let value: Int

  /// A count.
  public init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// A part of the work on a layout, for `solve --trace`.
public struct Stage: Equatable, Sendable {
  /// The name.
  public let name: String
  /// The outcome, in words.
  public let outcome: String
  /// The time that it took, nanoseconds.
  public let nanoseconds: Int

  /// A stage that has ended.
  public init(_ name: String, _ outcome: String, nanoseconds: Int) {
    self.name = name
    self.outcome = outcome
    self.nanoseconds = nanoseconds
  }
}

/// The violations and ambiguities that an engine reports for a layout.
public struct Findings: Equatable, Sendable {
  /// A violated optional constraint.
  public struct Violation: Equatable, Sendable {
    /// The constraint as messages write it.
    public let constraint: String
    /// Its priority, above 0 and below 1000.
    public let priority: Double
    /// The amount by which it is violated, points.
    public let amount: Double

    /// A violated constraint.
    public init(constraint: String, priority: Double, amount: Double) {
      self.constraint = constraint
      self.priority = priority
      self.amount = amount
    }
  }

  /// A number of a frame that the constraints do not determine.
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

    /// True if both are the same attribute with the same two values.
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
  /// A line for each violated constraint and for each ambiguous attribute; empty where nothing was
  /// found.
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
