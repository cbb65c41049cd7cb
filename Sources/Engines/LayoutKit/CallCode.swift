import LayoutModel

/// A layout's calls as flat code: what a pass runs.
///
/// Rectangles are numbered: views by their index, then holders. Makers are numbered by how deep their
/// `layout` is nested.
struct CallCode: Sendable {
  /// A number that a call takes.
  struct Number: Sendable {
    /// The number, where it is known.
    var constant: Double
    /// Operations `start ..< end` that give it, where it is not.
    var start: Int32 = 0
    var end: Int32 = 0
  }

  /// One step of an expression over a stack of numbers.
  enum Operation: Sendable {
    case push(Double)
    case makerWidth(Int32)
    case makerHeight(Int32)
    case kept(Int32)
    case attribute(Int32, RectAttribute)
    case add, subtract, multiply, divide, negate
  }

  /// An entry of a list of items.
  enum Item: Sendable {
    case length(Number)
    case rect(Int32)
    case flexible(Number)
  }

  /// A range of an array.
  struct Slice: Sendable {
    let start: Int32
    let end: Int32
    var indices: Range<Int> { Int(start)..<Int(end) }
  }

  /// Which rectangle a call places and sizes against.
  enum Bounds: Sendable {
    case maker(Int32)
    case frame(Int32)
  }

  /// Where a list of items is fixed.
  enum Anchor: Sendable {
    case none
    case first(Int32)
    case last(Int32)
  }

  /// A call.
  enum Step: Sendable {
    case size(Slice, Number, Number)
    case setAll(Axis, Slice, Number)
    case setEach(Axis, Slice, Slice, Bounds)
    case sizeToFit(Slice)
    case place(Axis, Slice, Anchor, Bounds)
    case align(Axis, Side, Slice, Bounds)
    case equal(Axis, Slice, Bounds)
    case flexibleValue(Int32, Axis, Slice, Bounds)
    case inset(maker: Int32, top: Number, left: Number, bottom: Number, right: Number, keep: Int32)
    case resetToKept(maker: Int32, Int32)
    case resetToRect(maker: Int32, Slice)
    case makerOfView(maker: Int32, Int32)
    case makerOfRect(maker: Int32, Slice)
    case holder(Int32, Slice)
  }

  var steps: [Step] = []
  var items: [Item] = []
  /// Rectangles that calls set; -1 is a placeholder.
  var targets: [Int32] = []
  var operations: [Operation] = []
  /// The text and place of each expression, by where its operations start.
  var sources: [Int32: (text: String, position: SourcePosition)] = [:]
  var keptNumberCount = 0
  var keptRectCount = 0
  var holderCount = 0
  var makerCount = 1
  var deepestStack = 1
  var longestList = 1
}

/// What an expression may read of a rectangle.
enum RectAttribute: String, CaseIterable, Sendable {
  case left, right, top, bottom, width, height, centerX, centerY

  @inline(__always)
  func value(of rect: Rect) -> Double {
    switch self {
    case .left: rect.x
    case .right: rect.right
    case .top: rect.y
    case .bottom: rect.bottom
    case .width: rect.width
    case .height: rect.height
    case .centerX: rect.centerX
    case .centerY: rect.centerY
    }
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
