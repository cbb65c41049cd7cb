import LayoutBenchFunctions
import LayoutModel

/// The views of a scene that are taken out of a plan, and what comes back with them.
struct AbsentViews {
  private let tree: ViewTree
  private let rules: CheckedRules
  /// Whether other views name each view or one that it holds; found when a view first goes.
  private var isNamed: [Bool] = []
  /// Whether a view is there.
  private enum Presence: UInt8 {
    case present
    /// It is within a view that is out.
    case within
    /// It was taken out itself, and stays so when a view that holds it comes back.
    case out
  }

  /// Which views are out, with those that they hold.
  private var presences: [Presence] = []
  /// The steps of views that are out.
  private var steps: [Int32: OrderedRules.ViewStep] = [:]
  /// Whether rules of views that stay are out too: the order was found without them.
  private var isReordered = false

  init(of rules: CheckedRules, in tree: ViewTree) {
    self.tree = tree
    self.rules = rules
  }

  /// Marks a view and all that it holds.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - goes: whether it is taken out, or put back.
  ///   - ordered: the rules, whose steps are exchanged where no other view is concerned.
  ///   - visit: called with each view whose step is another now.
  /// - Returns: whether the order must be found anew: a view that stays names one that goes.
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

  /// The rules that are left, in an order of their own; sizes are those that the old ones had.
  ///
  /// - Throws: `LayoutError.dependencyCycle`.
  mutating func reordered(
    _ old: borrowing OrderedRules
  ) throws(LayoutError) -> OrderedRules {
    var start: [Rect] = []
    for index in old.given.indices { start.append(old.given[index]) }
    var ordered = try OrderedRules(
      rules.state { presences[$0.index] == .present }, in: tree, start: start)
    ordered.work.add(old.work, since: RuleWork())
    steps = [:]
    // Once everybody is back, the steps are those of the whole scene again.
    isReordered = presences.contains { $0 != .present }
    return ordered
  }
}
