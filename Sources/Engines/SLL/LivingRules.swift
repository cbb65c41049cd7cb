import LayoutBenchFunctions
import LayoutModel

/// Memory for copying a view's rules: the numbers that they have here.
struct RuleNumbers: ~Copyable {
  /// By the numbers that they have in the view; -1 where they have none here yet.
  var values = Arena<Int32>()
  private(set) var rules = Arena<Int32>()
  private(set) var provided = Arena<Int32>()

  /// Clears the numbers of rules and provided values.
  mutating func begin(rules ruleCount: Int, provided providedCount: Int) {
    rules.removeAll()
    rules.grow(to: ruleCount, filling: -1)
    provided.removeAll()
    provided.grow(to: providedCount, filling: -1)
  }
}

/// The rules of a tree with their plan, kept consistent with each other.
struct LivingRules: ~Copyable {
  /// A number that is requested in each layout, and the view that reads it.
  private struct Question {
    let asked: ViewRules.Asked
    let view: Int32
    /// Its place among those of the view's rules.
    let place: Int
  }

  var plan: IncrementalPlan
  private var state: RuleState
  private var compiler = RuleCompiler()
  private var numbers = RuleNumbers()
  private var finder: DependencyFinder
  /// The questions, by the number of the provided value; `nil` where a rule is gone.
  private var questions: [Question?] = []
  private var freeQuestions: [Int32] = []
  /// The questions of views that have left, by their place in `questions`.
  ///
  /// Each as its place among those of the view's rules: only views keep what closures capture.
  private var parked: [Int32: Int] = [:]
  /// Questions of each view, by index.
  private var questionsOfView: [Int32: [Int32]] = [:]
  /// The dependencies of the rules, found when a rule first changes.
  private var dependencies: LinkedEdges?
  /// The views that have left, with their steps; `nil` for those without rules.
  private var away: [Int32: OrderedRules.ViewStep?] = [:]
  /// The dependencies of one view.
  private var own = Arena<DependencyOrder.Edge>()
  private var marks: Arena<Int32>
  private var mark: Int32 = 0
  /// The length of flat lists from which on a new plan pays.
  private let limit: Int

  /// Copies the rules of all views and makes a plan.
  ///
  /// - Throws: `LayoutError.dependencyCycle`, `LayoutError.viewNotInTree`.
  init(in tree: ViewTree, from views: RuleTree) throws(LayoutError) {
    var state = RuleState(viewCount: tree.count, valueCount: 8 * tree.count)
    state.rules.reserveCapacity(tree.count)
    var numbers = RuleNumbers()
    var questions: [Question?] = []
    var free: [Int32] = []
    var ofView: [Int32: [Int32]] = [:]
    let kept = KeptParser.take()
    defer { kept.giveBack() }
    for index in 1..<max(1, tree.count) {
      let id = ViewID(index)
      guard let rules = views.ruled(id) else { continue }
      if Self.run(rules, as: id, from: views, &state, &kept.parser) { continue }
      let own = try Self.take(
        rules, as: id, from: views, kept, &state, &numbers, &questions, &free)
      if !own.isEmpty { ofView[Int32(id.index)] = own }
    }
    plan = IncrementalPlan(
      try OrderedRules(
        state, in: tree, start: tree.startFrames,
        provided: repeatElement(0, count: questions.count)))
    limit = 4 * state.values.count + 4096
    finder = DependencyFinder(viewCount: tree.count)
    marks = Arena(repeating: 0, count: tree.count)
    self.state = state
    self.numbers = numbers
    self.questions = questions
    questionsOfView = ofView
  }

  /// Runs the rules of one view as they were added.
  ///
  /// - Returns: `false` where their values are needed: some have been run already, request numbers
  ///   in each layout, or name views that are not in the tree, which is a mistake only in rules that
  ///   have an effect.
  private static func run(
    _ rules: ViewRules, as id: ViewID, from views: RuleTree, _ state: inout RuleState,
    _ parser: inout RuleParser
  ) -> Bool {
    guard rules.areWritten, rules.providers.isEmpty else { return false }
    parser.arguments.removeAll()
    for argument in rules.writtenArguments {
      switch argument {
      case .number(let number): parser.arguments.append(.number(number))
      case .provided(let number): parser.arguments.append(.provided(number))
      case .view(let reference):
        guard let view = views.number(of: reference) else { return false }
        parser.arguments.append(.view(view))
      }
    }
    let arguments = parser.arguments.base
    rules.forEachWritten { rule, place in
      let own = UnsafeBufferPointer(start: arguments + place, count: rule.argumentCount)
      state.add(rule.actions, &parser.stack, own, rule: Int32(state.rules.count), to: id)
      state.rules.append(RuleText(view: id, text: rule.text))
    }
    return true
  }

  /// Copies the values of the rules of one view.
  ///
  /// - Returns: its questions.
  private static func take(
    _ rules: ViewRules, as id: ViewID, from views: RuleTree, _ kept: KeptParser,
    _ state: inout RuleState, _ numbers: inout RuleNumbers, _ questions: inout [Question?],
    _ free: inout [Int32]
  ) throws(LayoutError) -> [Int32] {
    let values = rules.allValues(kept)
    var texts = state.rules
    var (asked, slots) = (questions, free)
    // Moved, not copied.
    state.rules = []
    questions = []
    free = []
    var own: [Int32] = []
    let named = rules.named
    numbers.begin(rules: rules.ruleCount, provided: rules.providers.count)
    let (ofRules, ofProvided) = (numbers.rules.base, numbers.provided.base)
    defer {
      state.rules = texts
      questions = asked
      free = slots
    }
    try state.take(values.pointee, as: id, &numbers.values) { index throws(LayoutError) in
      try views.index(of: named[index], in: rules, of: id)
    } provided: { index in
      let known = ofProvided[Int(index)]
      guard known < 0 else { return known }
      let question = Question(
        asked: rules.providers[Int(index)], view: Int32(id.index), place: Int(index))
      let number: Int32
      if let slot = slots.popLast() {
        asked[Int(slot)] = question
        number = slot
      } else {
        asked.append(question)
        number = Int32(asked.count - 1)
      }
      ofProvided[Int(index)] = number
      own.append(number)
      return number
    } rule: { index in
      let known = ofRules[Int(index)]
      guard known < 0 else { return known }
      texts.append(RuleText(view: id, text: rules.text(of: index)))
      ofRules[Int(index)] = Int32(texts.count - 1)
      return Int32(texts.count - 1)
    }
    return own
  }

  /// Requests the numbers of closures and objects, each once.
  ///
  /// - Throws: `LayoutError.notFinite`.
  mutating func ask(_ views: RuleTree) throws(LayoutError) {
    for (index, question) in questions.enumerated() {
      guard let question else { continue }
      let value =
        switch question.asked.provider {
        case .closure(let closure): closure(views.view(question.view))
        case .object(let object): object.ruleNumber
        }
      guard value.isFinite else {
        throw .notFinite(view: plan.rules.names[Int(question.view)], rule: question.asked.rule)
      }
      plan.provide(value, at: index, for: question.view)
    }
  }

  // MARK: - Views that leave and come back

  /// Removes the rules of views that have left.
  ///
  /// - Returns: `false` where a new plan is needed: a rule of another view names one of them.
  mutating func takeOut(_ numbers: [Int], in tree: ViewTree) -> Bool {
    let edges = dependencies.take() ?? allDependencies(in: tree)
    var areNamed = false
    let leaving = Set(numbers.map { Int32($0) })
    for view in leaving {
      edges.forEachReader(of: view) {
        if !leaving.contains($0), away[$0] == nil { areNamed = true }
      }
    }
    dependencies = consume edges
    guard !areNamed else { return false }
    for view in leaving {
      for question in questionsOfView[view] ?? [] {
        parked[question] = questions[Int(question)]?.place
        questions[Int(question)] = nil
      }
      let isRuled = plan.rules.positions[view] >= 0
      away[view] = isRuled ? plan.exchangeStep(OrderedRules.ViewStep(view: view)) : .some(nil)
    }
    return true
  }

  /// Restores the rules of views that have come back.
  ///
  /// - Returns: `false` where a new plan is needed: a rule of one of them names a view that is still
  ///   out.
  mutating func putBack(_ numbers: [Int], in tree: ViewTree, from views: RuleTree) -> Bool {
    for view in numbers {
      for question in questionsOfView[Int32(view)] ?? [] {
        guard let place = parked.removeValue(forKey: question) else { continue }
        let asked = views.rules(of: ViewID(view)).providers[place]
        questions[Int(question)] = Question(asked: asked, view: Int32(view), place: place)
      }
      guard case .some(let step?) = away.removeValue(forKey: Int32(view)) else { continue }
      _ = plan.exchangeStep(step)
    }
    let edges = dependencies.take() ?? allDependencies(in: tree)
    var nameAway = false
    for view in numbers {
      edges.forEachSource(of: Int32(view)) { if away[$0] != nil { nameAway = true } }
    }
    dependencies = consume edges
    return !nameAway
  }

  // MARK: - A changed rule

  /// Copies a view's changed rules.
  ///
  /// - Returns: `false` where a new plan is needed: the view had no rules, there is a cycle, or too
  ///   many unused values remain.
  /// - Throws: `LayoutError.viewNotInTree`.
  mutating func update(_ view: ViewID, in tree: ViewTree, from views: RuleTree) throws(LayoutError)
    -> Bool
  {
    let index = Int32(view.index)
    guard plan.rules.positions[index] >= 0, state.values.count < limit else { return false }
    for question in questionsOfView[index] ?? [] {
      questions[Int(question)] = nil
      freeQuestions.append(question)
    }
    let kept = KeptParser.take()
    defer { kept.giveBack() }
    questionsOfView[index] = try Self.take(
      views.rules(of: view), as: view, from: views, kept, &state, &numbers, &questions,
      &freeQuestions)
    plan.rules.provided.grow(to: questions.count, filling: 0)
    guard reorder(view, in: tree) else { return false }
    plan.replaceStep(of: view, state, in: tree, &compiler)
    return true
  }

  /// Finds the dependencies of a view again, and a place for it in the order.
  ///
  /// - Returns: `false` for a cycle.
  private mutating func reorder(_ view: ViewID, in tree: ViewTree) -> Bool {
    let index = Int32(view.index)
    var edges = dependencies.take() ?? allDependencies(in: tree)
    edges.removeAll(to: index)
    own.removeAll()
    finder.append(dependenciesOf: view, state, in: tree, to: &own)
    plan.rules.work.dependencies += own.count
    var isOrdered = true
    for place in own.indices {
      let target = own[place].target
      guard isOrdered else { break }
      edges.add(from: target, to: index)
      isOrdered = target != index && put(target, before: index, edges)
    }
    dependencies = consume edges
    return isOrdered
  }

  private mutating func allDependencies(in tree: ViewTree) -> LinkedEdges {
    var edges = LinkedEdges(viewCount: tree.count)
    for view in 1..<max(1, tree.count) {
      own.removeAll()
      finder.append(dependenciesOf: ViewID(view), state, in: tree, to: &own)
      for place in own.indices { edges.add(from: own[place].target, to: Int32(view)) }
    }
    return edges
  }

  /// Moves views so that one comes before another, and changes only those between them.
  ///
  /// Source: D. J. Pearce and P. H. J. Kelly, "A dynamic topological sort algorithm for directed
  /// acyclic graphs", 2006.
  ///
  /// - Returns: `false` where the second must come before the first: a cycle.
  private mutating func put(
    _ source: Int32, before reader: Int32, _ edges: borrowing LinkedEdges
  ) -> Bool {
    let (lower, upper) = (plan.rules.positions[reader], plan.rules.positions[source])
    // A view without rules waits for nothing, and comes before everything.
    guard upper > lower else { return true }
    // 1 The views that must come after the reader, and are before the source.
    mark += 1
    var after: [Int32] = [reader]
    marks[reader] = mark
    var next = 0
    while next < after.count {
      var found: [Int32] = []
      edges.forEachReader(of: after[next]) { found.append($0) }
      for view in found where plan.rules.positions[view] <= upper && marks[view] != mark {
        if view == source { return false }
        marks[view] = mark
        after.append(view)
      }
      next += 1
    }
    // 2 The views that must come before the source, and are after the reader.
    mark += 1
    var before: [Int32] = [source]
    marks[source] = mark
    next = 0
    while next < before.count {
      var found: [Int32] = []
      edges.forEachSource(of: before[next]) { found.append($0) }
      for view in found where plan.rules.positions[view] >= lower && marks[view] != mark {
        marks[view] = mark
        before.append(view)
      }
      next += 1
    }
    // 3 Their places, assigned again.
    let positions = plan.rules.positions.base
    before.sort { positions[Int($0)] < positions[Int($1)] }
    after.sort { positions[Int($0)] < positions[Int($1)] }
    plan.deal(before + after)
    return true
  }
}
