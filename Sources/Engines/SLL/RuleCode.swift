import LayoutModel

/// A value made ready: a constant, an affine form over frames' numbers, or a small flat program.
///
/// Frames are read as flat numbers: x, y, width, height of view v at 4 v … 4 v + 3.
struct RuleCode {
  enum Kind: UInt8 {
    case constant
    /// `constant + Σ coefficient × number`, terms `start ..< end`.
    case affine
    /// Instructions `start ..< end`; the result is in register 0.
    case program
  }

  var kind: Kind
  var start: Int32
  var end: Int32
  var constant: Double
  /// The rule that holds the value, for messages.
  var rule: Int32

  static let none = RuleCode(kind: .constant, start: 0, end: 0, constant: 0, rule: -1)
}

/// A number of a frame with its coefficient.
struct AffineTerm {
  let number: Int32
  let coefficient: Double
}

/// One step of a program: an affine form, or an operation on two registers.
struct RuleInstruction {
  /// `nil` loads an affine form: terms `first ..< second` and `constant`.
  let operation: RuleOperator?
  let target: Int32
  let first: Int32
  let second: Int32
  let constant: Double
  /// Where a division stands, for messages.
  let rule: Int32
  let column: Int32
}

/// Turns values into code: affine forms where a value is one, programs where it is not.
struct RuleCompiler {
  private struct Affine {
    var constant: Double
    var terms: [AffineTerm]
  }

  /// Longer sums are computed by a program, so that forms of shared values cannot grow with N².
  private static let longestForm = 12

  private(set) var codes: [RuleCode] = []
  private(set) var terms: [AffineTerm] = []
  private(set) var instructions: [RuleInstruction] = []
  private(set) var registerCount = 0

  private let values: [RuleValue]
  private let tree: ViewTree
  private var search: ValueSearch
  private var forms: [Int32: Affine] = [:]
  private var registers: [Int32: Int32] = [:]

  init(_ state: RuleState, in tree: ViewTree) {
    values = state.values
    self.tree = tree
    search = ValueSearch(count: values.count)
  }

  /// Compiles a held value for the axis of its rule.
  ///
  /// - Returns: the number of its code.
  mutating func code(for value: Int32, rule: Int32, axis: Axis, superview: ViewID) -> Int32 {
    search.collect(from: value, in: values)
    forms.removeAll(keepingCapacity: true)
    registers.removeAll(keepingCapacity: true)
    // Operands have lower numbers than results, so a walk in rising order needs no recursion.
    let nodes = search.found.count == 1 ? search.found : search.found.sorted()
    let first = Int32(instructions.count)
    for node in nodes {
      if let form = form(of: node, axis: axis, superview: superview) {
        forms[node] = form
      } else {
        emit(node, axis: axis, superview: superview)
      }
    }
    if let form = forms[value] {
      instructions.removeSubrange(Int(first)...)
      let start = Int32(terms.count)
      terms += form.terms
      codes.append(
        RuleCode(
          kind: form.terms.isEmpty ? .constant : .affine, start: start, end: Int32(terms.count),
          constant: form.constant, rule: rule))
    } else {
      let last = registers[value] ?? 0
      codes.append(
        RuleCode(
          kind: .program, start: first, end: Int32(instructions.count), constant: Double(last),
          rule: rule))
    }
    registerCount = max(registerCount, registers.count)
    return Int32(codes.count - 1)
  }

  // MARK: - Forms

  private func form(of node: Int32, axis: Axis, superview: ViewID) -> Affine? {
    switch values[Int(node)].kind {
    case .number(let number): return Affine(constant: number, terms: [])
    case .percentage(let number, let own):
      let side: Axis =
        own == .horizontal ? .horizontal : own == .vertical ? .vertical : axis
      return Affine(constant: 0, terms: [size(of: superview, side, number / 100)])
    case .size(let side, let view): return Affine(constant: 0, terms: [size(of: view, side, 1)])
    case .line(let attribute, let view): return line(attribute, of: view, in: superview)
    case .fromFarSide(let side, let value):
      guard let inner = forms[value] else { return nil }
      let whole = Affine(constant: 0, terms: [size(of: superview, side, 1)])
      return sum(whole, inner, sign: -1)
    case .operation(let operation, let first, let second, _, _):
      guard let one = forms[first], let other = forms[second] else { return nil }
      switch operation {
      case .add: return sum(one, other, sign: 1)
      case .subtract: return sum(one, other, sign: -1)
      case .multiply:
        if other.terms.isEmpty { return scaled(one) { $0 * other.constant } }
        if one.terms.isEmpty { return scaled(other) { $0 * one.constant } }
        return nil
      case .divide:
        guard other.terms.isEmpty, other.constant != 0 else { return nil }
        return scaled(one) { $0 / other.constant }
      }
    }
  }

  private func size(of view: ViewID, _ axis: Axis, _ coefficient: Double) -> AffineTerm {
    AffineTerm(
      number: Int32(view.index * 4 + (axis == .horizontal ? 2 : 3)), coefficient: coefficient)
  }

  private func line(_ attribute: RuleAttribute, of view: ViewID, in superview: ViewID) -> Affine? {
    guard case .line(let line, let isFar) = attribute.target else { return nil }
    let axis = attribute.axis
    let origin = Int32(axis == .horizontal ? 0 : 1)
    let common = tree.commonAncestor(view, superview)
    var form = Affine(constant: 0, terms: [])
    for (start, sign) in [(view, 1.0), (superview, -1.0)] {
      var current = start
      while current != common, let above = tree.superview(of: current) {
        form.terms.append(
          AffineTerm(number: Int32(current.index * 4) + origin, coefficient: sign))
        current = above
      }
    }
    switch line {
    case .start: break
    case .end: form.terms.append(size(of: view, axis, 1))
    case .centre: form.terms.append(size(of: view, axis, 0.5))
    }
    guard isFar else { return form }
    let whole = Affine(constant: 0, terms: [size(of: superview, axis, 1)])
    return sum(whole, form, sign: -1, longest: .max)
  }

  private func scaled(_ form: Affine, by change: (Double) -> Double) -> Affine {
    Affine(
      constant: change(form.constant),
      terms: form.terms.map { AffineTerm(number: $0.number, coefficient: change($0.coefficient)) })
  }

  private func sum(
    _ first: Affine, _ second: Affine, sign: Double, longest: Int = longestForm
  ) -> Affine? {
    var terms = first.terms
    for term in second.terms {
      let added = term.coefficient * sign
      if let index = terms.firstIndex(where: { $0.number == term.number }) {
        terms[index] = AffineTerm(
          number: term.number, coefficient: terms[index].coefficient + added)
      } else {
        terms.append(AffineTerm(number: term.number, coefficient: added))
      }
    }
    terms.removeAll { $0.coefficient == 0 }
    guard terms.count <= max(longest, first.terms.count) else { return nil }
    return Affine(constant: first.constant + sign * second.constant, terms: terms)
  }

  // MARK: - Programs

  private mutating func emit(_ node: Int32, axis: Axis, superview: ViewID) {
    switch values[Int(node)].kind {
    case .operation(let operation, let first, let second, let rule, let column):
      let one = register(of: first)
      let other = register(of: second)
      append(operation, to: node, one, other, rule: rule, column: column)
    case .fromFarSide(let side, let value):
      let whole = Affine(constant: 0, terms: [size(of: superview, side, 1)])
      let one = load(whole)
      let other = register(of: value)
      append(.subtract, to: node, one, other, rule: -1, column: 0)
    default:
      preconditionFailure("numbers, percentages, lines and sizes are affine")
    }
  }

  private mutating func append(
    _ operation: RuleOperator, to node: Int32, _ first: Int32, _ second: Int32, rule: Int32,
    column: Int32
  ) {
    let target = newRegister(for: node)
    instructions.append(
      RuleInstruction(
        operation: operation, target: target, first: first, second: second, constant: 0,
        rule: rule, column: column))
  }

  private mutating func register(of node: Int32) -> Int32 {
    if let known = registers[node] { return known }
    guard let form = forms[node] else { return 0 }
    let register = load(form)
    registers[node] = register
    return register
  }

  private mutating func load(_ form: Affine) -> Int32 {
    let start = Int32(terms.count)
    terms += form.terms
    // A key of its own: the value may be no node.
    let target = newRegister(for: -Int32(registers.count) - 1)
    instructions.append(
      RuleInstruction(
        operation: nil, target: target, first: start, second: Int32(terms.count),
        constant: form.constant, rule: -1, column: 0))
    return target
  }

  private mutating func newRegister(for node: Int32) -> Int32 {
    let register = Int32(registers.count)
    registers[node] = register
    return register
  }
}
