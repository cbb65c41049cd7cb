package import LayoutModel
import SLL

/// Adds rules to views and lays out the screen by them: the library of `SLLEngine` as a program
/// calls it.
package struct RulesProgramEngine: LayoutEngine {
  package let traits: EngineTraits
  private let evaluatesEveryRule: Bool

  /// The program of an engine.
  ///
  /// - Parameter isIncremental: whether the library runs as it ships; otherwise it evaluates every
  ///   rule.
  package init(isIncremental: Bool = false) {
    traits = SLLEngine(isIncremental: isIncremental).traits
    evaluatesEveryRule = !isIncremental
  }

  package func dialects(of scene: Scene) -> [DialectName] {
    scene.layouts[.sll] == nil ? [] : [.sll]
  }

  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    RulesProgramLayout(
      tree: SceneTree(scene.tree), statements: try SLLDialect().read(scene).statements,
      evaluatesEveryRule: evaluatesEveryRule)
  }
}

private struct RulesProgramLayout: ResolvedLayout {
  /// A rule: its view and its text, and the places of its arguments.
  struct Rule {
    let view: ViewID
    let text: String
    let arguments: Range<Int>
  }

  let tree: SceneTree
  let rules: [Rule]
  /// The arguments of all rules: literals of a program, which it neither retains nor copies.
  let arguments: [RuleArgument]
  let evaluatesEveryRule: Bool

  init(
    tree: SceneTree, statements: [(view: ViewID, text: String, arguments: [RuleArgument])],
    evaluatesEveryRule: Bool
  ) {
    var rules: [Rule] = []
    var arguments: [RuleArgument] = []
    for (view, text, own) in statements {
      let start = arguments.count
      arguments += own
      rules.append(Rule(view: view, text: text, arguments: start..<arguments.count))
    }
    self.tree = tree
    self.rules = rules
    self.arguments = arguments
    self.evaluatesEveryRule = evaluatesEveryRule
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(try RulesProgram(self))
  }
}

private struct RulesProgram: Program {
  let screen: Screen
  private var away = AwayViews()
  private let layout: RulesProgramLayout

  init(_ layout: RulesProgramLayout) throws(LayoutError) {
    self.layout = layout
    // A former plan's texts would be read already.
    RuleTexts.forget()
    screen = Screen(layout.tree.tree)
    if layout.evaluatesEveryRule { screen.views[0].sll.evaluatesEveryRule = true }
    for number in layout.rules.indices { try addRule(number) }
  }

  private func addRule(_ number: Int) throws(LayoutError) {
    let rule = layout.rules[number]
    let rules = screen.views[rule.view.index].sll
    let first = rule.arguments.lowerBound
    do throws(RuleMistake) {
      switch rule.arguments.count {
      case 0: try rules.addRule(rule.text)
      case 1: try rules.addRule(rule.text, argument(first))
      case 2: try rules.addRule(rule.text, argument(first), argument(first + 1))
      default: try rules.addRule(rule.text, arguments: rule.arguments.map { argument($0) })
      }
    } catch {
      throw .solverFailed("\(error)")
    }
  }

  private func argument(_ place: Int) -> Any {
    switch layout.arguments[place] {
    case .view(let view): screen.views[view.index]
    case .number(let number): number
    case .provided: 0
    }
  }

  func layOut() throws(LayoutError) { try screen.views[0].sll.layout() }

  // No rule names a removed view: only such views are candidates for removal.
  mutating func remove(_ view: ViewID) { away.takeOut(view, of: screen) }

  mutating func restore(_ view: ViewID) { away.putBack(view, on: screen, in: layout.tree) }

  var counters: [Counter] { screen.views[0].sll.counters }
}
