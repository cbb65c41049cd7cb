import LayoutModel

/// A number that depends on two others, the root's size or a content's, as an affine function, with what
/// rounding may have taken.
///
/// Where calls would give anything else, or where it cannot be told what they give, it is of no use: a
/// product of two such numbers, a division by one, a share among so many, a number so large that it may
/// not be finite at another size.
struct SizeDependentNumber: BitwiseCopyable {
  var form: AffineNumber
  /// How far a layout's own number may be off, points.
  ///
  /// 0 where it is the same number, infinite where the form is of no use.
  var error: Double

  init(_ form: AffineNumber, error: Double = 0) {
    self.form = form
    self.error = error
  }

  /// A number that came of others.
  private init(_ form: AffineNumber, from one: Self, _ other: Self, error: Double) {
    self.form = form
    let isKnown = one.isKnown && other.isKnown
    // A layout rounds as this did where it reckons with the same numbers.
    self.error = isKnown ? 0 : error + Double.ulpOfOne * Self.magnitude(form)
  }

  /// Whether a layout has the very same number, whatever the root's size.
  private var isKnown: Bool { form.isConstant && error == 0 }

  /// How large the number gets at the sizes that roots have.
  private static func magnitude(_ form: AffineNumber) -> Double {
    abs(form.constant) + 1e4 * (abs(form.perWidth) + abs(form.perHeight))
  }

  /// Whether it may be written for a layout's own number.
  var isTrusted: Bool {
    form.isTame && error <= 1e-10 * (1 + Self.magnitude(form))
  }

  /// Whether it is finite at every size.
  var isUsable: Bool { form.isTame && error < .infinity }

  private static var useless: Self { Self(AffineNumber(), error: .infinity) }
}

extension SizeDependentNumber: CallNumber {
  init(_ constant: Double) { self.init(AffineNumber(constant: constant)) }

  var isNaN: Bool { form.constant.isNaN }

  static func + (one: Self, other: Self) -> Self {
    Self(one.form + other.form, from: one, other, error: one.error + other.error)
  }

  static func * (one: Self, other: Self) -> Self {
    guard one.form.isConstant || other.form.isConstant else { return useless }
    let (form, factor) = other.form.isConstant ? (one, other) : (other, one)
    return Self(
      form.form * factor.form.constant, from: one, other,
      error: form.error * abs(factor.form.constant) + magnitude(form.form) * factor.error)
  }

  static func / (one: Self, other: Self) -> Self {
    let divisor = abs(other.form.constant)
    guard other.form.isConstant, divisor > 1e6 * other.error else { return useless }
    return Self(
      one.form / other.form.constant, from: one, other,
      error: (one.error + magnitude(one.form) * other.error / divisor) / divisor)
  }

  static func share(of rest: Self, among shares: Self) -> Self {
    let least = Double.leastShares
    guard shares.form.isConstant, shares.error < .infinity,
      shares.isKnown || abs(shares.form.constant - least) > 1e6 * shares.error
    else { return useless }
    return shares.form.constant < least ? Self(0) : rest / shares
  }
}
