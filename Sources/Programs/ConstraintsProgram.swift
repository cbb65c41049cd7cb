import Constraints
import GLPKLayout
package import LayoutModel

/// Constraint objects made and activated, and the screen laid out by them: the library of `GLPKEngine` as a
/// program calls it.
package struct ConstraintsProgramEngine: LayoutEngine {
  package let traits = GLPKEngine().traits

  /// The program.
  package init() {}

  package func dialects(of scene: Scene) -> [DialectName] {
    scene.layouts[.constraints] == nil ? [] : [.constraints]
  }

  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    ConstraintsProgramLayout(
      tree: SceneTree(scene.tree), statements: try ConstraintsDialect().read(scene).statements)
  }
}

private struct ConstraintsProgramLayout: ResolvedLayout {
  let tree: SceneTree
  let statements: [WrittenConstraints.Statement]

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(try ConstraintsProgram(self))
  }
}

private struct ConstraintsProgram: Program {
  let screen: Screen
  private let layout: ConstraintsProgramLayout
  /// All constraints, in the order in which they were made.
  private var constraints: [Constraint] = []

  init(_ layout: ConstraintsProgramLayout) throws(LayoutError) {
    self.layout = layout
    screen = Screen(layout.tree.tree)
    let views = screen.views
    var byName: [String: View]?
    constraints.reserveCapacity(layout.statements.count)
    for statement in layout.statements {
      switch statement {
      case .constraint(let written):
        guard case .items(let first, let second, let multiplier, let constant) = written.form else {
          throw .cannotState("a sum of more than two attributes, which no constraint object has")
        }
        let constraint = Constraint(
          item: views[first.view.index], attribute: first.attribute,
          relatedBy: written.relation, toItem: second.map { views[$0.view.index] },
          attribute: second?.attribute, multiplier: multiplier, constant: constant)
        if written.priority != .required { constraint.priority = written.priority }
        constraints.append(constraint)
      case .format(let format):
        let named =
          byName
          ?? Dictionary(uniqueKeysWithValues: zip(layout.tree.tree.names, views).dropFirst())
        byName = named
        do throws(ConstraintMistake) {
          constraints += try Constraint.constraints(
            withVisualFormat: format.text, options: format.optionList, metrics: format.metrics,
            views: named)
        } catch {
          throw .badConstraint("\(error)")
        }
      }
    }
    do throws(ConstraintMistake) {
      try Constraint.activate(constraints)
    } catch {
      throw .badConstraint("\(error)")
    }
  }

  func layOut() throws(LayoutError) { try screen.views[0].layoutIfNeeded() }

  mutating func remove(_ view: ViewID) {
    // Its constraints leave with it.
    screen.views[view.index].removeFromSuperview()
  }

  mutating func restore(_ view: ViewID) {
    let back = screen.views[view.index]
    screen.putBack(view, in: layout.tree)
    for constraint in constraints where !constraint.isActive {
      let views = [constraint.firstView, constraint.secondView].compactMap(\.self)
      guard views.contains(where: back.holds), views.allSatisfy(screen.views[0].holds) else {
        continue
      }
      constraint.isActive = true
    }
  }
}
