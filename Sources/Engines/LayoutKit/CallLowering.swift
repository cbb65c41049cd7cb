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
  }

  /// Shortest row of sums that is worth a run of its own.
  private static let leastChain = 6
  /// Least number of items that share what they have in common.
  private static let leastGroup = 3

  private let graph: CallGraph
  private let tree: ViewTree
  private var forms: [Form] = []
  private var magnitudes: [Double] = []

  /// Whether a frame needs it.
  private var isNeeded: [Bool]
  /// Whether it is an operand, other than of the next number of its chain.
  private var isOperand: [Bool]
  /// The next of a row of sums, each of which adds to the one before; -1 where there is none.
  private var next: [Value]
  /// Whether it adds to the one before it in such a row.
  private var isLink: [Bool]
  /// The frame's numbers that it is: the first one's address, and for each address the next one; -1.
  private var firstTarget: [Int32]
  private var nextTarget: [Int32]
  private var addresses: [Int32]

  private var words: [Int32] = []
  private var amounts: [Double] = []
  private var pairs: [SIMD2<Double>: Int32] = [:]
  private var rows: [SIMD4<Double>: Int32] = [:]
  private var memory: [Double]
  private var contents: [Int32]
  private var fetches: [Int32] = []
  private var hasHistory = false

  private init(_ graph: CallGraph, in tree: ViewTree) {
    self.graph = graph
    self.tree = tree
    let count = graph.entries.count
    isNeeded = Array(repeating: false, count: count)
    isOperand = isNeeded
    isLink = isNeeded
    next = Array(repeating: -1, count: count)
    firstTarget = next
    addresses = next
    nextTarget = Array(repeating: -1, count: Int(graph.frameCount))
    memory = [tree.rootSize.width, tree.rootSize.height]
    contents = Array(repeating: -1, count: tree.count)
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
    let (steps, last) = schedule()
    placeGiven()
    let body = write(steps, last)
    var head: [Int32] = []
    Self.append(.fetch, fetches, 2, to: &head)
    let isFinite = checks.isEmpty && graph.frames.allSatisfy { isBounded($0) }
    return CallProgram(
      words: head + body + [CallProgram.Run.end.word], amounts: amounts + [0], memory: memory,
      contents: contents,
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

  /// Finds long rows of sums, and with that which numbers are operands of anything else.
  private mutating func findChains() {
    let values = isNeeded.indices
    var previous = Array(repeating: Value(-1), count: values.count)
    for value in values where isNeeded[value] {
      let form = forms[value]
      let isSum = form.kind == .sum && form.second == 1 || form.kind == .offset
      guard isSum, form.factor == 1, next[Int(form.one)] < 0 else { continue }
      next[Int(form.one)] = Value(value)
      previous[value] = form.one
    }
    var length = Array(repeating: 0, count: values.count)
    for value in values where previous[value] >= 0 {
      length[value] = length[Int(previous[value])] + 1
    }
    for value in values.reversed() where next[value] >= 0 {
      length[value] = max(length[value], length[Int(next[value])])
    }
    for value in values where next[value] >= 0 {
      if length[value] < Self.leastChain {
        next[value] = -1
      } else {
        isLink[Int(next[value])] = true
      }
    }
    for value in values where isNeeded[value] && forms[value].kind != .given {
      let form = forms[value]
      if !isLink[value] { isOperand[Int(form.one)] = true }
      if form.other >= 0 { isOperand[Int(form.other)] = true }
    }
    // The first of a chain is read from memory.
    for value in values where next[value] >= 0 && !isLink[value] { isOperand[value] = true }
  }

  // MARK: - Order

  /// Numbers that are worked out by runs of like operations.
  private struct Step {
    let kind: CallProgram.Run
    var values: [Value]
  }

  /// Numbers that have all that they need, by kinds.
  private struct Ready {
    private var values: [[Int]]
    private var taken: [Int]
    private var heights: [Int]

    init() {
      let count = Int(CallProgram.Run.fill.rawValue) + 1
      values = Array(repeating: [], count: count)
      taken = Array(repeating: 0, count: count)
      heights = Array(repeating: -1, count: count)
    }

    mutating func admit(_ value: Int, _ kind: CallProgram.Run, _ height: Int) {
      let kind = Int(kind.rawValue)
      values[kind].append(value)
      heights[kind] = max(heights[kind], height)
    }

    /// The kind with the number on which the longest row of others depends.
    func most() -> CallProgram.Run? {
      var most: Int?
      for kind in heights.indices where heights[kind] > (most.map { heights[$0] } ?? -1) {
        most = kind
      }
      return most.flatMap { CallProgram.Run(rawValue: UInt8($0)) }
    }

    mutating func take(_ kind: CallProgram.Run) -> Int? {
      let kind = Int(kind.rawValue)
      guard taken[kind] < values[kind].count else {
        values[kind].removeAll()
        (taken[kind], heights[kind]) = (0, -1)
        return nil
      }
      taken[kind] += 1
      return values[kind][taken[kind] - 1]
    }
  }

  private func kind(of value: Int) -> CallProgram.Run {
    if isLink[value] { return .chain }
    return switch forms[value].kind {
    case .given: .fetch
    case .offset: .offset
    case .sum: .sum
    case .multiply: .multiply
    case .divide: .divide
    case .share: .share
    case .fitted: .fitted
    }
  }

  /// Whether only one number of a frame needs it: it is worked out last, and written there.
  private func isLast(_ value: Int) -> Bool {
    let form = forms[value]
    return !isOperand[value] && !isLink[value] && (form.kind == .offset || form.kind == .sum)
      && nextTarget[Int(firstTarget[value])] < 0
  }

  /// Orders the operations in few runs: as long as there is one more of a kind that has what it needs, it
  /// comes next; then a kind of those on which most depends.
  ///
  /// - Returns: the runs, and what comes behind them in any order.
  private mutating func schedule() -> (steps: [Step], last: [Value]) {
    let values = isNeeded.indices
    var last: [Value] = []
    var waitsFor = Array(repeating: 0, count: values.count)
    var users = Array(repeating: [Value](), count: values.count)
    var height = Array(repeating: 0, count: values.count)
    var isOpen = Array(repeating: false, count: values.count)
    for value in values where isNeeded[value] && forms[value].kind != .given {
      if isLast(value) {
        last.append(Value(value))
        continue
      }
      isOpen[value] = true
      let form = forms[value]
      for operand in [form.one, form.other] where operand >= 0 && isOpen[Int(operand)] {
        waitsFor[value] += 1
        users[Int(operand)].append(Value(value))
      }
    }
    for value in values.reversed() where isOpen[value] {
      for user in users[value] { height[value] = max(height[value], height[Int(user)] + 1) }
    }
    var ready = Ready()
    for value in values where isOpen[value] && waitsFor[value] == 0 {
      ready.admit(value, kind(of: value), height[value])
    }
    var steps: [Step] = []
    while let kind = ready.most() {
      var step = Step(kind: kind, values: [])
      while var value = ready.take(kind) {
        if kind == .chain, !step.values.isEmpty {
          steps.append(step)
          step.values.removeAll()
        }
        while true {
          step.values.append(Value(value))
          var link: Int?
          for user in users[value].map(Int.init) {
            waitsFor[user] -= 1
            guard waitsFor[user] == 0 else { continue }
            if isLink[value], next[value] == user {
              link = user
            } else {
              ready.admit(user, self.kind(of: user), height[user])
            }
          }
          guard let link else { break }
          value = link
        }
      }
      steps.append(step)
    }
    // A chain that had to wait goes on from memory.
    for step in steps where step.kind == .chain {
      isOperand[Int(forms[Int(step.values[0])].one)] = true
    }
    return (steps, last)
  }

  // MARK: - Memory

  private mutating func allocate(_ amount: Double = 0) -> Int32 {
    memory.append(amount)
    return Int32(memory.count - 1)
  }

  /// Gives all that lies in memory when a pass begins its place there.
  private mutating func placeGiven() {
    for value in isNeeded.indices where isNeeded[value] && forms[value].kind == .given {
      let entry = graph.entries[value]
      switch entry.operation {
      case .known: continue
      case .content:
        addresses[value] = content(of: Int(entry.one / 2)) + entry.one % 2
      default:
        guard entry.one >= 4 else {
          addresses[value] = Int32(CallProgram.rootSize) + entry.one - 2
          continue
        }
        addresses[value] = allocate()
        fetches += [addresses[value], entry.one]
        if !isKept(entry.one) { hasHistory = true }
      }
    }
    // An edit sets a size that no call does.
    for view in 1..<max(1, tree.count)
    where isKept(Int32(4 * view + 2)) || isKept(Int32(4 * view + 3)) {
      _ = content(of: view)
    }
  }

  private mutating func content(of view: Int) -> Int32 {
    if contents[view] < 0 {
      let intrinsic = tree.traits[view].intrinsic
      contents[view] = allocate(intrinsic.horizontal ?? .nan)
      _ = allocate(intrinsic.vertical ?? .nan)
    }
    return contents[view]
  }

  /// Where a number lies in memory.
  private mutating func address(of value: Value) -> Int32 {
    if addresses[Int(value)] < 0 {
      addresses[Int(value)] = allocate(graph.amount(of: value) ?? 0)
    }
    return addresses[Int(value)]
  }

  private mutating func address(ofAmount amount: Double, in constants: inout [Double: Int32])
    -> Int32
  {
    if let address = constants[amount] { return address }
    let address = allocate(amount)
    constants[amount] = address
    return address
  }

  // MARK: - Words

  private static func append(
    _ run: CallProgram.Run, _ items: [Int32], _ size: Int, to words: inout [Int32]
  ) {
    guard !items.isEmpty else { return }
    words += [run.word, Int32(items.count / size)]
    words += items
  }

  private mutating func pair(_ form: Form) -> Int32 {
    let pair = SIMD2(form.factor, form.second)
    if let place = pairs[pair] { return place }
    let place = Int32(amounts.count)
    amounts += [pair.x, pair.y]
    pairs[pair] = place
    return place
  }

  private func targets(of value: Int) -> [Int32] {
    var targets: [Int32] = []
    var target = firstTarget[value]
    while target >= 0 {
      targets.append(target)
      target = nextTarget[Int(target)]
    }
    return targets
  }

  private mutating func write(_ steps: [Step], _ last: [Value]) -> [Int32] {
    let isWritten = writeRows()
    var constants: [Double: Int32] = [:]
    for step in steps {
      var items: [Int32] = []
      for value in step.values {
        let form = forms[Int(value)]
        switch step.kind {
        case .chain:
          items.append(chainTarget(Int(value)))
          items.append(
            form.kind == .offset
              ? address(ofAmount: form.second, in: &constants) : address(of: form.other))
        case .offset: items += [address(of: value), address(of: form.one), pair(form)]
        case .sum:
          items += [
            address(of: value), address(of: form.one), address(of: form.other), pair(form),
          ]
        default: items += [address(of: value), address(of: form.one), address(of: form.other)]
        }
      }
      switch step.kind {
      case .chain:
        words += [
          step.kind.word, Int32(step.values.count),
          address(of: forms[Int(step.values[0])].one),
        ]
        words += items
      case .offset: Self.append(.offset, items, 3, to: &words)
      case .sum: Self.append(.sum, items, 4, to: &words)
      default: Self.append(step.kind, items, 3, to: &words)
      }
    }
    writeLast(last)
    writeCopies(besides: isWritten)
    return words
  }

  /// Where a sum of a chain is written.
  private mutating func chainTarget(_ value: Int) -> Int32 {
    let target = firstTarget[value]
    if !isOperand[value], target >= 0, nextTarget[Int(target)] < 0 { return target }
    return ~address(of: Value(value))
  }

  /// Writes the frames of which two numbers or more are known.
  ///
  /// - Returns: for each view whether that was done.
  private mutating func writeRows() -> [Bool] {
    var isWritten = Array(repeating: false, count: tree.count)
    var items: [Int32] = []
    for view in 1..<max(1, tree.count) {
      let first = Int32(4 * view)
      let known = (first..<first + 4).map { graph.amount(of: graph[$0]) }
      guard known.count(where: { $0 != nil }) >= 2,
        !(first..<first + 4).contains(where: isKept)
      else { continue }
      isWritten[view] = true
      let row = SIMD4(known[0] ?? 0, known[1] ?? 0, known[2] ?? 0, known[3] ?? 0)
      let place = rows[row] ?? Int32(amounts.count)
      if rows[row] == nil {
        rows[row] = place
        amounts += [row.x, row.y, row.z, row.w]
      }
      items += [first, place]
    }
    Self.append(.rows, items, 2, to: &words)
    return isWritten
  }

  /// Writes what only frames need.
  private mutating func writeLast(_ last: [Value]) {
    var groups: [Int32: [Int32]] = [:]
    var order: [Int32] = []
    var sums: [Int32] = []
    for value in last {
      let form = forms[Int(value)]
      let target = firstTarget[Int(value)]
      let pair = pair(form)
      if form.kind == .sum {
        sums += [target, address(of: form.one), address(of: form.other), pair]
      } else {
        if groups[pair] == nil { order.append(pair) }
        groups[pair, default: []] += [target, address(of: form.one)]
      }
    }
    var others: [Int32] = []
    for pair in order {
      guard let items = groups[pair] else { continue }
      if items.count / 2 < Self.leastGroup {
        for item in stride(from: 0, to: items.count, by: 2) {
          others += [items[item], items[item + 1], pair]
        }
      } else {
        words += [CallProgram.Run.offsetFrames.word, Int32(items.count / 2), pair]
        words += items
      }
    }
    Self.append(.offsetFrame, others, 3, to: &words)
    Self.append(.sumFrame, sums, 4, to: &words)
  }

  /// Writes what lies in memory to the frames that have it.
  private mutating func writeCopies(besides isWritten: [Bool]) {
    var (copies, copyPairs): ([Int32], [Int32]) = ([], [])
    for value in isNeeded.indices where firstTarget[value] >= 0 && !isLast(value) {
      if isLink[value], chainTarget(value) >= 0 { continue }
      let isKnown = graph.amount(of: Value(value)) != nil
      var singles: [Int32] = []
      for target in targets(of: value) where !isKnown || !isWritten[Int(target / 4)] {
        if !isPaired(target) {
          singles.append(target)
        } else if target % 2 == 0 {
          copyPairs += [target, address(of: Value(value))]
        }
      }
      guard !singles.isEmpty else { continue }
      let source = address(of: Value(value))
      if singles.count < Self.leastGroup {
        for target in singles { copies += [target, source] }
      } else {
        words += [CallProgram.Run.fill.word, Int32(singles.count), source]
        words += singles
      }
    }
    Self.append(.copy, copies, 2, to: &words)
    Self.append(.copyPair, copyPairs, 2, to: &words)
  }

  /// Whether a number of a frame and the one beside it are both lengths of a view's content.
  private func isPaired(_ target: Int32) -> Bool {
    let first = target - target % 2
    let (one, other) = (
      graph.entries[Int(graph[first])], graph.entries[Int(graph[first + 1])]
    )
    return one.operation == .content && other.operation == .content && one.one % 2 == 0
      && other.one == one.one + 1
  }
}
