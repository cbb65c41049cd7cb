public import LayoutModel

extension SLLDialect {
  /// Returns a program that adds the rules to views and lays the screen out by them.
  ///
  /// - Throws: `SceneError` for mistakes in the rules.
  public func program(of scene: Scene) throws(SceneError) -> String? {
    var source = SwiftSource(scene.tree, imports: ["LayoutModel", "SLL"])
    for rule in try read(scene).statements {
      let arguments = rule.arguments.map { argument in
        switch argument {
        case .view(let view): source.name(of: view)
        case .number(let number): SwiftSource.number(number)
        case .provided(let number):
          "{ (_: View) -> Double in \(SwiftSource.number(scene.tree.numbers.values[Int(number)])) }"
        }
      }
      let all = [SwiftSource.literal(rule.text)] + arguments
      source.add(
        "try \(source.name(of: rule.view)).sll.addRule(\(all.joined(separator: ", ")))")
    }
    source.add("try \(source.name(of: .root)).sll.layout()")
    return source.text
  }
}
