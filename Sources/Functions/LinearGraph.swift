public import LayoutModel

/// Numbers that are sums of multiples of others, or such sums where these are positive and else 0,
/// down to inputs that may change.
///
/// After a change of inputs, only the numbers that depend on them are computed again, each once,
/// after those that it depends on. No memory is allocated. The values depend on the inputs only, not
/// on earlier ones.
@usableFromInline
package struct LinearGraph: ~Copyable {
  /// The requirement on a number.
  @usableFromInline
  package enum Check: UInt8, BitwiseCopyable {
    case none
    /// Not negative, but for rounding.
    case notNegative
    /// 0, but for rounding.
    case zero

    @inline(__always)
    func holds(for value: Double) -> Bool {
      switch self {
      case .none: abs(value) < 1e100
      case .notNegative: value >= -1e-9
      case .zero: abs(value) <= 1e-9
      }
    }
  }

  /// A sum: a constant and terms.
  @usableFromInline
  package struct Node: BitwiseCopyable {
    @usableFromInline let start: Int32
    @usableFromInline let end: Int32
    @usableFromInline let constant: Double
    @usableFromInline let check: Check
    /// True if it is 0 where the sum is negative.
    @usableFromInline var isRamp = false
    /// The place of its value.
    @usableFromInline let value: Int32

    /// A sum.
    ///
    /// - Parameters:
    ///   - terms: the places of its terms.
    ///   - constant: the constant.
    ///   - check: the requirement on it.
    ///   - value: the place of its value.
    @inlinable
    package init(_ terms: Range<Int>, _ constant: Double, _ check: Check, value: Int) {
      start = Int32(truncatingIfNeeded: terms.lowerBound)
      end = Int32(truncatingIfNeeded: terms.upperBound)
      self.constant = constant
      self.check = check
      self.value = Int32(truncatingIfNeeded: value)
    }
  }

  /// A multiple of an earlier number.
  @usableFromInline
  package struct Term: BitwiseCopyable {
    /// The place of the value.
    @usableFromInline let source: Int32
    @usableFromInline var coefficient: Double

    /// A multiple of the value at a place.
    @inlinable
    package init(source: Int32, coefficient: Double) {
      self.source = source
      self.coefficient = coefficient
    }
  }

  /// The values of the inputs, of nodes, and of the outputs, which are nodes or never change.
  private let values: Arena<Double>
  private let nodes: Arena<Node>
  private let terms: Arena<Term>
  /// For each value, the first of its dependents in `dependents`; one more at the end.
  private let firstDependents: Arena<Int32>
  private let dependents: Arena<Int32>
  /// The place of the first output among the values.
  private let firstOutput: Int
  /// A bit for each node: whether it must be computed again.
  private let outdated: Arena<UInt64>
  /// The first word of `outdated` that may contain a bit.
  private var firstWord = 0
  /// The outputs that changed since they were last written.
  private var changed: Arena<Int32>
  /// The write that last wrote each frame.
  private let lastWrites: Arena<Int32>
  private var writeCount: Int32 = 0

  /// Makes a graph whose nodes all have to be computed.
  ///
  /// - Parameters:
  ///   - values: the inputs, values of nodes, and last the outputs; what has no node stays as it is.
  ///   - nodes: the nodes, each after those that it depends on; their values are not a number yet.
  ///   - terms: their terms.
  ///   - outputCount: the number of outputs.
  package init(
    values: consuming Arena<Double>, nodes: consuming Arena<Node>, terms: consuming Arena<Term>,
    outputCount: Int
  ) {
    // The dependents of each value, counted first.
    let first = Arena<Int32>(repeating: 0, count: values.count + 1)
    for index in terms.indices { first[Int(terms[index].source) + 1] += 1 }
    first.sumUp()
    let dependents = Arena<Int32>(repeating: 0, count: terms.count)
    for node in nodes.indices {
      for index in nodes[node].start..<nodes[node].end {
        let source = terms[index].source
        dependents[first[source]] = Int32(truncatingIfNeeded: node)
        first[source] &+= 1
      }
    }
    first.moveBack()
    let outdated = Arena<UInt64>(repeating: 0, count: nodes.count / 64 + 1)
    for word in 0..<nodes.count >> 6 { outdated[word] = .max }
    outdated[nodes.count >> 6] = 1 << UInt64(nodes.count & 63) &- 1
    firstOutput = values.count - outputCount
    changed = Arena(capacity: outputCount)
    lastWrites = Arena(repeating: 0, count: (outputCount + 3) / 4)
    self.values = values
    self.dependents = dependents
    self.outdated = outdated
    firstDependents = first
    self.nodes = nodes
    self.terms = terms
  }

  /// Changes an input.
  @inline(__always)
  package mutating func set(_ input: Int, to value: Double) {
    guard values[input] != value else { return }
    values[input] = value
    markDependents(of: input)
  }

  @inline(__always)
  private mutating func markDependents(of value: Int) {
    let end = firstDependents[value + 1]
    var index = firstDependents[value]
    while index < end {
      let node = Int(dependents[index])
      // Not |=, for which Swift 6.3 emits invalid code under the thread sanitizer.
      outdated[node >> 6] = outdated[node >> 6] | 1 << UInt64(node & 63)
      firstWord = min(firstWord, node >> 6)
      index &+= 1
    }
  }

  /// Computes all numbers that depend on changed inputs.
  ///
  /// - Returns: whether every number is what it is required to be; otherwise the outputs are useless
  ///   until an update after further changes returns true.
  package mutating func update() -> Bool {
    let values = values.base
    let terms = terms.base
    var word = firstWord
    while word < outdated.count {
      let bits = outdated[word]
      guard bits != 0 else {
        word &+= 1
        continue
      }
      outdated[word] = bits & (bits &- 1)
      let index = word << 6 | bits.trailingZeroBitCount
      let node = nodes[index]
      let value = Self.value(of: node, terms, values)
      let place = Int(node.value)
      guard value != values[place] else { continue }
      guard node.check.holds(for: value) else {
        outdated[word] = outdated[word] | bits
        firstWord = word
        changed.removeAll()
        return false
      }
      store(value, at: place)
    }
    firstWord = outdated.count
    return true
  }

  @inline(__always)
  private static func value(
    of node: Node, _ terms: UnsafeMutablePointer<Term>, _ values: UnsafeMutablePointer<Double>
  ) -> Double {
    var value = node.constant
    for term in Int(node.start)..<Int(node.end) {
      value += terms[term].coefficient * values[Int(terms[term].source)]
    }
    return node.isRamp && value < 0 ? 0 : value
  }

  /// Computes all numbers that depend on changed inputs but those that are checked, which the next update
  /// computes.
  package mutating func updateUnchecked() {
    for word in firstWord..<max(firstWord, outdated.count) {
      var checked: UInt64 = 0
      // Dependents come later, in the same word too.
      while case let left = outdated[word] & ~checked, left != 0 {
        let node = nodes[word << 6 | left.trailingZeroBitCount]
        let bit = left & ~(left &- 1)
        if node.check != .none {
          checked |= bit
          continue
        }
        outdated[word] = outdated[word] & ~bit
        let value = Self.value(of: node, terms.base, values.base)
        let place = Int(node.value)
        if value != values[place] { store(value, at: place) }
      }
    }
  }

  @inline(__always)
  private mutating func store(_ value: Double, at place: Int) {
    values[place] = value
    if place >= firstOutput {
      changed.append(Int32(truncatingIfNeeded: place &- firstOutput))
    }
    markDependents(of: place)
  }

  /// A multiple of an input.
  package typealias Multiple = (input: Int, coefficient: Double)

  /// The multiples of some inputs that each output contains.
  ///
  /// - Parameter inputs: these inputs.
  /// - Returns: a list for each output; `nil` where it depends on whether a number of them is positive.
  package func multiples(of inputs: Range<Int>) -> [[Multiple]]? {
    var known: [Int: [Multiple]] = [:]
    for input in inputs { known[input] = [(input, 1)] }
    for index in nodes.indices {
      let node = nodes[index]
      var sum: [Multiple] = []
      for term in Int(node.start)..<Int(node.end) {
        guard let parts = known[Int(terms[term].source)] else { continue }
        for part in parts {
          let coefficient = part.coefficient * terms[term].coefficient
          if let place = sum.firstIndex(where: { $0.input == part.input }) {
            sum[place].coefficient += coefficient
          } else {
            sum.append((part.input, coefficient))
          }
        }
      }
      guard !sum.isEmpty else { continue }
      guard !node.isRamp else { return nil }
      known[Int(node.value)] = sum
    }
    return (0..<outputCount).map { output in
      // What cancels out is rounding error.
      (known[firstOutput + output] ?? []).filter { abs($0.coefficient) >= 1e-10 }
    }
  }

  /// The value of an output.
  package func output(_ number: Int) -> Double { values[firstOutput + number] }

  /// The value of an input.
  package func input(_ input: Int) -> Double { values[input] }

  /// The number of outputs.
  package var outputCount: Int { values.count - firstOutput }

  /// The number of outputs that changed since these were last read.
  package var changedCount: Int { changed.count }

  /// One of the outputs that changed, by its place among these.
  package func changedOutput(_ place: Int) -> Int { Int(changed[place]) }

  /// Forgets which outputs changed.
  package mutating func forgetChanges() { changed.removeAll() }

  /// Writes outputs as the numbers of frames: x, y, width, height of view v are 4 v … 4 v + 3.
  ///
  /// - Parameters:
  ///   - frames: every view's frame.
  ///   - all: whether all are written, not only those that have changed since the last write.
  /// - Returns: the number of frames written.
  package mutating func write(_ frames: UnsafeMutablePointer<Rect>, all: Bool) -> Int {
    let target = UnsafeMutableRawPointer(frames)
    let outputs = values.base + firstOutput
    var count = 0
    if all {
      let numbers = outputCount
      target.copyMemory(from: outputs, byteCount: numbers * MemoryLayout<Double>.stride)
      count = numbers / 4
    } else {
      writeCount &+= 1
      for index in changed.indices {
        let number = changed[index]
        target.storeBytes(
          of: outputs[Int(number)], toByteOffset: Int(number) &* 8, as: Double.self)
        if lastWrites[number >> 2] != writeCount {
          lastWrites[number >> 2] = writeCount
          count &+= 1
        }
      }
    }
    changed.removeAll()
    return count
  }
}

/// A number in a `LinearGraph` that is being recorded: a multiple of a value, and a constant.
@usableFromInline
package struct RecordedNumber: LinearNumber {
  /// The input, or the input count plus the recorded sum; -1 for a constant.
  @usableFromInline let source: Int32
  @usableFromInline let factor: Double
  /// The part that nothing changes.
  @usableFromInline package let constant: Double
  /// Receives sums; `nil` for a constant.
  @usableFromInline let recorder: UnsafeMutablePointer<LinearRecorder>?

  /// A constant.
  @inlinable
  package init(_ constant: Double) {
    self.init(source: -1, factor: 0, constant: constant, recorder: nil)
  }

  @inlinable
  init(
    source: Int32, factor: Double, constant: Double,
    recorder: UnsafeMutablePointer<LinearRecorder>?
  ) {
    self.source = source
    self.factor = factor
    self.constant = constant
    self.recorder = recorder
  }

  /// The number 0.
  @inlinable
  package static var zero: RecordedNumber { RecordedNumber(0) }

  /// Records a sum.
  @inlinable
  package static func + (one: RecordedNumber, other: RecordedNumber) -> RecordedNumber {
    let constant = one.constant + other.constant
    func with(_ number: RecordedNumber, _ factor: Double) -> RecordedNumber {
      RecordedNumber(
        source: number.source, factor: factor, constant: constant, recorder: number.recorder)
    }
    if other.source < 0 { return with(one, one.factor) }
    if one.source < 0 { return with(other, other.factor) }
    if one.source == other.source { return with(one, one.factor + other.factor) }
    guard let recorder = one.recorder else { return with(one, one.factor) }
    return RecordedNumber(
      source: recorder.pointee.add(one, other), factor: 1, constant: constant, recorder: recorder)
  }

  /// The number times a factor.
  @inlinable
  package static func * (one: RecordedNumber, factor: Double) -> RecordedNumber {
    RecordedNumber(
      source: one.source, factor: one.factor * factor, constant: one.constant * factor,
      recorder: one.recorder)
  }

  /// Decides whether the number is 0 now, but for rounding, and then requires that it stays so.
  @inlinable
  package func vanishing(at point: Size?) -> Vanishing {
    guard let recorder else { return abs(constant) <= 1e-9 ? .everywhere : .nowhere }
    guard abs(value) <= doubt else { return .nowhere }
    recorder.pointee.require(.zero, self)
    return .everywhere
  }

  /// The value that it is computed of: an input, or a sum; -1 for a constant.
  package var root: Int32 { source }

  /// The present value.
  @inlinable var value: Double {
    guard let recorder else { return constant }
    return constant + factor * recorder.pointee.values[source]
  }

  /// The rounding error of the value.
  @inlinable var doubt: Double {
    let size = recorder.map { abs(factor) * $0.pointee.sizes[source] } ?? 0
    return AffineNumber.relativeDoubt * (1 + abs(constant) + size)
  }
}

extension RecordedNumber: ValuedNumber {
  /// A number that nothing changes.
  @inlinable
  package init(constant: Double) { self.init(constant) }

  /// The value at the inputs' present values, points.
  @inlinable
  package func value(at root: Size) -> Double { value }

  /// The rounding error that the value may have.
  @inlinable
  package func doubt(at root: Size) -> Double { doubt }

  /// True if no input changes it.
  @inlinable
  package var isConstant: Bool { source < 0 || factor == 0 }

  /// True if it is 0 whatever changes, but for rounding.
  @inlinable
  package var isZero: Bool { isConstant && abs(constant) < AffineNumber.smallest }

  /// Returns true if the difference from another number never changes.
  @inlinable
  package func isParallel(to other: RecordedNumber) -> Bool {
    source == other.source && factor == other.factor
  }

  /// The larger of two numbers: the other, and what the one exceeds it by.
  @inlinable
  package static func larger(_ one: RecordedNumber, _ other: RecordedNumber) -> RecordedNumber? {
    let gap = one - other
    guard !gap.isConstant, let recorder = gap.recorder else { return gap.value > 0 ? one : other }
    return other
      + RecordedNumber(
        source: recorder.pointee.addRamp(gap), factor: 1, constant: 0, recorder: recorder)
  }

  /// The map is known by its values only, not as sums.
  @inlinable
  package static func mapped<Failure: Error>(
    _ lower: [RecordedNumber], _ upper: [RecordedNumber],
    by values: ([Double], [Double]) throws(Failure) -> [Double]
  ) throws(Failure) -> [RecordedNumber]? { nil }
}

/// Conditions that become requirements of a graph.
@usableFromInline
package struct RecordedConditions: ConditionList {
  @usableFromInline let recorder: UnsafeMutablePointer<LinearRecorder>
  /// True if other values of the inputs are excluded: a record would be of no use.
  @usableFromInline package private(set) var isPinned = false

  /// No conditions yet.
  ///
  /// - Parameter recorder: receives them.
  @inlinable
  package init(of recorder: UnsafeMutablePointer<LinearRecorder>) { self.recorder = recorder }

  /// Only conditions that a change concerns are checked.
  @inlinable
  package static var areStatedByAnswers: Bool { true }

  /// Requires that a number is not negative; it may be by rounding.
  @inlinable
  package mutating func require(_ number: RecordedNumber) {
    guard !number.isConstant else { return }
    recorder.pointee.require(.notNegative, number)
  }

  /// Requires that a number stays 0, as it is now.
  @inlinable
  package mutating func requireZero(_ number: RecordedNumber, at root: Size) {
    guard !number.isConstant else { return }
    recorder.pointee.require(.zero, number)
  }

  /// Gives up: other values of the inputs are excluded.
  @inlinable
  package mutating func pin(to root: Size) { isPinned = true }

  /// The number of requirements so far.
  @inlinable
  package var mark: Int { recorder.pointee.requirementCount }

  /// Drops the requirements since a mark.
  @inlinable
  package mutating func drop(since mark: Int) { recorder.pointee.drop(since: mark) }
}

/// Records sums of numbers, to make a graph of those that outputs and requirements depend on.
@usableFromInline
package struct LinearRecorder: ~Copyable {
  /// A sum of multiples of two values.
  @usableFromInline struct Sum: BitwiseCopyable {
    @usableFromInline let first: Int32
    @usableFromInline let second: Int32
    @usableFromInline let firstFactor: Double
    /// The factor of the second, or the constant of a ramp.
    @usableFromInline let secondFactor: Double

    /// True if it is one value and a constant where that is positive, and else 0.
    @usableFromInline var isRamp: Bool { second < 0 }

    @inlinable init(first: Int32, second: Int32, firstFactor: Double, secondFactor: Double) {
      self.first = first
      self.second = second
      self.firstFactor = firstFactor
      self.secondFactor = secondFactor
    }
  }

  /// A number of the graph, and the requirement on it.
  @usableFromInline struct Root: BitwiseCopyable {
    @usableFromInline let number: RecordedNumber
    @usableFromInline let check: LinearGraph.Check

    @inlinable init(number: RecordedNumber, check: LinearGraph.Check) {
      self.number = number
      self.check = check
    }
  }

  @usableFromInline let inputCount: Int
  /// The values of the inputs and sums, and the sizes of what they are added up of.
  @usableFromInline var values: Arena<Double>
  @usableFromInline var sizes: Arena<Double>
  @usableFromInline var sums: Arena<Sum>
  @usableFromInline var roots: Arena<Root>
  /// The terms of a node that are not reduced to known numbers yet.
  @usableFromInline var pending: Arena<LinearGraph.Term>
  /// The update in which each value was last computed.
  @usableFromInline var updates = Arena<Int32>()
  @usableFromInline var updateCount: Int32 = 0
  /// Values that are still to be computed.
  @usableFromInline var outdated = Arena<Int32>()

  /// Records nothing yet.
  ///
  /// - Parameter inputCount: the number of inputs, which are 0.
  @inlinable
  package init(inputCount: Int) {
    self.inputCount = inputCount
    values = Arena(repeating: 0, count: inputCount)
    sizes = Arena(repeating: 0, count: inputCount)
    sums = Arena(capacity: 4 * inputCount)
    roots = Arena(capacity: 2 * inputCount)
    pending = Arena(capacity: 16)
  }

  /// An input as a number.
  ///
  /// - Parameters:
  ///   - input: its index.
  ///   - value: its first value.
  ///   - recorder: the address of this recorder.
  /// - Returns: the number.
  @inlinable
  package func input(
    _ input: Int, _ value: Double, _ recorder: UnsafeMutablePointer<LinearRecorder>
  ) -> RecordedNumber {
    values[input] = value
    sizes[input] = abs(value)
    return RecordedNumber(source: Int32(input), factor: 1, constant: 0, recorder: recorder)
  }

  @inlinable
  mutating func add(_ one: RecordedNumber, _ other: RecordedNumber) -> Int32 {
    sums.append(
      Sum(
        first: one.source, second: other.source, firstFactor: one.factor,
        secondFactor: other.factor))
    values.append(one.factor * values[one.source] + other.factor * values[other.source])
    sizes.append(abs(one.factor) * sizes[one.source] + abs(other.factor) * sizes[other.source])
    return Int32(values.count - 1)
  }

  @inlinable
  mutating func addRamp(_ number: RecordedNumber) -> Int32 {
    sums.append(
      Sum(
        first: number.source, second: -1, firstFactor: number.factor,
        secondFactor: number.constant))
    values.append(max(0, number.constant + number.factor * values[number.source]))
    sizes.append(abs(number.constant) + abs(number.factor) * sizes[number.source])
    return Int32(values.count - 1)
  }

  /// Requires something of a number.
  @inlinable
  package mutating func require(_ check: LinearGraph.Check, _ number: RecordedNumber) {
    roots.append(Root(number: number, check: check))
  }

  /// The number of requirements so far.
  @inlinable package var requirementCount: Int { roots.count }

  /// Drops the requirements from an index on.
  @inlinable
  mutating func drop(since index: Int) { roots.removeAll(from: index) }

  /// Makes a graph of everything.
  ///
  /// - Parameter outputs: the outputs, in order.
  /// - Returns: a graph whose nodes all have to be computed.
  package mutating func graph(outputs: borrowing Arena<RecordedNumber>) -> LinearGraph {
    var leaves = Leaves()
    leaves.add(0..<Int32(inputCount))
    return graph(of: 0..<sums.count, roots: 0..<roots.count, outputs: outputs, leaves: &leaves)
  }

  /// The values that are the inputs of a graph.
  package struct Leaves: ~Copyable {
    /// The values, in the order of the inputs.
    private(set) var values = Arena<Int32>(capacity: 64)
    /// The number in the graph of each value that has one; else -1.
    fileprivate var numbers = Arena<Int32>(capacity: 64)

    /// No inputs.
    package init() {}

    /// The number of inputs.
    package var count: Int { values.count }

    /// The value that is an input.
    package subscript(input: Int) -> Int32 { values[input] }

    /// Adds values as the last inputs.
    package mutating func add(_ added: Range<Int32>) {
      for value in added { add(value) }
    }

    /// Adds a value as the last input, unless it is one.
    package mutating func add(_ value: Int32) {
      numbers.grow(to: Int(value) + 1, filling: -1)
      guard numbers[value] < 0 else { return }
      numbers[value] = Int32(values.count)
      values.append(value)
    }

    /// The number of the input that a value is.
    package func number(of value: Int32) -> Int32 {
      Int(value) < numbers.count ? numbers[value] : -1
    }

    /// Removes all inputs.
    package mutating func removeAll() {
      for index in values.indices { numbers[values[index]] = -1 }
      values.removeAll()
    }
  }

  /// Makes a graph of some sums and requirements.
  ///
  /// A sum that only one other needs becomes a part of it.
  ///
  /// - Parameters:
  ///   - range: the sums that it may need; all others are among the leaves.
  ///   - required: the requirements.
  ///   - outputs: the outputs, in order.
  ///   - leaves: the values that are its inputs.
  /// - Returns: a graph whose nodes all have to be computed.
  package mutating func graph(
    of range: Range<Int>, roots required: Range<Int>, outputs: borrowing Arena<RecordedNumber>,
    leaves: inout Leaves
  ) -> LinearGraph {
    let first = Int32(inputCount + range.lowerBound)
    leaves.numbers.grow(to: values.count, filling: -1)
    let uses = Arena<Int32>(repeating: 0, count: range.count)
    func use(_ value: Int32) {
      if value >= 0, leaves.numbers[value] < 0 { uses[value - first] += 1 }
    }
    for index in required { use(roots[index].number.source) }
    for index in outputs.indices { use(outputs[index].source) }
    for index in range.reversed() where uses[index - range.lowerBound] > 0 {
      use(sums[index].first)
      if !sums[index].isRamp { use(sums[index].second) }
    }
    var nodes = Arena<LinearGraph.Node>(
      capacity: range.count / 2 + required.count + outputs.count)
    var terms = Arena<LinearGraph.Term>(
      capacity: range.count + required.count + outputs.count)
    for index in range {
      let used = uses[index - range.lowerBound]
      guard used > 1 || used > 0 && sums[index].isRamp else { continue }
      let value = Int32(inputCount + index)
      let sum = sums[index]
      if sum.isRamp {
        let argument = RecordedNumber(
          source: sum.first, factor: sum.firstFactor, constant: sum.secondFactor, recorder: nil)
        var ramp = node(argument, .none, leaves.numbers, &terms, leaves.count + nodes.count)
        ramp.isRamp = true
        nodes.append(ramp)
      } else {
        let own = RecordedNumber(source: value, factor: 1, constant: 0, recorder: nil)
        nodes.append(node(own, .none, leaves.numbers, &terms, leaves.count + nodes.count))
      }
      leaves.numbers[value] = Int32(leaves.count + nodes.count - 1)
    }
    for index in required {
      nodes.append(
        node(
          roots[index].number, roots[index].check, leaves.numbers, &terms,
          leaves.count + nodes.count))
    }
    for index in outputs.indices {
      nodes.append(
        node(outputs[index], .none, leaves.numbers, &terms, leaves.count + nodes.count))
    }
    for index in range where uses[index - range.lowerBound] > 0 {
      leaves.numbers[inputCount + index] = -1
    }
    let known = Arena<Double>(repeating: .nan, count: leaves.count + nodes.count)
    for index in 0..<leaves.count { known[index] = values[leaves.values[index]] }
    return LinearGraph(values: known, nodes: nodes, terms: terms, outputCount: outputs.count)
  }

  /// Makes the node of a number: a sum of inputs and of sums that have nodes of their own.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - check: the requirement on it.
  ///   - numbers: the number in the graph of each value that has one; else -1.
  ///   - terms: receives the terms.
  ///   - value: the place of its value.
  /// - Returns: the node.
  private mutating func node(
    _ number: RecordedNumber, _ check: LinearGraph.Check, _ numbers: borrowing Arena<Int32>,
    _ terms: inout Arena<LinearGraph.Term>, _ value: Int
  ) -> LinearGraph.Node {
    let start = terms.count
    let inputCount = Int32(self.inputCount)
    if number.source >= 0 {
      pending.append(LinearGraph.Term(source: number.source, coefficient: number.factor))
    }
    while let term = pending.popLast() {
      let known = numbers[term.source]
      guard known < 0 else {
        Self.add(
          LinearGraph.Term(source: known, coefficient: term.coefficient), from: start, to: &terms)
        continue
      }
      let parts = sums[term.source - inputCount]
      pending.append(
        LinearGraph.Term(
          source: parts.second, coefficient: parts.secondFactor * term.coefficient))
      pending.append(
        LinearGraph.Term(
          source: parts.first, coefficient: parts.firstFactor * term.coefficient))
    }
    var count = start
    for index in start..<terms.count where terms[index].coefficient != 0 {
      terms[count] = terms[index]
      count += 1
    }
    terms.removeAll(from: count)
    return LinearGraph.Node(start..<count, number.constant, check, value: value)
  }

  // MARK: - Sums over other sums

  /// The number of inputs.
  package var inputs: Int { inputCount }

  /// An input or a sum as a number.
  package func number(
    _ value: Int32, _ recorder: UnsafeMutablePointer<LinearRecorder>
  ) -> RecordedNumber {
    RecordedNumber(source: value, factor: 1, constant: 0, recorder: recorder)
  }

  /// The number of sums so far.
  package var sumCount: Int { sums.count }

  /// The same number, of one value alone if it is the sum of two numbers of which one cancels a term
  /// of the other.
  ///
  /// A difference of numbers that move together does not depend on them then.
  ///
  /// - Parameters:
  ///   - number: an input or a sum, and a constant.
  ///   - first: the first of the sums that are looked into.
  /// - Returns: the number.
  package func simplified(_ number: RecordedNumber, sumsFrom first: Int) -> RecordedNumber {
    guard let sum = sum(number.source, from: first), !sum.isRamp else { return number }
    guard
      let rest = rest(of: (sum.first, sum.firstFactor), and: (sum.second, sum.secondFactor), first)
        ?? rest(of: (sum.second, sum.secondFactor), and: (sum.first, sum.firstFactor), first)
    else { return number }
    return RecordedNumber(
      source: rest.source, factor: number.factor * rest.factor, constant: number.constant,
      recorder: number.recorder)
  }

  /// A multiple of a value.
  private typealias Multiple = (source: Int32, factor: Double)

  /// The sum that a value is; `nil` for an input, and for sums before the first that is looked into.
  private func sum(_ value: Int32, from first: Int) -> Sum? {
    let index = Int(value) - inputCount
    return index < first ? nil : sums[index]
  }

  /// The sum of a number and another that cancels one of its two terms; `nil` where none is cancelled.
  private func rest(of number: Multiple, and other: Multiple, _ first: Int) -> Multiple? {
    guard let sum = sum(number.source, from: first), !sum.isRamp, other.factor != 0 else {
      return nil
    }
    let terms = (
      Multiple(sum.first, number.factor * sum.firstFactor),
      Multiple(sum.second, number.factor * sum.secondFactor)
    )
    if terms.0.source == other.source, terms.0.factor == -other.factor { return terms.1 }
    if terms.1.source == other.source, terms.1.factor == -other.factor { return terms.0 }
    return nil
  }

  /// Drops the sums, and the requirements, from marks on.
  package mutating func drop(sumsFrom sum: Int, rootsFrom root: Int) {
    sums.removeAll(from: sum)
    values.removeAll(from: inputCount + sum)
    sizes.removeAll(from: inputCount + sum)
    roots.removeAll(from: root)
  }

  /// Adds numbers that stand for others, which are found elsewhere.
  ///
  /// - Parameter count: the number of them.
  /// - Returns: the first one; the others follow.
  package mutating func addPlaceholders(_ count: Int) -> Int32 {
    let first = Int32(values.count)
    for _ in 0..<count {
      sums.append(Sum(first: 0, second: 0, firstFactor: 0, secondFactor: 0))
      values.append(0)
      sizes.append(0)
    }
    return first
  }

  /// Sets the present value of an input or a sum, which is known; its size for rounding stays, and it
  /// still counts as outdated.
  package mutating func setValue(_ value: Int32, to number: Double) { values[value] = number }

  /// Makes all values outdated: the inputs have others.
  package mutating func beginUpdate() {
    updates.grow(to: values.count, filling: 0)
    updateCount &+= 1
  }

  /// Computes a sum, and those that it is made of, where they are outdated.
  ///
  /// - Parameters:
  ///   - value: an input or a sum.
  ///   - graph: a graph whose first inputs are those of this recorder.
  package mutating func update(_ value: Int32, as graph: borrowing LinearGraph) {
    outdated.append(value)
    while !outdated.isEmpty {
      let value = Int(outdated[outdated.count - 1])
      let last = outdated.count
      if updates[value] != updateCount, value >= inputCount {
        let sum = sums[value - inputCount]
        if updates[sum.first] != updateCount { outdated.append(sum.first) }
        if !sum.isRamp, updates[sum.second] != updateCount { outdated.append(sum.second) }
        guard outdated.count == last else { continue }
        compute(sum, at: value)
      } else if value < inputCount {
        values[value] = graph.input(value)
        sizes[value] = abs(values[value])
      }
      updates[value] = updateCount
      _ = outdated.removeLast()
    }
  }

  private func compute(_ sum: Sum, at value: Int) {
    if sum.isRamp {
      values[value] = max(0, sum.secondFactor + sum.firstFactor * values[sum.first])
      sizes[value] = abs(sum.secondFactor) + abs(sum.firstFactor) * sizes[sum.first]
    } else {
      values[value] = sum.firstFactor * values[sum.first] + sum.secondFactor * values[sum.second]
      sizes[value] =
        abs(sum.firstFactor) * sizes[sum.first] + abs(sum.secondFactor) * sizes[sum.second]
    }
  }

  /// Adds a term; one of the last few with the same source is extended instead.
  private static func add(
    _ term: LinearGraph.Term, from start: Int, to terms: inout Arena<LinearGraph.Term>
  ) {
    for index in max(start, terms.count - 16)..<terms.count
    where terms[index].source == term.source {
      terms.base[index].coefficient += term.coefficient
      return
    }
    terms.append(term)
  }
}
