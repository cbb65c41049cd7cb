public import Constraints
import LayoutBenchFunctions
public import LayoutModel
package import SLL

/// SLL rules as constraints, for engines that read constraints.
public struct RuleLowering: ConstraintConversion {
  /// `sll`.
  public let dialect = DialectName.sll

  /// The conversion.
  public init() {}

  /// Reads and checks the rules of a scene.
  ///
  /// - Throws: `SceneError`.
  public func read(_ scene: Scene) throws(SceneError) -> any ConvertibleLayout {
    try LowerableRules(scene)
  }
}

/// The SLL rules of a scene, read and checked, to be lowered any number of times.
public struct LowerableRules: ConvertibleLayout {
  private let rules: CheckedRules
  private let tree: ViewTree

  /// Reads and checks the rules of a scene.
  ///
  /// - Throws: `SceneError`.
  public init(_ scene: Scene) throws(SceneError) {
    rules = try CheckedRules(scene)
    tree = scene.tree
  }

  /// Parses the rules' text and lowers it.
  ///
  /// - Throws: `LayoutError.dependencyCycle`, `LayoutError.notLinear`.
  public func lowered() throws(LayoutError) -> LoweredRules {
    try LoweredRules(rules.state(withFixedNumbers: true), in: tree)
  }

  /// The lowered rules with their views.
  ///
  /// - Throws: `LayoutError.dependencyCycle`, `LayoutError.notLinear`.
  public func converted() throws(LayoutError) -> (
    tree: ViewTree, constraints: [LinearConstraint]
  ) {
    let lowered = try lowered()
    return (lowered.tree, lowered.constraints)
  }
}

/// A scene's SLL rules as linear constraints with priorities that give the same frames.
public struct LoweredRules: Sendable {
  /// The scene's views.
  ///
  /// Given sizes have become content sizes whose hugging and compression resistance are the
  /// priority at which they are wanted; where a rule gives the size there is no content size.
  public let tree: ViewTree
  /// The constraints.
  public let constraints: [LinearConstraint]

  /// Lowers the rules of a scene.
  ///
  /// - Throws: `SceneError` for what is wrong with the rules' text, `LayoutError.dependencyCycle`,
  ///   and `LayoutError.notLinear` for a rule that linear constraints cannot express.
  public init(_ scene: Scene) throws {
    try self.init(CheckedRules(scene).state(withFixedNumbers: true), in: scene.tree)
  }

  /// Lowers rules that have been read.
  ///
  /// - Throws: `LayoutError.dependencyCycle`, `LayoutError.notLinear`.
  package init(_ state: consuming RuleState, in tree: ViewTree) throws(LayoutError) {
    var lowering = Lowering(state, in: tree)
    try lowering.lower()
    self.tree = lowering.lowered
    constraints = lowering.constraints
  }
}

/// Lowers the values that rules assign to views, dependencies first (docs/sll.md, As constraints).
///
/// Clamps become optional constraints, each view's on levels of its own below those of the views
/// that it waits for: at each level every minimum is independent, which is equivalent to clamping
/// in order.
struct Lowering: ~Copyable {
  private let state: RuleState
  private let tree: ViewTree
  private var forms: RuleForms
  private(set) var lowered: ViewTree
  private(set) var constraints: [LinearConstraint] = []
  /// Optional constraints with their levels, 1 the most important, until the number of levels is
  /// known.
  private var optional: [(level: Int, make: (Priority) -> LinearConstraint)] = []
  /// Given sizes that are optional, with their levels.
  private var contentLevels: [(view: ViewID, axis: Axis, level: Int)] = []

  init(_ state: consuming RuleState, in tree: ViewTree) {
    self.state = state
    self.tree = tree
    forms = RuleForms(in: tree)
    lowered = tree
  }

  mutating func lower() throws(LayoutError) {
    let dependencies = DependencyOrder(state, in: tree)
    let order = try dependencies.order(state, in: tree)
    for view in tree.views.dropFirst() {
      lowered[view].intrinsic = IntrinsicSize(nil, nil)
      lowered[view].givenFrame = nil
      // A text has a content in both axes; where a rule gives the size, that content has no effect.
      if tree.texts[view] != nil {
        lowered[view].hugging = Self.nothing
        lowered[view].compression = Self.nothing
      }
      if !state.held[view.index].isRuled { addGivenFrame(of: view) }
    }
    var ranks = [Int](repeating: 0, count: tree.count)
    var isClamped = [Bool](repeating: false, count: tree.count)
    for view in order {
      let held = state.held[view.index]
      for other in dependencies.dependencies(of: view) {
        ranks[view.index] = max(
          ranks[view.index], ranks[other.index] + (isClamped[other.index] ? 1 : 0))
      }
      let before = optional.count + contentLevels.count
      for axis in Axis.allCases {
        try lower(held[axis], of: view, along: axis, rank: ranks[view.index])
      }
      isClamped[view.index] = optional.count + contentLevels.count > before
    }
    setPriorities()
  }

  /// Level l of n is priority 1000 (n + 1 − l) / (n + 2).
  private mutating func setPriorities() {
    let count = (optional.map(\.level) + contentLevels.map(\.level)).max() ?? 0
    func number(_ level: Int) -> Double {
      1000 * Double(count + 1 - level) / Double(count + 2)
    }
    for (level, make) in optional {
      guard let priority = try? Priority(number(level)) else { continue }
      constraints.append(make(priority))
    }
    for (view, axis, level) in contentLevels {
      lowered[view].hugging[axis] = number(level)
      lowered[view].compression[axis] = number(level)
    }
  }

  /// Priorities below all others.
  private static let nothing = AxisPair(0.001, 0.001)

  // MARK: - Views

  private mutating func addGivenFrame(of view: ViewID) {
    let start = tree[view].startFrame
    for axis in Axis.allCases {
      addStart(of: view, axis, at: axis == .horizontal ? start.x : start.y)
      addGivenSize(of: view, axis)
    }
  }

  private mutating func addStart(of view: ViewID, _ axis: Axis, at value: Double) {
    var form = LinearForm()
    form.constant = value
    addRequired(view, axis == .horizontal ? .left : .top, .equal, form)
  }

  /// Adds a required given size: a content size that neither grows nor shrinks.
  private mutating func addGivenSize(of view: ViewID, _ axis: Axis) {
    let start = tree[view].startFrame
    lowered[view].intrinsic[axis] = max(0, axis == .horizontal ? start.width : start.height)
    lowered[view].hugging[axis] = 1000
    lowered[view].compression[axis] = 1000
  }

  private mutating func lower(
    _ held: RuleState.HeldAxis, of view: ViewID, along axis: Axis, rank: Int
  ) throws(LayoutError) {
    let superview = tree.superview(of: view) ?? .root
    // The last line is required; without one the view keeps its given position.
    if held.last.isHeld {
      let form = try forms.form(of: held.last.held, axis, superview, state)
      addRequired(view, Self.attribute(held.last.line, axis), .equal, form)
    } else {
      let start = tree[view].startFrame
      addStart(of: view, axis, at: axis == .horizontal ? start.x : start.y)
    }
    let bounds = try bounds(of: held, axis, superview)
    let size: Attribute = axis == .horizontal ? .width : .height
    if let maximum = bounds.maximum {
      addRequired(view, size, .lessThanOrEqual, maximum)
    }
    if let minimum = bounds.minimum {
      let mayCross =
        bounds.maximum.map { !($0.terms.isEmpty && minimum.terms.isEmpty) } ?? false
      if mayCross {
        addOptional(view, size, .greaterThanOrEqual, minimum, level: 2 * rank + 1)
      } else {
        addRequired(view, size, .greaterThanOrEqual, minimum)
      }
    }
    let isBounded = bounds.minimum != nil || bounds.maximum != nil
    try addWanted(held, of: view, axis, superview, isBounded: isBounded, level: 2 * rank + 2)
  }

  /// Adds the wanted size: from the older of two lines, a size rule, or the given size.
  private mutating func addWanted(
    _ held: RuleState.HeldAxis, of view: ViewID, _ axis: Axis, _ superview: ViewID,
    isBounded: Bool, level: Int
  ) throws(LayoutError) {
    let attribute: Attribute
    let form: LinearForm
    let asked: LinearForm
    if held.older.isHeld {
      attribute = Self.attribute(held.older.line, axis)
      form = try forms.form(of: held.older.held, axis, superview, state)
      asked = Self.size(
        held.older.line, form, held.last.line,
        try forms.form(of: held.last.held, axis, superview, state))
    } else if held.size.isHeld {
      attribute = axis == .horizontal ? .width : .height
      form = try forms.form(of: held.size, axis, superview, state)
      asked = form
    } else {
      addGivenSize(of: view, axis)
      if isBounded { contentLevels.append((view, axis, level)) }
      return
    }
    if !isBounded, asked.isSurelyNotNegative {
      addRequired(view, attribute, .equal, form)
    } else {
      addOptional(view, attribute, .equal, form, level: level)
    }
  }

  /// The size that two lines imply.
  private static func size(
    _ firstLine: RuleAttribute.Line, _ first: LinearForm, _ lastLine: RuleAttribute.Line,
    _ last: LinearForm
  ) -> LinearForm {
    func difference(_ end: LinearForm, _ start: LinearForm, times factor: Double) -> LinearForm {
      var form = LinearForm()
      form.add(end, times: factor)
      form.add(start, times: -factor)
      return form
    }
    return switch (firstLine, lastLine) {
    case (.start, .end): difference(last, first, times: 1)
    case (.end, .start): difference(first, last, times: 1)
    case (.start, .centre), (.centre, .end): difference(last, first, times: 2)
    default: difference(first, last, times: 2)
    }
  }

  /// Bounds that can have an effect: constants below 0 have none, and the maximum wins.
  private mutating func bounds(
    of held: RuleState.HeldAxis, _ axis: Axis, _ superview: ViewID
  ) throws(LayoutError) -> (minimum: LinearForm?, maximum: LinearForm?) {
    var minimum: LinearForm?
    var maximum: LinearForm?
    if held.minimum.isHeld {
      let form = try forms.form(of: held.minimum, axis, superview, state)
      if !form.terms.isEmpty || form.constant >= 0 { minimum = form }
    }
    if held.maximum.isHeld {
      let form = try forms.form(of: held.maximum, axis, superview, state)
      if !form.terms.isEmpty {
        guard form.isSurelyNotNegative else {
          throw forms.notLinear(
            state.rules[Int(held.maximum.rule)], column: nil,
            "the maximum may be below 0, where it has no effect")
        }
        maximum = form
      } else if RuleState.HeldAxis.counts(maximum: form.constant) {
        maximum = form
        maximum?.constant = max(form.constant, 0)
      }
    }
    if let most = maximum, most.terms.isEmpty, let least = minimum, least.terms.isEmpty {
      minimum?.constant = min(least.constant, most.constant)
    }
    return (minimum, maximum)
  }

  // MARK: - Constraints

  private static func attribute(_ line: RuleAttribute.Line, _ axis: Axis) -> Attribute {
    switch (line, axis) {
    case (.start, .horizontal): .left
    case (.end, .horizontal): .right
    case (.centre, .horizontal): .centerX
    case (.start, .vertical): .top
    case (.end, .vertical): .bottom
    case (.centre, .vertical): .centerY
    }
  }

  private mutating func addRequired(
    _ view: ViewID, _ attribute: Attribute, _ relation: Relation, _ form: LinearForm
  ) {
    constraints.append(
      ItemSearch.constraint(.init(view, attribute), relation, form, .required, in: tree))
  }

  private mutating func addOptional(
    _ view: ViewID, _ attribute: Attribute, _ relation: Relation, _ form: LinearForm, level: Int
  ) {
    let tree = tree
    optional.append(
      (
        level,
        { priority in
          ItemSearch.constraint(.init(view, attribute), relation, form, priority, in: tree)
        }
      ))
  }
}

extension LinearForm {
  /// True if the value cannot be below 0, because sizes never are.
  var isSurelyNotNegative: Bool {
    constant >= 0
      && terms.allSatisfy {
        $0.coefficient >= 0 && ($0.unknown.component == .width || $0.unknown.component == .height)
      }
  }
}
