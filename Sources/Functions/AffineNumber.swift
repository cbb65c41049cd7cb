public import LayoutModel

/// A number that is `constant + perWidth × root's width + perHeight × root's height`.
@usableFromInline
package struct AffineNumber: BitwiseCopyable, Sendable {
  /// The value at a root of size 0.
  @usableFromInline package var constant: Double
  /// The gain per point of the root's width.
  @usableFromInline package var perWidth: Double
  /// The gain per point of the root's height.
  @usableFromInline package var perHeight: Double

  /// A number by its coefficients.
  @inlinable
  package init(constant: Double = 0, perWidth: Double = 0, perHeight: Double = 0) {
    self.constant = constant
    self.perWidth = perWidth
    self.perHeight = perHeight
  }

  /// The limit below which every coefficient must be for the number to count as 0 at every size.
  @inlinable static var smallest: Double { 1e-12 }

  /// The rounding error that a value may have, relative to its parts.
  @inlinable package static var relativeDoubt: Double { 1e-9 }

  /// True if it is the same at every size.
  @inlinable package var isConstant: Bool { perWidth == 0 && perHeight == 0 }
  /// True if it is 0 at every size, but for rounding.
  @inlinable package var isZero: Bool {
    abs(constant) < Self.smallest && abs(perWidth) < Self.smallest
      && abs(perHeight) < Self.smallest
  }
  /// True if it is the same at every size, but for rounding.
  @inlinable package var isNearlyConstant: Bool {
    abs(perWidth) < Self.smallest && abs(perHeight) < Self.smallest
  }
  /// True if it is finite, and stays so in sums and at every size that a root can have.
  @inlinable package var isTame: Bool {
    abs(constant) < 1e100 && abs(perWidth) < 1e100 && abs(perHeight) < 1e100
  }

  /// The number at a size of the root, points.
  @inlinable
  package func value(at root: Size) -> Double {
    constant + perWidth * root.width + perHeight * root.height
  }

  /// The rounding error that the value may have at a size: the sign of a smaller value is
  /// uncertain.
  @inlinable
  package func doubt(at root: Size) -> Double {
    Self.relativeDoubt
      * (1 + abs(constant) + abs(perWidth * root.width) + abs(perHeight * root.height))
  }

  /// The sum.
  @inlinable
  package static func + (one: AffineNumber, other: AffineNumber) -> AffineNumber {
    AffineNumber(
      constant: one.constant + other.constant, perWidth: one.perWidth + other.perWidth,
      perHeight: one.perHeight + other.perHeight)
  }

  /// The difference.
  @inlinable
  package static func - (one: AffineNumber, other: AffineNumber) -> AffineNumber {
    AffineNumber(
      constant: one.constant - other.constant, perWidth: one.perWidth - other.perWidth,
      perHeight: one.perHeight - other.perHeight)
  }

  /// The number times a factor.
  @inlinable
  package static func * (one: AffineNumber, factor: Double) -> AffineNumber {
    AffineNumber(
      constant: one.constant * factor, perWidth: one.perWidth * factor,
      perHeight: one.perHeight * factor)
  }

  /// The number divided by a divisor that is not 0.
  @inlinable
  package static func / (one: AffineNumber, divisor: Double) -> AffineNumber {
    AffineNumber(
      constant: one.constant / divisor, perWidth: one.perWidth / divisor,
      perHeight: one.perHeight / divisor)
  }
}
