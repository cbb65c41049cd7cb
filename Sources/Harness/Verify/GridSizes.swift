import LayoutModel

/// Sizes of the root that put every frame of a scene where an engine that rounds can have it.
struct GridSizes {
  /// The distance between the positions that the engine rounds to, points.
  let distance: Double
  private let layout: any ResolvedLayout
  private let tree: ViewTree

  /// At most so many widths are tried.
  private static let mostTries = 1000

  /// The sizes that a layout finds.
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

  /// The nearest size to one side of another, else to its other side, in whole points, that puts every frame on the
  /// grid.
  ///
  /// - Parameters:
  ///   - size: where to begin.
  ///   - isGrowing: whether wider ones are looked at first.
  ///   - widths: the widths that may be had, points.
  ///   - known: sizes that are not wanted.
  /// - Returns: the size; `nil` where none is found.
  func size(
    from size: Size, isGrowing: Bool, within widths: ClosedRange<Double>, except known: Set<Size>
  ) -> Size? {
    guard var session = try? LayoutSession(layout, tree: tree) else { return nil }
    for direction in isGrowing ? [1.0, -1.0] : [-1.0, 1.0] {
      for step in 0..<Self.mostTries {
        let width = size.width.rounded() + direction * Double(step)
        guard widths.contains(width) else { break }
        // What stands in the middle needs an even height.
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

  /// Whether frames lie on the grid.
  func holds(_ frames: [Rect]) -> Bool { Self.holds(frames, distance) }

  /// How many roundings may add up in a frame.
  private static let mostRoundings = 8.0

  /// Whether frames are others than right ones for no other reason than that these do not lie on a grid.
  static func areRounded(_ found: [Rect], of right: [Rect], _ distance: Double) -> Bool {
    distance > 0 && !holds(right, distance)
      && Agreement.deviation([found], [right]) <= distance * mostRoundings
  }

  /// Whether frames are multiples of a distance, points.
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
