public import LayoutModel

/// A sum of multiples of quantities whose present value is known, so that it can be compared.
@usableFromInline
package protocol ValuedNumber: LinearNumber {
  /// A number that nothing changes.
  init(constant: Double)

  /// The part that nothing changes.
  var constant: Double { get }

  /// The number at the present parameters, points.
  func value(at root: Size) -> Double

  /// The rounding error that the value may have: the sign of a smaller value is uncertain.
  func doubt(at root: Size) -> Double

  /// True if nothing changes it.
  var isConstant: Bool { get }

  /// True if it is 0 whatever changes, but for rounding.
  var isZero: Bool { get }

  /// Returns true if the difference from another number never changes.
  func isParallel(to other: Self) -> Bool

  /// The difference.
  static func - (one: Self, other: Self) -> Self

  /// The larger of two numbers, whatever changes; `nil` where numbers of this kind cannot be so.
  static func larger(_ one: Self, _ other: Self) -> Self?

  /// Applies the linear map that leads from bounds to values to numbers as bounds.
  ///
  /// - Parameters:
  ///   - lower: the lower bounds.
  ///   - upper: the upper bounds.
  ///   - values: the map.
  /// - Returns: the values; `nil` where numbers of this kind cannot be mapped.
  /// - Throws: the error of the map.
  static func mapped<Failure: Error>(
    _ lower: [Self], _ upper: [Self],
    by values: ([Double], [Double]) throws(Failure) -> [Double]
  ) throws(Failure) -> [Self]?
}

extension ValuedNumber {
  /// The difference.
  @inlinable
  package static func - (one: Self, other: Self) -> Self { one + other * -1 }
}

/// Conditions on numbers under which an answer stays right.
@usableFromInline
package protocol ConditionList<Number>: ~Copyable {
  associatedtype Number: ValuedNumber

  /// True if an answer states the conditions that it needs itself, one for each bound that it
  /// passed; otherwise one list of all bounds in their order serves every answer. These are fewer,
  /// but exclude more.
  static var areStatedByAnswers: Bool { get }

  /// Requires that a number is not negative; it may be by rounding.
  mutating func require(_ number: Number)

  /// Requires that a number stays 0, as it is at the present parameters.
  mutating func requireZero(_ number: Number, at root: Size)

  /// Admits no other parameters than the present ones.
  mutating func pin(to root: Size)

  /// A mark of the conditions so far.
  var mark: Int { get }

  /// Drops the conditions since a mark, where they can be dropped.
  mutating func drop(since mark: Int)
}

extension AffineNumber: ValuedNumber {
  /// A number that nothing changes.
  @inlinable
  package init(constant: Double) {
    self.init(constant: constant, perWidth: 0, perHeight: 0)
  }

  /// Returns true if the difference from another number never changes.
  @inlinable
  package func isParallel(to other: AffineNumber) -> Bool {
    perWidth == other.perWidth && perHeight == other.perHeight
  }

  /// An affine number is not: which of two is larger depends on the parameters.
  @inlinable
  package static func larger(_ one: AffineNumber, _ other: AffineNumber) -> AffineNumber? { nil }

  /// Maps the constants and the gains apart.
  @inlinable
  package static func mapped<Failure: Error>(
    _ lower: [AffineNumber], _ upper: [AffineNumber],
    by values: ([Double], [Double]) throws(Failure) -> [Double]
  ) throws(Failure) -> [AffineNumber]? {
    let constants = try values(lower.map(\.constant), upper.map(\.constant))
    let perWidth = try values(lower.map(\.perWidth), upper.map(\.perWidth))
    let perHeight = try values(lower.map(\.perHeight), upper.map(\.perHeight))
    return constants.indices.map { index in
      AffineNumber(
        constant: constants[index], perWidth: perWidth[index], perHeight: perHeight[index])
    }
  }
}

extension SizeRegion: ConditionList {
  /// Requires that a number is not negative; it may be by rounding.
  @inlinable
  package mutating func require(_ number: AffineNumber) { require(number, surely: false) }

  /// Requires that a number stays 0: other parameters are excluded where they change it.
  @inlinable
  package mutating func requireZero(_ number: AffineNumber, at root: Size) {
    if !number.isNearlyConstant { pin(to: root) }
  }

  /// Few conditions are checked faster.
  @inlinable package static var areStatedByAnswers: Bool { false }

  /// The conditions are not numbered: those of a failed attempt only make the region smaller.
  @inlinable package var mark: Int { 0 }

  /// Drops nothing.
  @inlinable
  package mutating func drop(since mark: Int) {}
}
