public import LayoutModel

/// An entry of a list of items, as `xPlace` and `yFlexibleValue` take them.
///
/// `Int`, `Double`, `View`, `RectHolder` and `Flexible` are items.
public protocol PlaceItem {
  /// The entry that it represents.
  var layoutItem: LayoutItem { get }
}

/// An entry of a list of items.
public enum LayoutItem {
  /// A length, points.
  case length(Double)
  /// A number of shares of the room that the other items leave.
  case flexible(Double)
  /// A view: as long as its frame.
  case view(View)
  /// A holder: as long as its rectangle.
  case holder(RectHolder)
}

/// A number of points, or of shares: `Int` and `Double`.
public protocol LayoutNumber: PlaceItem {
  /// The number.
  var layoutNumber: Double { get }
}

extension LayoutNumber {
  /// A length, points.
  @inlinable public var layoutItem: LayoutItem { .length(layoutNumber) }
}

extension Int: LayoutNumber {
  /// The number as a `Double`.
  @inlinable public var layoutNumber: Double { Double(self) }
}

extension Double: LayoutNumber {
  /// The number itself.
  @inlinable public var layoutNumber: Double { self }
}

/// A share of what the other items of a list leave, or several: `make.flexible`,
/// `make.flexible * 2`.
public struct Flexible: PlaceItem, Hashable, Sendable {
  /// The number of shares; any number.
  public let shares: Double

  /// Makes a number of shares.
  @inlinable
  public init(shares: Double = 1) { self.shares = shares }

  /// The shares as an item.
  @inlinable public var layoutItem: LayoutItem { .flexible(shares) }

  /// Multiplies the number of shares.
  @inlinable
  public static func * (flexible: Flexible, factor: some LayoutNumber) -> Flexible {
    Flexible(shares: flexible.shares * factor.layoutNumber)
  }

  /// Multiplies the number of shares.
  @inlinable
  public static func * (factor: some LayoutNumber, flexible: Flexible) -> Flexible {
    Flexible(shares: factor.layoutNumber * flexible.shares)
  }
}

/// An object with a rectangle that calls read, size and place: `View` and `RectHolder`.
public protocol FramedItem: AnyObject, PlaceItem {
  /// The rectangle, points.
  var frame: Rect { get }
}

extension View: FramedItem {
  /// The view.
  @inlinable public var layoutItem: LayoutItem { .view(self) }
}

/// A rectangle that is placed and sized like a view, and is none.
public final class RectHolder: FramedItem {
  /// The rectangle, points.
  public var frame: Rect

  /// A holder of a rectangle, points.
  public init(_ frame: Rect) { self.frame = frame }

  /// A holder of a rectangle at `x`, `y`, points.
  public convenience init(x: Double, y: Double, width: Double, height: Double) {
    self.init(Rect(x: x, y: y, width: width, height: height))
  }

  /// The holder.
  @inlinable public var layoutItem: LayoutItem { .holder(self) }
}

/// A place without a view among the views of `width` and `height`: it takes a value and sets
/// nothing.
public struct PlaceHolder: LengthTarget, Hashable, Sendable {
  /// A placeholder.
  @inlinable
  public init() {}

  /// Nothing.
  @inlinable public var sizedItem: LayoutItem? { nil }
}

/// An entry among the views of `width` and `height`: `View`, `RectHolder`, `PlaceHolder`.
public protocol LengthTarget {
  /// The view or holder whose length is set; `nil` for a placeholder.
  var sizedItem: LayoutItem? { get }
}

extension View: LengthTarget {
  /// The view.
  @inlinable public var sizedItem: LayoutItem? { .view(self) }
}

extension RectHolder: LengthTarget {
  /// The holder.
  @inlinable public var sizedItem: LayoutItem? { .holder(self) }
}

extension View {
  @inline(__always)
  func change(_ change: (inout Rect) -> Void) {
    var rect = frame
    change(&rect)
    move(to: rect)
  }

  @usableFromInline
  func length(_ axis: Axis) -> Double { frame.length(axis) }

  @usableFromInline
  func set(_ axis: Axis, length: Double) { change { $0.set(axis, length: length) } }

  /// Moves the view, and returns its length, points.
  @usableFromInline
  func place(_ axis: Axis, at start: Double) -> Double {
    var rect = frame
    rect.set(axis, start: start)
    move(to: rect)
    return rect.length(axis)
  }
}

extension RectHolder {
  @usableFromInline
  func length(_ axis: Axis) -> Double { frame.length(axis) }

  @usableFromInline
  func set(_ axis: Axis, length: Double) { frame.set(axis, length: length) }

  /// Moves the holder, and returns its length, points.
  @usableFromInline
  func place(_ axis: Axis, at start: Double) -> Double {
    frame.set(axis, start: start)
    return frame.length(axis)
  }
}

// Inlinable, so that a list of views is a call for each in a program, without an item that retains it.
extension LayoutItem {
  /// The present length of the item, points.
  @inlinable
  func length(_ axis: Axis, flexible value: Double) -> Double {
    switch self {
    case .length(let length): length
    case .flexible(let shares): shares * value
    case .view(let view): view.length(axis)
    case .holder(let holder): holder.length(axis)
    }
  }

  /// Gives a view or a holder a length, points.
  @inlinable
  func set(_ axis: Axis, length: Double) {
    switch self {
    case .view(let view): view.set(axis, length: length)
    case .holder(let holder): holder.set(axis, length: length)
    case .length, .flexible: break
    }
  }
}
