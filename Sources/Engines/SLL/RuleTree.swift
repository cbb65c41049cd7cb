import LayoutBenchFunctions
import LayoutModel

/// A tree of views that is laid out by rules repeatedly: a plan that follows every change.
///
/// A resize, a given frame or a closure's new value runs the steps that read it. A rule change
/// compiles that view's rules and moves it in the order where necessary. A new plan is made only
/// when views are added, removed or moved.
final class RuleTree {
  private var views: NumberedViews
  private var tree = ViewTree(rootSize: .zero)
  private var living: LivingRules?
  private var texts: MeasuredTexts?
  private var frames: [Rect] = []
  /// The work of all plans so far.
  private(set) var work = RuleWork()

  /// True if each layout evaluates every rule.
  var evaluatesEveryRule = false

  init(root: View) { views = NumberedViews(root: root) }

  func layout() throws(LayoutError) {
    do throws(LayoutError) {
      try update()
    } catch {
      // The next layout makes a new plan.
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
        // Only a new plan can decide: the view had no rules, or there is a cycle.
        try rebuild()
        return try update()
      }
    }
    // Queued once all places in the order are known.
    for index in rewritten { rules.plan.queueStep(of: index) }
    for index in changed {
      if index == 0 {
        rules.plan.resize(to: views[0].frame.size)
      } else if views[index].hasText, let text = views[index].text {
        texts?.change(ViewID(Int(index)), to: text)
      } else {
        rules.plan.give(views[index].traits.startFrame, to: index)
      }
    }
    try rules.ask(self)
    texts?.begin()
    repeat {
      if let texts {
        for text in texts.pending { giveSize(ofText: text, texts, to: &rules) }
      }
      if evaluatesEveryRule { rules.plan.forgetFrames() }
      var failure: LayoutError?
      var span = frames.mutableSpan
      do throws(LayoutError) {
        try rules.plan.pass(into: &span)
      } catch {
        failure = error
      }
      if let failure {
        work.add(rules.plan.rules.work, since: before)
        throw failure
      }
      if rules.plan.hasWrittenAll {
        views.place(at: frames)
      } else {
        for index in rules.plan.written.indices {
          let number = rules.plan.written[index]
          views[number].place(at: frames[Int(number)])
        }
        for index in changed where index > 0 { views[index].place(at: frames[Int(index)]) }
        for text in texts?.pending ?? [] {
          let view = texts?.view(text) ?? .root
          views[Int32(view.index)].place(at: frames[view.index])
        }
      }
    } while try texts?.update(frames) ?? false
    work.add(rules.plan.rules.work, since: before)
    living = consume rules
  }

  /// Gives the view of a text the size that the layout assumes for it.
  private func giveSize(ofText text: Int, _ texts: MeasuredTexts, to rules: inout LivingRules) {
    let (view, content) = (texts.view(text), texts.content(text))
    var start = views[Int32(view.index)].traits.startFrame
    start.size = start.size.replaced(by: content)
    rules.plan.give(start, to: Int32(view.index))
  }

  /// The counts of text measurements; empty where there are no texts.
  var textCounters: [Counter] { texts?.counters ?? [] }

  func view(_ index: Int32) -> View { views[index] }

  /// The number of a view that a rule names.
  ///
  /// - Throws: `LayoutError.viewNotInTree`.
  func index(
    of named: ViewRules.Named, of view: ViewID
  ) throws(LayoutError) -> ViewID {
    guard let other = named.reference.view, let number = views.number(of: other) else {
      throw .viewNotInTree(
        view: tree.name(of: view), rule: named.rule, named: named.reference.name)
    }
    return number
  }

  /// Numbers the views and makes a plan from all their rules.
  private func rebuild() throws(LayoutError) {
    living = nil
    tree = View.tree(of: views.renumber())
    frames = tree.startFrames
    texts =
      tree.texts.isEmpty
      ? nil : MeasuredTexts(tree, isOrdered: true)
    living = try LivingRules(in: tree, from: self)
    work.orderings += 1
  }

  /// The views that have rules, without the root.
  var ruled: [(id: ViewID, rules: ViewRules)] {
    let key = ObjectIdentifier(ViewRules.self)
    return tree.views.dropFirst().compactMap { id in
      guard
        let rules = views[Int32(id.index)].attachment(key).map({
          unsafeDowncast($0, to: ViewRules.self)
        }), rules.isRuled
      else {
        return nil
      }
      return (id, rules)
    }
  }

  func rules(of view: ViewID) -> ViewRules { self.view(Int32(view.index)).sll }
}
