public import LayoutModel

// Items one by one, or as an array; against the bounds, from a fixed view on, or up to one.
extension LayoutMaker {
  /// Places items one after the other from the left of the bounds; flexibles share the rest.
  @inlinable
  public func xPlace<each Item: PlaceItem>(_ items: repeat each Item) {
    place(run(.horizontal), repeat each items)
  }

  /// Places items one after the other from the left of the bounds; flexibles share the rest.
  public func xPlace(_ items: [any PlaceItem]) { place(run(.horizontal), items) }

  /// Places items from the right of a view on; flexibles share the room up to the bounds' right.
  ///
  /// - Parameters:
  ///   - fixed: a view or holder, which stays where it is.
  ///   - items: the items that follow it.
  @inlinable
  public func xPlace<each Item: PlaceItem>(
    fixed: some FramedItem, _ items: repeat each Item
  ) {
    place(run(.horizontal, after: fixed.frame), repeat each items)
  }

  /// Places items from the right of a view on; flexibles share the room up to the bounds' right.
  ///
  /// - Parameters:
  ///   - fixed: a view or holder, which stays where it is.
  ///   - items: the items that follow it.
  public func xPlace(fixed: some FramedItem, _ items: [any PlaceItem]) {
    place(run(.horizontal, after: fixed.frame), items)
  }

  /// Places items from the left of the bounds; flexibles share the room up to a view's left.
  ///
  /// - Parameters:
  ///   - first: the first item.
  ///   - items: the items that follow it, up to the view.
  ///   - fixed: a view or holder, which stays where it is.
  @inlinable
  public func xPlace<each Item: PlaceItem>(
    _ first: some PlaceItem, _ items: repeat each Item, fixed: some FramedItem
  ) {
    place(run(.horizontal, before: fixed.frame), first, repeat each items)
  }

  /// Places items from the left of the bounds; flexibles share the room up to a view's left.
  ///
  /// - Parameters:
  ///   - items: the items before the view.
  ///   - fixed: a view or holder, which stays where it is.
  public func xPlace(_ items: [any PlaceItem], fixed: some FramedItem) {
    place(run(.horizontal, before: fixed.frame), items)
  }

  /// Returns the value of one flexible of a list that fills the bounds in x; sets nothing.
  ///
  /// - Parameter items: the items of the list.
  /// - Returns: points; 0 without flexibles, negative where the items are longer than the bounds.
  @inlinable
  public func xFlexibleValue<each Item: PlaceItem>(_ items: repeat each Item) -> Double {
    var run = run(.horizontal)
    for item in repeat each items { run.add(item.layoutItem) }
    return run.share()
  }

  /// Returns the value of one flexible of a list that fills the bounds in x; sets nothing.
  ///
  /// - Parameter items: the items of the list.
  /// - Returns: points; 0 without flexibles, negative where the items are longer than the bounds.
  public func xFlexibleValue(_ items: [any PlaceItem]) -> Double {
    var run = run(.horizontal)
    for item in items { run.add(item.layoutItem) }
    return run.share()
  }

  /// Places items one after the other from the top of the bounds; flexibles share the rest.
  @inlinable
  public func yPlace<each Item: PlaceItem>(_ items: repeat each Item) {
    place(run(.vertical), repeat each items)
  }

  /// Places items one after the other from the top of the bounds; flexibles share the rest.
  public func yPlace(_ items: [any PlaceItem]) { place(run(.vertical), items) }

  /// Places items from the bottom of a view on; flexibles share the room up to the bounds' bottom.
  ///
  /// - Parameters:
  ///   - fixed: a view or holder, which stays where it is.
  ///   - items: the items that follow it.
  @inlinable
  public func yPlace<each Item: PlaceItem>(
    fixed: some FramedItem, _ items: repeat each Item
  ) {
    place(run(.vertical, after: fixed.frame), repeat each items)
  }

  /// Places items from the bottom of a view on; flexibles share the room up to the bounds' bottom.
  ///
  /// - Parameters:
  ///   - fixed: a view or holder, which stays where it is.
  ///   - items: the items that follow it.
  public func yPlace(fixed: some FramedItem, _ items: [any PlaceItem]) {
    place(run(.vertical, after: fixed.frame), items)
  }

  /// Places items from the top of the bounds; flexibles share the room up to a view's top.
  ///
  /// - Parameters:
  ///   - first: the first item.
  ///   - items: the items that follow it, up to the view.
  ///   - fixed: a view or holder, which stays where it is.
  @inlinable
  public func yPlace<each Item: PlaceItem>(
    _ first: some PlaceItem, _ items: repeat each Item, fixed: some FramedItem
  ) {
    place(run(.vertical, before: fixed.frame), first, repeat each items)
  }

  /// Places items from the top of the bounds; flexibles share the room up to a view's top.
  ///
  /// - Parameters:
  ///   - items: the items before the view.
  ///   - fixed: a view or holder, which stays where it is.
  public func yPlace(_ items: [any PlaceItem], fixed: some FramedItem) {
    place(run(.vertical, before: fixed.frame), items)
  }

  /// Returns the value of one flexible of a list that fills the bounds in y; sets nothing.
  ///
  /// - Parameter items: the items of the list.
  /// - Returns: points; 0 without flexibles, negative where the items are longer than the bounds.
  @inlinable
  public func yFlexibleValue<each Item: PlaceItem>(_ items: repeat each Item) -> Double {
    var run = run(.vertical)
    for item in repeat each items { run.add(item.layoutItem) }
    return run.share()
  }

  /// Returns the value of one flexible of a list that fills the bounds in y; sets nothing.
  ///
  /// - Parameter items: the items of the list.
  /// - Returns: points; 0 without flexibles, negative where the items are longer than the bounds.
  public func yFlexibleValue(_ items: [any PlaceItem]) -> Double {
    var run = run(.vertical)
    for item in items { run.add(item.layoutItem) }
    return run.share()
  }

  // MARK: - Runs

  /// A list of items that fills the bounds.
  @usableFromInline
  package func run(_ axis: Axis) -> ItemRun {
    ItemRun(axis, from: bounds.start(axis), room: bounds.length(axis))
  }

  /// A list of items from the end of a rectangle on.
  @usableFromInline
  package func run(_ axis: Axis, after fixed: Rect) -> ItemRun {
    let pen = fixed.start(axis) + fixed.length(axis)
    return ItemRun(axis, from: pen, room: bounds.start(axis) + bounds.length(axis) - pen)
  }

  /// A list of items up to the start of a rectangle.
  @usableFromInline
  package func run(_ axis: Axis, before fixed: Rect) -> ItemRun {
    let pen = bounds.start(axis)
    return ItemRun(axis, from: pen, room: fixed.start(axis) - pen)
  }

  @inlinable
  func place<each Item: PlaceItem>(_ run: ItemRun, _ items: repeat each Item) {
    var run = run
    for item in repeat each items { run.add(item.layoutItem) }
    run.share()
    for item in repeat each items { run.place(item.layoutItem) }
  }

  private func place(_ run: ItemRun, _ items: [any PlaceItem]) {
    var run = run
    for item in items { run.add(item.layoutItem) }
    run.share()
    for item in items { run.place(item.layoutItem) }
  }
}
