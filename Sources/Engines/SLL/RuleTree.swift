import LayoutBenchFunctions
import LayoutModel

/// A tree of views that is laid out by rules again and again: a plan that follows every change.
///
/// A resize, a given frame or a closure's new answer runs the steps that read it. A rule change compiles
/// that view's rules and moves it in the order where it must. Only when views come, go or move is the
/// plan made anew.
final class RuleTree {
  private var views: NumberedViews
  private var tree = ViewTree(rootSize: .zero)
  private var living: LivingRules?
  private var frames: [Rect] = []
  /// What all plans have done so far.
  private(set) var work = RuleWork()

  /// Whether each layout evaluates every rule.
  var evaluatesEveryRule = false

  init(root: View) { views = NumberedViews(root: root) }

  func layout() throws(LayoutError) {
    do throws(LayoutError) {
      try update()
    } catch {
      // The next layout begins with what there is then.
      living = nil
      throw error
    }
  }

  private func update() throws(LayoutError) {
    if living == nil || views.isOutdated {
      try rebuild()
    }
    guard var rules = living.take() else { return }
    let before = rules.plan.rules.work
    let log = views.log
    let (changed, rewritten) = (log.changed, log.rewritten)
    log.changed = []
    log.rewritten = []
    for index in rewritten {
      guard try rules.update(ViewID(Int(index)), in: tree, from: self) else {
        // Only a plan from scratch can tell: the view had no rules, or there is a cycle.
        try rebuild()
        return try update()
      }
    }
    // Once all places in the order are known.
    for index in rewritten { rules.plan.queueStep(of: index) }
    for index in changed {
      if index == 0 {
        rules.plan.resize(to: views[0].frame.size)
      } else {
        rules.plan.give(views[index].traits.startFrame, to: index)
      }
    }
    if evaluatesEveryRule { rules.plan.forgetFrames() }
    try rules.ask(self)
    var failure: LayoutError?
    var span = frames.mutableSpan
    do throws(LayoutError) {
      try rules.plan.pass(into: &span)
    } catch {
      failure = error
    }
    work.add(rules.plan.rules.work, since: before)
    if let failure { throw failure }
    if rules.plan.hasWrittenAll {
      views.place(at: frames)
    } else {
      for index in rules.plan.written.indices {
        let number = rules.plan.written[index]
        views[number].place(at: frames[Int(number)])
      }
      for index in changed where index > 0 { views[index].place(at: frames[Int(index)]) }
    }
    living = consume rules
  }

  func view(_ index: Int32) -> View { views[index] }

  /// The number of a view that a rule names.
  ///
  /// - Throws: `LayoutError.viewNotInTree`.
  func index(
    of named: ViewRules.Named, of view: String
  ) throws(LayoutError) -> ViewID {
    guard let other = named.view, let number = views.number(of: other) else {
      throw .viewNotInTree(view: view, rule: named.rule, named: named.name)
    }
    return number
  }

  /// Numbers the views and makes a plan from all their rules.
  private func rebuild() throws(LayoutError) {
    living = nil
    tree = View.tree(of: views.renumber())
    frames = tree.startFrames
    living = try LivingRules(in: tree, from: self)
    work.orderings += 1
  }

  /// The views that have rules; the root's own do not count here.
  var ruled: [(id: ViewID, rules: ViewRules)] {
    let key = ObjectIdentifier(ViewRules.self)
    return tree.views.dropFirst().compactMap { id in
      guard let rules = views[Int32(id.index)].attachments[key] as? ViewRules, rules.isRuled else {
        return nil
      }
      return (id, rules)
    }
  }

  func rules(of view: ViewID) -> ViewRules { self.view(Int32(view.index)).sll }
}
