import LayoutModel

/// What is timed of an engine (`measurement.md`, "Phases").
package enum Phase: String, CaseIterable, Codable, Sendable {
  /// Scene to plan.
  case build
  /// The first pass of a plan.
  case layout
  /// Another root size, and a pass.
  case resize
  /// Another content size of one view, and a pass.
  case edit
  /// A view taken out, and a pass; put back, and a pass.
  case churn

  /// Whether its passes go through states in turn.
  var isCycle: Bool { self == .resize || self == .edit || self == .churn }

  /// What stands inside the clock, for `layoutbench list phases`.
  package var summary: String {
    switch self {
    case .build:
      "scene to plan: rule text compiled, visual format parsed, order found, linear program "
        + "filled; once a screen"
    case .layout: "the first pass of a plan that was never run: frames from nothing"
    case .resize:
      "the root's next size from a cycle of 8, and one pass of a plan that has run before"
    case .edit:
      "one view's next content size from a cycle of 8, and one pass of a plan that has run before"
    case .churn:
      "a view with all that names it taken out and one pass, put back and one pass: a list that "
        + "reuses its cells; engines that cannot do so make a new plan and are noted as 'rebuilds'"
    }
  }
}
