extension ViewTree {
  /// The top left corner of a view in the coordinates of a view that contains it, points.
  ///
  /// - Parameters:
  ///   - view: the view whose corner is returned.
  ///   - ancestor: the view itself (0, 0) or one of its superviews.
  ///   - frames: the frames of all views, by index, each in its superview's coordinates.
  /// - Returns: the corner, points.
  public func origin(of view: ViewID, in ancestor: ViewID, frames: [Rect]) -> Point {
    var origin = Point.zero
    var current = view.index
    while current != ancestor.index, current > 0 {
      origin.x += frames[current].x
      origin.y += frames[current].y
      current = Int(superviews[current])
    }
    return origin
  }

  /// A point in another view's coordinates, points.
  ///
  /// - Parameters:
  ///   - point: a point in the coordinates of `source`.
  ///   - source: the view whose coordinates `point` is in.
  ///   - target: the view whose coordinates the result is in; any view of the tree.
  ///   - frames: the frames of all views, by index, each in its superview's coordinates.
  /// - Returns: the point in the coordinates of `target`.
  public func convert(
    _ point: Point, from source: ViewID, to target: ViewID, frames: [Rect]
  ) -> Point {
    let common = commonAncestor(source, target)
    let sourceOrigin = origin(of: source, in: common, frames: frames)
    let targetOrigin = origin(of: target, in: common, frames: frames)
    return Point(
      x: point.x + sourceOrigin.x - targetOrigin.x, y: point.y + sourceOrigin.y - targetOrigin.y)
  }

  /// A rectangle in another view's coordinates; its size does not change.
  ///
  /// - Parameters:
  ///   - rect: a rectangle in the coordinates of `source`.
  ///   - source: the view whose coordinates `rect` is in.
  ///   - target: the view whose coordinates the result is in; any view of the tree.
  ///   - frames: the frames of all views, by index, each in its superview's coordinates.
  /// - Returns: the rectangle in the coordinates of `target`.
  public func convert(
    _ rect: Rect, from source: ViewID, to target: ViewID, frames: [Rect]
  ) -> Rect {
    let origin = convert(rect.origin, from: source, to: target, frames: frames)
    return Rect(x: origin.x, y: origin.y, width: rect.width, height: rect.height)
  }
}
