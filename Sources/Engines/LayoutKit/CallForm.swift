import LayoutModel

/// What an operation of a program makes of one or two numbers.
///
/// A factor is multiplied where its product is added, for that rounds as two operations do; a power of two
/// moves through sums, for it rounds nothing. What else the calls do is done as they say.
struct CallForm: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// It lies in memory when a pass begins.
    case given
    /// factor × one + second
    case offset
    /// factor × one + second × other
    case sum
    case multiply, divide, share, fitted
  }

  var kind = Kind.given
  var one: CallGraph.Value = -1
  var other: CallGraph.Value = -1
  var factor = 1.0
  var second = 0.0

  /// What it is made of; nothing where it is given.
  var operands: [CallGraph.Value] { [one, other].filter { $0 >= 0 } }
  /// Whether it adds the second operand, or a number that is known, to the first.
  var isSum: Bool { factor == 1 && (kind == .offset || kind == .sum && second == 1) }
  /// Whether it is a factor of another number and no more.
  var isProduct: Bool { kind == .offset && second == 0 }
  /// Whether it is an offset or a sum.
  var isAffine: Bool { kind == .offset || kind == .sum }

  /// Puts the second operand of a sum first.
  mutating func swap() {
    (one, other) = (other, one)
    (factor, second) = (second, factor)
  }
}

extension CallGraph {
  /// What is done for each number; whether each is finite is known.
  func forms(_ isBounded: [Bool]) -> [CallForm] {
    var forms: [CallForm] = []
    forms.reserveCapacity(entries.count)
    for entry in entries { forms.append(form(of: entry, forms, isBounded)) }
    return forms
  }

  /// What one number is, by the forms of those before it.
  private func form(
    of entry: Entry, _ forms: [CallForm], _ isBounded: [Bool]
  ) -> CallForm {
    let (one, other) = (entry.one, entry.other)
    /// A number as a factor of another.
    func scaled(_ value: Value) -> (factor: Double, of: Value) {
      let form = forms[Int(value)]
      return form.isProduct ? (form.factor, form.one) : (1, value)
    }
    func sum(_ sign: Double) -> CallForm {
      if let constant = amount(of: other) {
        let (factor, number) = scaled(one)
        return CallForm(kind: .offset, one: number, factor: factor, second: sign * constant)
      }
      let (second, otherNumber) = scaled(other)
      if let constant = amount(of: one) {
        return CallForm(kind: .offset, one: otherNumber, factor: sign * second, second: constant)
      }
      let (factor, number) = scaled(one)
      return CallForm(
        kind: .sum, one: number, other: otherNumber, factor: factor, second: sign * second)
    }
    func product(_ factor: Double, _ value: Value) -> CallForm {
      var form = forms[Int(value)]
      let isExact =
        form.isAffine && factor.isPowerOfTwo || form.isProduct && form.factor.isPowerOfTwo
      form.factor *= factor
      form.second *= factor
      // What may be infinite must not be left out: a power of two would bring it back.
      guard isExact, isBounded[Int(value)] else {
        return CallForm(kind: .offset, one: value, factor: factor)
      }
      return form
    }
    switch entry.operation {
    case .known, .before, .content: return CallForm()
    case .add: return sum(1)
    case .subtract: return sum(-1)
    case .negate: return product(-1, one)
    case .multiply:
      if let factor = amount(of: other) { return product(factor, one) }
      if let factor = amount(of: one) { return product(factor, other) }
      return CallForm(kind: .multiply, one: one, other: other)
    case .divide:
      if let divisor = amount(of: other), divisor.isPowerOfTwo, (1 / divisor).isPowerOfTwo {
        return product(1 / divisor, one)
      }
      return CallForm(kind: .divide, one: one, other: other)
    case .share: return CallForm(kind: .share, one: one, other: other)
    case .fitted: return CallForm(kind: .fitted, one: one, other: other)
    }
  }

  // MARK: - How large numbers get

  /// For each number whether it is finite wherever no length that is given is above 1e9 points.
  var isBounded: [Bool] {
    var magnitudes: [Double] = []
    magnitudes.reserveCapacity(entries.count)
    for entry in entries {
      func of(_ value: Value) -> Double { magnitudes[Int(value)] }
      let magnitude: Double =
        switch entry.operation {
        case .known: abs(entry.amount)
        // What a layout itself sets may be larger each time.
        case .before: isKept(entry.one) || entry.one < 4 ? NumberText.largestMagnitude : .infinity
        case .content: NumberText.largestMagnitude
        case .add, .subtract: of(entry.one) + of(entry.other)
        case .multiply: of(entry.one) * of(entry.other)
        case .divide: amount(of: entry.other).map { of(entry.one) / abs($0) } ?? .infinity
        case .negate: of(entry.one)
        case .share: of(entry.other) < .infinity ? of(entry.one) * 0x1p52 : .infinity
        case .fitted: max(of(entry.one), of(entry.other))
        }
      // Rounding may make a sum larger, and a factor may be moved into one.
      magnitudes.append(magnitude < 1e290 ? magnitude : .infinity)
    }
    return magnitudes.map(\.isFinite)
  }

  /// Whether no call sets what lies at a frame's address.
  func isKept(_ address: Int32) -> Bool {
    let entry = entries[Int(self[address])]
    return entry.operation == .before && entry.one == address
  }
}

extension Double {
  fileprivate var isPowerOfTwo: Bool { isNormal && significand == 1 }
}
