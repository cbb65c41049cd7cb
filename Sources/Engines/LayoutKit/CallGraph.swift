import LayoutModel

/// What a layout's calls come to: every number that they work out, and which of them each frame ends with.
///
/// No call asks anything of a number but how large it is, so what a layout reckons is known before it runs:
/// each number as an operation on others. A number that several calls work out alike is one number, and what
/// is known is worked out now. The operations are those of the calls, in their order: `Double` rounds them as
/// it would there (but for the sign of a zero).
///
/// Numbers lie at addresses: x, y, width, height of view v at 4 v … 4 v + 3, and behind the frames the
/// rectangles of makers and holders. What lies there changes from call to call.
struct CallGraph: Sendable {
  /// A number, by its place in the order in which they were worked out.
  typealias Value = Int32

  /// How a number comes about.
  enum Operation: UInt8, BitwiseCopyable, Hashable {
    /// It is known: `amount`.
    case known
    /// What lay at a frame's address before the layout: `one`.
    case before
    /// What a view's content asks for, NaN where it does not: `one` is 2 × the view, and 1 more for its height.
    case content
    case add, subtract, multiply, divide, negate
    /// What one of `other` shares of `one` is: 0 where they are less than 2^-52.
    case share
    /// `one`, or `other` where that is NaN.
    case fitted
  }

  /// A number.
  struct Entry: BitwiseCopyable, Hashable {
    let operation: Operation
    var one: Int32 = -1
    var other: Int32 = -1
    var amount = 0.0
  }

  /// Four numbers of a rectangle.
  struct Sides: BitwiseCopyable {
    let x: Value
    let y: Value
    let width: Value
    let height: Value
  }

  /// A number that must be finite, with the expression that says so.
  struct Check {
    let value: Value
    let text: String
    let position: SourcePosition
  }

  /// The numbers, each behind those that it is made of.
  private(set) var entries: [Entry] = []
  private(set) var checks: [Check] = []
  /// How many calls there are, how many views they set, and how often one flexible is worked out.
  var counts = CallCounts()
  /// How many addresses are those of frames.
  let frameCount: Int32
  private let traits: [ViewTraits]
  private var cells: [Value] = []
  private var found: [Entry: Value] = [:]

  /// The numbers of a scene before any call.
  init(_ tree: ViewTree) {
    frameCount = Int32(4 * tree.count)
    traits = tree.traits
    let zero = known(0)
    cells = [zero, zero]
    for address in 2..<max(2, frameCount) {
      cells.append(value(Entry(operation: .before, one: address)))
    }
  }

  /// What the frames' numbers are after all calls, by address.
  var frames: ArraySlice<Value> { cells[..<Int(frameCount)] }

  // MARK: - Addresses

  /// What lies at an address now.
  subscript(address: Int32) -> Value {
    get { cells[Int(address)] }
    set { cells[Int(address)] = newValue }
  }

  /// The rectangle at an address now.
  subscript(rect address: Int32) -> Sides {
    get {
      Sides(
        x: self[address], y: self[address + 1], width: self[address + 2], height: self[address + 3])
    }
    set {
      self[address] = newValue.x
      self[address + 1] = newValue.y
      self[address + 2] = newValue.width
      self[address + 3] = newValue.height
    }
  }

  /// A new rectangle behind the frames.
  mutating func allocate(_ sides: Sides) -> Int32 {
    let address = Int32(cells.count)
    cells += [sides.x, sides.y, sides.width, sides.height]
    return address
  }

  // MARK: - Numbers

  /// A number that is known.
  mutating func known(_ amount: Double) -> Value {
    value(Entry(operation: .known, amount: amount == 0 ? 0 : amount))
  }

  /// What a number is, where it is known.
  func amount(of value: Value) -> Double? {
    let entry = entries[Int(value)]
    return entry.operation == .known ? entry.amount : nil
  }

  mutating func add(_ one: Value, _ other: Value) -> Value {
    if amount(of: one) == 0 { return other }
    if amount(of: other) == 0 { return one }
    return value(.add, one, other) { $0 + $1 }
  }

  mutating func subtract(_ one: Value, _ other: Value) -> Value {
    if amount(of: other) == 0 { return one }
    if amount(of: one) == 0 { return negate(other) }
    return value(.subtract, one, other) { $0 - $1 }
  }

  mutating func multiply(_ one: Value, _ other: Value) -> Value {
    if amount(of: one) == 1 { return other }
    if amount(of: other) == 1 { return one }
    return value(.multiply, one, other) { $0 * $1 }
  }

  mutating func divide(_ one: Value, _ other: Value) -> Value {
    if amount(of: other) == 1 { return one }
    return value(.divide, one, other) { $0 / $1 }
  }

  mutating func negate(_ one: Value) -> Value {
    if let amount = amount(of: one) { return known(-amount) }
    return value(Entry(operation: .negate, one: one))
  }

  /// What one of so many shares of the rest is.
  mutating func share(of rest: Value, among shares: Value) -> Value {
    if let count = amount(of: shares) {
      return count < Double.leastShares ? known(0) : divide(rest, shares)
    }
    return value(Entry(operation: .share, one: rest, other: shares))
  }

  /// Has a number checked that an expression gave.
  mutating func check(_ value: Value, _ text: String, _ position: SourcePosition) {
    guard amount(of: value) == nil else { return }
    checks.append(Check(value: value, text: text, position: position))
  }

  /// Gives a view the size that its content asks for, in each axis in which it does.
  mutating func fit(_ view: Int32) {
    for axis in Axis.allCases {
      let content = value(Entry(operation: .content, one: 2 * view + Int32(axis.rawValue)))
      let address = 4 * view + 2 + Int32(axis.rawValue)
      // A content that has a length never loses it.
      self[address] =
        traits[Int(view)].intrinsic[axis] != nil
        ? content : value(Entry(operation: .fitted, one: content, other: self[address]))
    }
  }

  /// A number that is worked out now if both are known, and the result is finite.
  private mutating func value(
    _ operation: Operation, _ one: Value, _ other: Value, _ compute: (Double, Double) -> Double
  ) -> Value {
    if let first = amount(of: one), let second = amount(of: other) {
      let result = compute(first, second)
      if result.isFinite { return known(result) }
    }
    return value(Entry(operation: operation, one: one, other: other))
  }

  private mutating func value(_ entry: Entry) -> Value {
    if let value = found[entry] { return value }
    let value = Value(entries.count)
    entries.append(entry)
    found[entry] = value
    return value
  }
}

/// How much work a layout's calls stand for.
struct CallCounts: BitwiseCopyable, Sendable {
  /// How many calls are made.
  var calls = 0
  /// How many views they place or size, one that is set twice counted twice.
  var viewsSet = 0
  /// How often the value of one flexible is worked out.
  var flexibleValues = 0
}

/// What an expression may read of a rectangle.
enum RectAttribute: String, CaseIterable, Sendable {
  case left, right, top, bottom, width, height, centerX, centerY
}

extension CallGraph {
  /// What an expression reads of a rectangle, from what lies there now.
  mutating func attribute(_ attribute: RectAttribute, of rect: Int32) -> Value {
    let sides = self[rect: rect]
    switch attribute {
    case .left: return sides.x
    case .top: return sides.y
    case .width: return sides.width
    case .height: return sides.height
    case .right: return add(sides.x, sides.width)
    case .bottom: return add(sides.y, sides.height)
    case .centerX: return add(sides.x, half(sides.width))
    case .centerY: return add(sides.y, half(sides.height))
    }
  }

  private mutating func half(_ length: Value) -> Value { divide(length, known(2)) }

  /// Where something so long begins, at a side of what begins at `start` and is `room` long.
  mutating func start(_ side: Side, of length: Value, from start: Value, room: Value) -> Value {
    switch side {
    case .start: start
    case .end: subtract(add(start, room), length)
    case .centre: subtract(add(start, half(room)), half(length))
    }
  }

  /// A rectangle whose sides moved in by four numbers: top, left, bottom, right.
  mutating func inset(_ old: Sides, _ top: Value, _ left: Value, _ bottom: Value, _ right: Value)
    -> Sides
  {
    Sides(
      x: add(old.x, left), y: add(old.y, top),
      width: subtract(subtract(old.width, left), right),
      height: subtract(subtract(old.height, top), bottom))
  }

  /// The bounds of what has so large a frame: they begin at 0.
  mutating func bounds(of frame: Int32) -> Sides {
    let zero = known(0)
    return Sides(x: zero, y: zero, width: self[frame + 2], height: self[frame + 3])
  }
}
