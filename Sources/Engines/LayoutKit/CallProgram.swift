import LayoutModel

/// A layout's calls as a pass runs them: runs of like operations on numbers, in an order in which each finds
/// what it needs.
///
/// Numbers lie in the frames, x, y, width, height of view v at 4 v … 4 v + 3, and in the memory of a plan: the
/// root's size, content sizes, and what is needed on the way. Operations take their operands from memory.
final class CallProgram: Sendable {
  /// What a run does with each of its items.
  ///
  /// In the words, each run is its kind, how many items it has, and what stands behind it here; `…` is once
  /// for each item. Numbers are addresses in memory, those with ' addresses in frames; `pair` is a place in
  /// `amounts`, and a `step` is how far behind one the next item's address lies.
  enum Run: UInt8, BitwiseCopyable {
    /// The end of the words.
    case end
    /// (target, source')…
    case fetch
    /// All frames' numbers that are known; 0 for the others.
    case template
    /// target, (one, other, pair, target')…: first of the pair × one + second of the pair × other, where one
    /// below 0 is the item before; the targets lie side by side.
    case script
    /// pair, whether the target lies in frames, target, step, one, step: first of the pair × one + second.
    case offsets
    /// The same with other, step behind it: first of the pair × one + second of the pair × other.
    case sums
    /// start, (target', one)…: each is the one before it + one.
    case chain
    /// start, other start, (target', one, other target', other one)…: two of them at once.
    case chains
    /// (target, one, other)…
    case multiply
    /// (target, one, other)…
    case divide
    /// (target, one, other)…
    case share
    /// (target, one, other)…
    case fitted
    /// (target', one)…
    case copy
    /// target', step, one, step
    case copies
    /// (target', one)…: two numbers that lie side by side.
    case copyPair
    /// target', step, one, step
    case copyPairs

    /// The word that says so.
    var word: Int32 { Int32(rawValue) }
    /// How many words an item takes, where each has its own.
    var itemSize: Int {
      switch self {
      case .fetch, .chain, .copy, .copyPair: 2
      case .multiply, .divide, .share, .fitted: 3
      case .script, .chains: 4
      case .end, .template, .offsets, .sums, .copies, .copyPairs: 0
      }
    }
  }

  /// Where the root's width lies in memory, and behind it its height.
  static let rootSize = 0
  /// Where the number 1 lies.
  static let unit = 2

  let words: [Int32]
  /// Pairs of numbers that are known.
  let amounts: [Double]
  /// The frames' numbers that are known; 0 for the others.
  let template: [Double]
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
  let counts: CallCounts
  let viewCount: Int
  /// The views' names, for messages.
  let names: [String]

  init(
    words: [Int32], amounts: [Double], template: [Double], memory: [Double], contents: [Int32],
    checks: [(address: Int32, text: String, position: SourcePosition)], isAlwaysFinite: Bool,
    isTame: Bool, hasHistory: Bool, counts: CallCounts, names: [String]
  ) {
    self.words = words
    self.amounts = amounts
    self.template = template
    self.memory = memory
    self.contents = contents
    self.checks = checks
    self.isAlwaysFinite = isAlwaysFinite
    self.isTame = isTame
    self.hasHistory = hasHistory
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
  ///   - frames: those that the layout before left, four numbers a view; those of the layout but for the
  ///     root's when it is done.
  @inline(__always)
  func run<Number: CallNumber>(
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>
  ) {
    words.withUnsafeBufferPointer { words in
      amounts.withUnsafeBufferPointer { amounts in
        guard let words = words.baseAddress, let amounts = amounts.baseAddress else { return }
        run(words, amounts, memory, frames)
      }
    }
  }

  private func run<Number: CallNumber>(
    _ words: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafeMutablePointer<Number>
  ) {
    typealias Item = UnsafePointer<Int32>
    typealias Cell = UnsafeMutablePointer<Number>
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
    /// Goes through addresses that are so far from each other; there is one.
    @inline(__always)
    func each(_ place: Int, in targets: Cell, _ body: (Cell, Cell) -> Void) {
      var (target, one) = (targets + Int(at[place]), memory + Int(at[place &+ 2]))
      let (step, oneStep) = (Int(at[place &+ 1]), Int(at[place &+ 3]))
      var left = at[1]
      repeat {
        body(target, one)
        target += step
        one += oneStep
        left &-= 1
      } while left > 0
      at += place &+ 4
    }
    @inline(__always)
    func number(_ address: Int32) -> Number { memory[Int(address)] }
    @inline(__always)
    func pair(_ place: Int32) -> (Number, Number) {
      let pair = amounts + Int(place)
      return (Number(pair[0]), Number(pair[1]))
    }
    @inline(__always)
    func copyPair(_ source: Cell, _ target: Cell) {
      let pair = (source[0], source[1])
      target[0] = pair.0
      target[1] = pair.1
    }
    while true {
      // Only the program's own words come here, and checking them again costs a call each.
      switch unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: Run.self) {
      case .end: return
      case .fetch: each(2) { memory[Int($0[0])] = frames[Int($0[1])] }
      case .template:
        template.withUnsafeBufferPointer { Number.write($0, to: frames) }
        at += 2
      case .script:
        var last = Number(0)
        var target = memory + Int(at[2])
        each(4, behind: 3) { item in
          let (factor, second) = pair(item[2])
          let rest = second * number(item[1])
          last = (item[0] < 0 ? last : number(item[0])) * factor + rest
          target.pointee = last
          frames[Int(item[3])] = last
          target += 1
        }
      case .offsets:
        let (factor, constant) = pair(at[2])
        each(4, in: at[3] == 0 ? memory : frames) {
          $0.pointee = factor * $1.pointee + constant
        }
      case .sums:
        let (factor, second) = pair(at[2])
        var other = memory + Int(at[8])
        let step = Int(at[9])
        each(4, in: at[3] == 0 ? memory : frames) { target, one in
          target.pointee = factor * one.pointee + second * other.pointee
          other += step
        }
        at += 2
      case .chain:
        var last = number(at[2])
        each(2, behind: 3) { item in
          last = last + number(item[1])
          frames[Int(item[0])] = last
        }
      case .chains:
        var (last, other) = (number(at[2]), number(at[3]))
        each(4, behind: 4) { item in
          last = last + number(item[1])
          other = other + number(item[3])
          frames[Int(item[0])] = last
          frames[Int(item[2])] = other
        }
      case .multiply: each(3) { memory[Int($0[0])] = number($0[1]) * number($0[2]) }
      case .divide: each(3) { memory[Int($0[0])] = number($0[1]) / number($0[2]) }
      case .share:
        each(3) { memory[Int($0[0])] = Number.share(of: number($0[1]), among: number($0[2])) }
      case .fitted:
        each(3) {
          let content = number($0[1])
          memory[Int($0[0])] = content.isNaN ? number($0[2]) : content
        }
      case .copy: each(2) { frames[Int($0[0])] = number($0[1]) }
      case .copies: each(2, in: frames) { $0.pointee = $1.pointee }
      case .copyPair: each(2) { copyPair(memory + Int($0[1]), frames + Int($0[0])) }
      case .copyPairs: each(2, in: frames) { copyPair($1, $0) }
      }
    }
  }
}
