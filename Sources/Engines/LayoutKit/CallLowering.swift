import LayoutModel

/// Writes a program: where each number lies, and the words that work it out.
struct CallLowering {
  typealias Value = CallGraph.Value

  /// Least number of items whose addresses are given by steps.
  private static let leastSteps = 4
  /// After how many items the like of one may come, for steps to be looked for.
  private static let longestPeriod = 16
  /// How many numbers runs by steps go through before the next one does: they stay in the nearest cache.
  private static let cacheNumbers = 2048

  private let graph: CallGraph
  private let tree: ViewTree
  private let order: CallOrder
  /// Where each number lies in memory; -1 where it does not, or not yet.
  private var addresses: [Int32]
  /// What is to be worked out one by one before anything needs it.
  private var pending: [Value] = []
  private var isPending: [Bool]

  /// Runs by steps that are not written yet: of how many items, how many, their words, which item makes each
  /// number, and how far their addresses lie apart.
  private var stepCount = 0
  private var stepRuns = 0
  private var stepWords: [Int32] = []
  private var stepped: [Value: Int] = [:]
  private var largestStep: Int32 = 1

  private var words: [Int32] = []
  private var amounts: [Double] = []
  private var pairs: [SIMD2<Double>: Int32] = [:]
  private var constants: [Double: Int32] = [:]
  private var memory: [Double]
  private var contents: [Int32]
  private var hasHistory = false

  private init(_ graph: CallGraph, in tree: ViewTree, _ order: CallOrder) {
    self.graph = graph
    self.tree = tree
    self.order = order
    addresses = Array(repeating: -1, count: graph.entries.count)
    isPending = Array(repeating: false, count: graph.entries.count)
    memory = graph.frames.map { graph.amount(of: $0) ?? 0 }
    memory[CallProgram.rootSize] = tree.rootSize.width
    memory[CallProgram.rootSize + 1] = tree.rootSize.height
    contents = Array(repeating: -1, count: 2 * tree.count)
  }

  /// The program of all calls.
  static func program(of graph: CallGraph, in tree: ViewTree) -> CallProgram {
    let isBounded = graph.isBounded
    let checks = graph.checks.filter { !isBounded[Int($0.value)] }
    let order = CallOrder(graph, checked: checks.map(\.value))
    var lowering = CallLowering(graph, in: tree, order)
    lowering.placeGiven()
    for step in order.steps { lowering.write(step) }
    lowering.writePending()
    lowering.writeCopies()
    lowering.writeSteps()
    lowering.words.append(CallProgram.Run.end.word)
    return CallProgram(
      words: lowering.words, amounts: lowering.amounts + [0],
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
    for address in 4..<max(4, graph.frameCount) where graph.isKept(address) {
      addresses[Int(graph[address])] = address
      fetches += [address, address]
    }
    for value in order.forms.indices
    where order.isNeeded[value] && order.forms[value].kind == .given {
      let entry = graph.entries[value]
      switch entry.operation {
      case .content: contents[Int(entry.one)] = address(of: Value(value))
      case .before where entry.one < 4: addresses[value] = entry.one
      case .before where addresses[value] < 0:
        hasHistory = true
        fetches += [address(of: Value(value)), entry.one]
      default: continue
      }
    }
    for view in 1..<max(1, tree.count) {
      for axis in Axis.allCases {
        let place = 2 * view + axis.rawValue
        // An edit sets a size that no call does.
        if contents[place] < 0, graph.isKept(Int32(4 * view + 2 + axis.rawValue)) {
          contents[place] = allocate()
        }
        guard contents[place] >= 0 else { continue }
        memory[Int(contents[place])] = tree.traits[view].intrinsic[axis] ?? .nan
      }
    }
    append(.fetch, fetches)
  }

  /// Where a number lies: in the first frame that has it, or behind the frames.
  private mutating func address(of value: Value) -> Int32 {
    let index = Int(value)
    if isPending[index] { writePending() }
    if addresses[index] < 0 {
      addresses[index] =
        if let amount = graph.amount(of: value) {
          address(ofAmount: amount)
        } else if order.firstTarget[index] >= 0 {
          order.firstTarget[index]
        } else {
          allocate()
        }
    }
    return addresses[index]
  }

  private mutating func address(ofAmount amount: Double) -> Int32 {
    if let address = constants[amount] { return address }
    let address = allocate(amount)
    constants[amount] = address
    return address
  }

  // MARK: - Words

  private mutating func append(_ run: CallProgram.Run, head: [Int32] = [], _ items: [Int32]) {
    guard !items.isEmpty else { return }
    writeSteps()
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
      let (start, links) = links(chain)
      writeChain(start, links)
    case .chains(let chain, let other): writeChains(chain, other)
    case .others(let values): writeOthers(values)
    }
  }

  /// Writes what waits to be worked out one by one.
  private mutating func writePending() {
    let values = pending
    pending = []
    for value in values { isPending[Int(value)] = false }
    var items: [Int32] = []
    var last: Value = -1
    /// What was added to the last one, for the next one only.
    var summand: Int32?
    for (index, value) in values.enumerated() {
      var form = order.forms[Int(value)]
      if form.kind == .sum, form.other == last { form.swap() }
      let isSum = form.one == last && form.isSum
      if isSum, summand == nil, index + 1 < values.count, isStep(value, to: values[index + 1]) {
        summand = self.summand(form)
        last = value
        continue
      }
      // What is known is added as so many times 1.
      let other = form.kind == .sum ? address(of: form.other) : address(ofAmount: 1)
      let one: Int32 =
        if let summand {
          CallProgram.Run.lastSummand - 1 - summand
        } else if form.one == last {
          form.factor == 1 ? CallProgram.Run.lastSummand : CallProgram.Run.last
        } else {
          address(of: form.one)
        }
      items += [one, other, pair(form.factor, form.second), address(of: value)]
      (last, summand) = (value, nil)
    }
    append(.script, items)
  }

  /// What a sum adds to its first operand.
  private mutating func summand(_ form: CallForm) -> Int32 {
    form.kind == .offset ? address(ofAmount: form.second) : address(of: form.other)
  }

  /// Whether nobody asks for a number but the next one, which adds to it.
  private func isStep(_ value: Value, to next: Value) -> Bool {
    let form = order.forms[Int(next)]
    guard order.uses[Int(value)] == 1, order.firstTarget[Int(value)] < 0 else { return false }
    return form.one == value && form.factor == 1 && form.isAffine
      || form.other == value && form.second == 1 && form.kind == .sum
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

  /// The words of a chain: where it starts, and for each number that is needed two that are added and its
  /// address.
  private mutating func links(_ chain: [Value]) -> (start: Int32, [[Int32]]) {
    let start = address(of: order.forms[Int(chain[0])].one)
    var links: [[Int32]] = []
    var waiting: Int32?
    for value in chain {
      let form = order.forms[Int(value)]
      let one = summand(form)
      let isNeeded = order.isOperand[Int(value)] || order.firstTarget[Int(value)] >= 0
      if let before = waiting {
        links.append([before, one, address(of: value)])
        waiting = nil
      } else if isNeeded || value == chain.last {
        links.append([one, address(ofAmount: 0), address(of: value)])
      } else {
        waiting = one
      }
    }
    return (start, links)
  }

  private mutating func writeChains(_ chain: [Value], _ other: [Value]) {
    let (start, links) = links(chain)
    let (otherStart, otherLinks) = self.links(other)
    let count = min(links.count, otherLinks.count)
    let both = zip(links, otherLinks).map { $0 + $1 }
    let first = firstStep(both)
    append(.chains, head: [start, otherStart], both[..<first].flatMap(\.self))
    if first < count {
      let starts = first == 0 ? [start, otherStart] : [both[first - 1][2], both[first - 1][5]]
      writeSteps()
      words += [CallProgram.Run.chainsSteps.word, Int32(count - first)]
      words += starts + both[first] + zip(both[first + 1], both[first]).map { $0 - $1 }
    }
    for rest in [links, otherLinks] where rest.count > count {
      writeChain(rest[count - 1][2], Array(rest[count...]))
    }
  }

  private mutating func writeChain(_ start: Int32, _ links: [[Int32]]) {
    let first = firstStep(links)
    append(.chain, head: [start], links[..<first].flatMap(\.self))
    guard first < links.count else { return }
    writeSteps()
    words += [CallProgram.Run.chainSteps.word, Int32(links.count - first)]
    words += [first == 0 ? start : links[first - 1][2]]
    words += links[first] + zip(links[first + 1], links[first]).map { $0 - $1 }
  }

  /// The first link from which on all are at the same distances; how many there are where that are few.
  private func firstStep(_ links: [[Int32]]) -> Int {
    guard links.count >= Self.leastSteps else { return links.count }
    func step(_ index: Int) -> [Int32] { zip(links[index], links[index - 1]).map { $0 - $1 } }
    let last = step(links.count - 1)
    var first = links.count - 1
    while first > 0, step(first) == last { first -= 1 }
    return links.count - first >= Self.leastSteps ? first : links.count
  }

  // MARK: - Side by side

  private mutating func writeSide(_ values: [Value]) {
    let waiting = values.filter { value in
      [order.forms[Int(value)].one, order.forms[Int(value)].other].contains {
        $0 >= 0 && isPending[Int($0)]
      }
    }
    // A few that need what is to be worked out one by one are as well.
    var values = values
    if waiting.count < Self.leastSteps {
      for value in waiting { isPending[Int(value)] = true }
      pending += waiting
      values.removeAll { isPending[Int($0)] }
    }
    for isInFrame in [false, true] {
      let values = values.filter { (order.firstTarget[Int($0)] >= 0) == isInFrame }
      guard let first = values.first else { continue }
      let isSum = order.forms[Int(first)].kind == .sum
      var items: [[Int32]] = []
      for value in values {
        let form = order.forms[Int(value)]
        // Behind the frames, places are given to those that come by steps one after the other.
        var item = [isInFrame ? address(of: value) : 0, address(of: form.one)]
        if isSum { item.append(address(of: form.other)) }
        items.append(item + [pair(form.factor, form.second)])
      }
      let (segments, rest) = segments(of: items, fixed: 1)
      for segment in segments {
        let values = segment.indices.map { values[$0] }
        for value in values { _ = address(of: value) }
        var (item, step) = (items[segment.first], segment.step(items))
        if !isInFrame { (item[0], step[0]) = (addresses[Int(values[0])], 1) }
        var words = [(isSum ? CallProgram.Run.sums : .offsets).word, item[item.count - 1]]
        for place in 0..<item.count - 1 { words += [item[place], step[place]] }
        add(
          words, stepping: step,
          values.map {
            (target: $0, operands: [order.forms[Int($0)].one, order.forms[Int($0)].other])
          })
      }
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

    var indices: [Int] { (0..<count).map { first + $0 * period } }

    /// How far the words of an item are from those of the one before.
    func step(_ items: [[Int32]]) -> [Int32] {
      zip(items[first + period], items[first]).map { $0 - $1 }
    }
  }

  /// Adds a run by steps to those that are done a part of each at a time.
  ///
  /// - Parameters:
  ///   - run: its words.
  ///   - step: how far its addresses lie apart.
  ///   - items: what each makes, and of what.
  private mutating func add(
    _ run: [Int32], stepping step: [Int32], _ items: [(target: Value, operands: [Value])]
  ) {
    let isInStep = items.indices.allSatisfy { index in
      // An item finds what an item with its own number, or one before it, has made.
      items[index].operands.allSatisfy { $0 < 0 || (stepped[$0] ?? 0) <= index }
    }
    if !isInStep || stepCount != items.count { writeSteps() }
    stepCount = items.count
    stepRuns += 1
    stepWords += run
    largestStep = max(largestStep, step.map(abs).max() ?? 1)
    for (index, item) in items.enumerated() { stepped[item.target] = index }
  }

  /// Writes the runs by steps that are done a part of each at a time.
  private mutating func writeSteps() {
    guard stepRuns > 0 else { return }
    let most = max(Self.leastSteps, Self.cacheNumbers / Int(max(1, largestStep)))
    words += [
      CallProgram.Run.steps.word, Int32(stepCount), Int32(stepRuns), Int32(min(stepCount, most)),
    ]
    words += stepWords
    (stepRuns, stepWords, stepped, largestStep) = (0, [], [:], 1)
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
      guard address < graph.frameCount, graph.amount(of: graph[address]) == nil else { return nil }
      let source = addresses[Int(graph[address])]
      return source == address ? nil : source
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
      let (item, step) = (items[segment.first], segment.step(items))
      add(
        [several.word, item[0], step[0], item[1], step[1]], stepping: step,
        segment.indices.map { index in
          let first = items[index][0]
          let values = (first..<first + (several == .copyPairs ? 2 : 1)).map { graph[$0] }
          return (target: -1, operands: values)
        })
    }
    append(single, rest.flatMap { items[$0] })
  }
}
