import Constraints
package import LayoutModel
import SLL

/// Tells whether a scene's frames are affine functions of the root's size and of the contents,
/// wherever no view's size is 0.
package enum AffineScene {
  /// True if a layout surely is affine: no texts and no conditions, equalities alone, and as many
  /// independent ones, contents among them, as there are numbers in the frames.
  ///
  /// Where the one point that satisfies all of them has sizes of at least 0, no constraint yields
  /// to another and no rule is clamped, so that it is the layout; and it is an affine function of
  /// what the equalities are compared to. Where it has not, some size is 0.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - dialect: `constraints`, or `sll`, whose rules are lowered.
  /// - Returns: false where something else may decide, or it would take long to tell.
  package static func isAffine(_ scene: Scene, in dialect: DialectName) -> Bool {
    guard scene.tree.texts.isEmpty, scene.variations[dialect] == nil, scene.absent.isEmpty else {
      return false
    }
    switch dialect {
    case .constraints:
      guard let constraints = try? WrittenConstraints(scene).constraints() else { return false }
      return isAffine(constraints, in: scene.tree)
    case .sll:
      guard let lowered = try? LoweredRules(scene) else { return false }
      return isAffine(lowered.constraints, in: lowered.tree)
    default: return false
    }
  }

  private static func isAffine(_ constraints: [LinearConstraint], in tree: ViewTree) -> Bool {
    guard constraints.allSatisfy({ $0.relation == .equal }) else { return false }
    var rows = IndependentRows()
    for constraint in constraints where constraint.priority.isRequired {
      guard rows.add(constraint.difference(in: tree)) == .independent else { return false }
    }
    let required = rows
    for constraint in constraints where !constraint.priority.isRequired {
      guard rows.add(constraint.difference(in: tree)) == .independent else { return false }
    }
    for view in tree.views.dropFirst() {
      for axis in Axis.allCases where tree[view].intrinsic[axis] != nil {
        var size = LinearForm()
        size.add(Unknown(view, axis == .horizontal ? .width : .height), 1)
        // A content that required equalities overrule has no effect.
        var alone = required
        switch alone.add(size) {
        case .dependent: continue
        case .unknown: return false
        case .independent: guard rows.add(size) == .independent else { return false }
        }
      }
    }
    return rows.count == 4 * (tree.count - 1)
  }
}

/// The left sides of equalities, reduced until each has an unknown of its own.
private struct IndependentRows {
  enum Outcome { case independent, dependent, unknown }

  /// Coefficients below this, relative to what they are left of, are rounding.
  private static let rounding = 1e-9
  /// The most steps before the question is left open.
  private static let mostSteps = 1_000_000

  /// By the unknown that each determines; none contains one that was determined before it.
  private var rows: [Int: [Int: Double]] = [:]
  private var steps = 0

  var count: Int { rows.count }

  /// Adds a form compared to a number, unless the others imply its left side.
  mutating func add(_ form: LinearForm) -> Outcome {
    var terms: [Int: (coefficient: Double, size: Double)] = [:]
    // The root's frame is known.
    for term in form.terms where term.unknown.view != .root {
      terms[term.unknown.index] = (term.coefficient, abs(term.coefficient))
    }
    while let unknown = terms.keys.first(where: { rows[$0] != nil }), let row = rows[unknown],
      let own = terms.removeValue(forKey: unknown), let pivot = row[unknown]
    {
      steps += row.count
      guard steps < Self.mostSteps else { return .unknown }
      let factor = -own.coefficient / pivot
      for (other, coefficient) in row where other != unknown {
        var sum = terms[other] ?? (0, 0)
        sum.coefficient += factor * coefficient
        sum.size = max(sum.size, abs(factor * coefficient))
        let isRounding = abs(sum.coefficient) <= Self.rounding * sum.size
        terms[other] = isRounding ? nil : sum
      }
    }
    guard let largest = terms.max(by: { abs($0.value.coefficient) < abs($1.value.coefficient) })
    else { return .dependent }
    rows[largest.key] = terms.mapValues(\.coefficient)
    return .independent
  }
}
