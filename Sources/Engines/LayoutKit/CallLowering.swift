import LayoutModel

/// Writes a program: where each number lies, and the words that work it out.
struct CallLowering {
  typealias Value = CallGraph.Value

  /// Least number of items whose addresses are given by steps.
  private static let leastSteps = 4
  /// After how many items the like of one may come, for steps to be looked for.
  private static let longestPeriod = 16

  private let graph: CallGraph
  private let tree: ViewTree
  private let order: CallOrder
  /// Where each number lies in memory; -1 where it does not, or not yet.
  private var addresses: [Int32]
  /// Whether it was written to the first of its frames where it was worked out.
  private var isWritten: [Bool]
  /// What is to be worked out one by one before anything needs it.
  private var pending: [Value] = []
  private var isPending: [Bool]

  private var words: [Int32] = []
  private var amounts: [Double] = []
  private var pairs: [SIMD2<Double>: Int32] = [:]
  private var constants: [Double: Int32] = [:]
  private var memory: [Double]
  private var contents: [Int32]
  private var template: [Double]
  private var hasHistory = false

  private init(_ graph: CallGraph, in tree: ViewTree, _ order: CallOrder) {
    self.graph = graph
    self.tree = tree
    self.order = order
    addresses = Array(repeating: -1, count: graph.entries.count)
    isWritten = Array(repeating: false, count: graph.entries.count)
    isPending = isWritten
    memory = [tree.rootSize.width, tree.rootSize.height, 1]
    contents = Array(repeating: -1, count: 2 * tree.count)
    template = graph.frames.map { graph.amount(of: $0) ?? 0 }
  }

  /// The program of all calls.
  static func program(of graph: CallGraph, in tree: ViewTree) -> CallProgram {
    let isBounded = graph.isBounded
    let checks = graph.checks.filter { !isBounded[Int($0.value)] }
    let order = CallOrder(graph, checked: checks.map(\.value))
    var lowering = CallLowering(graph, in: tree, order)
    lowering.placeGiven()
    lowering.words += [CallProgram.Run.template.word, 0]
    for step in order.steps { lowering.write(step) }
    lowering.writePending()
    lowering.writeCopies()
    lowering.words.append(CallProgram.Run.end.word)
    return CallProgram(
      words: lowering.words, amounts: lowering.amounts + [0], template: lowering.template,
      memory: lowering.memory, contents: lowering.contents,
      checks: checks.map { (lowering.addresses[Int($0.value)], $0.text, $0.position) },
      isAlwaysFinite: checks.isEmpty && graph.frames.allSatisfy { isBounded[Int($0)] },
      isTame: lowering.isTame, hasHistory: lowering.hasHistory, counts: graph.counts,
      names: tree.names)
  }

  /// Whether no length that the scene gives is above 1e9 points.
  private var isTame: Bool {
    let contents = tree.traits.map {
      Size(width: $0.intrinsic.horizontal ?? 0, height: $0.intrinsic.vertical ?? 0)
    }
    return ([tree.rootSize] + contents).allSatisfy(\.isTame)
      && tree.startFrames.allSatisfy {
        $0.size.isTame && Size(width: $0.x, height: $0.y).isTame
      }
  }

  // MARK: - Memory

  private mutating func allocate(_ amount: Double = 0) -> Int32 {
    memory.append(amount)
    return Int32(memory.count - 1)
  }

  /// Gives what a pass begins with its place.
  private mutating func placeGiven() {
    var fetches: [Int32] = []
    for value in order.forms.indices
    where order.isNeeded[value] && order.forms[value].kind == .given {
      let entry = graph.entries[value]
      switch entry.operation {
      case .content: addresses[value] = content(of: Int(entry.one / 2)) + entry.one % 2
      case .before where entry.one < 4:
        addresses[value] = Int32(CallProgram.rootSize) + entry.one - 2
      case .before:
        addresses[value] = allocate()
        fetches += [addresses[value], entry.one]
        if !graph.isKept(entry.one) { hasHistory = true }
      default: continue
      }
    }
    // An edit sets a size that no call does.
    for view in 1..<max(1, tree.count)
    where graph.isKept(Int32(4 * view + 2)) || graph.isKept(Int32(4 * view + 3)) {
      _ = content(of: view)
    }
    append(.fetch, fetches)
  }

  private mutating func content(of view: Int) -> Int32 {
    if contents[2 * view] < 0 {
      for axis in Axis.allCases {
        contents[2 * view + axis.rawValue] = allocate(tree.traits[view].intrinsic[axis] ?? .nan)
      }
    }
    return contents[2 * view]
  }

  /// Where an operand lies.
  private mutating func address(of value: Value) -> Int32 {
    if addresses[Int(value)] < 0 {
      if isPending[Int(value)] {
        writePending()
      } else if let amount = graph.amount(of: value) {
        addresses[Int(value)] = address(ofAmount: amount)
      } else {
        addresses[Int(value)] = allocate()
      }
    }
    return addresses[Int(value)]
  }

  private mutating func address(ofAmount amount: Double) -> Int32 {
    if amount == 1 { return Int32(CallProgram.unit) }
    if let address = constants[amount] { return address }
    let address = allocate(amount)
    constants[amount] = address
    return address
  }

  /// Whether a number must be read again, and not only be written to one frame.
  private func needsMemory(_ value: Value) -> Bool {
    let target = order.firstTarget[Int(value)]
    return order.isOperand[Int(value)] || target < 0 || order.nextTarget[Int(target)] >= 0
  }

  /// The address of the first frame that has a number, which is written there now; the root's x for none.
  private mutating func target(of value: Value) -> Int32 {
    isWritten[Int(value)] = true
    return max(0, order.firstTarget[Int(value)])
  }

  // MARK: - Words

  private mutating func append(_ run: CallProgram.Run, head: [Int32] = [], _ items: [Int32]) {
    guard !items.isEmpty else { return }
    words += [run.word, Int32(items.count / run.itemSize)]
    words += head
    words += items
  }

  private mutating func pair(_ first: Double, _ second: Double) -> Int32 {
    let pair = SIMD2(first, second)
    if let place = pairs[pair] { return place }
    let place = Int32(amounts.count)
    amounts += [first, second]
    pairs[pair] = place
    return place
  }

  private mutating func write(_ step: CallOrder.Step) {
    switch step {
    case .script(let values):
      pending += values
      for value in values { isPending[Int(value)] = true }
    case .side(let values): writeSide(values)
    case .chain(let chain):
      let head = [start(of: chain)]
      append(.chain, head: head, chain.flatMap { link($0) })
      fetchOperands(chain)
    case .chains(let chain, let other):
      let head = [start(of: chain), start(of: other)]
      append(.chains, head: head, zip(chain, other).flatMap { link($0) + link($1) })
      fetchOperands(chain + other)
    case .others(let values): writeOthers(values)
    }
  }

  /// Writes what waits to be worked out one by one.
  private mutating func writePending() {
    let values = pending
    pending = []
    let first = Int32(memory.count)
    for value in values {
      isPending[Int(value)] = false
      addresses[Int(value)] = allocate()
    }
    var items: [Int32] = []
    var last: Value = -1
    for value in values {
      var form = order.forms[Int(value)]
      if form.kind == .sum, form.other == last { form.swap() }
      items.append(form.one == last ? -1 : address(of: form.one))
      items.append(form.kind == .sum ? address(of: form.other) : Int32(CallProgram.unit))
      items += [pair(form.factor, form.second), target(of: value)]
      last = value
    }
    append(.script, head: [first], items)
  }

  private func kind(of value: Value) -> CallProgram.Run {
    switch order.forms[Int(value)].kind {
    case .multiply: .multiply
    case .divide: .divide
    case .share: .share
    default: .fitted
    }
  }

  private mutating func writeOthers(_ values: [Value]) {
    for value in values {
      let form = order.forms[Int(value)]
      let (one, other) = (address(of: form.one), address(of: form.other))
      append(kind(of: value), [address(of: value), one, other])
    }
  }

  // MARK: - Chains

  private mutating func start(of chain: [Value]) -> Int32 {
    for value in chain where order.forms[Int(value)].kind == .sum {
      _ = address(of: order.forms[Int(value)].other)
    }
    return address(of: order.forms[Int(chain[0])].one)
  }

  private mutating func link(_ value: Value) -> [Int32] {
    let form = order.forms[Int(value)]
    let one = form.kind == .offset ? address(ofAmount: form.second) : address(of: form.other)
    return [target(of: value), one]
  }

  /// Takes what is needed again from the frames.
  private mutating func fetchOperands(_ chain: [Value]) {
    var fetches: [Int32] = []
    for value in chain where needsMemory(value) && order.firstTarget[Int(value)] >= 0 {
      fetches += [address(of: value), order.firstTarget[Int(value)]]
    }
    append(.fetch, fetches)
  }

  // MARK: - Side by side

  private mutating func writeSide(_ values: [Value]) {
    for isInMemory in [true, false] {
      let values = values.filter { needsMemory($0) == isInMemory }
      guard let first = values.first else { continue }
      let isSum = order.forms[Int(first)].kind == .sum
      var items: [[Int32]] = []
      for value in values {
        let form = order.forms[Int(value)]
        var item = [address(of: form.one)]
        if isSum { item.append(address(of: form.other)) }
        if !isInMemory { item.append(order.firstTarget[Int(value)]) }
        items.append(item + [pair(form.factor, form.second)])
      }
      let (segments, rest) = segments(of: items, fixed: 1)
      for segment in segments { write(segment, values, items, isSum, isInMemory) }
      pending += rest.map { values[$0] }
      for index in rest { isPending[Int(values[index])] = true }
    }
  }

  /// Items that come again and again at the same distances, as they do in lists: so many from the first on,
  /// each so many behind the one before.
  private struct Segment {
    let first: Int
    let period: Int
    let count: Int
  }

  private mutating func write(
    _ segment: Segment, _ values: [Value], _ items: [[Int32]], _ isSum: Bool, _ isInMemory: Bool
  ) {
    let item = items[segment.first]
    let following = items[segment.first + segment.period]
    var addresses = [item[0], following[0] - item[0]]
    if isSum { addresses += [item[1], following[1] - item[1]] }
    let indices = (0..<segment.count).map { segment.first + $0 * segment.period }
    let target: [Int32]
    if isInMemory {
      target = [0, Int32(memory.count), 1]
      for index in indices { self.addresses[Int(values[index])] = allocate() }
    } else {
      let place = item.count - 2
      target = [1, item[place], following[place] - item[place]]
      for index in indices { isWritten[Int(values[index])] = true }
    }
    let pair = item[item.count - 1]
    words += [(isSum ? CallProgram.Run.sums : .offsets).word, Int32(segment.count), pair]
    words += target + addresses
  }

  /// Finds items that come again at the same distances.
  ///
  /// - Parameters:
  ///   - items: lists of words of the same length.
  ///   - fixed: how many words at the end must be the same.
  /// - Returns: these, and the indices of all other items.
  private func segments(of items: [[Int32]], fixed: Int) -> ([Segment], rest: [Int]) {
    var (segments, rest): ([Segment], [Int]) = ([], [])
    var first = 0
    while first < items.count {
      let (period, covered) = repetition(items, fixed: fixed, from: first)
      if covered == 0 {
        rest.append(first)
        first += 1
      } else {
        for index in 0..<period {
          segments.append(
            Segment(first: first + index, period: period, count: covered / period))
        }
        first += covered
      }
    }
    return (segments, rest)
  }

  /// How many items from one on are like those so many before them, and how many that is.
  private func repetition(
    _ items: [[Int32]], fixed: Int, from first: Int
  ) -> (period: Int, covered: Int) {
    var best = (period: 0, covered: 0)
    for period in 1...Self.longestPeriod
    where first + period * Self.leastSteps <= items.count {
      var index = first
      search: while index + period < items.count {
        let (item, following) = (items[index], items[index + period])
        let start = first + (index - first) % period
        for place in item.indices {
          let distance =
            place < item.count - fixed ? items[start + period][place] - items[start][place] : 0
          if following[place] - item[place] != distance { break search }
        }
        index += 1
      }
      let covered = (index - first + period) / period * period
      if covered >= period * Self.leastSteps, covered > best.covered { best = (period, covered) }
    }
    return best
  }

  // MARK: - Copies

  /// Writes numbers to all frames that do not have them yet.
  private mutating func writeCopies() {
    var (copies, copyPairs): ([[Int32]], [[Int32]]) = ([], [])
    var address: Int32 = 4
    /// Where lies what is yet to be written to an address.
    func source(_ address: Int32) -> Int32? {
      guard address < graph.frameCount else { return nil }
      let value = Int(graph[address])
      if graph.amount(of: Value(value)) != nil { return nil }
      return isWritten[value] && order.firstTarget[value] == address ? nil : addresses[value]
    }
    while address < graph.frameCount {
      if let one = source(address) {
        if address % 4 != 3, source(address + 1) == one + 1 {
          copyPairs.append([address, one])
          address += 1
        } else {
          copies.append([address, one])
        }
      }
      address += 1
    }
    write(copyPairs, .copyPair, .copyPairs)
    write(copies, .copy, .copies)
  }

  private mutating func write(
    _ items: [[Int32]], _ single: CallProgram.Run, _ several: CallProgram.Run
  ) {
    let (segments, rest) = segments(of: items, fixed: 0)
    for segment in segments {
      let (item, following) = (items[segment.first], items[segment.first + segment.period])
      words += [several.word, Int32(segment.count)]
      words += [item[0], following[0] - item[0], item[1], following[1] - item[1]]
    }
    append(single, rest.flatMap { items[$0] })
  }
}
