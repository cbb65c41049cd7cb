package import LayoutModel

/// The calls of a layout in the order in which they run, their operands resolved.
///
/// Rectangles are numbered: the frames of the views first, then makers, holders and rectangles that
/// were kept. Numbers that are computed before a call runs, and numbers that are kept, have slots.
public final class CallList: Sendable {
  /// The calls.
  package let calls: [Call]
  /// Views and holders that calls set; -1 is a placeholder.
  package let targets: [Int32]
  /// Entries of lists, and numbers of calls.
  package let items: [CallItem]
  /// Expressions that are evaluated before calls.
  package let expressions: [CallExpression]
  /// Operands and operations of expressions.
  package let terms: [CallTerm]
  /// Each expression as it is written, for messages.
  package let texts: [(text: String, position: SourcePosition)]
  /// The number of rectangles.
  package let rectCount: Int
  /// The number of rectangles that are frames.
  package let viewCount: Int
  /// The number of numbers that are computed or kept; those of the scene are the first.
  package let slotCount: Int
  /// The largest stack depth that an expression needs.
  package let stackDepth: Int
  package let counts: CallCounts
  /// The views.
  package let tree: ViewTree

  init(_ draft: CallDraft, in tree: ViewTree) {
    calls = draft.calls
    targets = draft.targets
    items = draft.items
    expressions = draft.expressions
    texts = draft.texts
    terms = draft.terms
    rectCount = draft.rectCount
    viewCount = tree.count
    slotCount = draft.slotCount
    stackDepth = draft.stackDepth
    counts = draft.counts
    self.tree = tree
  }
}

extension CallList {
  /// The lists while calls run: calls, targets, items, expressions, terms.
  package typealias Lists = (
    calls: UnsafeBufferPointer<Call>, targets: UnsafeBufferPointer<Int32>,
    items: UnsafeBufferPointer<CallItem>, expressions: UnsafeBufferPointer<CallExpression>,
    terms: UnsafeBufferPointer<CallTerm>
  )
}

extension Range<Int32> {
  /// The same range of places in a list.
  @inlinable @inline(__always)
  package var asInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// One call.
package struct Call: Sendable {
  /// The operation of a call.
  package enum Operation: UInt8, Sendable {
    /// Gives targets one width and one height: the two items.
    case size
    /// Gives targets one length along the axis: the only item.
    case length
    /// Gives each target the length of its item; flexibles share the rest of the area's length.
    case lengths
    case sizeToFit
    /// Gives targets the size of their content at a width: the item; or at the width that they
    /// have.
    case sizeToFitWidth, heightToFit
    /// Places items one after the other: from the area's start, from the end of `other`, or up to
    /// its start.
    case place, placeAfter, placeBefore
    /// Puts targets at a side of the area, along the axis.
    case alignStart, alignEnd, alignCentre
    /// Puts targets at the area's centre in both axes.
    case center
    /// Gives targets start and length of the area along the axis, or all four numbers.
    case fill, equal
    /// Stores the value of one flexible of the items in slot `other`.
    case flexibleValue
    /// Moves the sides of the area in by four items: top, left, bottom, right.
    case inset
    /// Makes the area a rectangle of four items: x, y, width, height.
    case set
    /// Makes the area a copy of `other`, or the bounds of a view: 0, 0 and the size of `other`.
    case copy, bounds
  }

  /// The operation.
  package let operation: Operation
  /// The axis along which it works.
  package var axis = Axis.horizontal
  /// The rectangle that the call measures against, or changes.
  package var area: Int32 = 0
  /// Another rectangle, or a slot.
  package var other: Int32 = 0
  /// The expressions that are evaluated before the call runs.
  package var expressions: Range<Int32> = 0..<0
  /// The targets that it sets.
  package var targets: Range<Int32> = 0..<0
  /// Its items and numbers.
  package var items: Range<Int32> = 0..<0
}

/// An entry of a list of items, or a number of a call.
package struct CallItem: BitwiseCopyable, Sendable {
  /// The kind of an entry.
  package enum Kind: UInt8, BitwiseCopyable {
    /// A number, constant or in a slot.
    case known, worked
    /// A number of flexible shares, constant or in a slot.
    case flexible, workedFlexible
    /// The length of a rectangle along the axis.
    case rect
  }

  /// The kind.
  package let kind: Kind
  /// The slot, or the rectangle.
  package let index: Int32
  /// The number of a constant.
  package let amount: Double

  init(_ kind: Kind, index: Int32 = 0, amount: Double = 0) {
    self.kind = kind
    self.index = index
    self.amount = amount
  }
}

/// An expression: terms in postfix order, and the slot of its value.
package struct CallExpression: BitwiseCopyable, Sendable {
  /// The place of its first term.
  package let firstTerm: Int32
  /// The place behind its last term.
  package let termEnd: Int32
  /// The slot of its value.
  package let slot: Int32
}

/// An operand or an operation of an expression.
package struct CallTerm: BitwiseCopyable, Sendable {
  /// The operation of a term.
  package enum Operation: UInt8, BitwiseCopyable {
    case number, slot
    case left, right, top, bottom, width, height, centerX, centerY
    case add, subtract, multiply, divide, negate
  }

  /// The operation.
  package let operation: Operation
  /// The slot or the rectangle of an operand.
  package var index: Int32 = 0
  /// The number of a constant.
  package var amount = 0.0

  /// The change of the stack's depth, in values.
  var growth: Int {
    switch operation {
    case .add, .subtract, .multiply, .divide: -1
    case .negate: 0
    default: 1
    }
  }
}

/// The work of one layout.
package struct CallCounts: BitwiseCopyable, Sendable {
  /// The number of calls.
  package var calls = 0
  /// The number of views that they place or size, one that is set twice counted twice.
  package var viewsSet = 0
  /// The number of times that the value of one flexible is computed.
  package var flexibleValues = 0
}

/// A list of calls under construction.
struct CallDraft {
  private(set) var calls: [Call] = []
  private(set) var targets: [Int32] = []
  private(set) var items: [CallItem] = []
  private(set) var expressions: [CallExpression] = []
  private(set) var terms: [CallTerm] = []
  private(set) var texts: [(text: String, position: SourcePosition)] = []
  private(set) var rectCount: Int
  private(set) var slotCount = 0
  private(set) var stackDepth = 0
  var counts = CallCounts()
  /// The first expression that belongs to no call yet.
  private var taken = 0

  /// Makes a list without calls, whose rectangles are the frames of the views.
  init(viewCount: Int) { rectCount = viewCount }

  /// Adds a rectangle behind the existing ones, and returns its number.
  mutating func newRect() -> Int32 {
    defer { rectCount += 1 }
    return Int32(rectCount)
  }

  /// Adds a slot, and returns its number.
  mutating func newSlot() -> Int32 {
    defer { slotCount += 1 }
    return Int32(slotCount)
  }

  /// Adds a call, with the expressions that were read since the last one.
  mutating func append(
    _ operation: Call.Operation, _ axis: Axis = .horizontal, area: Int32 = 0, other: Int32 = 0,
    targets: [Int32] = [], items: [CallItem] = []
  ) {
    var call = Call(operation: operation, axis: axis, area: area, other: other)
    call.expressions = Int32(taken)..<Int32(expressions.count)
    taken = expressions.count
    call.targets = Int32(self.targets.count)..<Int32(self.targets.count + targets.count)
    call.items = Int32(self.items.count)..<Int32(self.items.count + items.count)
    self.targets += targets
    self.items += items
    calls.append(call)
    counts.viewsSet += targets.count { $0 >= 0 }
    if items.contains(where: { $0.kind == .flexible || $0.kind == .workedFlexible }) {
      counts.flexibleValues += 1
    }
  }

  /// Adds an expression, and returns the slot of its value.
  mutating func append(
    _ written: [CallTerm], _ text: String, at position: SourcePosition
  ) -> Int32 {
    var depth = 0
    for term in written {
      depth += term.growth
      stackDepth = max(stackDepth, depth)
    }
    let slot = newSlot()
    expressions.append(
      CallExpression(
        firstTerm: Int32(terms.count), termEnd: Int32(terms.count + written.count), slot: slot))
    texts.append((text, position))
    terms += written
    return slot
  }
}
