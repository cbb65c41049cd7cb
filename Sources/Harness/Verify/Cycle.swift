import LayoutModel

/// The changes that a plan goes through in a phase, again and again; the last one leads back to the
/// scene as it was.
struct Cycle {
  /// The changes, no two neighbours equal.
  let changes: [Change]
  /// Where the states come from that the scene does not name, for messages.
  let hint: String

  /// How far each state lies between the scene's own and another one; the last is its own.
  private static let shares = [1, 0.25, 0.75, 0.5, 0.875, 0.125, 0.625, 0]

  /// The cycle of a phase.
  ///
  /// - Parameters:
  ///   - phase: one that goes through changes.
  ///   - scene: the scene.
  ///   - length: 8, or 2 where a pass is slow.
  /// - Returns: `nil` where there is nothing to change.
  static func of(_ phase: Phase, _ scene: Scene, length: Int) -> Cycle? {
    switch phase {
    case .build, .layout, .churn: nil
    case .resize:
      Cycle(
        changes: sizes(of: scene, length: length).map { .resize($0) },
        hint: "one of the sizes that bench goes through ('resize' steps in the scene say which it "
          + "holds at)")
    case .edit:
      editedView(of: scene).map { view in
        Cycle(
          changes: contents(of: view, in: scene, length: length).map { .intrinsic(view, $0) },
          hint: "one of the content sizes that bench goes through (a 'view' step in the scene says "
            + "which view, and between which sizes)")
      }
    }
  }

  /// Root sizes between the scene's own and those that its `resize` steps claim; a scene without such
  /// steps grows by half.
  private static func sizes(of scene: Scene, length: Int) -> [Size] {
    let own = scene.tree.rootSize
    var others = scene.steps.compactMap { step -> Size? in
      if case .resize(let size) = step.change, size != own { size } else { nil }
    }
    if others.isEmpty { others = [Size(width: own.width * 1.5, height: own.height * 1.5)] }
    var sizes: [Size] = []
    for (index, share) in shares.suffix(length).enumerated() {
      let other = others[index % others.count]
      let isLast = share == 0
      var size = Size(
        width: own.width + (other.width - own.width) * share,
        height: own.height + (other.height - own.height) * share)
      let rounded = Size(width: size.width.rounded(), height: size.height.rounded())
      if !isLast, rounded != sizes.last, rounded != own { size = rounded }
      // A root too small to change by shares changes by points.
      if !isLast, size == sizes.last || size == own { size.width = own.width + Double(index + 1) }
      sizes.append(size)
    }
    return sizes
  }

  /// The view of the first `view` step, or else the first that has content.
  private static func editedView(of scene: Scene) -> ViewID? {
    for step in scene.steps {
      if case .intrinsic(let view, _) = step.change, isContent(scene.tree[view]) { return view }
    }
    return scene.tree.views.dropFirst().first { isContent(scene.tree[$0]) }
  }

  /// Whether a view's content has a size.
  private static func isContent(_ traits: ViewTraits) -> Bool {
    traits.intrinsic != IntrinsicSize(nil, nil)
  }

  /// Content sizes between the view's own and that of its first step; half as large again without one.
  private static func contents(
    of view: ViewID, in scene: Scene, length: Int
  ) -> [IntrinsicSize] {
    let own = scene.tree[view].intrinsic
    let step = scene.steps.lazy.compactMap { step -> IntrinsicSize? in
      if case .intrinsic(view, let size) = step.change, size != own { size } else { nil }
    }.first
    func side(_ axis: Axis, _ share: Double) -> Double? {
      guard let size = own[axis] else { return nil }
      let other = step.map { $0[axis] ?? size } ?? size * 1.5 + 1
      return share == 0 ? size : size + (other - size) * share
    }
    return shares.suffix(length).map {
      IntrinsicSize(side(.horizontal, $0), side(.vertical, $0))
    }
  }
}
