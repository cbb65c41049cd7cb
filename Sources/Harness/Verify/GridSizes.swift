import LayoutModel

/// Sizes of the root at which every frame of a scene lies on the grid of an engine that rounds.
struct GridSizes {
  /// The distance between the positions that the engine rounds to, points.
  let distance: Double
  private let layout: any ResolvedLayout
  private let tree: ViewTree

  /// The maximum number of widths that are tried.
  private static let mostTries = 1000

  /// Prepares the search in a layout.
  ///
  /// - Parameters:
  ///   - distance: the distance between the positions that the engine rounds to, points.
  ///   - layout: a layout that is right.
  ///   - tree: the views.
  init(_ distance: Double, _ layout: any ResolvedLayout, _ tree: ViewTree) {
    self.distance = distance
    self.layout = layout
    self.tree = tree
  }

  /// The nearest size in one direction from another, otherwise in the opposite direction, in whole
  /// points, that puts every frame on the grid.
  ///
  /// - Parameters:
  ///   - size: the size to start from.
  ///   - isGrowing: whether wider ones are tried first.
  ///   - widths: the widths that are allowed, points.
  ///   - known: sizes that are excluded.
  /// - Returns: the size; `nil` where none is found.
  func size(
    from size: Size, isGrowing: Bool, within widths: ClosedRange<Double>, except known: Set<Size>
  ) -> Size? {
    guard var session = try? LayoutSession(layout, tree: tree) else { return nil }
    for direction in isGrowing ? [1.0, -1.0] : [-1.0, 1.0] {
      for step in 0..<Self.mostTries {
        let width = size.width.rounded() + direction * Double(step)
        guard widths.contains(width) else { break }
        // Centred views need an even height.
        for height in 0...1 {
          let candidate = Size(width: width, height: size.height.rounded() + Double(height))
          guard !known.contains(candidate) else { continue }
          session.apply(.resize(candidate))
          guard (try? session.layOut()) != nil else { break }
          if holds(session.frames) { return candidate }
        }
      }
    }
    return nil
  }

  /// True if frames lie on the grid.
  func holds(_ frames: [Rect]) -> Bool { Self.holds(frames, distance) }

  /// The number of roundings that may add up in a frame.
  private static let mostRoundings = 8.0

  /// True if frames differ from right ones only because the right ones do not lie on a grid.
  static func areRounded(_ found: [Rect], of right: [Rect], _ distance: Double) -> Bool {
    distance > 0 && !holds(right, distance)
      && Agreement.deviation([found], [right]) <= distance * mostRoundings
  }

  /// True if frames are multiples of a distance, points.
  static func holds(_ frames: [Rect], _ distance: Double) -> Bool {
    frames.dropFirst().allSatisfy { frame in
      guard !frame.x.isNaN else { return true }
      return [frame.x, frame.y, frame.width, frame.height].allSatisfy { number in
        let steps = number / distance
        return abs(steps - steps.rounded()) * distance < 1e-6
      }
    }
  }
}
