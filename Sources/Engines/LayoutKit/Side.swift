import LayoutModel

/// A side of the bounds.
@usableFromInline
enum Side: UInt8, BitwiseCopyable, Sendable {
  case start, end, centre

  /// Returns the start of a length at this side of a range that begins at `start` and is `room`
  /// long; points.
  @inline(__always)
  func start(of length: Double, from start: Double, room: Double) -> Double {
    switch self {
    case .start: start
    case .end: start + room - length
    case .centre: start + room / 2 - length / 2
    }
  }
}

extension Rect {
  @inline(__always)
  func start(_ axis: Axis) -> Double { axis == .horizontal ? x : y }

  @inline(__always)
  func length(_ axis: Axis) -> Double { axis == .horizontal ? width : height }

  @inline(__always)
  mutating func set(_ axis: Axis, start: Double) {
    if axis == .horizontal { x = start } else { y = start }
  }

  @inline(__always)
  mutating func set(_ axis: Axis, length: Double) {
    if axis == .horizontal { width = length } else { height = length }
  }

  /// The rectangle with each side moved in, points.
  @inline(__always)
  func inset(top: Double, left: Double, bottom: Double, right: Double) -> Rect {
    Rect(
      x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }
}
