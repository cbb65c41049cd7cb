import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Equalities of which each determines one number once those before it are known: in most layouts,
/// all of them.
///
/// Where none determines a single number, one is taken as a parameter until an equality determines
/// it, as the common width of views that fill a row. The numbers are those of frames, places in the
/// superview's coordinates: where a view moves, nothing within it is computed again.
struct Propagation: ~Copyable {
  /// The computation of a number.
  private struct Step: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// The size of the content.
      case content
      /// The number of an equality; without its multiple of the parameter, if it has one.
      case equality
      /// The parameter, from an equality.
      case parameter
      /// A number and its multiple of the last parameter.
      case sum
    }

    let kind: Kind
    let number: FrameNumber
    var row = RowNumber.none
    /// The number's coefficient in the equality, by which all others are divided.
    var divisor = 1.0
    /// The multiple of the parameter in the number.
    var factor = 0.0
  }

  /// The largest multiple of a parameter that a number may contain.
  private static let largestFactor = 1e5

  /// The terms of the constraints, one constraint after the other.
  private let terms: Arena<Term<FrameSide>>
  private let firstTerms: Arena<Int32>
  /// The constraints that contain each number, one number after the other.
  private let uses: Arena<RowNumber>
  private let firstUses: Arena<Int32>
  /// The number of terms of each constraint that are not known yet.
  private let openCounts: Arena<Int32>
  /// True for each number that is known.
  private let isKnown: Arena<Bool>
  private var knownCount = 0
  /// The equalities that came to have one term that is not known yet, and those with two.
  private var pending: Arena<RowNumber>
  private var pairs: Arena<RowNumber>
  /// The present parameter, if any, and the numbers that contain multiples of it.
  private var parameter = FrameNumber.none
  private var dependents = Arena<FrameNumber>()
  /// Their factors; 0 for others.
  private let factors: Arena<Double>
  /// True for each equality that determines a number.
  private let isDefiner: Arena<Bool>
  /// The numbers, each after those that it depends on.
  private var steps: Arena<Step>

  /// The graph of all frames in which every equality holds, those of contents too.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - inputs: the numbers of the graph's inputs.
  /// - Returns: the graph; `nil` where some numbers are determined together, or not by equalities.
  static func graph(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ inputs: RecordedInputs
  ) -> LinearGraph? {
    guard hasEnough(rows, in: tree), var propagation = Propagation(rows, in: tree),
      propagation.findSteps(rows, in: tree)
    else { return nil }
    return propagation.graph(rows, in: tree, inputs)
  }

  /// True unless there are fewer equalities than numbers.
  private static func hasEnough(_ rows: borrowing ConstraintRows, in tree: ViewTree) -> Bool {
    var missing = 4 * (tree.count - 1) - rows.flat.count(ofViews: tree.count)
    let list = rows.rows.span
    for row in list.indices where list[unchecked: row].relation == .equal {
      if !list[unchecked: row].isOut { missing -= 1 }
    }
    for view in 1..<max(1, tree.count) {
      let content = tree.traits[view].intrinsic
      if content.horizontal != nil { missing -= 1 }
      if content.vertical != nil { missing -= 1 }
    }
    return missing <= 0
  }

  /// Knows nothing yet; `nil` where multipliers of places make constraints too long.
  private init?(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    let numberCount = 4 * tree.count
    let list = rows.rows.span
    // 1 The terms, and how often each number occurs.
    var terms = Arena<Term<FrameSide>>(capacity: 3 * list.count)
    var firstTerms = Arena<Int32>(capacity: list.count + 1)
    var places = Arena<Term<RootSide>>(capacity: 16)
    let openCounts = Arena<Int32>(repeating: 0, count: list.count)
    let first = Arena<Int32>(repeating: 0, count: numberCount + 1)
    for place in list.indices {
      let start = terms.count
      firstTerms.append(Int32(truncatingIfNeeded: start))
      rows.append(list[unchecked: place], relativeIn: tree, &places, to: &terms)
      guard terms.count <= 16 * list.count else { return nil }
      for index in start..<terms.count {
        let number = terms[index].unknown.index
        guard number > 3 else { continue }
        openCounts[place] &+= 1
        first[number &+ 1] &+= 1
      }
    }
    firstTerms.append(Int32(truncatingIfNeeded: terms.count))
    // 2 The constraints of each number.
    first.sumUp()
    uses = Arena(repeating: .none, count: Int(first[numberCount]))
    for place in list.indices {
      for index in firstTerms[place]..<firstTerms[place &+ 1] {
        let number = terms[index].unknown.index
        guard number > 3 else { continue }
        uses[first[number]] = RowNumber(place)
        first[number] &+= 1
      }
    }
    first.moveBack()
    firstUses = first
    isKnown = Arena(repeating: false, count: numberCount)
    factors = Arena(repeating: 0, count: numberCount)
    isDefiner = Arena(repeating: false, count: list.count)
    pending = Arena(capacity: list.count)
    pairs = Arena(capacity: list.count)
    steps = Arena(capacity: numberCount)
    self.terms = terms
    self.firstTerms = firstTerms
    self.openCounts = openCounts
  }

  // MARK: - The order

  /// Orders the numbers, each after those that determine it.
  ///
  /// - Returns: whether equalities determine all of them, with one parameter at a time at most.
  private mutating func findSteps(_ rows: borrowing ConstraintRows, in tree: ViewTree) -> Bool {
    let list = rows.rows.span
    for row in list.indices where list[unchecked: row].relation == .equal {
      if openCounts[row] == 1 { pending.append(RowNumber(row)) }
      if openCounts[row] == 2 { pairs.append(RowNumber(row)) }
    }
    for view in 1..<max(1, tree.count) {
      let content = tree.traits[view].intrinsic
      let flat = rows.flat[view]
      for side in 0..<2 {
        let size = FrameNumber(4 * view + side + 2)
        if flat >> side & 1 == 1 { know(FrameNumber(4 * view + side), list) }
        if flat >> side & 4 == 4 {
          know(size, list)
        } else if (side == 0 ? content.horizontal : content.vertical) != nil {
          steps.append(Step(kind: .content, number: size))
          know(size, list)
        }
      }
    }
    var (next, nextPair) = (0, 0)
    while true {
      while next < pending.count {
        let row = pending[next]
        next += 1
        guard openCounts[row] == 1 ? define(by: row, list) : close(by: row) else { return false }
      }
      guard knownCount < 4 * (tree.count - 1) else { return parameter.isNone }
      while nextPair < pairs.count, openCounts[pairs[nextPair]] != 2 { nextPair += 1 }
      guard parameter.isNone, nextPair < pairs.count else { return false }
      beginParameter(in: pairs[nextPair], list)
    }
  }

  /// Marks a number as known.
  @inline(__always)
  private mutating func know(_ number: FrameNumber, _ list: Span<ConstraintRows.Row>) {
    isKnown[number] = true
    knownCount &+= 1
    let (uses, counts) = (uses.base, openCounts.base)
    var index = Int(firstUses[number.index])
    let end = Int(firstUses[number.index &+ 1])
    while index < end {
      let row = uses[index]
      index &+= 1
      let count = counts[Int(row.index)] &- 1
      counts[Int(row.index)] = count
      guard count < 3, list[unchecked: Int(row.index)].relation == .equal else { continue }
      if count == 1 { pending.append(row) }
      if count == 2 { pairs.append(row) }
    }
  }

  /// Determines the one number of an equality that is not known.
  ///
  /// - Returns: whether it does so exactly enough.
  private mutating func define(
    by row: RowNumber, _ list: Span<ConstraintRows.Row>
  ) -> Bool {
    var open = Term<FrameSide>(unknown: .none, coefficient: 0)
    var sum = 0.0
    let (terms, isKnown, factors) = (terms.base, isKnown.base, factors.base)
    for index in Int(firstTerms[row.index])..<Int(firstTerms[row.index &+ 1]) {
      let term = terms[index]
      let number = Int(term.unknown.index)
      if number < 4 || isKnown[number] {
        sum += term.coefficient * factors[number]
      } else {
        open = term
      }
    }
    guard abs(open.coefficient) > 1e-3 else { return false }
    var factor = -sum / open.coefficient
    if abs(factor) < 1e-12 { factor = 0 }
    // Rounding errors of the parameter grow by the same factor.
    guard abs(factor) < Self.largestFactor else { return false }
    steps.append(
      Step(
        kind: .equality, number: open.unknown, row: row, divisor: open.coefficient, factor: factor))
    isDefiner[row] = true
    if factor != 0 {
      factors[Int(open.unknown.index)] = factor
      dependents.append(open.unknown)
    }
    know(open.unknown, list)
    return true
  }

  /// Takes a number of an equality as the parameter: a size, if there is one.
  private mutating func beginParameter(
    in row: RowNumber, _ list: Span<ConstraintRows.Row>
  ) {
    for index in firstTerms[row.index]..<firstTerms[row.index &+ 1] {
      let number = terms[index].unknown
      guard number.index > 3, !isKnown[number] else { continue }
      if parameter.isNone || number.index & 2 != 0 { parameter = number }
    }
    factors[parameter] = 1
    know(parameter, list)
  }

  /// Determines the parameter by an equality without other unknown numbers, if it contains it.
  ///
  /// - Returns: whether it does so exactly enough, or does not contain it.
  private mutating func close(by row: RowNumber) -> Bool {
    guard !parameter.isNone else { return true }
    var (sum, scale) = (0.0, 0.0)
    for index in firstTerms[row.index]..<firstTerms[row.index &+ 1] {
      let part = terms[index].coefficient * factors[terms[index].unknown]
      sum += part
      scale += abs(part)
    }
    guard abs(sum) > 1e-10 * scale else { return true }
    guard abs(sum) > 1e-3 * max(1, scale) else { return false }
    isDefiner[row] = true
    steps.append(Step(kind: .parameter, number: parameter, row: row, divisor: sum))
    for index in dependents.indices {
      let number = dependents[index]
      steps.append(Step(kind: .sum, number: number, factor: factors[number]))
      factors[number] = 0
    }
    factors[parameter] = 0
    parameter = .none
    dependents.removeAll()
    return true
  }

  // MARK: - The graph

  /// The nodes of a graph that is being made.
  private struct Nodes: ~Copyable {
    var nodes: Arena<LinearGraph.Node>
    var terms: Arena<LinearGraph.Term>
    /// The place of the root's left among the graph's values.
    let first: Int
    /// The place of each number, or of its part while the parameter is not known; -1 for that one.
    let places: Arena<Int32>
    /// The terms before those of the next node.
    private var start = 0

    init(first: Int, numberCount: Int, nodeCount: Int, termCount: Int) {
      self.first = first
      nodes = Arena(capacity: nodeCount)
      terms = Arena(capacity: termCount)
      places = Arena(repeating: -1, count: numberCount)
      for number in 0..<numberCount { places[number] = Int32(truncatingIfNeeded: first + number) }
    }

    /// Adds a term to the next node.
    @inline(__always)
    mutating func add(_ value: Int, _ factor: Double) {
      terms.append(.init(source: Int32(truncatingIfNeeded: value), coefficient: factor))
    }

    /// Adds the next node.
    @inline(__always)
    mutating func end(_ constant: Double = 0, _ check: LinearGraph.Check, at place: Int) {
      nodes.append(.init(start..<terms.count, constant, check, value: place))
      start = terms.count
    }

    /// Adds the node of a number of a frame, which is its value from now on.
    @inline(__always)
    mutating func end(_ constant: Double = 0, as number: FrameNumber) {
      let place = first + Int(number.index)
      places[number] = Int32(truncatingIfNeeded: place)
      end(constant, number.index & 2 != 0 ? .notNegative : .none, at: place)
    }

    consuming func graph(_ values: consuming Arena<Double>) -> LinearGraph {
      LinearGraph(values: values, nodes: nodes, terms: terms, outputCount: places.count)
    }
  }

  private func graph(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ inputs: RecordedInputs
  ) -> LinearGraph {
    let list = rows.rows.span
    // The inputs, values of parts of numbers and of checks, and the numbers of frames.
    var place = inputs.count(viewCount: tree.count)
    var first = place
    for row in list.indices where !isDefiner[row] && !list[unchecked: row].isOut { first += 1 }
    for index in steps.indices where steps[index].kind == .equality && steps[index].factor != 0 {
      first += 1
    }
    let numberCount = 4 * tree.count
    let values = Arena<Double>(repeating: .nan, count: first + numberCount)
    inputs.forEach(rows, tree) { values[$0] = $1 }
    var nodes = Nodes(
      first: first, numberCount: numberCount, nodeCount: first - place + numberCount,
      termCount: 2 * numberCount + terms.count + list.count)
    // 1 The root's frame, and what is 0 everywhere.
    (values[first], values[first + 1]) = (0, 0)
    nodes.add(inputs.root(.horizontal), 1)
    nodes.end(as: FrameNumber(2))
    nodes.add(inputs.root(.vertical), 1)
    nodes.end(as: FrameNumber(3))
    rows.flat.forEach(ofViews: tree.count) { values[first + Int($0.index)] = 0 }
    // 2 The frames.
    for index in steps.indices where steps[index].kind == .parameter {
      nodes.places[steps[index].number] = -1
    }
    var parameter = FrameNumber.none
    for index in steps.indices {
      let step = steps[index]
      switch step.kind {
      case .content:
        let axis = step.number.index & 1 == 0 ? Axis.horizontal : .vertical
        nodes.add(inputs.content(axis, of: Int(step.number.index >> 2)), 1)
        nodes.end(as: step.number)
      case .equality, .parameter:
        let constant = add(
          list[unchecked: Int(step.row.index)], step.row, times: -1 / step.divisor,
          without: step.number, inputs, to: &nodes)
        if step.kind == .parameter { parameter = step.number }
        if step.factor == 0 {
          nodes.end(constant, as: step.number)
        } else {
          nodes.places[step.number] = Int32(truncatingIfNeeded: place)
          nodes.end(constant, .none, at: place)
          place += 1
        }
      case .sum:
        nodes.add(Int(nodes.places[step.number]), 1)
        nodes.add(Int(nodes.places[parameter]), step.factor)
        nodes.end(as: step.number)
      }
    }
    // 3 The other constraints, which must hold.
    for index in list.indices {
      let row = list[unchecked: index]
      guard !isDefiner[index], !row.isOut else { continue }
      let constant = add(
        row, RowNumber(index), times: row.relation == .lessThanOrEqual ? -1 : 1, without: .none,
        inputs, to: &nodes)
      nodes.end(constant, row.relation == .equal ? .zero : .notNegative, at: place)
      place += 1
    }
    return nodes.graph(values)
  }

  /// Adds the terms of a constraint to the next node, except that of its own number.
  ///
  /// - Returns: the constant of the node.
  @inline(__always)
  private func add(
    _ constraint: ConstraintRows.Row, _ row: RowNumber, times factor: Double,
    without own: FrameNumber, _ inputs: RecordedInputs, to nodes: inout Nodes
  ) -> Double {
    let (terms, places) = (terms.base, nodes.places.base)
    for index in Int(firstTerms[row.index])..<Int(firstTerms[row.index &+ 1]) {
      let term = terms[index]
      guard term.unknown != own else { continue }
      let place = places[Int(term.unknown.index)]
      if place >= 0 { nodes.add(Int(place), term.coefficient * factor) }
    }
    guard constraint.hasConstant else { return 0 + constraint.constant * factor }
    nodes.add(inputs.constant(ofRow: Int(row.index)), factor)
    return 0
  }
}
