import LayoutModel

/// A layout's calls as a pass runs them: runs of like operations on numbers, in an order in which each finds
/// what it needs.
///
/// Numbers lie in the frames, four for each view, and in the memory of a plan: the root's size, constants,
/// content sizes and whatever is needed on the way. Operations take their operands from memory; what only a
/// frame needs is written there at once.
final class CallProgram: Sendable {
  /// What a run does with each of its items.
  ///
  /// In the words, each run is its kind, how many items it has, and what `…` stands for, once for each item.
  /// Numbers are addresses in memory, views and those that are marked ' are addresses in frames; `pair` and
  /// `row` are places in `amounts`.
  enum Run: UInt8, BitwiseCopyable {
    /// The end of the words.
    case end
    /// (target, source')…: what lay there before the layout.
    case fetch
    /// (target', row)…: all four numbers of a frame.
    case rows
    /// (target, one, pair)…: first of the pair × one + second of the pair.
    case offset
    /// (target', one, pair)…
    case offsetFrame
    /// pair, (target', one)…
    case offsetFrames
    /// (target, one, other, pair)…: first of the pair × one + second of the pair × other.
    case sum
    /// (target', one, other, pair)…
    case sumFrame
    /// start, (target' or ~target, one)…: each is the one before it + one.
    case chain
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
    /// (target', one)…: two numbers that lie side by side.
    case copyPair
    /// one, target'…
    case fill

    /// The word that says so.
    var word: Int32 { Int32(rawValue) }
  }

  /// Where the root's width lies in memory, and behind it its height.
  static let rootSize = 0

  let words: [Int32]
  /// Numbers that are known: rows of four, pairs of two.
  let amounts: [Double]
  /// What memory holds before the first pass.
  let memory: [Double]
  /// Where each view's content size lies in memory, width and height; -1 where nothing depends on it.
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

  /// Runs all operations.
  ///
  /// - Parameters:
  ///   - frames: four numbers a view; the root's are set, the others those of the layout before.
  ///   - memory: that of a plan, with the root's size and the content sizes as they are now.
  @inline(__always)
  func run<Number: CallNumber>(
    frames: UnsafeMutablePointer<Number>, memory: UnsafeMutablePointer<Number>
  ) {
    words.withUnsafeBufferPointer { words in
      amounts.withUnsafeBufferPointer { amounts in
        guard let words = words.baseAddress, let amounts = amounts.baseAddress else { return }
        Self.run(words, amounts, frames, memory)
      }
    }
  }

  private static func run<Number: CallNumber>(
    _ words: UnsafePointer<Int32>, _ amounts: UnsafePointer<Double>,
    _ frames: UnsafeMutablePointer<Number>, _ memory: UnsafeMutablePointer<Number>
  ) {
    var at = words
    /// Goes through the items of a run, each so many words, behind a head of so many.
    @inline(__always)
    func each(_ size: Int, behind head: Int = 2, _ body: (UnsafePointer<Int32>) -> Void) {
      let end = at + (head &+ size &* Int(at[1]))
      var item = at + head
      while item < end {
        body(item)
        item += size
      }
      at = end
    }
    @inline(__always)
    func amount(_ place: Int32) -> Number { Number(amounts[Int(place)]) }
    @inline(__always)
    func offset(_ item: UnsafePointer<Int32>) -> Number {
      amount(item[2]) * memory[Int(item[1])] + amount(item[2] &+ 1)
    }
    @inline(__always)
    func sum(_ item: UnsafePointer<Int32>) -> Number {
      amount(item[3]) * memory[Int(item[1])] + amount(item[3] &+ 1) * memory[Int(item[2])]
    }
    while true {
      // Only the program's own words come here, and checking them again costs a call each.
      switch unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: Run.self) {
      case .end: return
      case .fetch: each(2) { memory[Int($0[0])] = frames[Int($0[1])] }
      case .rows:
        each(2) { item in
          let row = amounts + Int(item[1])
          let target = frames + Int(item[0])
          let sides = (Number(row[0]), Number(row[1]), Number(row[2]), Number(row[3]))
          target[0] = sides.0
          target[1] = sides.1
          target[2] = sides.2
          target[3] = sides.3
        }
      case .offset: each(3) { memory[Int($0[0])] = offset($0) }
      case .offsetFrame: each(3) { frames[Int($0[0])] = offset($0) }
      case .offsetFrames:
        let (factor, constant) = (amount(at[2]), amount(at[2] &+ 1))
        each(2, behind: 3) { frames[Int($0[0])] = factor * memory[Int($0[1])] + constant }
      case .sum: each(4) { memory[Int($0[0])] = sum($0) }
      case .sumFrame: each(4) { frames[Int($0[0])] = sum($0) }
      case .chain:
        var last = memory[Int(at[2])]
        each(2, behind: 3) { item in
          last = last + memory[Int(item[1])]
          let target = item[0]
          if target >= 0 { frames[Int(target)] = last } else { memory[Int(~target)] = last }
        }
      case .multiply: each(3) { memory[Int($0[0])] = memory[Int($0[1])] * memory[Int($0[2])] }
      case .divide: each(3) { memory[Int($0[0])] = memory[Int($0[1])] / memory[Int($0[2])] }
      case .share:
        each(3) {
          memory[Int($0[0])] = Number.share(of: memory[Int($0[1])], among: memory[Int($0[2])])
        }
      case .fitted:
        each(3) {
          let content = memory[Int($0[1])]
          memory[Int($0[0])] = content.isNaN ? memory[Int($0[2])] : content
        }
      case .copy: each(2) { frames[Int($0[0])] = memory[Int($0[1])] }
      case .copyPair:
        each(2) { item in
          let (source, target) = (memory + Int(item[1]), frames + Int(item[0]))
          let pair = (source[0], source[1])
          target[0] = pair.0
          target[1] = pair.1
        }
      case .fill:
        let number = memory[Int(at[2])]
        each(1, behind: 3) { frames[Int($0[0])] = number }
      }
    }
  }
}
