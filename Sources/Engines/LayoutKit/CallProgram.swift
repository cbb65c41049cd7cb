import LayoutModel

/// A layout's calls as a pass runs them: runs of like operations on numbers, in an order in which each finds
/// what it needs.
///
/// All numbers lie in the memory of a plan: first those of the frames, x, y, width, height of view v at
/// 4 v … 4 v + 3, and behind them what is needed on the way. What is known lies there from the beginning, and
/// content sizes where they are needed first. Each operation writes a number of its own.
final class CallProgram: Sendable {
  /// What a run does with each of its items.
  ///
  /// In the words, each run is its kind, how many items it has, and what stands behind it here; `…` is once
  /// for each item. All are addresses in memory, but for `pair`, a place in `amounts`, and a `step`, which is
  /// how far the next item's address lies behind.
  enum Run: UInt8, BitwiseCopyable {
    /// The end of the words.
    case end
    /// (target, address in the frames of the layout before)…
    case fetch
    /// (target, one, pair)…: first of the pair × one + second of the pair.
    case offset
    /// pair, target, step, one, step
    case offsets
    /// (target, one, other, pair)…: first of the pair × one + second of the pair × other.
    case sum
    /// pair, target, step, one, step, other, step
    case sums
    /// start, (target, one)…: each is the one before it + one.
    case chain
    /// start, other start, (target, one, other target, other one)…: two of them at once.
    case chains
    /// start, (target, one, pair)…: first of the pair × the one before it + second of the pair × one.
    case walk
    /// (target, one, other)…
    case multiply
    /// (target, one, other)…
    case divide
    /// (target, one, other)…
    case share
    /// (target, one, other)…
    case fitted
    /// (target, one)…
    case copy
    /// target, step, one, step
    case copies
    /// (target, one)…: two numbers that lie side by side.
    case copyPair
    /// target, step, one, step
    case copyPairs

    /// The word that says so.
    var word: Int32 { Int32(rawValue) }
    /// How many words an item takes, where each has its own.
    var itemSize: Int {
      switch self {
      case .fetch, .chain, .copy, .copyPair: 2
      case .offset, .walk, .multiply, .divide, .share, .fitted: 3
      case .sum, .chains: 4
      case .end, .offsets, .sums, .copies, .copyPairs: 0
      }
    }
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
  let counts: CallCounts
  let viewCount: Int
  /// The views' names, for messages.
  let names: [String]

  init(
    words: [Int32], amounts: [Double], memory: [Double], contents: [Int32],
    checks: [(address: Int32, text: String, position: SourcePosition)], isAlwaysFinite: Bool,
    isTame: Bool, hasHistory: Bool, counts: CallCounts, names: [String]
  ) {
    self.words = words
    self.amounts = amounts
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
  ///   - frames: those that the layout before left, four numbers a view.
  @inline(__always)
  func run<Number: CallNumber>(
    _ memory: UnsafeMutablePointer<Number>, after frames: UnsafePointer<Number>
  ) {
    words.withUnsafeBufferPointer { words in
      amounts.withUnsafeBufferPointer { amounts in
        guard let words = words.baseAddress, let amounts = amounts.baseAddress else { return }
        Self.run(words, amounts, memory, frames)
      }
    }
  }

  private static func run<Number: CallNumber>(
    _ words: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ memory: UnsafeMutablePointer<Number>, _ frames: UnsafePointer<Number>
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
    func each(_ place: Int, _ body: (Cell, Cell) -> Void) {
      var (target, one) = (cell(at[place]), cell(at[place &+ 2]))
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
    func cell(_ address: Int32) -> Cell { memory + Int(address) }
    @inline(__always)
    func pair(_ place: Int32) -> (Number, Number) {
      let pair = amounts + Int(place)
      return (Number(pair[0]), Number(pair[1]))
    }
    while true {
      // Only the program's own words come here, and checking them again costs a call each.
      switch unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: Run.self) {
      case .end: return
      case .fetch: each(2) { cell($0[0]).pointee = frames[Int($0[1])] }
      case .offset:
        each(3) { item in
          let (factor, constant) = pair(item[2])
          cell(item[0]).pointee = factor * cell(item[1]).pointee + constant
        }
      case .offsets:
        let (factor, constant) = pair(at[2])
        each(3) { $0.pointee = factor * $1.pointee + constant }
      case .sum:
        each(4) { item in
          let (factor, second) = pair(item[3])
          cell(item[0]).pointee =
            factor * cell(item[1]).pointee + second * cell(item[2]).pointee
        }
      case .sums:
        let (factor, second) = pair(at[2])
        var other = cell(at[7])
        let step = Int(at[8])
        each(3) { target, one in
          target.pointee = factor * one.pointee + second * other.pointee
          other += step
        }
        at += 2
      case .chain:
        var last = cell(at[2]).pointee
        each(2, behind: 3) { item in
          last = last + cell(item[1]).pointee
          cell(item[0]).pointee = last
        }
      case .chains:
        var (last, other) = (cell(at[2]).pointee, cell(at[3]).pointee)
        each(4, behind: 4) { item in
          last = last + cell(item[1]).pointee
          other = other + cell(item[3]).pointee
          cell(item[0]).pointee = last
          cell(item[2]).pointee = other
        }
      case .walk:
        var last = cell(at[2]).pointee
        each(3, behind: 3) { item in
          let (factor, second) = pair(item[2])
          last = factor * last + second * cell(item[1]).pointee
          cell(item[0]).pointee = last
        }
      case .multiply: each(3) { cell($0[0]).pointee = cell($0[1]).pointee * cell($0[2]).pointee }
      case .divide: each(3) { cell($0[0]).pointee = cell($0[1]).pointee / cell($0[2]).pointee }
      case .share:
        each(3) {
          cell($0[0]).pointee = Number.share(of: cell($0[1]).pointee, among: cell($0[2]).pointee)
        }
      case .fitted:
        each(3) {
          let content = cell($0[1]).pointee
          cell($0[0]).pointee = content.isNaN ? cell($0[2]).pointee : content
        }
      case .copy: each(2) { cell($0[0]).pointee = cell($0[1]).pointee }
      case .copies: each(2) { $0.pointee = $1.pointee }
      case .copyPair: each(2) { copyPair(cell($0[1]), cell($0[0])) }
      case .copyPairs: each(2) { copyPair($1, $0) }
      }
    }
    @inline(__always)
    func copyPair(_ source: Cell, _ target: Cell) {
      let pair = (source[0], source[1])
      target[0] = pair.0
      target[1] = pair.1
    }
  }
}
