public import LayoutModel

/// A number that is `constant + perWidth × root's width + perHeight × root's height`.
@usableFromInline
package struct AffineNumber: BitwiseCopyable, Sendable {
  /// What it is where the root has no size.
  @usableFromInline package var constant: Double
  /// What it gains for each point of the root's width.
  @usableFromInline package var perWidth: Double
  /// What it gains for each point of the root's height.
  @usableFromInline package var perHeight: Double

  /// A number by its coefficients.
  @inlinable
  package init(constant: Double = 0, perWidth: Double = 0, perHeight: Double = 0) {
    self.constant = constant
    self.perWidth = perWidth
    self.perHeight = perHeight
  }

  /// Where every coefficient is less, the number is 0 whatever the root's size.
  @inlinable static var smallest: Double { 1e-12 }

  /// How far a value may be off by rounding, relative to its parts.
  @inlinable package static var relativeDoubt: Double { 1e-9 }

  /// Whether it is the same at every size.
  @inlinable package var isConstant: Bool { perWidth == 0 && perHeight == 0 }
  /// Whether it is 0 at every size, but for rounding.
  @inlinable package var isZero: Bool {
    abs(constant) < Self.smallest && abs(perWidth) < Self.smallest
      && abs(perHeight) < Self.smallest
  }
  /// Whether it is the same at every size, but for rounding.
  @inlinable package var isNearlyConstant: Bool {
    abs(perWidth) < Self.smallest && abs(perHeight) < Self.smallest
  }
  /// Whether it is finite, and stays so in sums and at every size that a root can have.
  @inlinable package var isTame: Bool {
    abs(constant) < 1e100 && abs(perWidth) < 1e100 && abs(perHeight) < 1e100
  }

  /// The number at a size of the root, points.
  @inlinable
  package func value(at root: Size) -> Double {
    constant + perWidth * root.width + perHeight * root.height
  }

  /// How large the value can be for its digits to be trusted: what is lost in the sum.
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

  /// The number, so many times.
  @inlinable
  package static func * (one: AffineNumber, factor: Double) -> AffineNumber {
    AffineNumber(
      constant: one.constant * factor, perWidth: one.perWidth * factor,
      perHeight: one.perHeight * factor)
  }

  /// The number by a divisor that is not 0.
  @inlinable
  package static func / (one: AffineNumber, divisor: Double) -> AffineNumber {
    AffineNumber(
      constant: one.constant / divisor, perWidth: one.perWidth / divisor,
      perHeight: one.perHeight / divisor)
  }
}
