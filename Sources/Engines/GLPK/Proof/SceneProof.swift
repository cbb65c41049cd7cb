package import Constraints
package import LayoutModel
import LinearSolver

/// The engine's layouts of a scene, checked by a program that does not use its solver.
package struct SceneProof {
  /// A layout of the scene: its views at that step, and what the engine found.
  package struct State {
    package let tree: ViewTree
    package let constraints: [LinearConstraint]
    package let frames: [Rect]
    package let ambiguous: [String]
  }

  /// Layouts that were found.
  package private(set) var states: [State] = []
  /// The number of layouts that were refused for a conflict.
  package private(set) var conflicts = 0
  /// The first fault that was found; `nil` where there is none.
  package private(set) var fault: String?

  /// Lays a scene out, through all its steps, and checks every answer.
  ///
  /// - Throws: `SceneError`.
  package init(_ scene: Scene) throws {
    let dialect = ConstraintsDialect()
    let changes = scene.steps.map(\.change)
    // Where entries are added, removed or changed, each state has a plan of its own.
    let isLiving =
      scene.variations[.constraints] == nil && scene.absent.isEmpty
      && dialect.rewriting(scene).isEmpty
    let whole = isLiving ? try dialect.read(scene).constraints() : []
    var plan = try GLPKEngine().resolve(
      isLiving ? scene : scene.after([], dialects: [dialect]), dialect: .constraints
    ).plan()
    var all = [Rect](repeating: .unknown, count: scene.tree.count)
    for step in 0...changes.count {
      let present = try scene.after(changes[..<step], dialects: [dialect])
      var tree = present.tree
      let written = try dialect.read(present).constraints()
      if isLiving {
        if step > 0 { plan.apply(changes[step - 1]) }
      } else {
        plan = try GLPKEngine().resolve(present, dialect: .constraints).plan()
        all = [Rect](repeating: .unknown, count: tree.count)
      }
      let place = step == 0 ? "first layout" : "step \(step)"
      do throws(LayoutError) {
        var frames = all
        try plan.pass(into: &frames)
        all = frames
      } catch {
        conflicts += 1
        // A living plan names constraints by the views that existed when it was made.
        let reason =
          isLiving
          ? Self.fault(of: error, whole, in: scene.sized(by: changes[..<step]).tree)
          : Self.fault(of: error, written, in: tree)
        if let reason {
          fault = "\(place): \(reason)"
          return
        }
        continue
      }
      // A living plan keeps the places of absent views.
      let frames =
        isLiving
        ? tree.names.compactMap { scene.tree.view(named: $0).map { all[$0.index] } } : all
      // The content height of a text is the one at its present width.
      for (view, text) in tree.texts {
        let height = text.size(atWidth: frames[view.index].width).height
        tree.setIntrinsicSize(IntrinsicSize(text.naturalSize.width, height), of: view)
      }
      let ambiguous = try plan.findings().ambiguous.map(\.attribute)
      states.append(
        State(tree: tree, constraints: written, frames: frames, ambiguous: ambiguous))
      // Beyond the largest number of a scene, digits do not suffice to detect what is open.
      let isMeasurable = frames.allSatisfy { frame in
        [frame.x, frame.y, frame.width, frame.height].allSatisfy { abs($0) <= 1e9 }
      }
      guard isMeasurable else { continue }
      let objection = try OptimalityCheck(written, in: tree)
        .objection(to: frames, ambiguous: ambiguous)
      if let objection {
        fault = "\(place): \(objection)\n\(frames.map { NumberText.write($0) })"
        return
      }
    }
  }

  // MARK: - Conflicts

  /// Returns the fault of an error: it is no conflict, or one that is not irreducible.
  private static func fault(
    of error: LayoutError, _ written: [LinearConstraint], in tree: ViewTree
  ) -> String? {
    // No heights were found at which the texts stay: there is nothing to check.
    if case .cannotSettle = error { return nil }
    guard case .unsatisfiable(let lines, _) = error else { return "\(error)" }
    let contents = tree.views.dropFirst().flatMap { view in
      (try? LinearConstraint.contentSize(of: view, in: tree)) ?? []
    }
    var rows: [(form: LinearForm, relation: Relation)] = []
    for line in lines {
      if let known = (written + contents).first(where: {
        $0.priority.isRequired && $0.conflictText(in: tree) == line.text
      }) {
        rows.append((known.difference(in: tree), known.relation))
      } else if let implied = implied(line.text, in: tree) {
        rows.append(implied)
      } else {
        return "a conflict names something that is not a constraint: \(line.text)"
      }
    }
    let text = lines.map(\.text).joined(separator: "\n")
    guard !canHold(rows, in: tree) else {
      return "the conflicting constraints can be satisfied together:\n\(text)"
    }
    for index in rows.indices {
      var rest = rows
      rest.remove(at: index)
      if !canHold(rest, in: tree) {
        return "without \(lines[index].text) the rest still conflicts:\n\(text)"
      }
    }
    return nil
  }

  /// Reads `v1.width >= 0 (implied)` or `root.width == 320 (root)`.
  private static func implied(
    _ text: String, in tree: ViewTree
  ) -> (form: LinearForm, relation: Relation)? {
    for view in tree.views {
      for component in Unknown.Component.allCases {
        var form = LinearForm()
        form.add(Unknown(view, component), 1)
        let name = "\(tree.name(of: view)).\(component)"
        if text == "\(name) >= 0 (implied)" { return (form, .greaterThanOrEqual) }
        guard view == .root, text.hasPrefix("\(name) == "), text.hasSuffix(" (root)") else {
          continue
        }
        switch component {
        case .width: form.constant = -tree.rootSize.width
        case .height: form.constant = -tree.rootSize.height
        default: break
        }
        return (form, .equal)
      }
    }
    return nil
  }

  /// Returns true if some frames satisfy these constraints, without any others.
  private static func canHold(
    _ rows: [(form: LinearForm, relation: Relation)], in tree: ViewTree
  ) -> Bool {
    var program = LinearProgram()
    for _ in 0..<4 * tree.count { program.addColumn() }
    for (form, relation) in rows {
      program.addRow(
        form.terms.map { (column: $0.unknown.index, coefficient: $0.coefficient) },
        lower: relation == .lessThanOrEqual ? -.infinity : -form.constant,
        upper: relation == .greaterThanOrEqual ? .infinity : -form.constant)
    }
    do {
      var simplex = try Simplex(program)
      return try simplex.minimise(Array(repeating: 0, count: program.columnCount)) == .optimal
    } catch {
      return false
    }
  }
}
