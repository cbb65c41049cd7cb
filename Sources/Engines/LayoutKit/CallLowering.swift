import LayoutModel

/// Writes a program: where each number lies, and the words that work it out.
struct CallLowering {
  typealias Value = CallGraph.Value

  /// Least number of operations of a kind that are worth a run of their own.
  private static let leastSide = 4

  private let graph: CallGraph
  private let tree: ViewTree
  private let order: CallOrder
  /// Where each number lies in memory; -1 where it does not, or not yet.
  private var addresses: [Int32]
  /// What is to be worked out one by one before anything needs it.
  private var pending: [Value] = []
  private var isPending: [Bool]

  /// Runs by steps that are not written yet.
  private var steps = StepGroup()
  private var words: [Int32] = []
  private var amounts: [Double] = []
  private var pairs: [SIMD2<Double>: Int32] = [:]
  private var constants: [Double: Int32] = [:]
  private var memory: [Double]
  private var contents: [Int32]
  private var hasHistory = false
  private var writesFrames = false

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
    let order = CallOrder(graph, isBounded: isBounded, checked: checks.map(\.value))
    var lowering = CallLowering(graph, in: tree, order)
    lowering.placeGiven()
    for step in order.steps { lowering.write(step) }
    lowering.writePending()
    lowering.writeCopies()
    lowering.writeFrames()
    lowering.words.append(CallProgram.Run.end.word)
    // There is one pair at least, for memory that is empty has no address.
    return CallProgram(
      words: lowering.words, amounts: lowering.amounts + [0, 0],
      memory: lowering.memory, contents: lowering.contents,
      checks: checks.map { (lowering.addresses[Int($0.value)], $0.text, $0.position) },
      isAlwaysFinite: checks.isEmpty && graph.frames.allSatisfy { isBounded[Int($0)] },
      isTame: lowering.isTame, hasHistory: lowering.hasHistory,
      writesFrames: lowering.writesFrames, counts: graph.counts,
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

  /// Writes a run, after the runs by steps that make what it needs.
  private mutating func append(
    _ run: CallProgram.Run, head: [Int32] = [], _ items: [Int32], needing operands: [Value] = []
  ) {
    guard !items.isEmpty else { return }
    if steps.makes(operands) { writeSteps() }
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
    case .script(let values): wait(values)
    case .side(let values): writeSide(values)
    case .chain(let chain):
      let (start, links) = links(chain)
      write(links, [start], .chain, .chainSteps)
    case .chains(let chain, let other): writeChains(chain, other)
    case .others(let values): writeOthers(values)
    }
  }

  /// Has numbers worked out one by one before anything needs one of them.
  private mutating func wait(_ values: [Value]) {
    pending += values
    for value in values { isPending[Int(value)] = true }
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
      if isSum, summand == nil, index + 1 < values.count, isJoined(value, to: values[index + 1]) {
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
    append(.script, items, needing: values.flatMap(operands))
  }

  /// What a sum adds to its first operand.
  private mutating func summand(_ form: CallForm) -> Int32 {
    form.kind == .offset ? address(ofAmount: form.second) : address(of: form.other)
  }

  /// Whether nobody asks for a number but the next one, which adds to it: both are one item.
  private func isJoined(_ value: Value, to next: Value) -> Bool {
    let form = order.forms[Int(next)]
    guard order.uses[Int(value)] == 1, order.firstTarget[Int(value)] < 0 else { return false }
    return form.one == value && form.factor == 1 && form.isAffine
      || form.other == value && form.second == 1 && form.kind == .sum
  }

  private func operands(of value: Value) -> [Value] { order.forms[Int(value)].operands }

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
      append(kind(of: value), [address(of: value), one, other], needing: operands(of: value))
    }
  }

  // MARK: - Chains

  /// A number of a chain that is needed: its address, and those of two that are added.
  private struct Link {
    let words: [Int32]
    var item: StepRun.Item
  }

  /// Where a chain starts, and its links.
  private mutating func links(_ chain: [Value]) -> (start: Int32, [Link]) {
    let start = address(of: order.forms[Int(chain[0])].one)
    var links: [Link] = []
    var waiting: (address: Int32, operand: Value)?
    for value in chain {
      let form = order.forms[Int(value)]
      let one = summand(form)
      let isNeeded = order.isOperand[Int(value)] || order.firstTarget[Int(value)] >= 0
      guard isNeeded || waiting != nil || value == chain.last else {
        waiting = (one, form.other)
        continue
      }
      let target = address(of: value)
      let words =
        waiting.map { [target, $0.address, one] } ?? [target, one, address(ofAmount: 0)]
      // What a chain starts with must be there for its first link.
      let before = links.isEmpty ? order.forms[Int(chain[0])].one : nil
      let operands = [waiting?.operand, form.other, before]
      links.append(
        Link(
          words: words,
          item: StepRun.Item(targets: [value], operands: operands.compactMap { $0 })))
      waiting = nil
    }
    return (start, links)
  }

  private mutating func writeChains(_ chain: [Value], _ other: [Value]) {
    let (start, links) = links(chain)
    let (otherStart, otherLinks) = self.links(other)
    let both = zip(links, otherLinks).map { link, other in
      Link(
        words: link.words + other.words,
        item: StepRun.Item(
          targets: link.item.targets + other.item.targets,
          operands: link.item.operands + other.item.operands))
    }
    write(both, [start, otherStart], .chains, .chainsSteps)
    for all in [links, otherLinks] where all.count > both.count {
      let last = all[both.count - 1]
      var rest = Array(all[both.count...])
      rest[0].item.operands += last.item.targets
      write(rest, [last.words[0]], .chain, .chainSteps)
    }
  }

  /// Writes links, those at the same distances by steps.
  private mutating func write(
    _ links: [Link], _ starts: [Int32], _ single: CallProgram.Run, _ several: CallProgram.Run
  ) {
    func step(_ index: Int) -> [Int32] {
      zip(links[index].words, links[index - 1].words).map { $0 - $1 }
    }
    var first = links.count - 1
    while first > 1, step(first - 1) == step(links.count - 1) { first -= 1 }
    first = max(0, first - 1)
    if links.count - first < Segment.least { first = links.count }
    append(
      single, head: starts, links[..<first].flatMap(\.words),
      needing: links[..<first].flatMap(\.item.operands))
    guard first < links.count else { return }
    add(
      StepRun(
        kind: several,
        head: first == 0 ? starts : several.targets.map { links[first - 1].words[$0] },
        addresses: links[first].words, steps: step(first + 1),
        items: links[first...].map(\.item)))
  }

  // MARK: - Side by side

  private mutating func writeSide(_ values: [Value]) {
    let waiting = values.filter { operands(of: $0).contains { isPending[Int($0)] } }
    // A few that need what is to be worked out one by one are as well.
    var values = values
    if waiting.count < Self.leastSide {
      wait(waiting)
      values.removeAll { isPending[Int($0)] }
    }
    for isInFrame in [false, true] {
      // In any order, for none needs another: those with the same numbers together.
      let values = values.filter { (order.firstTarget[Int($0)] >= 0) == isInFrame }
        .map { (value: $0, place: pair(order.forms[Int($0)].factor, order.forms[Int($0)].second)) }
        .sorted { ($0.place, $0.value) < ($1.place, $1.value) }
        .map(\.value)
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
      let (segments, rest) = Segment.all(in: items, fixed: 1)
      for segment in segments {
        let values = segment.indices.map { values[$0] }
        for value in values { _ = address(of: value) }
        var run = StepRun(
          kind: isSum ? .sums : .offsets, head: items[segment.first].suffix(1),
          addresses: items[segment.first].dropLast(), steps: segment.step(items).dropLast(),
          items: values.map { StepRun.Item(targets: [$0], operands: operands(of: $0)) })
        if !isInFrame { (run.addresses[0], run.steps[0]) = (addresses[Int(values[0])], 1) }
        add(run)
      }
      guard rest.count < Self.leastSide else {
        let items = rest.flatMap { [address(of: values[$0])] + items[$0].dropFirst() }
        append(
          isSum ? .sum : .offset, items,
          needing: rest.flatMap { operands(of: values[$0]) })
        continue
      }
      wait(rest.map { values[$0] })
    }
  }

  private mutating func add(_ run: StepRun) {
    if steps.add(run) { return }
    writeSteps()
    _ = steps.add(run)
  }

  /// Writes the runs by steps that are not written yet.
  private mutating func writeSteps() {
    guard !steps.isEmpty else { return }
    words += steps.words
    steps = StepGroup()
  }

  /// Has the last runs write the frames that they make, and then all others, where the last ones are many.
  private mutating func writeFrames() {
    let others = steps.writeFrames(of: graph.frameCount)
    writeSteps()
    guard let others else { return }
    writesFrames = true
    for range in others {
      words += [CallProgram.Run.write.word, Int32(range.count), range.lowerBound]
    }
  }

  // MARK: - Copies

  /// Writes numbers to all frames that do not have them yet: whole frames and halves like an earlier one's
  /// from there.
  private mutating func writeCopies() {
    var (copies, copyPairs, copyFrames): ([[Int32]], [[Int32]], [[Int32]]) = ([], [], [])
    var (halves, frames): ([SIMD2<Value>: Int32], [SIMD4<Value>: Int32]) = ([:], [:])
    /// Where lies what is yet to be written to an address.
    func source(_ address: Int32) -> Int32? {
      guard graph.amount(of: graph[address]) == nil else { return nil }
      let source = addresses[Int(graph[address])]
      return source == address ? nil : source
    }
    for frame in stride(from: 4, to: graph.frameCount, by: 4) {
      let isOwn = (frame..<frame + 4).map { source($0) == nil }
      let sides = SIMD4((frame..<frame + 4).map { graph[$0] })
      if isOwn != [true, true, true, true], let first = frames[sides],
        canCopy(sides, isOwn)
      {
        copyFrames.append([frame, first])
        continue
      }
      if frames[sides] == nil { frames[sides] = frame }
      // Two halves, or what lies between their outer numbers.
      let isMiddle = isOwn == [true, false, false, true]
      for half in isMiddle ? [frame + 1] : [frame, frame + 2] {
        let lengths = SIMD2(graph[half], graph[half + 1])
        let sources = (source(half), source(half + 1))
        if let one = sources.0, sources.1 == one + 1 {
          copyPairs.append([half, one])
        } else if let first = halves[lengths], sources.0 != nil, sources.1 != nil {
          copyPairs.append([half, first])
        } else {
          if halves[lengths] == nil { halves[lengths] = half }
          if let one = sources.0 { copies.append([half, one]) }
          if let one = sources.1 { copies.append([half + 1, one]) }
        }
      }
    }
    // What a half is a copy of may be one itself, and so a frame of its halves.
    write(copies, .copy, .copies)
    write(withOriginals(copyPairs), .copyPair, .copyPairs)
    write(withOriginals(copyFrames), .copyFrame, .copyFrames)
  }

  /// Copies, and where there are many of one that one onto itself: the first item of a list is then done with
  /// all others, at the same distances.
  private func withOriginals(_ copies: [[Int32]]) -> [[Int32]] {
    var counts: [Int32: Int] = [:]
    for copy in copies { counts[copy[1], default: 0] += 1 }
    let originals = counts.filter {
      $0.value >= Segment.least && graph.frameCount > $0.key && $0.key >= 4
    }
    return (copies + originals.map { [$0.key, $0.key] }).sorted { $0[0] < $1[0] }
  }

  /// Whether a frame may be written as a whole: what is there already is known.
  private func canCopy(_ sides: SIMD4<Value>, _ isOwn: [Bool]) -> Bool {
    (0..<4).allSatisfy { !isOwn[$0] || graph.amount(of: sides[$0]) != nil }
  }

  private mutating func write(
    _ items: [[Int32]], _ single: CallProgram.Run, _ several: CallProgram.Run
  ) {
    let (segments, rest) = Segment.all(in: items)
    for segment in segments {
      add(
        StepRun(
          kind: several, head: [], addresses: items[segment.first], steps: segment.step(items),
          items: segment.indices.map { copy(items[$0], several) }))
    }
    append(
      single, rest.flatMap { items[$0] },
      needing: rest.flatMap { copy(items[$0], several).operands })
  }

  /// What a copy makes, and of what: the number, and the copy of it that is copied.
  ///
  /// Numbers below 0 stand for the copy at an address.
  private func copy(_ item: [Int32], _ kind: CallProgram.Run) -> StepRun.Item {
    let count: Int32 = kind == .copies ? 1 : kind == .copyPairs ? 2 : 4
    let (target, one) = (item[0], item[1])
    return StepRun.Item(
      targets: (target..<target + count).map(~),
      operands: (target..<target + count).map { graph[$0] } + (one..<one + count).map(~))
  }
}
