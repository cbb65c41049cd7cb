import LayoutModel

/// A layout's calls as a pass runs them: runs of operations on numbers, in an order in which each finds what it
/// needs.
///
/// All numbers lie in the memory of a plan: first those of the frames, x, y, width, height of view v at
/// 4 v … 4 v + 3, and behind them what is needed on the way. What is known lies there from the beginning, and
/// so do content sizes. Each operation writes a number of its own.
final class CallProgram: Sendable {
  /// What a run does with each of its items.
  ///
  /// In the words, each run is its kind, how many items it has, and what stands behind it here; `…` is once
  /// for each item. Numbers are given by their addresses, but for `pair`, which is a place in `amounts`; a
  /// `step` is how far behind one the next item's address lies.
  enum Run: UInt8, BitwiseCopyable {
    /// The end of the words.
    case end
    /// (target, address in the frames of the layout before)…
    case fetch
    /// (one, other, pair, target)…: first of the pair × one + second of the pair × other. Where one is
    /// `last` it is the item before, where it is `lastSummand` that without a factor, and where it is less
    /// that and what lies so far below.
    case script
    /// (target, one, pair)…: first of the pair × one + second of the pair.
    case offset
    /// (target, one, other, pair)…: first of the pair × one + second of the pair × other.
    case sum
    /// start, (target, one, other)…: what the item before is, + one + other.
    case chain
    /// start, other start, (target, one, other, target, one, other)…: two chains at once.
    case chains
    /// So many of all frames' numbers, from one on, into the frames: the first.
    case write
    /// How many runs, how many items at a time, (run by steps)…
    case steps
    // Runs by steps do not say how many items they have.
    /// pair, target, step, one, step: first of the pair × one + second.
    case offsets
    /// pair, target, step, one, step, other, step: first of the pair × one + second of the pair × other.
    case sums
    /// start, target, step, one, step, other, step
    case chainSteps
    /// start, other start, target, step, one, step, other, step, and the same of the other
    case chainsSteps
    /// target, step, one, step
    case copies
    /// target, step, one, step: two numbers that lie side by side.
    case copyPairs
    /// target, step, one, step: four numbers that lie side by side.
    case copyFrames
    /// first, step: a step's numbers into the frames.
    case writes
    /// (target, one)…
    case copy
    /// (target, one)…: two numbers that lie side by side.
    case copyPair
    /// (target, one)…: four numbers that lie side by side.
    case copyFrame
    /// (target, one, other)…
    case multiply
    /// (target, one, other)…
    case divide
    /// (target, one, other)…
    case share
    /// (target, one, other)…
    case fitted

    static let last: Int32 = -1
    static let lastSummand: Int32 = -2

    /// The word that says so.
    var word: Int32 { Int32(rawValue) }
    /// How many words an item takes, where each has its own.
    var itemSize: Int {
      switch self {
      case .fetch, .copy, .copyPair, .copyFrame: 2
      case .multiply, .divide, .share, .fitted, .offset, .chain: 3
      case .script, .sum: 4
      case .chains: 6
      default: 0
      }
    }
    /// Which addresses of a run by steps are targets.
    var targets: [Int] { self == .chainsSteps ? [0, 3] : [0] }
  }

  /// Where the root's width lies in memory, and behind it its height.
  static let rootSize = 2

  let words: [Int32]
  /// Pairs of numbers that are known.
  let amounts: [Double]
  /// What memory holds before the first pass.
  let memory: [Double]
  /// Where each view's content width lies in memory, and then its height; -1 where nothing depends on it.
  let contents: [Int32]
  /// Where the numbers lie that must be finite, in the order of the calls.
  let checks: [(address: Int32, text: String, position: SourcePosition)]
  /// Whether all numbers are finite wherever all lengths that a scene gives are at most 1e9 points.
  let isAlwaysFinite: Bool
  /// Whether all lengths that the scene gives at first are.
  let isTame: Bool
  /// Whether a layout reads numbers of the one before that it sets afterwards.
  let hasHistory: Bool
  /// Whether frames are written while it runs; otherwise they all are from memory when it has.
  let writesFrames: Bool
  let counts: CallCounts
  let viewCount: Int
  /// The views' names, for messages.
  let names: [String]

  init(
    words: [Int32], amounts: [Double], memory: [Double], contents: [Int32],
    checks: [(address: Int32, text: String, position: SourcePosition)], isAlwaysFinite: Bool,
    isTame: Bool, hasHistory: Bool, writesFrames: Bool, counts: CallCounts, names: [String]
  ) {
    self.words = words
    self.amounts = amounts
    self.memory = memory
    self.contents = contents
    self.checks = checks
    self.isAlwaysFinite = isAlwaysFinite
    self.isTame = isTame
    self.hasHistory = hasHistory
    self.writesFrames = writesFrames
    self.counts = counts
    self.names = names
    viewCount = names.count
  }

  /// Where the widths and heights of a view's content lie in memory; -1 where nothing depends on one.
  @inline(__always)
  func content(of view: Int) -> (width: Int, height: Int) {
    (Int(contents[2 * view]), Int(contents[2 * view + 1]))
  }

  /// Runs all operations.
  ///
  /// - Parameters:
  ///   - memory: that of a plan, with the root's size and the content sizes as they are now.
  ///   - frames: those that the layout before left, four numbers a view; then those of this one.
  @inline(__always)
  func run<Number: CallNumber>(
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>
  ) {
    words.withUnsafeBufferPointer { words in
      amounts.withUnsafeBufferPointer { amounts in
        guard let words = words.baseAddress, let amounts = amounts.baseAddress else { return }
        Self.run(words, amounts, memory, frames)
      }
    }
    if !writesFrames { frames.update(from: memory, count: 4 &* viewCount) }
  }

  private static func run<Number: CallNumber>(
    _ words: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>
  ) {
    typealias Item = UnsafePointer<Int32>
    var at = words
    /// Goes through the items of a run, behind a head of so many words; there is one.
    @inline(__always)
    func each(_ size: Int, behind head: Int = 2, _ body: (Item) -> Void) {
      let end = at + (head &+ size &* Int(at[1]))
      var item = at + head
      repeat {
        body(item)
        item += size
      } while item < end
      at = end
    }
    @inline(__always)
    func number(_ address: Int32) -> Number { memory[Int(address)] }
    @inline(__always)
    func cell(_ address: Int32) -> UnsafeMutablePointer<Number> { memory + Int(address) }
    @inline(__always)
    func set(_ address: Int32, _ number: Number) { memory[Int(address)] = number }
    @inline(__always)
    func pair(_ place: Int32) -> (Number, Number) {
      let pair = amounts + Int(place)
      return (Number(pair[0]), Number(pair[1]))
    }
    while true {
      // Only the program's own words come here, and checking them again costs a call each.
      switch unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: Run.self) {
      case .fetch: each(2) { set($0[0], frames[Int($0[1])]) }
      case .script:
        var last = Number(0)
        each(4) { item in
          let (factor, second) = pair(item[2])
          let rest = second * number(item[1])
          switch item[0] {
          case 0...: last = factor * number(item[0]) + rest
          case Run.lastSummand: last = last + rest
          case Run.last: last = factor * last + rest
          default: last = last + number(Run.lastSummand &- 1 &- item[0]) + rest
          }
          set(item[3], last)
        }
      case .offset:
        each(3) { item in
          let (factor, constant) = pair(item[2])
          set(item[0], factor * number(item[1]) + constant)
        }
      case .sum:
        each(4) { item in
          let (factor, second) = pair(item[3])
          set(item[0], factor * number(item[1]) + second * number(item[2]))
        }
      case .chain:
        var last = number(at[2])
        each(3, behind: 3) { item in
          last = last + number(item[1]) + number(item[2])
          set(item[0], last)
        }
      case .chains:
        var (last, other) = (number(at[2]), number(at[3]))
        each(6, behind: 4) { item in
          last = last + number(item[1]) + number(item[2])
          other = other + number(item[4]) + number(item[5])
          set(item[0], last)
          set(item[3], other)
        }
      case .write:
        (frames + Int(at[2])).update(from: memory + Int(at[2]), count: Int(at[1]))
        at += 3
      case .steps: at = runSteps(at, amounts, memory, frames)
      case .copy: each(2) { set($0[0], number($0[1])) }
      case .copyPair: each(2) { copyPair(cell($0[1]), cell($0[0])) }
      case .copyFrame: each(2) { copyFrame(cell($0[1]), cell($0[0])) }
      case .multiply: each(3) { set($0[0], number($0[1]) * number($0[2])) }
      case .divide: each(3) { set($0[0], number($0[1]) / number($0[2])) }
      case .share: each(3) { set($0[0], Number.share(of: number($0[1]), among: number($0[2]))) }
      case .fitted:
        each(3) {
          let content = number($0[1])
          set($0[0], content.isNaN ? number($0[2]) : content)
        }
      default: return
      }
    }
  }

  /// Runs by steps, a part of each at a time.
  ///
  /// - Returns: the words behind them.
  @inline(never)
  private static func runSteps<Number: CallNumber>(
    _ head: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>
  ) -> UnsafePointer<Int32> {
    let (count, runs, most) = (Int(head[1]), head[2], Int(head[3]))
    var at = head
    var first = 0
    repeat {
      let number = min(most, count &- first)
      at = head + 4
      for _ in 0..<runs { at = step(at, amounts, memory, frames, from: first, number) }
      first &+= number
    } while first < count
    return at
  }

  /// Does a part of a run by steps, so many items from one on; there is one.
  ///
  /// - Returns: the words behind it.
  @inline(__always)
  private static func step<Number: CallNumber>(
    _ at: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>,
    from first: Int, _ count: Int
  ) -> UnsafePointer<Int32> {
    typealias Cell = UnsafeMutablePointer<Number>
    @inline(__always)
    func start(_ place: Int) -> Cell { memory + (Int(at[place]) &+ first &* Int(at[place &+ 1])) }
    /// Goes through the addresses of a part; those of a second operand where there is one.
    @inline(__always)
    func each(_ place: Int, hasOther: Bool = false, _ body: (Cell, Cell, Cell) -> Void) {
      var (target, one) = (start(place), start(place &+ 2))
      let (step, oneStep) = (Int(at[place &+ 1]), Int(at[place &+ 3]))
      var other = hasOther ? start(place &+ 4) : one
      let otherStep = hasOther ? Int(at[place &+ 5]) : 0
      var left = count
      // Two at a time: what it takes to go on is as much as what is done.
      while left >= 2 {
        body(target, one, other)
        body(target + step, one + oneStep, other + otherStep)
        target += 2 &* step
        one += 2 &* oneStep
        other += 2 &* otherStep
        left &-= 2
      }
      if left > 0 { body(target, one, other) }
    }
    @inline(__always)
    func pair() -> (Number, Number) {
      let pair = amounts + Int(at[1])
      return (Number(pair[0]), Number(pair[1]))
    }
    switch unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: Run.self) {
    case .offsets:
      let (factor, constant) = pair()
      each(2) { target, one, _ in target.pointee = factor * one.pointee + constant }
      return at + 6
    case .sums:
      let (factor, second) = pair()
      each(2, hasOther: true) { target, one, other in
        target.pointee = factor * one.pointee + second * other.pointee
      }
      return at + 8
    case .chainSteps:
      var chain = Chain(at + 2, memory, start: at[1], from: first)
      for _ in 0..<count { chain.add() }
      return at + 8
    case .chainsSteps:
      var chain = Chain(at + 3, memory, start: at[1], from: first)
      var other = Chain(at + 9, memory, start: at[2], from: first)
      for _ in 0..<count {
        chain.add()
        other.add()
      }
      return at + 15
    case .copies:
      each(1) { target, one, _ in target.pointee = one.pointee }
      return at + 5
    case .copyPairs:
      each(1) { target, one, _ in copyPair(one, target) }
      return at + 5
    case .copyFrames:
      each(1) { target, one, _ in copyFrame(one, target) }
      return at + 5
    default:
      let place = start(1) - memory
      (frames + place).update(from: memory + place, count: count &* Int(at[2]))
      return at + 3
    }
  }

  /// A chain whose addresses are given by steps.
  private struct Chain<Number: CallNumber> {
    private var last: Number
    private var target: UnsafeMutablePointer<Number>
    private var one: UnsafeMutablePointer<Number>
    private var other: UnsafeMutablePointer<Number>
    private let steps: (Int, Int, Int)

    /// A chain from one of its items on.
    @inline(__always)
    init(
      _ words: UnsafePointer<Int32>, _ memory: UnsafeMutablePointer<Number>, start: Int32,
      from first: Int
    ) {
      steps = (Int(words[1]), Int(words[3]), Int(words[5]))
      target = memory + (Int(words[0]) &+ first &* steps.0)
      one = memory + (Int(words[2]) &+ first &* steps.1)
      other = memory + (Int(words[4]) &+ first &* steps.2)
      last = first == 0 ? memory[Int(start)] : target[-steps.0]
    }

    @inline(__always)
    mutating func add() {
      last = last + one.pointee + other.pointee
      target.pointee = last
      target += steps.0
      one += steps.1
      other += steps.2
    }
  }

  @inline(__always)
  private static func copyPair<Number: CallNumber>(
    _ source: UnsafeMutablePointer<Number>, _ target: UnsafeMutablePointer<Number>
  ) {
    let pair = (source[0], source[1])
    target[0] = pair.0
    target[1] = pair.1
  }

  @inline(__always)
  private static func copyFrame<Number: CallNumber>(
    _ source: UnsafeMutablePointer<Number>, _ target: UnsafeMutablePointer<Number>
  ) {
    let sides = (source[0], source[1], source[2], source[3])
    target[0] = sides.0
    target[1] = sides.1
    target[2] = sides.2
    target[3] = sides.3
  }
}
