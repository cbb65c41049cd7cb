import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// Finds required constraints that conflict, from the way they were substituted.
///
/// A contradiction is a sum of multiples of constraints in which all unknowns cancel out and a
/// wrong number is left. Pushed back through the substitutions, last one first, it becomes a sum of
/// multiples of constraints as written; since those that were substituted are independent, there is
/// one such sum only, and the constraints in it are an irreducible set.
struct ConflictSearch: ~Copyable {
  /// A required constraint: one that was written, or one that a view implies.
  enum Source: Hashable {
    case written(Int)
    /// Hugging and compression resistance, both required.
    case content(view: Int, Axis)
    case hugging(view: Int, Axis)
    case compression(view: Int, Axis)
    /// A size is not negative.
    case size(view: Int, Axis)
  }

  /// Multiples of sources that add up to a contradiction.
  private typealias Multipliers = [Int: Double]

  /// A bound of a functional, by the source that sets it.
  private struct Bound {
    var value: Double
    var source: Int
    /// The factor of the functional in the source.
    var scale: Double
  }

  /// Multipliers below this fraction of the largest are rounding.
  private static let least = 1e-9
  /// The number of contradictions that are traced, of which the shortest is shown.
  private static let most = 32
  /// Larger sets, for which the solver gives no multiples, are left to the plain program.
  private static let largest = 100

  private let rows: ConstraintRows
  private let written: [LinearConstraint]
  private let tree: ViewTree
  private var sources: [Source] = []
  private var elimination: Elimination<RootSide, AffineNumber>
  private var steps: [Elimination<RootSide, AffineNumber>.Step] = []
  private var stepOfUnknown: [RootUnknown: Int] = [:]

  /// Explains why constraints conflict.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows.
  ///   - tree: the views.
  /// - Returns: the conflict; `nil` where none is found beyond rounding.
  static func conflict(
    among written: [LinearConstraint], _ rows: ConstraintRows, in tree: ViewTree
  ) -> LayoutError? {
    var search = ConflictSearch(written, rows, in: tree)
    return search.find()
  }

  private init(_ written: [LinearConstraint], _ rows: ConstraintRows, in tree: ViewTree) {
    self.written = written
    self.rows = rows
    self.tree = tree
    elimination = Elimination<RootSide, AffineNumber>(
      unknownCount: 4 * tree.count, at: tree.rootSize)
    elimination.record = Elimination<RootSide, AffineNumber>.Record()
    elimination.setGiven(rows, in: tree, ParameterNumbers(.rootSize))
    for index in written.indices where written[index].priority.isRequired {
      sources.append(.written(index))
    }
    for view in 1..<max(1, tree.count) {
      let traits = tree.traits[view]
      for axis in Axis.allCases {
        if traits.intrinsic[axis] != nil {
          switch (traits.hugging[axis] >= 1000, traits.compression[axis] >= 1000) {
          case (true, true): sources.append(.content(view: view, axis))
          case (true, false): sources.append(.hugging(view: view, axis))
          case (false, true): sources.append(.compression(view: view, axis))
          case (false, false): break
          }
        }
        sources.append(.size(view: view, axis))
      }
    }
  }

  private mutating func find() -> LayoutError? {
    // 1 Equalities.
    for source in sources.indices where relation(source) == .equal {
      begin(source)
      _ = elimination.end()
    }
    steps = elimination.record?.steps ?? []
    for (index, step) in steps.enumerated() { stepOfUnknown[step.unknown] = index }
    var found: [Multipliers] = []
    for source in (elimination.record?.contradictions ?? []).prefix(Self.most) {
      found.append([Int(source): 1])
    }
    // 2 All other required ones, alone or against another over the same unknowns.
    var functionals = Functionals<AffineNumber>(unknownCount: 4 * tree.count)
    var lows: [FunctionalNumber: Bound] = [:]
    var highs: [FunctionalNumber: Bound] = [:]
    var waiting: [Int] = []
    for row in elimination.waitingRows where elimination.beginWaiting(row) {
      waiting.append(Int(elimination.begunSource))
    }
    let rest = waiting + sources.indices.filter { relation($0) != .equal }
    for source in rest where found.count < Self.most {
      begin(source)
      let sum = elimination.reduced()
      let value = elimination.begun.value(at: tree.rootSize)
      let relation = relation(source)
      guard !sum.isEmpty else {
        let doubt = max(1e-7, elimination.begun.doubt(at: tree.rootSize))
        if relation.violation(of: value) > doubt { found.append([source: 1]) }
        continue
      }
      let (functional, scale) = functionals.place(sum)
      let bound = Bound(value: -value / scale, source: source, scale: scale)
      let isLow = relation == .equal || (relation == .greaterThanOrEqual) == (scale > 0)
      let isHigh = relation == .equal || !isLow
      if isLow, bound.value > lows[functional]?.value ?? -.infinity { lows[functional] = bound }
      if isHigh, bound.value < highs[functional]?.value ?? .infinity { highs[functional] = bound }
      if let low = lows[functional], let high = highs[functional],
        low.value - high.value > 1e-7 * (1 + abs(low.value) + abs(high.value))
      {
        found.append([low.source: 1 / low.scale, high.source: -1 / high.scale])
      }
    }
    // 3 Several unknowns together: by a linear program.
    if found.isEmpty, let together = together(functionals, lows, highs) { found.append(together) }
    let conflicts = found.compactMap { error(of: pushedBack($0)) }
    return conflicts.min { $0.count < $1.count }?.error
  }

  // MARK: - Sources

  private func relation(_ source: Int) -> Relation {
    switch sources[source] {
    case .written(let index): written[index].relation
    case .content: .equal
    case .hugging: .lessThanOrEqual
    case .compression, .size: .greaterThanOrEqual
    }
  }

  /// Left side minus right side: terms over unknowns, and a number.
  private func terms(_ source: Int) -> (terms: [Term<RootSide>], constant: Double) {
    func size(_ view: Int, _ axis: Axis) -> [Term<RootSide>] {
      [
        Term(
          unknown: RootUnknown(view: view, side: axis == .horizontal ? 2 : 3), coefficient: 1)
      ]
    }
    switch sources[source] {
    case .written(let index):
      let row = rows.rows[index]
      guard row.count > 0 else { return (rows.longForms[Int(row.unknowns.x)], row.constant) }
      let terms = (0..<Int(row.count)).map {
        Term(unknown: RootUnknown(row.unknowns[$0]), coefficient: row.coefficients[$0])
      }
      return (terms, row.constant)
    case .content(let view, let axis), .hugging(let view, let axis),
      .compression(let view, let axis):
      return (size(view, axis), -(tree.traits[view].intrinsic[axis] ?? 0))
    case .size(let view, let axis): return (size(view, axis), 0)
    }
  }

  private mutating func begin(_ source: Int) {
    let (terms, constant) = terms(source)
    elimination.begin(AffineNumber(constant: constant), source: Int32(source))
    for term in terms { elimination.add(term.unknown, term.coefficient) }
  }

  // MARK: - Multipliers

  /// The multiples of reduced equalities, of steps before a limit, that a sum of terms contains.
  private func reduction(
    of terms: [Term<RootSide>], before limit: Int
  ) -> [(step: Int, multiple: Double)] {
    var open: [RootUnknown: Double] = [:]
    for term in terms { open[term.unknown, default: 0] += term.coefficient }
    var taken: [(step: Int, multiple: Double)] = []
    while true {
      var next = limit
      for unknown in open.keys {
        if let step = stepOfUnknown[unknown], step < next { next = step }
      }
      guard next < limit, let coefficient = open.removeValue(forKey: steps[next].unknown) else {
        return taken
      }
      let multiple = coefficient / steps[next].coefficient
      if let kept = steps[next].kept {
        open[kept.unknown, default: 0] -= multiple * kept.coefficient
      }
      if multiple != 0 { taken.append((next, multiple)) }
    }
  }

  /// Multiples of constraints in which all unknowns that were substituted cancel out.
  private func pushedBack(_ contradiction: Multipliers) -> Multipliers {
    var multipliers = contradiction
    var open: [Int: Double] = [:]
    var order = Heap()
    func take(_ source: Int, _ multiplier: Double, before limit: Int) {
      for (step, multiple) in reduction(of: terms(source).terms, before: limit) {
        if open[step] == nil { order.insert(step) }
        open[step, default: 0] -= multiplier * multiple
      }
    }
    for (source, multiplier) in contradiction.sorted(by: { $0.key < $1.key }) {
      take(source, multiplier, before: steps.count)
    }
    while let step = order.popLargest() {
      guard let multiplier = open.removeValue(forKey: step), abs(multiplier) > 1e-12 else {
        continue
      }
      let source = Int(steps[step].source)
      multipliers[source, default: 0] += multiplier
      take(source, multiplier, before: step)
    }
    return multipliers
  }

  /// Multiples of conflicting bounds of several functionals, found by a linear program.
  private func together(
    _ functionals: borrowing Functionals<AffineNumber>, _ lows: [FunctionalNumber: Bound],
    _ highs: [FunctionalNumber: Bound]
  ) -> Multipliers? {
    var program = LinearProgram()
    for _ in functionals.unknowns.indices { program.addColumn() }
    for index in functionals.functionals.indices {
      program.addRow(
        terms(of: FunctionalNumber(index), functionals),
        lower: lows[FunctionalNumber(index)]?.value ?? -.infinity,
        upper: highs[FunctionalNumber(index)]?.value ?? .infinity)
    }
    guard let parts = try? Conflict.suspects(in: program), !parts.isEmpty else { return nil }
    func sums(_ bounds: [Conflict.Bound]) -> [[(column: Int, coefficient: Double)]] {
      bounds.map { terms(of: FunctionalNumber($0.variable), functionals) }
    }
    // The proof's own multiples are those of a basis: all are needed. Otherwise most proofs contain
    // one dependence only, and that is irreducible.
    var bounds = parts.map(\.bound)
    var multiples = Self.checked(parts.compactMap(\.multiple), of: sums(bounds))
    if multiples == nil { multiples = Self.dependence(sums(bounds)) }
    if multiples == nil {
      guard let fewer = try? Conflict.irreducible(in: program), !fewer.isEmpty else { return nil }
      bounds = fewer
      multiples = Self.dependence(sums(bounds))
    }
    guard let multiples else { return nil }
    var found: Multipliers = [:]
    for (bound, multiple) in zip(bounds, multiples) {
      let side = (bound.isUpper ? highs : lows)[FunctionalNumber(bound.variable)]
      guard let side else { return nil }
      found[side.source, default: 0] += multiple / side.scale
    }
    return found
  }

  /// The multiples, where they make the sums add up to 0; `nil` where they do not.
  private static func checked(
    _ multiples: [Double], of sums: [[(column: Int, coefficient: Double)]]
  ) -> [Double]? {
    guard multiples.count == sums.count else { return nil }
    var total: [Int: Double] = [:]
    var largest = 0.0
    for (multiple, terms) in zip(multiples, sums) {
      for (column, coefficient) in terms {
        total[column, default: 0] += multiple * coefficient
        largest = max(largest, abs(multiple * coefficient))
      }
    }
    return total.values.allSatisfy { abs($0) <= 1e-9 * largest } ? multiples : nil
  }

  private func terms(
    of functional: FunctionalNumber, _ functionals: borrowing Functionals<AffineNumber>
  ) -> [(column: Int, coefficient: Double)] {
    let known = functionals.functionals[functional]
    return (known.start..<known.end).map {
      (Int(functionals.terms[$0].unknown.index), functionals.terms[$0].coefficient)
    }
  }

  /// Multiples with which sums add up to 0; `nil` unless all of them are needed for that.
  private static func dependence(
    _ sums: [[(column: Int, coefficient: Double)]]
  ) -> [Double]? {
    guard sums.count <= largest else { return nil }
    var reduced: [(pivot: Int, sum: [Int: Double], multiples: [Int: Double])] = []
    for (index, terms) in sums.enumerated() {
      var sum = Dictionary(terms.map { ($0.column, $0.coefficient) }, uniquingKeysWith: +)
      var multiples = [index: 1.0]
      for other in reduced {
        guard let coefficient = sum[other.pivot] else { continue }
        let factor = coefficient / (other.sum[other.pivot] ?? 1)
        for (column, value) in other.sum { sum[column, default: 0] -= factor * value }
        for (row, value) in other.multiples { multiples[row, default: 0] -= factor * value }
        sum[other.pivot] = nil
      }
      let pivot = sum.max { (abs($0.value), $1.key) < (abs($1.value), $0.key) }
      guard let pivot, abs(pivot.value) > 1e-9 else {
        let all = sums.indices.map { multiples[$0] ?? 0 }
        return index == sums.count - 1 && all.allSatisfy { abs($0) > 1e-9 } ? all : nil
      }
      reduced.append((pivot.key, sum, multiples))
    }
    return nil
  }

  // MARK: - The set

  /// The error for a sum that is a contradiction; `nil` where it is none.
  private func error(of multipliers: Multipliers) -> (error: LayoutError, count: Int)? {
    let largest = multipliers.values.reduce(0) { max($0, abs($1)) }
    let kept = multipliers.filter { abs($0.value) > Self.least * largest }
    // The sum of the left sides: the root's part and a number.
    var root = [Double](repeating: 0, count: 4)
    var constant = 0.0
    var parts = 0.0
    for (source, multiplier) in kept {
      let (terms, own) = terms(source)
      constant += multiplier * own
      parts = max(parts, abs(multiplier * own))
      for term in terms where term.unknown.isOfRoot {
        root[term.unknown.side] += multiplier * term.coefficient
      }
    }
    let sides = [0, 0, tree.rootSize.width, tree.rootSize.height]
    for index in 0..<4 {
      if abs(root[index]) <= Self.least * largest { root[index] = 0 }
      constant += root[index] * sides[index]
      parts = max(parts, abs(root[index] * sides[index]))
    }
    guard abs(constant) > 1e-9 * max(1, parts) else { return nil }
    // All inequalities must contradict in the same direction.
    let sign: Double = constant < 0 ? 1 : -1
    var lines: [(order: (Int, Int, Int), text: String, line: Int?)] = []
    for (source, multiplier) in kept {
      let isLow = sign * multiplier > 0
      switch relation(source) {
      case .equal: break
      case .greaterThanOrEqual: guard isLow else { return nil }
      case .lessThanOrEqual: guard !isLow else { return nil }
      }
      switch sources[source] {
      case .written(let index):
        lines.append(
          ((0, index, 0), written[index].conflictText(in: tree), written[index].position?.line))
      case .content(let view, let axis):
        guard let line = contentLine(view, axis, isLow ? .compression : .hugging) else {
          return nil
        }
        lines.append(line)
      case .hugging(let view, let axis):
        guard let line = contentLine(view, axis, .hugging) else { return nil }
        lines.append(line)
      case .compression(let view, let axis):
        guard let line = contentLine(view, axis, .compression) else { return nil }
        lines.append(line)
      case .size(let view, let axis):
        let unknown = Unknown(ViewID(view), axis == .horizontal ? .width : .height)
        lines.append(((2, unknown.index, 0), tree.impliedText(of: unknown), nil))
      }
    }
    for index in 0..<4 where root[index] != 0 {
      lines.append(((2, index, 0), tree.impliedText(of: Unknown(column: index)), nil))
    }
    lines.sort { $0.order < $1.order }
    let dropped = lines.last { $0.order.0 < 2 }?.text
    return (
      .unsatisfiable(lines.map { .init(text: $0.text, line: $0.line) }, dropped: dropped),
      lines.count
    )
  }

  private func contentLine(
    _ view: Int, _ axis: Axis, _ origin: LinearConstraint.Origin
  ) -> (order: (Int, Int, Int), text: String, line: Int?)? {
    let all = (try? LinearConstraint.contentSize(of: ViewID(view), in: tree)) ?? []
    let attribute: Attribute = axis == .horizontal ? .width : .height
    guard
      let index = all.firstIndex(where: {
        guard case .items(let item, _, _, _) = $0.form else { return false }
        return $0.origin == origin && item.attribute == attribute
      })
    else { return nil }
    return ((1, view, index), all[index].conflictText(in: tree), all[index].position?.line)
  }
}

/// Whole numbers of which the largest is removed first.
private struct Heap {
  private var items: [Int] = []

  mutating func insert(_ item: Int) {
    items.append(item)
    var index = items.count - 1
    while index > 0, items[(index - 1) / 2] < items[index] {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popLargest() -> Int? {
    guard let largest = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return largest }
    items[0] = last
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < items.count else { return largest }
      if child + 1 < items.count, items[child + 1] > items[child] { child += 1 }
      guard items[child] > items[index] else { return largest }
      items.swapAt(index, child)
      index = child
    }
  }
}
