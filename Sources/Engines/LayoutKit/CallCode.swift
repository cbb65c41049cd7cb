import LayoutModel

/// What a word of the code does, with the words that follow it.
///
/// Words are addresses, that of a `rect` its first number's; `…` is a count and so many words, or pairs
/// of words. A `source` says which expression gave a number that must be finite; -1 is none.
enum CallOperation: UInt8, BitwiseCopyable {
  /// copy, source, target, number
  case copy
  /// negate, source, target, number
  case negate
  /// add, source, target, one, other
  case add
  /// subtract, source, target, one, other
  case subtract
  /// multiply, source, target, one, other
  case multiply
  /// divide, source, target, one, other
  case divide
  /// share, target, room, shares, sum of the first lengths, lengths…
  case share
  /// fill, number, targets…
  case fill
  /// fillSize, width, height, targets (widths)…
  case fillSize
  /// fit, views (by index)…
  case fit
  /// set, (target, number)…
  case set
  /// place, pen, (length, target)…
  case place
  /// alignEnd, start of the bounds, targets (starts)…
  case alignEnd
  /// alignCentre, start of the bounds, targets (starts)…
  case alignCentre
  /// equalAxis, start of the bounds, targets (starts)…
  case equalAxis
  /// equal, rect of the bounds, targets (rects)…
  case equal
  /// inset, rect, top, left, bottom, right, rect that keeps the old one or -1
  case inset
  /// insetOwn, target, rect of a view, top, left, bottom, right: ownBounds, then inset
  case insetOwn
  /// copyRect, target, rect
  case copyRect
  /// ownBounds, target, rect
  case ownBounds
  /// setRect, target, x, y, width, height
  case setRect
}

/// A layout's calls as flat code: what a pass runs.
///
/// All numbers have addresses: those of the frames come first, x, y, width, height of view v at
/// 4 v … 4 v + 3; behind them lies what a layout works with: constants, makers, holders, kept values and
/// what expressions give.
struct CallCode: Sendable {
  /// Operations, each followed by its words.
  private(set) var words: [Int32] = []
  /// What working memory holds before a pass.
  private(set) var memory: [Double] = []
  /// The text and place of each expression whose value must be finite.
  private(set) var sources: [(text: String, position: SourcePosition)] = []
  /// Where working memory begins: behind the frames.
  let memoryStart: Int32
  /// Makers by how deep their `layout` is nested.
  private var makers: [Int32] = []
  private var constants: [UInt64: Int32] = [:]
  /// Takes what nobody reads.
  let nowhere: Int32
  /// Where the last operation stands.
  private var last = 0
  /// Where the last operation on numbers stands, and its target.
  private var lastNumber: (word: Int, target: Int32)?

  init(viewCount: Int) {
    memoryStart = Int32(4 * viewCount)
    nowhere = memoryStart
    _ = allocate(1)
  }

  // MARK: - Memory

  /// Room for numbers, 0 at first.
  mutating func allocate(_ count: Int) -> Int32 {
    let address = memoryStart + Int32(memory.count)
    memory.append(contentsOf: repeatElement(0, count: count))
    return address
  }

  /// The address of a number that is known.
  mutating func constant(_ value: Double) -> Int32 {
    if let address = constants[value.bitPattern] { return address }
    let address = allocate(1)
    memory[memory.count - 1] = value
    constants[value.bitPattern] = address
    return address
  }

  /// The address of a number.
  mutating func address(of number: CallNumberSource) -> Int32 {
    switch number {
    case .constant(let value): constant(value)
    case .address(let address): address
    }
  }

  /// The rectangle of the maker that is so deep.
  mutating func maker(_ depth: Int32) -> Int32 {
    while makers.count <= Int(depth) { makers.append(allocate(4)) }
    return makers[Int(depth)]
  }

  // MARK: - Operations

  mutating func emit(_ operation: CallOperation, _ operands: Int32...) {
    last = words.count
    words.append(Int32(operation.rawValue))
    words += operands
  }

  mutating func emit(_ operation: CallOperation, _ operands: Int32..., list: [Int32]) {
    last = words.count
    words.append(Int32(operation.rawValue))
    words += operands
    words.append(Int32(list.count))
    words += list
  }

  mutating func emit(
    _ operation: CallOperation, _ operands: Int32..., pairs: [(Int32, Int32)]
  ) {
    last = words.count
    words.append(Int32(operation.rawValue))
    words += operands
    words.append(Int32(pairs.count))
    for (one, other) in pairs { words += [one, other] }
  }

  /// Moves the sides of a maker's rectangle in.
  ///
  /// - Parameters:
  ///   - maker: the rectangle.
  ///   - sides: addresses: top, left, bottom, right.
  ///   - kept: the rectangle that keeps the old one, or -1.
  mutating func emitInset(_ maker: Int32, _ sides: [Int32], keeping kept: Int32) {
    let isNew = words.count - last == 3 && words[last] == Int32(CallOperation.ownBounds.rawValue)
    if isNew, words[last + 1] == maker, kept < 0 {
      words[last] = Int32(CallOperation.insetOwn.rawValue)
      words += sides
    } else {
      emit(.inset, maker, sides[0], sides[1], sides[2], sides[3], kept)
    }
  }

  /// An operation on one or two numbers; known ones are worked out now, where the result is finite.
  mutating func emit(
    _ operation: CallOperation, _ one: CallNumberSource,
    _ other: CallNumberSource = .constant(0)
  ) -> CallNumberSource {
    if case .constant(let first) = one, case .constant(let second) = other {
      let value: Double? =
        switch operation {
        case .add: first + second
        case .subtract: first - second
        case .multiply: first * second
        case .divide: first / second
        case .negate: -first
        default: nil
        }
      if let value, value.isFinite { return .constant(value) }
    }
    let first = address(of: one)
    let target = allocate(1)
    lastNumber = (words.count, target)
    if operation == .negate {
      emit(operation, -1, target, first)
    } else {
      emit(operation, -1, target, first, address(of: other))
    }
    return .address(target)
  }

  /// Has a number checked, which an expression gave, and copied away from what later calls change.
  mutating func emitChecked(
    _ number: CallNumberSource, _ text: String, _ position: SourcePosition
  ) -> CallNumberSource {
    guard case .address(let address) = number else { return number }
    sources.append((text, position))
    if let last = lastNumber, last.target == address {
      words[last.word + 1] = Int32(sources.count - 1)
      return number
    }
    let target = allocate(1)
    emit(.copy, Int32(sources.count - 1), target, address)
    return .address(target)
  }
}

/// Where a number that a call takes comes from.
enum CallNumberSource: Equatable, Sendable {
  /// It is known.
  case constant(Double)
  /// It lies there when the call runs.
  case address(Int32)
}

/// What an expression may read of a rectangle.
enum RectAttribute: String, CaseIterable, Sendable {
  case left, right, top, bottom, width, height, centerX, centerY
}

extension CallCode {
  /// What an expression reads of a rectangle, from what lies there when it runs.
  mutating func emit(_ attribute: RectAttribute, of rect: Int32) -> CallNumberSource {
    switch attribute {
    case .left: .address(rect)
    case .top: .address(rect + 1)
    case .width: .address(rect + 2)
    case .height: .address(rect + 3)
    case .right: emit(.add, .address(rect), .address(rect + 2))
    case .bottom: emit(.add, .address(rect + 1), .address(rect + 3))
    case .centerX: emitCentre(.address(rect), .address(rect + 2))
    case .centerY: emitCentre(.address(rect + 1), .address(rect + 3))
    }
  }

  private mutating func emitCentre(
    _ start: CallNumberSource, _ length: CallNumberSource
  ) -> CallNumberSource {
    let half = emit(.divide, length, .constant(2))
    return emit(.add, start, half)
  }
}

extension Rect {
  @inline(__always)
  func start(_ axis: Axis) -> Double { axis == .horizontal ? x : y }

  @inline(__always)
  func length(_ axis: Axis) -> Double { axis == .horizontal ? width : height }

  @inline(__always)
  mutating func set(_ axis: Axis, start: Double) {
    if axis == .horizontal { x = start } else { y = start }
  }

  @inline(__always)
  mutating func set(_ axis: Axis, length: Double) {
    if axis == .horizontal { width = length } else { height = length }
  }
}
