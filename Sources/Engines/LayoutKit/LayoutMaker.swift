public import LayoutModel

/// Places and sizes views against one rectangle, its bounds, at once and in the order of the calls.
///
///     cell.layout { make in
///       make.size(icon) == (40, 40)
///       make.sizeToFit(title, time)
///       make.xPlace(10, icon, 10, title, make.flexible, time, 10)
///       make.yCenter(icon, title, time)
///     }
///
/// Frames are points in the superview's coordinates, which no call converts. Nothing is rounded or
/// clamped. A call with an empty list does nothing; none fails. Source: hjcapple's
/// LayoutKit (docs/layoutkit.md).
public struct LayoutMaker {
  /// The rectangle that the calls place and size views against, points.
  public private(set) var bounds: Rect

  /// A maker whose bounds are a rectangle, points.
  public init(bounds: Rect) { self.bounds = bounds }

  /// Width of the bounds, points.
  public var w: Double { bounds.width }

  /// Height of the bounds, points.
  public var h: Double { bounds.height }

  /// A share of what the other items of a list leave.
  @inlinable public var flexible: Flexible { Flexible() }

  /// A place without a view in `width` and `height`.
  @inlinable public var placeHolder: PlaceHolder { PlaceHolder() }

  /// A maker whose bounds are a view's present frame.
  ///
  /// - Parameter view: any view; its frame is used unchanged, in its superview's coordinates.
  /// - Returns: a maker for calls that follow at once; later changes of the frame do not affect it.
  public func ref(_ view: View) -> LayoutMaker { LayoutMaker(bounds: view.frame) }

  // MARK: - Bounds

  /// Moves the bounds in on all four sides, from now on.
  ///
  /// - Parameter edge: the distance, points; a negative number moves them out.
  /// - Returns: the previous bounds, for `resetBounds`.
  @discardableResult
  public mutating func insetBounds(edge: Double) -> Rect {
    insetBounds(top: edge, left: edge, bottom: edge, right: edge)
  }

  /// Moves each side of the bounds in, from now on.
  ///
  /// - Parameters:
  ///   - top: the distance by which the top moves down, points; a negative number moves it out.
  ///   - left: the distance by which the left side moves right, points.
  ///   - bottom: the distance by which the bottom moves up, points.
  ///   - right: the distance by which the right side moves left, points.
  /// - Returns: the previous bounds, for `resetBounds`.
  @discardableResult
  public mutating func insetBounds(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> Rect {
    let old = bounds
    bounds = old.inset(top: top, left: left, bottom: bottom, right: right)
    return old
  }

  /// The later name of `insetBounds(edge:)`.
  ///
  /// - Parameter edge: the distance, points.
  /// - Returns: the previous bounds.
  @discardableResult
  public mutating func insetEdges(edge: Double) -> Rect { insetBounds(edge: edge) }

  /// The later name of `insetBounds(top:left:bottom:right:)`.
  ///
  /// - Parameters:
  ///   - top: the distance by which the top moves down, points.
  ///   - left: the distance by which the left side moves right, points.
  ///   - bottom: the distance by which the bottom moves up, points.
  ///   - right: the distance by which the right side moves left, points.
  /// - Returns: the previous bounds.
  @discardableResult
  public mutating func insetEdges(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> Rect {
    insetBounds(top: top, left: left, bottom: bottom, right: right)
  }

  /// Makes a rectangle the bounds, from now on.
  ///
  /// - Parameter bounds: one that `insetBounds` returned, or any other; points.
  public mutating func resetBounds(_ bounds: Rect) { self.bounds = bounds }
}

extension View {
  /// Runs calls at once, on a new maker whose bounds are the view's: 0, 0 and its size.
  ///
  /// Frames are set as the calls run; `givenFrame` is unchanged.
  ///
  /// - Parameter calls: places and sizes views with the maker.
  public func layout(_ calls: (inout LayoutMaker) -> Void) { bounds.layout(calls) }

  /// The library's name for `layout`.
  public func tk_layout(  // swift-format-ignore: AlwaysUseLowerCamelCase
    _ calls: (inout LayoutMaker) -> Void
  ) { layout(calls) }

  /// The library's first name for `layout`.
  public func tk_layoutSubviews(  // swift-format-ignore: AlwaysUseLowerCamelCase
    _ calls: (inout LayoutMaker) -> Void
  ) { layout(calls) }
}

extension Rect {
  /// Runs calls at once, on a new maker whose bounds are this rectangle.
  ///
  /// - Parameter calls: places and sizes views with the maker.
  public func layout(_ calls: (inout LayoutMaker) -> Void) {
    var maker = LayoutMaker(bounds: self)
    calls(&maker)
  }

  /// The library's name for `layout`.
  public func tk_layout(  // swift-format-ignore: AlwaysUseLowerCamelCase
    _ calls: (inout LayoutMaker) -> Void
  ) { layout(calls) }
}
