import LayoutModel

/// The ways in which a layout is found, each cheaper than those behind it.
///
/// A solve tries them in this order, until one finds the layout or proves that there is none.
/// `glpk:plain` and `glpk:exact` use the last one only; `solve --trace` prints the same list.
enum SolveStage: Sendable {
  /// The previous layout; only unknowns whose constraints changed since are solved again.
  case part
  /// The recorded layout; only numbers that depend on what changed since are computed again.
  case recorded
  /// A layout that was found for another size or content, and is right here too.
  case kept
  /// Substitution alone, as if every constraint could hold.
  case optimistic
  /// Required equalities by substitution, the rest component by component, each in the cheapest way
  /// that is proved right.
  case components
  /// Every number of a frame as a column of one linear program, level after level.
  case plain

  /// The name in traces.
  var name: String {
    switch self {
    case .part: "part"
    case .recorded: "recorded"
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
    case .recorded: RecordedStage.run(&system)
    case .kept: KeptStage.run(&system)
    case .optimistic: OptimisticStage.run(&system)
    case .components: ComponentsStage.run(&system)
    case .plain: try PlainStage.run(&system)
    }
  }
}

/// The way in which all layouts of a plan are found.
enum SolveMethod: Sendable {
  /// By the cheapest stage that finds it.
  case stages
  /// By one linear program in GLPK, without shortcuts.
  case plain
  /// By the same linear program in exact arithmetic.
  case exact

  /// The stages that are tried, in order.
  var stages: [SolveStage] { self == .stages ? Self.all : Self.last }

  private static let all: [SolveStage] = [
    .part, .recorded, .kept, .optimistic, .components, .plain,
  ]
  private static let last: [SolveStage] = [.plain]
}

/// The outcome of a stage.
enum StageOutcome {
  /// The layout is in `system.layout`, or in `system.recorded` or `system.plain` by the stages of
  /// these names; how it was found.
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
