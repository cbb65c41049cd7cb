import LayoutBenchFunctions
import LayoutModel

/// The views of a scene that are removed from a plan, and the steps that are restored with them.
struct AbsentViews {
  private let tree: ViewTree
  let rules: CheckedRules
  /// For each view, true if other views name it or one inside it; found at the first removal.
  private var isNamed: [Bool] = []
  /// The presence of a view.
  private enum Presence: UInt8 {
    case present
    /// It is inside an absent view.
    case within
    /// It was removed itself, and stays absent when a superview is restored.
    case out
  }

  /// The presence of each view.
  private var presences: [Presence] = []
  /// The steps of absent views.
  private var steps: [Int32: OrderedRules.ViewStep] = [:]
  /// True if rules of present views are excluded too: the order was found without them.
  private var isReordered = false

  init(of rules: CheckedRules, in tree: ViewTree) {
    self.tree = tree
    self.rules = rules
  }

  /// Marks a view and its descendants.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - goes: whether it is removed, or restored.
  ///   - ordered: the rules, whose steps are exchanged where no other view is affected.
  ///   - visit: called with each view whose step has changed.
  /// - Returns: whether the order must be found again: a view outside names one that is removed or
  ///   restored.
  mutating func set(
    _ view: ViewID, goes: Bool, in ordered: inout OrderedRules, _ visit: (Int32) -> Void
  ) -> Bool {
    if isNamed.isEmpty {
      isNamed = rules.namedFromOutside(in: tree)
      presences = [Presence](repeating: .present, count: tree.count)
    }
    let holder = Int(tree.superviews[view.index])
    let isWithin = holder >= 0 && presences[holder] != .present
    presences[view.index] = goes ? .out : isWithin ? .within : .present
    guard !isWithin else { return isReordered }
    if isNamed[view.index] { isReordered = true }
    var index = view.index
    let end = tree.indices(in: view).upperBound
    while index < end {
      if index > view.index, presences[index] == .out {
        index = tree.indices(in: ViewID(index)).upperBound
        continue
      }
      if index > view.index { presences[index] = goes ? .within : .present }
      if !isReordered { exchangeStep(of: Int32(index), goes: goes, in: &ordered, visit) }
      index += 1
    }
    return isReordered
  }

  private mutating func exchangeStep(
    of index: Int32, goes: Bool, in ordered: inout OrderedRules, _ visit: (Int32) -> Void
  ) {
    let place = ordered.positions[index]
    guard place >= 0 else { return }
    if goes {
      steps[index] = ordered.steps[place]
      ordered.steps[place] = OrderedRules.ViewStep(view: index)
    } else if let step = steps.removeValue(forKey: index) {
      ordered.steps[place] = step
    }
    visit(index)
  }

  /// The remaining rules, in a new order; the frames that they start from are those of the old
  /// ones.
  ///
  /// - Throws: `LayoutError.dependencyCycle`.
  mutating func reordered(
    _ old: borrowing OrderedRules
  ) throws(LayoutError) -> OrderedRules {
    var start: [Rect] = []
    for index in old.given.indices { start.append(old.given[index]) }
    let provided = old.provided.indices.map { old.provided[$0] }
    var ordered = try OrderedRules(
      rules.state { presences[$0.index] == .present }, in: tree, start: start,
      provided: provided)
    ordered.work.add(old.work, since: RuleWork())
    steps = [:]
    // Once all views are back, the steps are those of the whole scene again.
    isReordered = presences.contains { $0 != .present }
    return ordered
  }
}
