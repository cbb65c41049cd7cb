public import LayoutModel

// Views one by one, or as an array.
extension LayoutMaker {
  /// Puts the left of each view at the left of the bounds.
  @inlinable
  public func xLeft<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .horizontal, .start) }
  }

  /// Puts the left of each view at the left of the bounds.
  public func xLeft(_ views: [View]) {
    for view in views { align(view, .horizontal, .start) }
  }

  /// Puts the right of each view at the right of the bounds.
  @inlinable
  public func xRight<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .horizontal, .end) }
  }

  /// Puts the right of each view at the right of the bounds.
  public func xRight(_ views: [View]) {
    for view in views { align(view, .horizontal, .end) }
  }

  /// Puts the centre of each view at the centre of the bounds, in x.
  @inlinable
  public func xCenter<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .horizontal, .centre) }
  }

  /// Puts the centre of each view at the centre of the bounds, in x.
  public func xCenter(_ views: [View]) {
    for view in views { align(view, .horizontal, .centre) }
  }

  /// Puts the top of each view at the top of the bounds.
  @inlinable
  public func yTop<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .vertical, .start) }
  }

  /// Puts the top of each view at the top of the bounds.
  public func yTop(_ views: [View]) {
    for view in views { align(view, .vertical, .start) }
  }

  /// Puts the bottom of each view at the bottom of the bounds.
  @inlinable
  public func yBottom<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .vertical, .end) }
  }

  /// Puts the bottom of each view at the bottom of the bounds.
  public func yBottom(_ views: [View]) {
    for view in views { align(view, .vertical, .end) }
  }

  /// Puts the centre of each view at the centre of the bounds, in y.
  @inlinable
  public func yCenter<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { align(view, .vertical, .centre) }
  }

  /// Puts the centre of each view at the centre of the bounds, in y.
  public func yCenter(_ views: [View]) {
    for view in views { align(view, .vertical, .centre) }
  }

  /// Puts the centre of each view at the centre of the bounds.
  @inlinable
  public func center<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { centre(view) }
  }

  /// Puts the centre of each view at the centre of the bounds.
  public func center(_ views: [View]) {
    for view in views { centre(view) }
  }

  /// Gives each view x and width of the bounds.
  @inlinable
  public func xEqual<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { fill(view, .horizontal) }
  }

  /// Gives each view x and width of the bounds.
  public func xEqual(_ views: [View]) {
    for view in views { fill(view, .horizontal) }
  }

  /// Gives each view y and height of the bounds.
  @inlinable
  public func yEqual<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { fill(view, .vertical) }
  }

  /// Gives each view y and height of the bounds.
  public func yEqual(_ views: [View]) {
    for view in views { fill(view, .vertical) }
  }

  /// Gives each view the whole of the bounds.
  @inlinable
  public func equal<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { fill(view) }
  }

  /// Gives each view the whole of the bounds.
  public func equal(_ views: [View]) {
    for view in views { fill(view) }
  }

  // MARK: - A view

  @usableFromInline
  func align(_ view: View, _ axis: Axis, _ side: Side) {
    view.change { frame in
      let start = side.start(
        of: frame.length(axis), from: bounds.start(axis), room: bounds.length(axis))
      frame.set(axis, start: start)
    }
  }

  @usableFromInline
  func centre(_ view: View) {
    align(view, .horizontal, .centre)
    align(view, .vertical, .centre)
  }

  @usableFromInline
  func fill(_ view: View, _ axis: Axis) {
    view.change { frame in
      frame.set(axis, start: bounds.start(axis))
      frame.set(axis, length: bounds.length(axis))
    }
  }

  @usableFromInline
  func fill(_ view: View) {
    view.change { $0 = bounds }
  }
}
