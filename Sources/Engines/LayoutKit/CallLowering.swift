import LayoutModel

/// Turns the numbers that calls come to into a program: only those that a frame needs, each worked out once.
///
/// A factor is multiplied where its product is added, for that rounds as two operations do; a power of two
/// moves through sums, for it rounds nothing. What else the calls do is done as they say.
struct CallLowering {
  typealias Value = CallGraph.Value

  /// What an operation of a program makes of one or two numbers.
  private struct Form: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// It lies in memory when a pass begins.
      case given
      /// factor × one + second
      case offset
      /// factor × one + second × other
      case sum
      case multiply, divide, share, fitted
    }

    var kind = Kind.given
    var one: Value = -1
    var other: Value = -1
    var factor = 1.0
    var second = 0.0

    /// Whether it is the sum of its operands.
    var isSum: Bool { factor == 1 && (kind == .offset || kind == .sum && second == 1) }

    /// Puts the second operand of a sum first.
    mutating func swap() {
      (one, other) = (other, one)
      (factor, second) = (second, factor)
    }
  }

  /// Shortest chain that is worth a run of its own, and which part of all operations it must be: where there
  /// are many like it, they are worked out side by side.
  private static let leastChain = 3
  private static let leastPart = 8
  /// Least number of items whose addresses are given by steps.
  private static let leastSteps = 4
  /// After how many items the like of one may come, for steps to be looked for.
  private static let longestPeriod = 16

  private let graph: CallGraph
  private let tree: ViewTree
  private var forms: [Form] = []
  private var magnitudes: [Double] = []

  /// Whether a frame needs it.
  private var isNeeded: [Bool]
  /// Whether it is an operand, other than of the next number of its chain.
  private var isOperand: [Bool]
  /// The next of a chain, each of which is made of the one before; -1 where there is none.
  private var next: [Value]
  /// Whether it is made of the one before it in a chain, which need not be read from memory.
  private var isLink: [Bool]
  /// Whether a chain does more than add.
  private var isWalk: [Bool]
  /// The frame's numbers that it is: the first one's address, and for each address the next one; -1.
  private var firstTarget: [Int32]
  private var nextTarget: [Int32]
  private var addresses: [Int32]

  private var words: [Int32] = []
  private var amounts: [Double] = []
  private var pairs: [SIMD2<Double>: Int32] = [:]
  private var constants: [Double: Int32] = [:]
  private var memory: [Double]
  private var contents: [Int32]
  private var hasHistory = false
  /// Takes what nobody reads.
  private var nowhere: Int32 = -1

  private init(_ graph: CallGraph, in tree: ViewTree) {
    self.graph = graph
    self.tree = tree
    let count = graph.entries.count
    isNeeded = Array(repeating: false, count: count)
    isOperand = isNeeded
    isLink = isNeeded
    isWalk = isNeeded
    next = Array(repeating: -1, count: count)
    firstTarget = next
    addresses = next
    nextTarget = Array(repeating: -1, count: Int(graph.frameCount))
    memory = Array(repeating: 0, count: Int(graph.frameCount))
    memory[CallProgram.rootSize] = tree.rootSize.width
    memory[CallProgram.rootSize + 1] = tree.rootSize.height
    contents = Array(repeating: -1, count: 2 * tree.count)
  }

  /// The program of all calls.
  static func program(of graph: CallGraph, in tree: ViewTree) -> CallProgram {
    var lowering = CallLowering(graph, in: tree)
    return lowering.program()
  }

  private mutating func program() -> CallProgram {
    findForms()
    findMagnitudes()
    let checks = graph.checks.filter { !isBounded($0.value) }
    findTargets()
    findNeeded(checks.map(\.value))
    findChains()
    let steps = schedule()
    placeGiven()
    for step in steps { write(step) }
    writeCopies()
    words.append(CallProgram.Run.end.word)
    let isFinite = checks.isEmpty && graph.frames.allSatisfy { isBounded($0) }
    return CallProgram(
      words: words, amounts: amounts + [0], memory: memory, contents: contents,
      checks: checks.map { (addresses[Int($0.value)], $0.text, $0.position) },
      isAlwaysFinite: isFinite, isTame: isTame, hasHistory: hasHistory, counts: graph.counts,
      names: tree.names)
  }

  // MARK: - Forms

  /// A number as a factor of another, where it is nothing else.
  private func scaled(_ value: Value) -> (factor: Double, of: Value) {
    let form = forms[Int(value)]
    return form.kind == .offset && form.second == 0 ? (form.factor, form.one) : (1, value)
  }

  private static func isPowerOfTwo(_ factor: Double) -> Bool {
    factor.isNormal && factor.significand == 1
  }

  /// So many times a number.
  private func product(_ factor: Double, _ value: Value) -> Form {
    let form = forms[Int(value)]
    var scaled = form
    scaled.factor *= factor
    scaled.second *= factor
    let isExact = Self.isPowerOfTwo(factor)
    switch form.kind {
    case .offset where isExact, .sum where isExact: return scaled
    case .offset where form.second == 0 && Self.isPowerOfTwo(form.factor): return scaled
    default: return Form(kind: .offset, one: value, factor: factor)
    }
  }

  /// What one number is, by the forms of those before it.
  private func form(of entry: CallGraph.Entry) -> Form {
    let (one, other) = (entry.one, entry.other)
    func sum(_ sign: Double) -> Form {
      if let constant = graph.amount(of: other) {
        let (factor, number) = scaled(one)
        return Form(kind: .offset, one: number, factor: factor, second: sign * constant)
      }
      let (second, otherNumber) = scaled(other)
      if let constant = graph.amount(of: one) {
        return Form(kind: .offset, one: otherNumber, factor: sign * second, second: constant)
      }
      let (factor, number) = scaled(one)
      return Form(
        kind: .sum, one: number, other: otherNumber, factor: factor, second: sign * second)
    }
    switch entry.operation {
    case .known, .before, .content: return Form()
    case .add: return sum(1)
    case .subtract: return sum(-1)
    case .negate: return product(-1, one)
    case .multiply:
      if let factor = graph.amount(of: other) { return product(factor, one) }
      if let factor = graph.amount(of: one) { return product(factor, other) }
      return Form(kind: .multiply, one: one, other: other)
    case .divide:
      if let divisor = graph.amount(of: other), Self.isPowerOfTwo(divisor),
        Self.isPowerOfTwo(1 / divisor)
      {
        return product(1 / divisor, one)
      }
      return Form(kind: .divide, one: one, other: other)
    case .share: return Form(kind: .share, one: one, other: other)
    case .fitted: return Form(kind: .fitted, one: one, other: other)
    }
  }

  private mutating func findForms() {
    forms.reserveCapacity(graph.entries.count)
    for entry in graph.entries { forms.append(form(of: entry)) }
  }

  // MARK: - How large numbers get

  private func isBounded(_ value: Value) -> Bool { magnitudes[Int(value)] < 1e300 }

  /// How large each number gets where no length that is given is above 1e9 points.
  private mutating func findMagnitudes() {
    magnitudes.reserveCapacity(graph.entries.count)
    for entry in graph.entries {
      func of(_ value: Value) -> Double { magnitudes[Int(value)] }
      let magnitude: Double =
        switch entry.operation {
        case .known: abs(entry.amount)
        // What a layout itself sets may be larger each time.
        case .before: isKept(entry.one) || entry.one < 4 ? NumberText.largestMagnitude : .infinity
        case .content: NumberText.largestMagnitude
        case .add, .subtract: of(entry.one) + of(entry.other)
        case .multiply: of(entry.one) * of(entry.other)
        case .divide:
          graph.amount(of: entry.other).map { of(entry.one) / abs($0) } ?? .infinity
        case .negate: of(entry.one)
        case .share: isBounded(entry.other) ? of(entry.one) * 0x1p52 : .infinity
        case .fitted: max(of(entry.one), of(entry.other))
        }
      magnitudes.append(magnitude.isNaN ? .infinity : magnitude)
    }
  }

  /// Whether no call sets what lies at a frame's address.
  private func isKept(_ address: Int32) -> Bool {
    let entry = graph.entries[Int(graph[address])]
    return entry.operation == .before && entry.one == address
  }

  /// Whether no length that the scene gives is above 1e9 points.
  private var isTame: Bool {
    let lengths =
      [tree.rootSize] + tree.startFrames.map(\.size)
      + tree.traits.map {
        Size(width: $0.intrinsic.horizontal ?? 0, height: $0.intrinsic.vertical ?? 0)
      }
    return lengths.allSatisfy(\.isTame)
      && tree.startFrames.allSatisfy { Size(width: $0.x, height: $0.y).isTame }
  }

  // MARK: - What is needed

  /// Finds which of a frame's numbers each number is, but for those that are left alone.
  private mutating func findTargets() {
    for address in stride(from: graph.frameCount - 1, through: 4, by: -1) where !isKept(address) {
      let value = Int(graph[address])
      nextTarget[Int(address)] = firstTarget[value]
      firstTarget[value] = address
    }
  }

  private mutating func findNeeded(_ checked: [Value]) {
    for value in isNeeded.indices { isNeeded[value] = firstTarget[value] >= 0 }
    for value in checked { (isNeeded[Int(value)], isOperand[Int(value)]) = (true, true) }
    for value in isNeeded.indices.reversed() where isNeeded[value] {
      let form = forms[value]
      guard form.kind != .given else { continue }
      isNeeded[Int(form.one)] = true
      if form.other >= 0 { isNeeded[Int(form.other)] = true }
    }
  }

  /// Finds long chains of numbers, each made of the one before, and which numbers are operands of anything
  /// else: those must be read from memory, which takes longer than to reckon with them.
  private mutating func findChains() {
    let operations = isNeeded.indices.filter { isNeeded[$0] && forms[$0].kind != .given }
    let least = max(Self.leastChain, operations.count / Self.leastPart)
    // How many operations a number waits for, and how many wait for it.
    var (depths, heights) = (next.map { _ in 0 }, next.map { _ in 0 })
    func depth(_ value: Value) -> Int { value < 0 ? -1 : depths[Int(value)] }
    for value in operations {
      depths[value] = 1 + max(depth(forms[value].one), depth(forms[value].other))
    }
    for value in operations.reversed() {
      for operand in [forms[value].one, forms[value].other] where operand >= 0 {
        heights[Int(operand)] = max(heights[Int(operand)], heights[value] + 1)
      }
    }
    for value in operations {
      let form = forms[value]
      guard form.kind == .offset || form.kind == .sum else { continue }
      // A chain goes on with what has waited longest.
      if form.kind == .sum, depth(form.other) > depth(form.one) { forms[value].swap() }
      let one = Int(forms[value].one)
      guard depths[one] > 0, next[one] < 0 || heights[value] > heights[Int(next[one])] else {
        continue
      }
      next[one] = Value(value)
    }
    var isTaken = isLink
    for first in operations where !isTaken[first] && next[first] >= 0 {
      var chain = [first]
      while let last = chain.last, next[last] >= 0 { chain.append(Int(next[last])) }
      for value in chain { isTaken[value] = true }
      let isWalk = !chain.dropFirst().allSatisfy { forms[$0].isSum }
      let isFirstLink = isWalk && (forms[first].kind == .offset || forms[first].kind == .sum)
      guard chain.count - (isFirstLink ? 0 : 1) >= least else {
        for value in chain { next[value] = -1 }
        continue
      }
      for value in chain.dropFirst(isFirstLink ? 0 : 1) {
        isLink[value] = true
        self.isWalk[value] = isWalk
      }
    }
    for value in operations {
      if !isLink[value] { isOperand[Int(forms[value].one)] = true }
      if forms[value].other >= 0 { isOperand[Int(forms[value].other)] = true }
    }
  }

  // MARK: - Order

  /// Numbers that one run works out, or several.
  private enum Step {
    /// Those of each list need nothing of their own list.
    case like(CallProgram.Run, [[Value]])
    /// A chain of sums.
    case chain([Value])
    /// A chain of anything.
    case walk([Value])
    /// Two chains that need nothing of each other, of the same length.
    case chains([Value], [Value])
  }

  /// Numbers that have all that they need, by kinds.
  private struct Ready {
    private var values: [[Value]]
    private var heights: [Int]

    init() {
      let count = Int(CallProgram.Run.copyPairs.rawValue) + 1
      values = Array(repeating: [], count: count)
      heights = Array(repeating: -1, count: count)
    }

    mutating func admit(_ value: Value, _ kind: CallProgram.Run, _ height: Int) {
      values[Int(kind.rawValue)].append(value)
      heights[Int(kind.rawValue)] = max(heights[Int(kind.rawValue)], height)
    }

    /// The kind with the number on which the longest row of others depends.
    func most() -> CallProgram.Run? {
      var most: Int?
      for kind in heights.indices where heights[kind] > (most.map { heights[$0] } ?? -1) {
        most = kind
      }
      return most.flatMap { CallProgram.Run(rawValue: UInt8($0)) }
    }

    /// All of a kind.
    mutating func take(_ kind: CallProgram.Run) -> [Value] {
      let taken = values[Int(kind.rawValue)]
      values[Int(kind.rawValue)] = []
      heights[Int(kind.rawValue)] = -1
      return taken
    }
  }

  private func kind(of value: Value) -> CallProgram.Run {
    if isLink[Int(value)] { return isWalk[Int(value)] ? .walk : .chain }
    return switch forms[Int(value)].kind {
    case .given: .end
    case .offset: .offset
    case .sum: .sum
    case .multiply: .multiply
    case .divide: .divide
    case .share: .share
    case .fitted: .fitted
    }
  }

  /// Orders the operations in few runs: as long as there is one more of a kind that has what it needs, it
  /// comes next; then a kind of those on which most depends.
  private mutating func schedule() -> [Step] {
    let values = isNeeded.indices
    var waitsFor = Array(repeating: 0, count: values.count)
    var users = Array(repeating: [Value](), count: values.count)
    var heights = Array(repeating: 0, count: values.count)
    var ready = Ready()
    for value in values where isNeeded[value] && forms[value].kind != .given {
      for operand in [forms[value].one, forms[value].other]
      where operand >= 0 && forms[Int(operand)].kind != .given {
        waitsFor[value] += 1
        users[Int(operand)].append(Value(value))
      }
    }
    for value in values.reversed() {
      for user in users[value] { heights[value] = max(heights[value], heights[Int(user)] + 1) }
    }
    func admit(_ value: Value) { ready.admit(value, kind(of: value), heights[Int(value)]) }
    /// Tells those that wait for a number that it is there.
    ///
    /// - Returns: the next link of a chain, where it has all that it needs.
    func finish(_ value: Value) -> Value? {
      var link: Value?
      for user in users[Int(value)] {
        waitsFor[Int(user)] -= 1
        guard waitsFor[Int(user)] == 0 else { continue }
        if isLink[Int(value)], next[Int(value)] == user { link = user } else { admit(user) }
      }
      return link
    }
    for value in values
    where isNeeded[value] && forms[value].kind != .given && waitsFor[value] == 0 {
      admit(Value(value))
    }
    var steps: [Step] = []
    while let kind = ready.most() {
      if kind == .chain || kind == .walk {
        var chains: [[Value]] = []
        for first in ready.take(kind) {
          var chain = [first]
          while let last = chain.last, let link = finish(last) { chain.append(link) }
          chains.append(chain)
        }
        steps += kind == .walk ? chains.map(Step.walk) : paired(chains)
        continue
      }
      var levels: [[Value]] = []
      while true {
        let level = ready.take(kind)
        guard !level.isEmpty else { break }
        for value in level { _ = finish(value) }
        levels.append(level)
      }
      steps.append(.like(kind, levels))
    }
    // What a chain begins with is read from memory.
    for step in steps {
      switch step {
      case .like: continue
      case .chain(let chain), .walk(let chain):
        isOperand[Int(forms[Int(chain[0])].one)] = true
      case .chains(let chain, let other):
        isOperand[Int(forms[Int(chain[0])].one)] = true
        isOperand[Int(forms[Int(other[0])].one)] = true
      }
    }
    return steps
  }

  /// Chains side by side, two and two: each waits for its own sums only.
  private func paired(_ chains: [[Value]]) -> [Step] {
    var steps: [Step] = []
    var index = 0
    func rest(_ chain: [Value], from first: Int) -> [Step] {
      first < chain.count ? [.chain(Array(chain[first...]))] : []
    }
    while index < chains.count {
      let chain = chains[index]
      // Another chain may need what this one gives.
      guard index + 1 < chains.count, !needs(chains[index + 1], chain) else {
        steps.append(.chain(chain))
        index += 1
        continue
      }
      let other = chains[index + 1]
      let count = min(chain.count, other.count)
      steps.append(.chains(Array(chain[..<count]), Array(other[..<count])))
      steps += rest(chain, from: count) + rest(other, from: count)
      index += 2
    }
    return steps
  }

  /// Whether a number of a chain is made of one of another.
  private func needs(_ chain: [Value], _ other: [Value]) -> Bool {
    let others = Set(other)
    return chain.contains {
      others.contains(forms[Int($0)].one) || others.contains(forms[Int($0)].other)
    }
  }

  // MARK: - Memory

  private mutating func allocate(_ amount: Double = 0) -> Int32 {
    memory.append(amount)
    return Int32(memory.count - 1)
  }

  /// Puts what is known where frames have it, and gives what is given its place.
  private mutating func placeGiven() {
    var fetches: [Int32] = []
    for address in 4..<max(4, graph.frameCount) {
      if let amount = graph.amount(of: graph[address]) {
        memory[Int(address)] = amount
      } else if isKept(address) {
        fetches += [address, address]
        addresses[Int(graph[address])] = address
      }
    }
    for value in isNeeded.indices where isNeeded[value] && forms[value].kind == .given {
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
    // An edit sets a size that no call does.
    for view in 1..<max(1, tree.count) {
      for axis in Axis.allCases {
        let place = 2 * view + axis.rawValue
        if contents[place] < 0, isKept(Int32(4 * view + 2 + axis.rawValue)) {
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
    if addresses[index] < 0 {
      if let amount = graph.amount(of: value) {
        addresses[index] = address(ofAmount: amount)
      } else {
        addresses[index] = firstTarget[index] >= 0 ? firstTarget[index] : allocate()
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
    words += [run.word, Int32(items.count / run.itemSize)]
    words += head
    words += items
  }

  private mutating func pair(_ first: Double, _ second: Double) -> Int32 {
    let pair = SIMD2(first, second)
    if let place = pairs[pair] { return place }
    let place = Int32(amounts.count)
    amounts += [pair.x, pair.y]
    pairs[pair] = place
    return place
  }

  private mutating func write(_ step: Step) {
    switch step {
    case .like(let kind, let levels):
      var rest: [Int32] = []
      for level in levels {
        var items: [Int32] = []
        for value in level { items += item(value, kind) }
        let steps = takeSteps(kind, &items)
        // What comes by steps may need what came before.
        if !steps.isEmpty {
          append(kind, rest)
          rest = []
        }
        words += steps
        rest += items
      }
      append(kind, rest)
    case .chain(let chain):
      append(.chain, head: [address(of: forms[Int(chain[0])].one)], chain.flatMap { link($0) })
    case .walk(let chain):
      let items = chain.flatMap { value in
        let form = forms[Int(value)]
        return link(value) + [pair(form.factor, form.kind == .offset ? 1 : form.second)]
      }
      append(.walk, head: [address(of: forms[Int(chain[0])].one)], items)
    case .chains(let chain, let other):
      let head = [
        address(of: forms[Int(chain[0])].one), address(of: forms[Int(other[0])].one),
      ]
      append(.chains, head: head, zip(chain, other).flatMap { link($0) + link($1) })
    }
  }

  private mutating func item(_ value: Value, _ kind: CallProgram.Run) -> [Int32] {
    let form = forms[Int(value)]
    let (target, one) = (address(of: value), address(of: form.one))
    switch kind {
    case .offset: return [target, one, pair(form.factor, form.second)]
    case .sum: return [target, one, address(of: form.other), pair(form.factor, form.second)]
    default: return [target, one, address(of: form.other)]
    }
  }

  private mutating func link(_ value: Value) -> [Int32] {
    let form = forms[Int(value)]
    let one = form.kind == .offset ? address(ofAmount: form.second) : address(of: form.other)
    guard isOperand[Int(value)] || firstTarget[Int(value)] >= 0 else {
      if nowhere < 0 { nowhere = allocate() }
      return [nowhere, one]
    }
    return [address(of: value), one]
  }

  /// Takes out of a run the items that come again and again at the same distances, as they do in lists.
  ///
  /// - Returns: the words of runs by steps.
  private mutating func takeSteps(_ kind: CallProgram.Run, _ items: inout [Int32]) -> [Int32] {
    let size = kind.itemSize
    let count = items.count / max(1, size)
    guard count >= Self.leastSteps, [.offset, .sum, .copy, .copyPair].contains(kind) else {
      return []
    }
    var (found, rest): ([Int32], [Int32]) = ([], [])
    var first = 0
    while first < count {
      let (period, covered) = repetition(items, kind, from: first, of: count)
      guard covered > 0 else {
        rest += items[first * size..<(first + 1) * size]
        first += 1
        continue
      }
      for index in first..<first + period {
        func word(_ place: Int) -> Int32 { items[index * size + place] }
        func step(_ place: Int) -> Int32 { items[(index + period) * size + place] - word(place) }
        let addresses = [word(0), step(0), word(1), step(1)]
        let number = Int32(covered / period)
        switch kind {
        case .offset: found += [CallProgram.Run.offsets.word, number, word(2)] + addresses
        case .sum:
          found += [CallProgram.Run.sums.word, number, word(3)] + addresses + [word(2), step(2)]
        case .copy: found += [CallProgram.Run.copies.word, number] + addresses
        default: found += [CallProgram.Run.copyPairs.word, number] + addresses
        }
      }
      first += covered
    }
    items = rest
    return found
  }

  /// How many items from one on are like those so many before them, and how many that is.
  private func repetition(
    _ items: [Int32], _ kind: CallProgram.Run, from first: Int, of count: Int
  ) -> (period: Int, covered: Int) {
    let size = kind.itemSize
    // All words are addresses but for the last of some.
    let last = kind == .offset || kind == .sum ? size - 1 : size
    func distance(_ place: Int, _ index: Int, _ period: Int) -> Int32 {
      items[(index + period) * size + place] - items[index * size + place]
    }
    var best = (period: 0, covered: 0)
    for period in 1...Self.longestPeriod where first + period * Self.leastSteps <= count {
      var index = first
      search: while index + period < count {
        let start = first + (index - first) % period
        for place in 0..<size {
          let isLike =
            place < last
            ? distance(place, index, period) == distance(place, start, period)
            : distance(place, index, period) == 0
          if !isLike { break search }
        }
        index += 1
      }
      let covered = (index - first + period) / period * period
      if covered >= period * Self.leastSteps, covered > best.covered { best = (period, covered) }
    }
    return best
  }

  /// Writes what several numbers of frames are to all but the first of them.
  private mutating func writeCopies() {
    var (copies, copyPairs): ([Int32], [Int32]) = ([], [])
    var address: Int32 = 4
    /// What an address is a copy of.
    func source(_ address: Int32) -> Int32? {
      guard address < graph.frameCount, graph.amount(of: graph[address]) == nil else { return nil }
      let source = addresses[Int(graph[address])]
      return source == address ? nil : source
    }
    while address < graph.frameCount {
      if let one = source(address) {
        if address % 4 != 3, source(address + 1) == one + 1 {
          copyPairs += [address, one]
          address += 1
        } else {
          copies += [address, one]
        }
      }
      address += 1
    }
    for (kind, items) in [(CallProgram.Run.copy, copies), (.copyPair, copyPairs)] {
      var items = items
      words += takeSteps(kind, &items)
      append(kind, items)
    }
  }
}
