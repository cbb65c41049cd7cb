import LayoutBenchFunctions

/// An index of one kind of element, from 0; indices of different kinds cannot be mixed.
struct Number<Kind>: BitwiseCopyable, Hashable, Comparable, Sendable {
  let index: Int32

  @inline(__always)
  init(_ index: Int32) { self.index = index }

  @inline(__always)
  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// The index of nothing, -1.
  @inline(__always) static var none: Self { Self(Int32(-1)) }

  @inline(__always) var isNone: Bool { index < 0 }

  @inline(__always)
  static func < (one: Self, other: Self) -> Bool { one.index < other.index }
}

/// Left, top, width or height of a view: 4 × view + side, left and top in the root's coordinates.
typealias RootUnknown = Number<RootSide>
/// The same, left and top in the superview's coordinates, as frames have them.
typealias FrameNumber = Number<FrameSide>
/// An unknown that the equalities leave open, in the order in which functionals first use it.
typealias OpenUnknown = Number<OpenSide>
/// A sum of open unknowns that some constraint bounds.
typealias FunctionalNumber = Number<Functional>
/// A constraint: its place among the rows.
typealias RowNumber = Number<ConstraintRows.Row>

enum RootSide {}
enum FrameSide {}
enum OpenSide {}

extension Number where Kind == RootSide {
  /// A side of a view: 0 left, 1 top, 2 width, 3 height.
  @inline(__always)
  init(view: Int, side: Int) { self.init(4 &* view &+ side) }

  /// The view that it belongs to.
  @inline(__always) var view: Int { Int(index >> 2) }
  /// The side: 0 left, 1 top, 2 width, 3 height.
  @inline(__always) var side: Int { Int(index & 3) }
  /// True for one of the root's, which are known.
  @inline(__always) var isOfRoot: Bool { index < 4 }
}

extension Arena {
  /// The element at a typed index.
  @inline(__always)
  subscript<Kind>(number: Number<Kind>) -> Element {
    get { self[number.index] }
    nonmutating set { self[number.index] = newValue }
  }
}

/// An unknown times a coefficient.
struct Term<Kind>: BitwiseCopyable {
  var unknown: Number<Kind>
  var coefficient: Double
}
