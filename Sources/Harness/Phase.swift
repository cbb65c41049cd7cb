import LayoutModel

/// What is timed of an engine (`measurement.md`, "Phases").
public enum Phase: String, CaseIterable, Codable, Sendable {
  /// Scene to plan.
  case build
  /// The first pass of a plan.
  case layout
  /// Another root size, and a pass.
  case resize

  /// What stands inside the clock, for `layoutbench list phases`.
  public var summary: String {
    switch self {
    case .build:
      "scene to plan: rule text compiled, visual format parsed, order found, linear program "
        + "filled; once a screen"
    case .layout: "the first pass of a plan that was never run: frames from nothing"
    case .resize:
      "the root's next size from a cycle of 8, and one pass of a plan that has run before"
    }
  }
}

/// The sizes that the root goes through in the phase `resize`.
enum ResizeCycle {
  /// Sixteenths by which the root is larger than in the scene; no two neighbours are equal.
  private static let sixteenths = [1.0, 4, 2, 6, 3, 8, 5, 0]

  /// The sizes of a cycle; the last one is the scene's own.
  ///
  /// - Parameters:
  ///   - size: the root's size in the scene, points.
  ///   - length: 8, or 2 where a pass is slow.
  /// - Returns: so many sizes, points.
  static func sizes(from size: Size, length: Int) -> [Size] {
    sixteenths.suffix(length).map { part in
      Size(
        width: (size.width * (1 + part / 16)).rounded(),
        height: (size.height * (1 + part / 16)).rounded())
    }
  }
}
