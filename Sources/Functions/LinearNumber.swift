public import LayoutModel

/// A sum of multiples of quantities, as substitution computes with it.
@usableFromInline
package protocol LinearNumber: BitwiseCopyable {
  /// The number 0.
  static var zero: Self { get }

  /// The sum.
  static func + (one: Self, other: Self) -> Self

  /// The number times a factor.
  static func * (one: Self, factor: Double) -> Self

  /// Decides whether it is 0, as an equality without unknowns requires.
  ///
  /// - Parameter point: the parameters at which 0 is enough; `nil` where it must be 0 everywhere.
  /// - Returns: the parameters at which it is 0.
  func vanishing(at point: Size?) -> Vanishing
}

/// The parameters at which a number is 0.
@usableFromInline
package enum Vanishing {
  case everywhere
  /// At the given parameters.
  case here
  case nowhere
}

extension AffineNumber: LinearNumber {
  /// The number 0.
  @inlinable package static var zero: AffineNumber { AffineNumber() }

  /// Decides whether it is 0, but for rounding.
  @inlinable
  package func vanishing(at point: Size?) -> Vanishing {
    guard abs(constant) > 1e-9 || abs(perWidth) > 1e-12 || abs(perHeight) > 1e-12 else {
      return .everywhere
    }
    guard let point, abs(value(at: point)) <= max(1e-7, doubt(at: point)) else { return .nowhere }
    return isConstant ? .everywhere : .here
  }
}

extension Double: LinearNumber {
  /// Decides whether it is 0, but for rounding.
  @inlinable
  package func vanishing(at point: Size?) -> Vanishing {
    abs(self) <= 1e-9 ? .everywhere : .nowhere
  }
}
