package import LayoutModel
@_spi(Benchmarks) import SLL

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
      tree: SceneTree(scene.tree), rules: try SLLDialect().read(scene).statements,
      evaluatesEveryRule: evaluatesEveryRule)
  }
}

private struct RulesProgramLayout: ResolvedLayout {
  let tree: SceneTree
  let rules: [(view: ViewID, text: String, arguments: [RuleArgument])]
  let evaluatesEveryRule: Bool

  func parse() -> Bool {
    RuleTexts.forget()
    for rule in rules { RuleTexts.read(rule.text) }
    return true
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(try RulesProgram(self))
  }
}

/// The numbers that a program's closures return, where it keeps them.
private final class ProgramNumbers {
  @exclusivity(unchecked) var values: [Double]

  init(_ values: [Double]) { self.values = values }
}

private struct RulesProgram: Program {
  let screen: Screen
  private var away = AwayViews()
  private let layout: RulesProgramLayout
  /// The values of the numbers that closures return; `nil` where there are none.
  private let numbers: ProgramNumbers?

  init(_ layout: RulesProgramLayout) throws(LayoutError) {
    self.layout = layout
    let values = layout.tree.tree.numbers.values
    numbers = values.isEmpty ? nil : ProgramNumbers(values)
    // A former plan's texts would be read already.
    RuleTexts.forget()
    screen = Screen(layout.tree.tree)
    if layout.evaluatesEveryRule { screen.views[0].sll.evaluatesEveryRule = true }
    for number in layout.rules.indices { try addRule(number) }
  }

  private func addRule(_ number: Int) throws(LayoutError) {
    // Where they are: a program neither copies nor retains its literals.
    let text = layout.rules[number].text
    let rules = screen.views[layout.rules[number].view.index].sll
    do throws(RuleMistake) {
      switch layout.rules[number].arguments.count {
      case 0: try rules.addRule(text)
      case 1: try rules.addRule(text, argument(number, 0))
      case 2: try rules.addRule(text, argument(number, 0), argument(number, 1))
      case let count:
        try rules.addRule(text, arguments: (0..<count).map { argument(number, $0) })
      }
    } catch {
      throw .solverFailed("\(error)")
    }
  }

  private func argument(_ rule: Int, _ place: Int) -> Any {
    switch layout.rules[rule].arguments[place] {
    case .view(let view): screen.views[view.index]
    case .number(let number): number
    case .provided(let number):
      { [numbers] _ in numbers?.values[Int(number)] ?? .nan } as (View) -> Double
    }
  }

  func layOut() throws(LayoutError) { try screen.views[0].sll.layout() }

  func set(number: Int, to value: Double) { numbers?.values[number] = value }

  // No rule names a removed view: only such views are candidates for removal.
  mutating func remove(_ view: ViewID) { away.takeOut(view, of: screen) }

  mutating func restore(_ view: ViewID) { away.putBack(view, on: screen, in: layout.tree) }

  var counters: [Counter] { screen.views[0].sll.counters }
}
