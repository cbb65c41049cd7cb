import LayoutModel

/// A number that calls reckon with: a `Double`, or one that depends on the root's size.
///
/// What follows is the arithmetic of the calls, once for scenes and for programs.
protocol CallNumber: BitwiseCopyable {
  /// A number that is known.
  init(_ constant: Double)
  static func + (one: Self, other: Self) -> Self
  static func - (one: Self, other: Self) -> Self
  static func * (one: Self, other: Self) -> Self
  static func / (one: Self, other: Self) -> Self
  static prefix func - (number: Self) -> Self
  /// What one of so many shares of the rest is: 0 where they are less than 2^-52.
  static func share(of rest: Self, among shares: Self) -> Self
  /// Whether it is no number at all: what a content asks for that asks for nothing.
  var isNaN: Bool { get }
}

extension Double: CallNumber {
  @inline(__always)
  static func share(of rest: Double, among shares: Double) -> Double {
    shares < 0x1p-52 ? 0 : rest / shares
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

extension Size {
  /// Whether its lengths are no longer than a scene may give them.
  @inline(__always)
  var isTame: Bool {
    abs(width) <= NumberText.largestMagnitude && abs(height) <= NumberText.largestMagnitude
  }
}

/// A list of items added up: how long they are, and how many shares of the rest they ask for.
struct FlexibleSum<Number: CallNumber>: BitwiseCopyable {
  private var length: Number
  private var shares: Number

  /// A list that begins with so much.
  @inline(__always)
  init(length: Number = Number(0), shares: Number = Number(0)) {
    self.length = length
    self.shares = shares
  }

  @inline(__always)
  mutating func add(length: Number) { self.length = self.length + length }

  @inline(__always)
  mutating func add(shares: Number) { self.shares = self.shares + shares }

  /// The value of one flexible in so much room.
  @inline(__always)
  func value(in room: Number) -> Number { Number.share(of: room - length, among: shares) }
}

/// A side of the bounds.
@usableFromInline
enum Side: UInt8, BitwiseCopyable, Sendable {
  case start, end, centre

  /// Where something so long begins, at this side of what begins at `start` and is `room` long.
  @inline(__always)
  func start<Number: CallNumber>(of length: Number, from start: Number, room: Number) -> Number {
    switch self {
    case .start: start
    case .end: start + room - length
    case .centre: start + room / Number(2) - length / Number(2)
    }
  }
}
