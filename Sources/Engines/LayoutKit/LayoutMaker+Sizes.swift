public import LayoutModel

/// Views that get one size: the left side of `==`.
public struct SizeGroup<each Target: View> {
  @usableFromInline let targets: (repeat each Target)

  @inlinable
  init(_ targets: repeat each Target) { self.targets = (repeat each targets) }

  /// Sets both sizes of each view, points; x and y stay.
  @inlinable
  public static func == (group: SizeGroup, size: Size) {
    for target in repeat each group.targets { target.setSize(size) }
  }

  /// Sets both sizes of each view, points: width and height; x and y stay.
  @inlinable
  public static func == <Width: LayoutNumber, Height: LayoutNumber>(
    group: SizeGroup, size: (Width, Height)
  ) {
    group == Size(width: size.0.layoutNumber, height: size.1.layoutNumber)
  }
}

/// Views of an array that get one size: the left side of `==`.
public struct SizeListGroup {
  let targets: [View]

  /// Sets both sizes of each view, points; x and y stay.
  public static func == (group: SizeListGroup, size: Size) {
    for target in group.targets { target.setSize(size) }
  }

  /// Sets both sizes of each view, points: width and height; x and y stay.
  public static func == <Width: LayoutNumber, Height: LayoutNumber>(
    group: SizeListGroup, size: (Width, Height)
  ) {
    group == Size(width: size.0.layoutNumber, height: size.1.layoutNumber)
  }
}

/// Views, holders and placeholders that get lengths in one axis: the left side of `==`.
public struct LengthGroup<each Target: LengthTarget> {
  @usableFromInline let axis: Axis
  @usableFromInline let bounds: Rect
  @usableFromInline let targets: (repeat each Target)

  @inlinable
  init(_ axis: Axis, _ bounds: Rect, _ targets: repeat each Target) {
    self.axis = axis
    self.bounds = bounds
    self.targets = (repeat each targets)
  }

  /// Sets the length of each view, points.
  @inlinable
  public static func == (group: LengthGroup, length: some LayoutNumber) {
    for target in repeat each group.targets {
      target.setLength(group.axis, length.layoutNumber)
    }
  }

  /// Sets the length of each view to the value in its place.
  ///
  /// Flexibles share what all values leave of the bounds, as views are before the call. Views
  /// without a value keep their length; values without a view set nothing.
  public static func == (group: LengthGroup, values: [any PlaceItem]) {
    let run = ItemRun(group.axis, in: group.bounds, values)
    var index = 0
    for target in repeat each group.targets {
      guard index < values.count else { return }
      run.set(target, to: values[index].layoutItem)
      index += 1
    }
  }
}

/// Views, holders and placeholders of an array that get lengths in one axis: the left side of `==`.
public struct LengthListGroup {
  let axis: Axis
  let bounds: Rect
  let targets: [any LengthTarget]

  /// Sets the length of each view, points.
  public static func == (group: LengthListGroup, length: some LayoutNumber) {
    for target in group.targets { target.setLength(group.axis, length.layoutNumber) }
  }

  /// Sets the length of each view to the value in its place.
  ///
  /// Flexibles share what all values leave of the bounds, as views are before the call. Views
  /// without a value keep their length; values without a view set nothing.
  public static func == (group: LengthListGroup, values: [any PlaceItem]) {
    let run = ItemRun(group.axis, in: group.bounds, values)
    for (target, value) in zip(group.targets, values) { run.set(target, to: value.layoutItem) }
  }
}

extension LayoutMaker {
  /// Views for `== (80, 60)` or `== Size(…)`, which sets both sizes of each.
  @inlinable
  public func size<each Target: View>(_ views: repeat each Target) -> SizeGroup<repeat each Target>
  {
    SizeGroup(repeat each views)
  }

  /// Views for `== (80, 60)` or `== Size(…)`, which sets both sizes of each.
  public func size(_ views: [View]) -> SizeListGroup { SizeListGroup(targets: views) }

  /// Views, holders and placeholders for `== 10` or `== [10, make.flexible]`, which sets widths.
  @inlinable
  public func width<each Target: LengthTarget>(
    _ views: repeat each Target
  ) -> LengthGroup<repeat each Target> {
    LengthGroup(.horizontal, bounds, repeat each views)
  }

  /// Views, holders and placeholders for `== 10` or `== [10, make.flexible]`, which sets widths.
  public func width(_ views: [any LengthTarget]) -> LengthListGroup {
    LengthListGroup(axis: .horizontal, bounds: bounds, targets: views)
  }

  /// Views, holders and placeholders for `== 10` or `== [10, make.flexible]`, which sets heights.
  @inlinable
  public func height<each Target: LengthTarget>(
    _ views: repeat each Target
  ) -> LengthGroup<repeat each Target> {
    LengthGroup(.vertical, bounds, repeat each views)
  }

  /// Views, holders and placeholders for `== 10` or `== [10, make.flexible]`, which sets heights.
  public func height(_ views: [any LengthTarget]) -> LengthListGroup {
    LengthListGroup(axis: .vertical, bounds: bounds, targets: views)
  }

  /// Gives each view the size of its content; an axis without one is unchanged.
  @inlinable
  public func sizeToFit<each Target: View>(_ views: repeat each Target) {
    for view in repeat each views { view.fitSize() }
  }

  /// Gives each view the size of its content; an axis without one is unchanged.
  public func sizeToFit(_ views: [View]) {
    for view in views { view.fitSize() }
  }

  /// Gives each view the size that its content has at a width, points.
  ///
  /// A text is then as wide as its widest line; other contents have their own size. Source:
  /// `sizeThatFits` of the platform's views, which the original's `sizeToFit` calls without a
  /// width.
  public func sizeToFit(_ views: [View], width: Double) {
    for view in views { view.fitSize(width: width) }
  }

  /// Gives each view the height that its content has at the width that the view has.
  public func heightToFit(_ views: [View]) {
    for view in views { view.fitHeight() }
  }

  /// Gives each view the size that its content has at a width, points.
  public func sizeToFit(_ views: View..., width: Double) { sizeToFit(views, width: width) }

  /// Gives each view the height that its content has at the width that the view has.
  public func heightToFit(_ views: View...) { heightToFit(views) }
}

extension View {
  @usableFromInline
  func setSize(_ size: Size) { change { $0.size = size } }

  @usableFromInline
  func fitSize() {
    let content = intrinsicContentSize
    change { frame in
      if let width = content.horizontal { frame.width = width }
      if let height = content.vertical { frame.height = height }
    }
  }
}

extension View {
  func fitSize(width: Double) {
    guard let size = textSize(atWidth: width) else { return fitSize() }
    setSize(size)
  }

  func fitHeight() {
    let height = textSize(atWidth: frame.width)?.height ?? intrinsicContentSize.vertical
    guard let height else { return }
    change { $0.height = height }
  }
}

extension LengthTarget {
  @inlinable
  func setLength(_ axis: Axis, _ length: Double) { sizedItem?.set(axis, length: length) }
}

extension ItemRun {
  /// Makes a list that shares a rectangle's length along an axis.
  package init(_ axis: Axis, in bounds: Rect, _ items: [any PlaceItem]) {
    self.init(axis, from: bounds.start(axis), room: bounds.length(axis))
    for item in items { add(item.layoutItem) }
    share()
  }
}
