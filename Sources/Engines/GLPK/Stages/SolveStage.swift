import LayoutModel

/// The ways in which a layout is found, each cheaper than those behind it.
///
/// A solve tries them in this order, until one finds the layout or proves that there is none.
/// `glpk:plain` uses the last one only; `solve --trace` prints the same list.
enum SolveStage: Sendable {
  /// The previous layout; only unknowns whose constraints changed since are solved again.
  case part
  /// A layout that was found for another size or content, and is right here too.
  case kept
  /// Substitution alone, as if every constraint could hold.
  case optimistic
  /// Required equalities by substitution, the rest component by component, each in the cheapest way
  /// that is proved right.
  case components
  /// Every number of a frame as a column of one linear program, level after level.
  case plain

  /// Every stage, in order.
  static let all: [SolveStage] = [.part, .kept, .optimistic, .components, .plain]
  /// The stages of `glpk:plain`.
  static let plainOnly: [SolveStage] = [.plain]

  /// The name in traces.
  var name: String {
    switch self {
    case .part: "part"
    case .kept: "kept layout"
    case .optimistic: "optimistic"
    case .components: "components"
    case .plain: "plain"
    }
  }

  /// Tries to find the layout of a system at its present parameters.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  func run(_ system: inout ConstraintSystem) throws(LayoutError) -> StageOutcome {
    switch self {
    case .part: PartStage.run(&system)
    case .kept: KeptStage.run(&system)
    case .optimistic: OptimisticStage.run(&system)
    case .components: ComponentsStage.run(&system)
    case .plain: try PlainStage.run(&system)
    }
  }
}

/// The outcome of a stage.
enum StageOutcome {
  /// The layout is in `system.layout`, or from the plain stage in `system.plain`; how it was found.
  case solved(String)
  /// The next stage must try; the reason.
  case passedOn(String)
  /// There is no layout.
  case refused(LayoutError)

  /// The words of the trace.
  var text: String {
    switch self {
    case .solved(let how): how
    case .passedOn(let why): why
    case .refused: "required constraints exclude each other"
    }
  }
}
