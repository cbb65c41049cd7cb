/// The parts of a screen's life that are timed (docs/method.md, Phases).
package enum Phase: String, CaseIterable, Codable, Sendable {
  /// The work from nothing to the first frames.
  case first
  /// The same in a fresh process, once.
  case cold
  /// Other sizes of the root, one pass each.
  case resize
  /// Other contents of drawn views, one pass each.
  case edit
  /// Other contents of one view, then of another, one pass each.
  case type
  /// New contents for all views of a drawn cell, one pass each.
  case bind
  /// Views taken out, and a pass; put back, and a pass.
  case churn
  /// Steps of all these kinds, as in the life of a screen.
  case session
  /// The least height at other widths.
  case fit

  /// The phases of the usual suite.
  package static let usual: [Phase] = [.first, .resize, .edit, .session]

  /// True if a plan that has run goes through a script.
  package var isScript: Bool { self != .first && self != .cold }

  /// The work inside the clock, for `layoutbench list phases`.
  package var summary: String {
    switch self {
    case .first:
      "everything from nothing to the first frames: views, rules or constraints, order, rows, the "
        + "first pass; its parts, build and layout, are shown under it"
    case .cold:
      "the first plan and pass that a fresh process makes of the scene: caches and pages are cold"
    case .resize:
      "64 sizes of the root, one pass each: 32 as a window is dragged, 32 drawn"
    case .edit: "64 contents of drawn views, one pass each"
    case .type: "64 contents of four views, 16 each in turn, one pass each, as while typing"
    case .bind: "32 times new contents for all views of a drawn cell, one pass each"
    case .churn:
      "up to 16 views are removed with everything that names them, then up to six halves of them in "
        + "turn, then all are back, one pass each; engines that cannot do so make a new plan, with the "
        + "note 'rebuilds'"
    case .session:
      "128 drawn changes, as far as the scene has them: 64 edits, 24 of typing, 16 sizes, 16 binds, "
        + "8 views that leave and return"
    case .fit:
      "the least height that contains the scene at each of 32 widths (systemLayoutSizeFitting), "
        + "for engines that compute one, where something determines the height"
    }
  }
}
