public import LayoutModel

/// A list of items whose lengths are added up, and which then are placed or assigned to views one
/// by one.
@usableFromInline
package struct ItemRun {
  @usableFromInline let axis: Axis
  @usableFromInline let room: Double
  @usableFromInline var pen: Double
  /// The total length of the items, and the number of shares of the rest.
  @usableFromInline var length = 0.0
  @usableFromInline var shares = 0.0
  @usableFromInline var value = 0.0

  /// Begins a list at a start, with the room that its items share, points.
  init(_ axis: Axis, from start: Double, room: Double) {
    self.axis = axis
    self.room = room
    pen = start
  }

  /// Adds an item to the totals.
  @inlinable
  package mutating func add(_ item: LayoutItem) {
    switch item {
    case .flexible(let shares): self.shares += shares
    default: length += item.length(axis, flexible: 0)
    }
  }

  /// Divides the rest of the room among the shares, once all items are added.
  ///
  /// - Returns: the value of one flexible, points.
  @usableFromInline @discardableResult
  package mutating func share() -> Double {
    value = Double.share(of: room - length, among: shares)
    return value
  }

  /// Places an item at the pen, and moves the pen by its length.
  @inlinable
  package mutating func place(_ item: LayoutItem) {
    switch item {
    case .length(let length): pen += length
    case .flexible(let shares): pen += shares * value
    case .view(let view): pen += view.place(axis, at: pen)
    case .holder(let holder): pen += holder.place(axis, at: pen)
    }
  }

  /// Gives a view or holder the length of an item.
  @inlinable
  package func set(_ target: some LengthTarget, to item: LayoutItem) {
    let length = item.length(axis, flexible: value)
    target.sizedItem?.set(axis, length: length)
  }
}

extension Double {
  /// The number of shares below which a flexible is 0 points long.
  private static let leastShares = 0x1p-52

  /// The length of one flexible share, points: 0 where there are fewer than 2^-52 shares.
  @inline(__always)
  static func share(of rest: Double, among shares: Double) -> Double {
    shares < leastShares ? 0 : rest / shares
  }
}
