import Constraints
import LayoutBenchFunctions
import LayoutModel
import SLL

/// Values of rules as linear forms over the frames' numbers.
struct RuleForms: ~Copyable {
  private let tree: ViewTree
  private var search: ValueSearch
  private var forms: [Int32: LinearForm] = [:]

  init(in tree: ViewTree) {
    self.tree = tree
    search = ValueSearch()
  }

  /// The form of a value that a rule has assigned, for the axis of that rule.
  ///
  /// - Throws: `LayoutError.notLinear`.
  mutating func form(
    of held: RuleState.HeldValue, _ axis: Axis, _ superview: ViewID, _ state: borrowing RuleState
  ) throws(LayoutError) -> LinearForm {
    search.collect(from: held.value, in: state.values)
    search.sortFound()
    forms.removeAll(keepingCapacity: true)
    // Operands come before results.
    for index in search.found.indices {
      let node = search.found[index]
      forms[node] = try form(node, axis, superview, state)
    }
    let form = forms[held.value] ?? LinearForm()
    // A solver computes with sums of them, which `sll` computes one after the other.
    let most = NumberText.largestMagnitude
    guard abs(form.constant) <= most, form.terms.allSatisfy({ abs($0.coefficient) <= most }) else {
      throw notLinear(
        state.rules[Int(held.rule)], column: nil, "a number beyond 1e9 points or times")
    }
    return form
  }

  private func form(
    _ node: Int32, _ axis: Axis, _ superview: ViewID, _ state: borrowing RuleState
  ) throws(LayoutError) -> LinearForm {
    var form = LinearForm()
    switch state.values[node] {
    case .provided: preconditionFailure("in a scene closures and objects are numbers")
    case .number(let number): form.constant = number
    case .percentage(let number, let own):
      form.add(Self.size(of: superview, own.axis(inRuleOf: axis)), number / 100)
    case .size(let side, let view): form.add(Self.size(of: view, side), 1)
    case .line(let attribute, let view): form = line(attribute, of: view, in: superview)
    case .fromFarSide(let side, let value):
      form.add(Self.size(of: superview, side), 1)
      form.add(forms[value] ?? LinearForm(), times: -1)
    case .operation(let operation, let first, let second, let rule, let column):
      let one = forms[first] ?? LinearForm()
      let other = forms[second] ?? LinearForm()
      switch operation {
      case .add, .subtract:
        form = one
        form.add(other, times: operation == .add ? 1 : -1)
      case .multiply:
        if other.terms.isEmpty {
          form.add(one, times: other.constant)
        } else if one.terms.isEmpty {
          form.add(other, times: one.constant)
        } else {
          throw notLinear(
            state.rules[Int(rule)], column: Int(column), "a product of two values that change")
        }
      case .divide:
        guard other.terms.isEmpty else {
          throw notLinear(state.rules[Int(rule)], column: Int(column), "a divisor that changes")
        }
        guard other.constant != 0 else {
          let text = state.rules[Int(rule)]
          throw .divisionByZero(
            view: tree.name(of: text.view), rule: text.text, column: Int(column))
        }
        form.add(one, times: 1 / other.constant)
      }
    }
    return form
  }

  private static func size(of view: ViewID, _ axis: Axis) -> Unknown {
    Unknown(view, axis == .horizontal ? .width : .height)
  }

  private func line(
    _ attribute: RuleAttribute, of view: ViewID, in superview: ViewID
  ) -> LinearForm {
    var form = LinearForm()
    guard case .line(let line, let isFar) = attribute.target else { return form }
    let axis = attribute.axis
    let common = tree.commonAncestor(view, superview)
    for (start, sign) in [(view, 1.0), (superview, -1.0)] {
      var current = start
      while current != common, let above = tree.superview(of: current) {
        form.add(Unknown(current, axis == .horizontal ? .left : .top), sign)
        current = above
      }
    }
    switch line {
    case .start: break
    case .end: form.add(Self.size(of: view, axis), 1)
    case .centre: form.add(Self.size(of: view, axis), 0.5)
    }
    guard isFar else { return form }
    var mirrored = LinearForm()
    mirrored.add(Self.size(of: superview, axis), 1)
    mirrored.add(form, times: -1)
    return mirrored
  }

  /// The error for a rule that linear constraints cannot express.
  func notLinear(_ rule: RuleText, column: Int?, _ reason: String) -> LayoutError {
    .notLinear(
      view: tree.name(of: rule.view), rule: rule.text, column: column, reason: reason)
  }
}
