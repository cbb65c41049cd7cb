internal import LayoutBenchCGMP

/// The version of GMP, whose numbers exact solutions have.
package var gmpVersion: String { String(cString: __gmp_version) }

/// A fraction of integers of any length, in lowest terms.
///
/// Source: the arithmetic is GMP's, which GLPK is linked with too.
struct Rational: Sendable {
  /// The number in GMP's form, never changed after it was made.
  private final class Storage: @unchecked Sendable {
    let value = UnsafeMutablePointer<__mpq_struct>.allocate(capacity: 1)

    init() { __gmpq_init(value) }

    deinit {
      __gmpq_clear(value)
      value.deallocate()
    }
  }

  /// `nil` for 0, which most numbers of a tableau are.
  private let storage: Storage?

  static let zero = Rational(nil)
  static let one = Rational(exactly: 1)

  private init(_ storage: Storage?) { self.storage = storage }

  /// The number that a finite floating-point number is: an integer over a power of 2.
  init(exactly value: Double) {
    guard value != 0 else {
      self = .zero
      return
    }
    let storage = Storage()
    __gmpq_set_d(storage.value, value)
    self.init(storage)
  }

  /// The simplest fraction that rounds to a floating-point number: 1/10 for `0.1`, which people who
  /// write 0.1 mean.
  ///
  /// Source: the simplest fraction between two numbers is found by their continued fractions.
  ///
  /// - Parameter value: a finite number.
  init(simplest value: Double) {
    guard value != value.rounded() else {
      self.init(exactly: value)
      return
    }
    let size = value.magnitude
    let half = Rational(exactly: size.ulp / 2)
    let middle = Rational(exactly: size)
    let simplest = Rational.simplest(from: middle - half, to: middle + half)
    self = value < 0 ? -simplest : simplest
  }

  /// The fraction of least denominator between two positive numbers.
  private static func simplest(from lower: Rational, to upper: Rational) -> Rational {
    let floor = lower.roundedDown
    if floor.isEqual(to: lower) { return floor }
    if floor + .one <= upper { return floor + .one }
    return floor + .one / simplest(from: .one / (upper - floor), to: .one / (lower - floor))
  }

  var isZero: Bool { storage == nil }

  /// -1, 0 or 1.
  var sign: Int {
    guard let storage else { return 0 }
    return storage.value.pointee._mp_num._mp_size < 0 ? -1 : 1
  }

  /// The greatest integer that is not greater.
  private var roundedDown: Rational {
    guard let storage else { return .zero }
    return .make { result in
      var (numerator, denominator) = (
        storage.value.pointee._mp_num, storage.value.pointee._mp_den
      )
      __gmpz_fdiv_q(&result.pointee._mp_num, &numerator, &denominator)
    }
  }

  /// The floating-point number next to it in the direction of 0.
  var double: Double {
    guard let storage else { return 0 }
    return __gmpq_get_d(storage.value)
  }

  private static func make(_ body: (UnsafeMutablePointer<__mpq_struct>) -> Void) -> Rational {
    let result = Storage()
    body(result.value)
    return Rational(result.value.pointee._mp_num._mp_size == 0 ? nil : result)
  }

  func isEqual(to other: Rational) -> Bool {
    guard let one = storage, let other = other.storage else {
      return isZero && other.isZero
    }
    return __gmpq_equal(one.value, other.value) != 0
  }

  static func < (one: Rational, other: Rational) -> Bool {
    guard let left = one.storage else { return other.sign > 0 }
    guard let right = other.storage else { return one.sign < 0 }
    return __gmpq_cmp(left.value, right.value) < 0
  }

  static func > (one: Rational, other: Rational) -> Bool { other < one }

  static func <= (one: Rational, other: Rational) -> Bool { !(other < one) }

  static prefix func - (number: Rational) -> Rational {
    guard let storage = number.storage else { return .zero }
    return .make { __gmpq_neg($0, storage.value) }
  }

  static func + (one: Rational, other: Rational) -> Rational {
    guard let left = one.storage else { return other }
    guard let right = other.storage else { return one }
    return .make { __gmpq_add($0, left.value, right.value) }
  }

  static func - (one: Rational, other: Rational) -> Rational {
    guard let left = one.storage else { return -other }
    guard let right = other.storage else { return one }
    return .make { __gmpq_sub($0, left.value, right.value) }
  }

  static func * (one: Rational, other: Rational) -> Rational {
    guard let left = one.storage, let right = other.storage else { return .zero }
    return .make { __gmpq_mul($0, left.value, right.value) }
  }

  /// The quotient; the divisor is not 0.
  static func / (one: Rational, other: Rational) -> Rational {
    guard let right = other.storage else { preconditionFailure("division by 0") }
    guard let left = one.storage else { return .zero }
    return .make { __gmpq_div($0, left.value, right.value) }
  }
}
