import LayoutModel

/// A number that compiled calls reckon with: a `Double`, or one that depends on the root's size.
protocol CallNumber: BitwiseCopyable {
  /// A number that is known.
  init(_ constant: Double)
  static func + (one: Self, other: Self) -> Self
  static func * (one: Self, other: Self) -> Self
  static func / (one: Self, other: Self) -> Self
  /// What one of so many shares of the rest is: 0 where they are less than 2^-52.
  static func share(of rest: Self, among shares: Self) -> Self
  /// Whether it is no number at all: what a content asks for that asks for nothing.
  var isNaN: Bool { get }
}

extension Double: CallNumber {
  /// Where shares are less, flexibles get nothing.
  static let leastShares = 0x1p-52

  @inline(__always)
  static func share(of rest: Double, among shares: Double) -> Double {
    shares < leastShares ? 0 : rest / shares
  }
}

extension Size {
  /// Whether its lengths are no longer than a scene may give them.
  @inline(__always)
  var isTame: Bool {
    abs(width) <= NumberText.largestMagnitude && abs(height) <= NumberText.largestMagnitude
  }
}
