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
  /// How far each state lies between the scene's own size and another one; the last is its own.
  private static let shares = [1, 0.25, 0.75, 0.5, 0.875, 0.125, 0.625, 0]

  /// The sizes of a cycle, no two neighbours equal; the last one is the scene's own.
  ///
  /// They lie between the scene's own size and those that its `resize` steps claim; a scene without
  /// such steps grows by half.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - length: 8, or 2 where a pass is slow.
  /// - Returns: so many sizes, points.
  static func sizes(of scene: Scene, length: Int) -> [Size] {
    let own = scene.tree.rootSize
    var others = scene.steps.compactMap { step -> Size? in
      if case .resize(let size) = step.change, size != own { size } else { nil }
    }
    if others.isEmpty { others = [Size(width: own.width * 1.5, height: own.height * 1.5)] }
    var sizes: [Size] = []
    for (index, share) in shares.suffix(length).enumerated() {
      let other = others[index % others.count]
      let isLast = share == 0
      var size = Size(
        width: own.width + (other.width - own.width) * share,
        height: own.height + (other.height - own.height) * share)
      let rounded = Size(width: size.width.rounded(), height: size.height.rounded())
      if !isLast, rounded != sizes.last, rounded != own { size = rounded }
      // A root too small to change by shares changes by points.
      if !isLast, size == sizes.last || size == own { size.width = own.width + Double(index + 1) }
      sizes.append(size)
    }
    return sizes
  }
}
