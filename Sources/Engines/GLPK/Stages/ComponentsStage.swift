import LayoutModel

/// 5. Required equalities by substitution, the rest component by component.
enum ComponentsStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    do throws(CoreFailure) {
      do throws(CoreFailure) {
        try solve(&system)
      } catch {
        // A kept program may belong to another thread, or have a basis that is no longer accurate.
        guard case .solver = error, system.core != nil else { throw error }
        system.core = nil
        try solve(&system)
      }
    } catch {
      system.core = nil
      guard case .conflict = error else { return .passedOn("the solver gave no answer") }
      let conflict = ConflictSearch.conflict(
        among: system.written.present(in: system.rows), system.rows.withoutThoseOut(),
        in: system.tree)
      guard let conflict else { return .passedOn("the conflict is within rounding error") }
      return .refused(conflict)
    }
    guard system.layout.holds(at: system.point) else {
      return .passedOn("frames violate a required constraint")
    }
    return .solved("solved; every required constraint is satisfied")
  }

  private static func solve(
    _ system: inout ConstraintSystem
  ) throws(CoreFailure) {
    if system.core?.isReusable != true {
      system.core = nil
      system.work.eliminations += 1
      var solver = try ConstraintCore(
        system.rows, in: system.tree, of: ParameterNumbers(system.parameters), at: system.point)
      solver.join(system.joined)
      let left = solver.left
      system.core = consume solver
      system.trace.end(
        "eliminate",
        "\(left.unknowns) of \(4 * system.tree.count - 4) numbers left, "
          + "linear forms of them: \(left.functionals), components: \(left.components)")
    }
    guard var core = system.core.take() else { return }
    let (iterations, solves) = (core.iterations, core.solves)
    let solved: SolvedLayout?
    do throws(CoreFailure) {
      solved = try core.layout(
        system.rows, in: system.tree, system.parameters, at: system.point, system.shortcuts)
    } catch {
      system.core = consume core
      throw error
    }
    system.count(core.work, core.iterations - iterations, core.solves - solves)
    system.note(core.joined)
    system.core = consume core
    if let solved { system.layout = solved }
  }
}
