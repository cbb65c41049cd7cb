package import Constraints
package import LayoutModel
package import LinearSolver

/// Proves that frames are the right layout, or reports which stage they fail.
///
/// No layout solver is involved. The stages: docs/constraints.md, Priorities. A layout is right
/// where no direction that its constraints allow leads to a better one, and that depends on
/// directions alone: tight constraints restrict them, and every level's slope along them is linear
/// but for kinks. So one small linear program per level decides, whatever the size of the
/// constants.
///
/// A constraint is *tight* where its sides differ by no more than `tightness`, relative to its
/// largest part. A difference that might be 0 counts as tight, which only excludes directions: a
/// right layout is never rejected for the digits that its numbers lack.
package struct OptimalityCheck: Sendable {
  /// Required constraints hold where their sides differ by no more, relative above 1 point.
  package static let tolerance = 1e-6
  /// The largest difference that is tight, relative to the largest of a constraint's parts, at
  /// least 1 point of each.
  package static let tightness = 5e-7
  /// The rounding of a number, relative to the parts that it is computed from.
  static let digits = 1e-13
  /// Slopes less steep than this are level: points gained for each point of movement.
  package static let steepness = 1e-6

  /// A constraint with its form.
  struct Entry: Sendable {
    let constraint: LinearConstraint
    /// Left side minus right side.
    let form: LinearForm
    /// False for content sizes, which have no surplus.
    let isWritten: Bool
  }

  let tree: ViewTree
  let entries: [Entry]

  /// Prepares the check of a scene's layouts at its present sizes.
  ///
  /// - Parameters:
  ///   - written: the constraints that were written.
  ///   - tree: the views with their content sizes, and the root's size, points.
  package init(_ written: [LinearConstraint], in tree: ViewTree) {
    self.tree = tree
    let contents = tree.views.dropFirst().flatMap { view in
      (try? LinearConstraint.contentSize(of: view, in: tree)) ?? []
    }
    entries =
      written.map { Entry(constraint: $0, form: $0.difference(in: tree), isWritten: true) }
      + contents.map { Entry(constraint: $0, form: $0.difference(in: tree), isWritten: false) }
  }

  /// The reason why frames are not the right layout.
  package struct Objection: Error, Equatable, Sendable {
    /// The stage that they fail, the first of all.
    package enum Stage: Hashable, Sendable {
      /// There is not one finite frame for each view.
      case numbers
      /// A required or implied constraint is violated.
      case required(String)
      /// The violations of a priority could be less, and none above it would be more.
      case priority(Double)
      /// Inequalities could be nearer to equality.
      case surplus
      /// An ambiguous attribute was settled at another value than the specified one.
      case settling(String)
      /// An attribute is ambiguous but not reported.
      case unreported(String)
      /// An attribute is reported as ambiguous but has one value.
      case misreported(String)
    }

    /// The stage.
    package let stage: Stage
    /// The violation of a required constraint, points; else the points that the stage would gain
    /// for each point that the fastest number of a frame moves.
    package let amount: Double
    /// The views that would move.
    package let views: [String]
  }

  /// Checks that frames are the right layout.
  ///
  /// - Parameters:
  ///   - frames: every view's frame, by index, points.
  ///   - ambiguous: the attributes that were reported as ambiguous, `view.width`; `nil` where that
  ///     is not to be checked.
  /// - Returns: the first objection to them, or `nil` where they are proved.
  /// - Throws: `SolverError` where the question could not be decided.
  package func objection(
    to frames: [Rect], ambiguous: [String]? = nil
  ) throws(SolverError) -> Objection? {
    // 0 Numbers.
    guard frames.count == tree.count, frames.allSatisfy(\.isFinite) else {
      return Objection(stage: .numbers, amount: 0, views: [])
    }
    // 1 Required constraints.
    let sizes = sizes(in: frames)
    if let objection = requiredObjection(to: frames, sizes) { return objection }
    // 2 Every priority, and 3 surpluses.
    var directions = try Directions(self, at: frames, sizes)
    for level in directions.levels.indices {
      if let move = try directions.improvement(ofLevel: level) {
        return objection(directions.levels[level].stage, move)
      }
    }
    // 4 Open numbers, and their settling.
    let open = try directions.movable()
    if let ambiguous,
      let objection = reportObjection(
        ambiguous, open, directions, frames, sizes)
    {
      return objection
    }
    for unknown in settlingOrder {
      guard let open = open[unknown.index] else { continue }
      let value = frames[unknown]
      let move = try directions.settlingImprovement(
        of: unknown, from: value, isAtZero: abs(value) <= zero(unknown, sizes))
      // A number that hardly moves counts as settled.
      if let move, abs(open.direction[unknown.index]) > Self.steepness {
        return objection(.settling(tree.text(of: unknown)), move)
      }
    }
    return nil
  }

  private func objection(_ stage: Objection.Stage, _ move: Directions.Move) -> Objection {
    let views = tree.views.filter { view in
      Unknown.Component.allCases.contains { component in
        abs(move.direction[Unknown(view, component).index]) > Self.steepness
      }
    }
    return Objection(
      stage: stage, amount: move.gain, views: views.map { tree.name(of: $0) })
  }

  /// The magnitude to which the tolerance of each number of each frame is relative, points.
  ///
  /// It is at least 1, and large enough for the rounding of the number's constraints: a number that
  /// is the difference of two around 1e10 has no digits behind 1e-3.
  func sizes(in frames: [Rect]) -> [Double] {
    let plain = tree.views.flatMap { view in
      Unknown.Component.allCases.map { max(1, abs(frames[Unknown(view, $0)])) }
    }
    var sizes = plain
    for entry in entries {
      let parts = entry.scale(plain) * Self.digits / Self.tightness
      for term in entry.form.terms {
        let index = term.unknown.index
        sizes[index] = max(sizes[index], parts / abs(term.coefficient))
      }
    }
    return sizes
  }

  /// The largest value of a number that counts as 0, points.
  func zero(_ unknown: Unknown, _ sizes: [Double]) -> Double {
    Self.tightness * sizes[unknown.index]
  }

  /// Each width, then height; after all views each left, then top.
  var settlingOrder: [Unknown] {
    let views = tree.views.dropFirst()
    return views.flatMap { [Unknown($0, .width), Unknown($0, .height)] }
      + views.flatMap { [Unknown($0, .left), Unknown($0, .top)] }
  }

  // MARK: - Required

  private func requiredObjection(to frames: [Rect], _ sizes: [Double]) -> Objection? {
    let root = [
      (frames[0].x, 0, "left"), (frames[0].y, 0, "top"),
      (frames[0].width, tree.rootSize.width, "width"),
      (frames[0].height, tree.rootSize.height, "height"),
    ]
    for (value, wanted, name) in root
    where abs(value - wanted) > Self.tolerance * max(1, abs(wanted)) {
      return Objection(
        stage: .required("root.\(name) == \(NumberText.write(wanted)) (root)"),
        amount: abs(value - wanted), views: ["root"])
    }
    for view in tree.views.dropFirst() {
      for (size, name) in [
        (frames[view.index].width, "width"), (frames[view.index].height, "height"),
      ]
      where size < -Self.tolerance * sizes[Unknown(view, name == "width" ? .width : .height).index]
      {
        return Objection(
          stage: .required("\(tree.name(of: view)).\(name) >= 0 (implied)"), amount: -size,
          views: [tree.name(of: view)])
      }
    }
    for entry in entries where entry.constraint.priority.isRequired {
      let amount = entry.violation(in: frames)
      guard amount > Self.tolerance * entry.scale(sizes) else { continue }
      let views = Set(entry.form.terms.map(\.unknown.view)).sorted()
      return Objection(
        stage: .required(entry.constraint.text(in: tree)), amount: amount,
        views: views.map { tree.name(of: $0) })
    }
    return nil
  }

  // MARK: - Ambiguity

  /// Compares the reported ambiguities with the directions that are left.
  private func reportObjection(
    _ reported: [String], _ open: [Int: Directions.Move], _ directions: borrowing Directions,
    _ frames: [Rect], _ sizes: [Double]
  ) -> Objection? {
    let reported = Set(reported)
    for unknown in settlingOrder {
      let name = tree.text(of: unknown)
      let move = open[unknown.index]
      if let move, !reported.contains(name) {
        // A range below what counts as one value is no ambiguity.
        let speed = abs(move.direction[unknown.index])
        let range = directions.reach(of: move.direction, from: frames, self) * speed
        guard speed > Self.steepness, range > Self.tolerance * sizes[unknown.index] else {
          continue
        }
        return objection(.unreported(name), move)
      }
      if move == nil, reported.contains(name), !directions.isDoubtful {
        return Objection(
          stage: .misreported(name), amount: 0, views: [tree.name(of: unknown.view)])
      }
    }
    return nil
  }
}

extension OptimalityCheck.Entry {
  /// Its violation, points.
  func violation(in frames: [Rect]) -> Double {
    constraint.relation.violation(of: form.value(in: frames))
  }

  /// The largest of the parts that make up its two sides, points, given the sizes of all numbers.
  func scale(_ sizes: [Double]) -> Double {
    form.terms.reduce(max(1, abs(form.constant))) { largest, term in
      max(largest, abs(term.coefficient) * sizes[term.unknown.index])
    }
  }

  /// The largest coefficient; 1 where there is none.
  var steepest: Double {
    let largest = form.terms.reduce(0) { max($0, abs($1.coefficient)) }
    return largest > 0 ? largest : 1
  }
}

extension [Rect] {
  /// One number of one frame, points.
  subscript(unknown: Unknown) -> Double {
    let frame = self[unknown.view.index]
    return switch unknown.component {
    case .left: frame.x
    case .top: frame.y
    case .width: frame.width
    case .height: frame.height
    }
  }
}

extension ViewTree {
  /// `view.width`, as ambiguities are written.
  func text(of unknown: Unknown) -> String { "\(name(of: unknown.view)).\(unknown.component)" }
}

extension OptimalityCheck.Objection: CustomStringConvertible {
  /// The objection in a sentence.
  package var description: String {
    let amount = NumberText.write(amount)
    let moving = "\(amount) for each point that \(views.joined(separator: ", ")) would move"
    return switch stage {
    case .numbers: "frames are missing or not finite"
    case .required(let text): "\(text) is violated, by \(amount)"
    case .priority(let priority):
      "priority \(NumberText.write(priority)) could be improved, by \(moving)"
    case .surplus: "inequalities could be closer to equality, by \(moving)"
    case .settling(let attribute): "\(attribute) is settled at a wrong value, by \(moving)"
    case .unreported(let attribute): "\(attribute) is ambiguous but not reported"
    case .misreported(let attribute): "\(attribute) is reported as ambiguous but has one value"
    }
  }
}
