import LayoutBenchFunctions
import LayoutModel

/// A tree of views that is laid out by rules repeatedly: a plan that follows every change.
///
/// A resize, a given frame or a closure's new value runs the steps that read it. A rule change
/// compiles that view's rules and moves it in the order where necessary. A new plan is made only
/// when views are added, removed or moved.
final class RuleTree {
  private let views: NumberedViews
  @exclusivity(unchecked) private var tree = ViewTree(rootSize: .zero)
  @exclusivity(unchecked) private var living: Placed<LivingRules>?
  @exclusivity(unchecked) private var texts: MeasuredTexts?
  @exclusivity(unchecked) private var frames: [Rect] = []
  /// The memory of the list of changed views, used again in each layout.
  @exclusivity(unchecked) private var emptied = EmptiedList()
  /// The work of all plans so far.
  @exclusivity(unchecked) private(set) var work = RuleWork()

  /// True if rules of a view that has left were changed.
  @exclusivity(unchecked) private var rewrittenAway = false

  /// True if each layout evaluates every rule.
  @exclusivity(unchecked) var evaluatesEveryRule = false

  init(root: View) { views = NumberedViews(root: root) }

  func layout() throws(LayoutError) {
    views.areRead = true
    defer { views.areRead = false }
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
    // Out of the property: a rule's closure may lay the tree out, too.
    guard let kept = living.take() else { return }
    defer { withExtendedLifetime(kept) {} }
    let rules = kept.address
    let before = rules.pointee.plan.rules.work
    let log = views.log
    var changed = emptied.take()
    swap(&changed, &log.changed)
    let rewritten = log.rewritten
    log.rewritten = []
    var (left, back): ([Int], [Int]) = ([], [])
    if views.haveMoved {
      guard let moved = move(&rules.pointee) else {
        try rebuild()
        return try update()
      }
      (left, back) = moved
    }
    for index in rewritten {
      // A view that has left comes back with the rules of a new plan.
      guard !views.isAway(index) else {
        rewrittenAway = true
        continue
      }
      guard try rules.pointee.update(ViewID(Int(index)), in: tree, from: self) else {
        // Only a new plan can decide: the view had no rules, or there is a cycle.
        try rebuild()
        return try update()
      }
    }
    // Queued once all places in the order are known.
    for index in rewritten where !views.isAway(index) {
      rules.pointee.plan.queueStep(of: index)
    }
    for number in left { rules.pointee.plan.queueStep(of: Int32(number)) }
    for number in back {
      rules.pointee.plan.give(views[Int32(number)].traits.startFrame, to: Int32(number))
      rules.pointee.plan.queueStep(of: Int32(number))
    }
    for index in changed where !views.isAway(index) {
      if index == 0 {
        rules.pointee.plan.resize(to: views[0].frame.size)
      } else if let text = views[index].measuredText {
        texts?.change(ViewID(Int(index)), to: text)
      } else {
        rules.pointee.plan.give(views[index].traits.startFrame, to: index)
      }
    }
    try rules.pointee.ask(self)
    // A closure has laid the tree out, with other numbers.
    guard views.log === log else { return try update() }
    texts?.begin()
    repeat {
      if let texts {
        for text in texts.pending { giveSize(ofText: text, texts, to: &rules.pointee) }
      }
      if evaluatesEveryRule { rules.pointee.plan.forgetFrames() }
      var failure: LayoutError?
      var span = frames.mutableSpan
      do throws(LayoutError) {
        try rules.pointee.plan.pass(into: &span)
      } catch {
        failure = error
      }
      if let failure {
        work.add(rules.pointee.plan.rules.work, since: before)
        throw failure
      }
      if rules.pointee.plan.hasWrittenAll {
        views.place(at: frames)
      } else {
        for index in rules.pointee.plan.written.indices {
          let number = rules.pointee.plan.written[index]
          if !views.isAway(number) { views[number].place(at: frames[Int(number)]) }
        }
        for index in changed where index > 0 && !views.isAway(index) {
          views[index].place(at: frames[Int(index)])
        }
        for number in back { views[Int32(number)].place(at: frames[number]) }
        for text in texts?.pending ?? [] {
          let view = texts?.view(text) ?? .root
          views[Int32(view.index)].place(at: frames[view.index])
        }
      }
    } while try texts?.update(frames) ?? false
    work.add(rules.pointee.plan.rules.work, since: before)
    emptied.keep(&changed)
    living = kept
  }

  /// Takes the views out of the plan that have left their superview since the last layout, and puts
  /// those back that have come back to it.
  ///
  /// - Returns: the numbers of those that have left, and of those that are back; `nil` where only a
  ///   new plan can follow.
  private func move(_ rules: inout LivingRules) -> (left: [Int], back: [Int])? {
    guard let moves = views.takeMoves(in: tree) else { return nil }
    var all: (left: [Int], back: [Int]) = ([], [])
    for move in moves {
      if move.isBack {
        guard !rewrittenAway, let back = views.takeBack(with: move.view, in: tree) else {
          return nil
        }
        all.back += back
        guard rules.putBack(back, in: tree, from: self) else { return nil }
      } else {
        let leaving = views.leaving(with: move.view, in: tree)
        // The heights of texts take rounds of their own.
        guard !leaving.contains(where: { views[Int32($0)].hasText }),
          rules.takeOut(leaving, in: tree)
        else { return nil }
        views.release(leaving)
        all.left += leaving
      }
    }
    return all
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
    of named: ViewRules.Named, in rules: ViewRules, of view: ViewID
  ) throws(LayoutError) -> ViewID {
    guard let number = number(of: .passUnretained(named.reference)) else {
      throw .viewNotInTree(
        view: tree.name(of: view), rule: rules.text(of: named.rule),
        named: named.reference.name)
    }
    return number
  }

  /// The number of a view that a rule names; `nil` where it is not in the tree.
  func number(of view: Unmanaged<ViewReference>) -> ViewID? {
    views.index(of: view).map { ViewID(Int($0)) }
  }

  /// Numbers the views and makes a plan from all their rules.
  private func rebuild() throws(LayoutError) {
    living = nil
    rewrittenAway = false
    tree = views.renumber()
    frames = tree.startFrames
    texts =
      tree.texts.isEmpty
      ? nil : MeasuredTexts(tree, isOrdered: true, isMeasured: true)
    let made = Placed(try LivingRules(in: tree, from: self))
    work.add(made.address.pointee.plan.rules.work, since: RuleWork())
    living = made
  }

  /// The rules of a view; `nil` where none were added.
  func ruled(_ view: ViewID) -> ViewRules? {
    guard
      let rules = views[Int32(view.index)].attachment(ObjectIdentifier(ViewRules.self)).map({
        unsafeDowncast($0, to: ViewRules.self)
      }), rules.isRuled
    else { return nil }
    return rules
  }

  func rules(of view: ViewID) -> ViewRules { self.view(Int32(view.index)).sll }
}
