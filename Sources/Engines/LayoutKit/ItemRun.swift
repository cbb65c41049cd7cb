import LayoutModel

/// A list of items that is added up, and then placed or set against views one by one.
@usableFromInline
struct ItemRun {
  private let axis: Axis
  private let room: Double
  private var pen: Double
  /// How long the items are together, and how many shares of the rest they ask for.
  private var length = 0.0
  private var shares = 0.0
  private var value = 0.0

  /// A list that shares so much room, from a place on; points.
  init(_ axis: Axis, from start: Double, room: Double) {
    self.axis = axis
    self.room = room
    pen = start
  }

  /// Takes an item into account.
  @usableFromInline
  mutating func add(_ item: LayoutItem) {
    switch item {
    case .flexible(let shares): self.shares += shares
    default: length += item.length(axis, flexible: 0)
    }
  }

  /// Shares what the items leave, once all are added.
  ///
  /// - Returns: the value of one flexible, points.
  @usableFromInline @discardableResult
  mutating func share() -> Double {
    value = Double.share(of: room - length, among: shares)
    return value
  }

  /// Places an item where the pen is, and moves the pen by its length.
  @usableFromInline
  mutating func place(_ item: LayoutItem) {
    switch item {
    case .view(let view): view.change { $0.set(axis, start: pen) }
    case .holder(let holder): holder.frame.set(axis, start: pen)
    case .length, .flexible: break
    }
    pen += item.length(axis, flexible: value)
  }

  /// Gives a view or holder the length of an item.
  @usableFromInline
  func set(_ target: some LengthTarget, to item: LayoutItem) {
    let length = item.length(axis, flexible: value)
    target.framedItem?.change { $0.set(axis, length: length) }
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
