import LayoutModel

/// Which of the numbers that calls come to are needed, and an order in which each finds what it is made of.
struct CallOrder {
  typealias Value = CallGraph.Value

  /// Numbers that are worked out one after the other.
  enum Step {
    /// Offsets and sums, often each of the one before.
    case script([Value])
    /// Offsets, or sums, none of which needs another of them.
    case side([Value])
    /// A chain of sums, each of which adds to the one before.
    case chain([Value])
    /// Two chains that need nothing of each other, of the same length.
    case chains([Value], [Value])
    /// Numbers that are neither offsets nor sums, of one kind.
    case others([Value])
  }

  /// Up to how many operations are done one by one; of more, and of chains, like ones are done side by side.
  private static let longestScript = 48
  /// How long a chain may be that is nearly all there is, and is done with the rest.
  private static let longestInScript = 8
  /// Which part of all operations a chain must be, to be done apart from those that are like its own.
  private static let leastPart = 16

  private(set) var forms: [CallForm]
  private(set) var steps: [Step] = []
  /// Whether a frame needs it.
  private(set) var isNeeded: [Bool]
  /// Whether it is an operand of anything but the next of its chain.
  private(set) var isOperand: [Bool]
  /// Of how many operations it is an operand, checks among them.
  private(set) var uses: [Int]
  /// Of which of the frames' numbers it is the value: the first address, and for each address the next; -1.
  private(set) var firstTarget: [Int32]
  private(set) var nextTarget: [Int32]
  /// The numbers that are not given.
  private var operations: [Int] = []
  /// For each number on how many others it depends one after the other, and how many so on it.
  private var depths: [Int]
  private var heights: [Int]
  /// The next of a chain; -1 where there is none.
  private var next: [Value]
  /// Whether it adds to the one before it in a chain.
  private var isLink: [Bool]

  /// Orders what frames need, and the numbers that must be checked.
  init(_ graph: CallGraph, isBounded: [Bool], checked: [Value]) {
    forms = graph.forms(isBounded)
    let none = Array(repeating: Value(-1), count: forms.count)
    let not = Array(repeating: false, count: forms.count)
    (firstTarget, next) = (none, none)
    (isNeeded, isOperand, isLink) = (not, not, not)
    nextTarget = Array(repeating: -1, count: Int(graph.frameCount))
    (depths, heights, uses) = (none.map { _ in 0 }, none.map { _ in 0 }, none.map { _ in 0 })
    for address in stride(from: graph.frameCount - 1, through: 4, by: -1) {
      let value = Int(graph[address])
      nextTarget[Int(address)] = firstTarget[value]
      firstTarget[value] = address
    }
    findNeeded(checked)
    findDepths()
    if operations.count <= Self.longestScript, !isMostlyChain {
      scheduleScript()
    } else {
      findChains()
      scheduleRuns()
    }
  }

  private mutating func findNeeded(_ checked: [Value]) {
    for value in forms.indices { isNeeded[value] = firstTarget[value] >= 0 }
    for value in checked {
      (isNeeded[Int(value)], isOperand[Int(value)]) = (true, true)
      uses[Int(value)] += 1
    }
    for value in forms.indices.reversed() where isNeeded[value] && forms[value].kind != .given {
      for operand in forms[value].operands {
        isNeeded[Int(operand)] = true
        uses[Int(operand)] += 1
      }
    }
    operations = forms.indices.filter { isNeeded[$0] && forms[$0].kind != .given }
  }

  private mutating func findDepths() {
    func depth(_ value: Value) -> Int { value < 0 ? -1 : depths[Int(value)] }
    for value in operations {
      depths[value] = 1 + max(depth(forms[value].one), depth(forms[value].other))
      // What has waited longest comes first: a chain goes on with it.
      if forms[value].kind == .sum, depth(forms[value].other) > depth(forms[value].one) {
        forms[value].swap()
      }
    }
    for value in operations.reversed() {
      for operand in forms[value].operands {
        heights[Int(operand)] = max(heights[Int(operand)], heights[value] + 1)
      }
    }
  }

  /// Whether two fifths of all operations are a chain of sums, or more.
  private var isMostlyChain: Bool {
    var lengths = depths.map { _ in 0 }
    for value in operations where forms[value].isSum {
      lengths[value] = lengths[Int(forms[value].one)] + 1
    }
    let longest = lengths.max() ?? 0
    return longest >= Self.longestInScript && 5 * longest >= 2 * operations.count
  }

  /// Finds long chains of sums: to read each from memory takes longer than to add it.
  private mutating func findChains() {
    for value in operations where forms[value].isSum {
      let one = Int(forms[value].one)
      if depths[one] > 0, next[one] < 0 || heights[value] > heights[Int(next[one])] {
        next[one] = Value(value)
      }
    }
    for value in operations {
      if next[Int(forms[value].one)] != value { isOperand[Int(forms[value].one)] = true }
      if forms[value].other >= 0 { isOperand[Int(forms[value].other)] = true }
    }
    var isTaken = isLink
    for first in operations where !isTaken[first] {
      var chain = [first]
      while let last = chain.last, next[last] >= 0 { chain.append(Int(next[last])) }
      for value in chain { isTaken[value] = true }
      let count = chain.count - 1
      guard count >= max(3, operations.count / Self.leastPart) else {
        for value in chain.dropLast() { isOperand[value] = true }
        continue
      }
      isOperand[first] = true
      for value in chain.dropFirst() { isLink[value] = true }
    }
  }

  // MARK: - Order

  /// What waits for what.
  private struct Waiting {
    private var counts: [Int]
    private var users: [[Value]]

    init(_ operations: [Int], _ forms: [CallForm]) {
      counts = Array(repeating: 0, count: forms.count)
      users = Array(repeating: [], count: forms.count)
      for value in operations {
        for operand in forms[value].operands where forms[Int(operand)].kind != .given {
          counts[value] += 1
          users[Int(operand)].append(Value(value))
        }
      }
    }

    func isReady(_ value: Int) -> Bool { counts[value] == 0 }

    /// Those that have waited for a number last.
    mutating func finish(_ value: Value) -> [Value] {
      users[Int(value)].filter { user in
        counts[Int(user)] -= 1
        return counts[Int(user)] == 0
      }
    }
  }

  /// One after the other: on with what needs the one before, and else with that on which most depends.
  private mutating func scheduleScript() {
    for value in operations {
      for operand in forms[value].operands { isOperand[Int(operand)] = true }
    }
    var waiting = Waiting(operations, forms)
    var ready = operations.filter { waiting.isReady($0) }.map(Value.init)
    var script: [Value] = []
    func highest(_ values: [Value]) -> Value? {
      values.max { (heights[Int($0)], $1) < (heights[Int($1)], $0) }
    }
    var following: [Value] = []
    while let value = highest(following) ?? highest(ready) {
      ready.removeAll { $0 == value }
      if forms[Int(value)].isAffine {
        script.append(value)
      } else {
        if !script.isEmpty { steps.append(.script(script)) }
        script = []
        steps.append(.others([value]))
      }
      following = waiting.finish(value)
      ready += following
    }
    if !script.isEmpty { steps.append(.script(script)) }
  }

  /// Numbers that have all that they need, by kinds.
  private struct Ready {
    private var values: [[Value]]
    private var heights: [Int]
    private static let chain = Int(CallForm.Kind.fitted.rawValue) + 1

    init() {
      values = Array(repeating: [], count: Self.chain + 1)
      heights = Array(repeating: -1, count: Self.chain + 1)
    }

    mutating func admit(_ value: Value, _ kind: CallForm.Kind, isLink: Bool, _ height: Int) {
      let kind = isLink ? Self.chain : Int(kind.rawValue)
      values[kind].append(value)
      heights[kind] = max(heights[kind], height)
    }

    /// All of the kind with the number on which the longest row of others depends.
    mutating func take() -> [Value] {
      guard let kind = heights.indices.max(by: { (heights[$0], $1) < (heights[$1], $0) }) else {
        return []
      }
      let taken = values[kind]
      (values[kind], heights[kind]) = ([], -1)
      return taken
    }
  }

  /// Like ones together, always those on which most depends.
  private mutating func scheduleRuns() {
    var waiting = Waiting(operations, forms)
    var ready = Ready()
    func admit(_ value: Value) {
      let index = Int(value)
      ready.admit(value, forms[index].kind, isLink: isLink[index], heights[index])
    }
    for value in operations where waiting.isReady(value) { admit(Value(value)) }
    while true {
      let taken = ready.take()
      guard let first = taken.first else { break }
      guard isLink[Int(first)] else {
        steps.append(forms[Int(first)].isAffine ? .side(taken) : .others(taken))
        for value in taken { waiting.finish(value).forEach(admit) }
        continue
      }
      let chains = taken.map { first in
        var chain = [first]
        while let last = chain.last.map(Int.init) {
          var link: Value?
          for value in waiting.finish(Value(last)) {
            if isLink[Int(value)], next[last] == value { link = value } else { admit(value) }
          }
          guard let link else { break }
          chain.append(link)
        }
        return chain
      }
      steps += paired(chains)
    }
    // What a chain begins with is read from memory; it may be a link of one that had to wait.
    for step in steps {
      switch step {
      case .chain(let chain): isOperand[Int(forms[Int(chain[0])].one)] = true
      case .chains(let chain, let other):
        isOperand[Int(forms[Int(chain[0])].one)] = true
        isOperand[Int(forms[Int(other[0])].one)] = true
      default: continue
      }
    }
  }

  /// Chains side by side, two and two: each waits for its own sums only.
  private func paired(_ chains: [[Value]]) -> [Step] {
    var steps: [Step] = []
    var index = 0
    while index < chains.count {
      let chain = chains[index]
      let other = index + 1 < chains.count ? chains[index + 1] : []
      let count = min(chain.count, other.count)
      // Another chain may need what this one gives.
      guard count > 0, !needs(other, chain) else {
        steps.append(.chain(chain))
        index += 1
        continue
      }
      steps.append(.chains(Array(chain[..<count]), Array(other[..<count])))
      for rest in [chain[count...], other[count...]] where !rest.isEmpty {
        steps.append(.chain(Array(rest)))
      }
      index += 2
    }
    return steps
  }

  /// Whether a number of a chain is made of one of another.
  private func needs(_ chain: [Value], _ other: [Value]) -> Bool {
    let others = Set(other)
    return chain.contains { forms[Int($0)].operands.contains(where: others.contains) }
  }
}
