/// A point in points, x to the right and y downward.
@frozen
public struct Point: Hashable, BitwiseCopyable, Sendable {
  /// Distance from the left, points.
  public var x: Double
  /// Distance from the top, points.
  public var y: Double

  /// A point at `x`, `y`.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point at 0, 0.
  @inlinable public static var zero: Point { Point(x: 0, y: 0) }
}

/// A width and a height in points.
@frozen
public struct Size: Hashable, BitwiseCopyable, Sendable {
  /// Width, points.
  public var width: Double
  /// Height, points.
  public var height: Double

  /// A size of `width` × `height` points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size 0 × 0.
  @inlinable public static var zero: Size { Size(width: 0, height: 0) }
}

/// A rectangle in points: a view's frame in its superview's coordinates.
///
/// Width and height are plain numbers; a negative one does not swap the edges.
@frozen
public struct Rect: Hashable, BitwiseCopyable, Sendable {
  /// Left edge, points.
  public var x: Double
  /// Top edge, points.
  public var y: Double
  /// Width, points.
  public var width: Double
  /// Height, points.
  public var height: Double

  /// A rectangle of `width` × `height` points whose top left corner is at `x`, `y`.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The empty rectangle at 0, 0.
  @inlinable public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// The frame of a view before any layout has written it: NaN in every number.
  public static var unknown: Rect { Rect(x: .nan, y: .nan, width: .nan, height: .nan) }

  /// Left edge, points.
  @inlinable public var left: Double { x }
  /// Top edge, points.
  @inlinable public var top: Double { y }
  /// Right edge, points.
  @inlinable public var right: Double { x + width }
  /// Bottom edge, points.
  @inlinable public var bottom: Double { y + height }
  /// Horizontal centre, points.
  @inlinable public var centerX: Double { x + width / 2 }
  /// Vertical centre, points.
  @inlinable public var centerY: Double { y + height / 2 }
  /// Top left corner.
  @inlinable public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }
  /// Width and height.
  @inlinable public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// True if all four numbers are finite.
  @inlinable public var isFinite: Bool {
    (x * 0 + y * 0 + width * 0 + height * 0) == 0
  }

  /// The largest difference to `other` in any of the four numbers, points.
  public func deviation(from other: Rect) -> Double {
    max(
      max(abs(x - other.x), abs(y - other.y)),
      max(abs(width - other.width), abs(height - other.height)))
  }

  /// Returns true if all four numbers agree with those of `other` by the rule of `verify`.
  ///
  /// - Parameters:
  ///   - other: the frame to compare with, points.
  ///   - tolerance: absolute in points up to 1 point, relative to the larger number above.
  /// - Returns: false where a number is NaN.
  public func isClose(to other: Rect, within tolerance: Double) -> Bool {
    Self.isClose(x, other.x, tolerance) && Self.isClose(y, other.y, tolerance)
      && Self.isClose(width, other.width, tolerance)
      && Self.isClose(height, other.height, tolerance)
  }

  static func isClose(_ first: Double, _ second: Double, _ tolerance: Double) -> Bool {
    abs(first - second) <= tolerance * max(1, max(abs(first), abs(second)))
  }
}

/// Distances from the four sides, points.
@frozen
public struct EdgeInsets: Hashable, Sendable {
  /// From the top, points.
  public var top: Double
  /// From the left, points.
  public var left: Double
  /// From the bottom, points.
  public var bottom: Double
  /// From the right, points.
  public var right: Double

  /// Insets in the order in which scene files write them.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same distance on all four sides.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }
}

/// Horizontal or vertical.
@frozen
public enum Axis: Int, CaseIterable, BitwiseCopyable, Sendable {
  /// x, width, left, right.
  case horizontal
  /// y, height, top, bottom.
  case vertical
}

/// One value for each axis.
@frozen
public struct AxisPair<Value> {
  /// The value along x.
  public var horizontal: Value
  /// The value along y.
  public var vertical: Value

  /// A pair, horizontal first, as scene files write it.
  @inlinable
  public init(_ horizontal: Value, _ vertical: Value) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The value of one axis.
  @inlinable
  public subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    // In place: a setter would copy a list to append one element.
    _modify { if axis == .horizontal { yield &horizontal } else { yield &vertical } }
  }
}

extension AxisPair: Equatable where Value: Equatable {}
extension AxisPair: Hashable where Value: Hashable {}
extension AxisPair: Sendable where Value: Sendable {}

/// The size that a view's content asks for, in points; `nil` in an axis where it asks for none.
public typealias IntrinsicSize = AxisPair<Double?>

extension Size {
  /// The size with a content's width and height; an axis without content size stays as it is.
  ///
  /// Dialects of given sizes, SLL rules and LayoutKit's calls, apply a change of content in this
  /// way.
  @inlinable
  public func replaced(by content: IntrinsicSize) -> Size {
    Size(width: content.horizontal ?? width, height: content.vertical ?? height)
  }
}

extension AxisPair where Value == Double? {
  /// The content size with another one's width and height, by the same rule; an axis that has no
  /// size does not get one.
  @inlinable
  public func replaced(by content: IntrinsicSize) -> IntrinsicSize {
    IntrinsicSize(
      horizontal.map { content.horizontal ?? $0 }, vertical.map { content.vertical ?? $0 })
  }
}

/// The reading direction of a scene.
public enum LayoutDirection: String, CaseIterable, Sendable {
  /// Leading is left.
  case leftToRight = "ltr"
  /// Leading is right.
  case rightToLeft = "rtl"
}
