extension Scene {
  /// The named entries that steps activate or deactivate, and whether each is active at first.
  package var switchedEntries: [(name: String, isActive: Bool)] {
    let names = Set(
      steps.compactMap { if case .activation(let name, _) = $0.change { name } else { nil } })
    return names.sorted().map { name in
      let conditions = variations.values.flatMap { $0.entries.compactMap(\.condition) }
      return (name, conditions.first { $0.name == name }?.isActive ?? true)
    }
  }

  /// Applies a change of size, content or number to the scene.
  ///
  /// An axis without a content size keeps the view's given size.
  package mutating func apply(_ change: Change) {
    switch change {
    case .resize(let size): tree.rootSize = size
    case .intrinsic(let view, let size):
      var frame = tree[view].startFrame
      frame.size = frame.size.replaced(by: size)
      tree[view].givenFrame = frame
      tree[view].intrinsic = size
    case .text(let view, let text):
      tree.setText(text, of: view)
      let size = text.naturalSize
      guard var frame = tree[view].givenFrame else { return }
      frame.size = size
      tree[view].givenFrame = frame
    case .number(let place, let value): tree.numbers.set(place, to: value)
    // A scene keeps all its views; `without` removes some.
    case .removal, .addition, .activation, .priority, .fit: break
    }
  }

  /// Returns the scene with its sizes, contents and numbers after changes.
  package func sized(by changes: some Sequence<Change>) -> Scene {
    var scene = self
    for change in changes { scene.apply(change) }
    return scene
  }

  /// Returns the scene after changes: with its new sizes, only the entries that apply, and no
  /// absent views.
  ///
  /// - Parameters:
  ///   - changes: the changes, in order.
  ///   - dialects: the dialects that the scene may be written in; layouts in others are dropped
  ///     where a view is absent.
  /// - Returns: a scene without steps and conditions.
  /// - Throws: `SceneError` for an entry that cannot have the priority that a step gives it.
  package func after(
    _ changes: some Sequence<Change>, dialects: [any Dialect]
  ) throws(SceneError) -> Scene {
    var scene = self
    var switches = Variations.Switches()
    for change in changes {
      switch change {
      case .resize, .intrinsic, .text, .number: scene.apply(change)
      case .removal(let view): scene.absent.insert(view)
      case .addition(let view): scene.absent.remove(view)
      case .activation(let name, let isActive): switches.active[name] = isActive
      case .priority(let name, let priority): switches.priorities[name] = priority
      case .fit: break
      }
    }
    for dialect in dialects {
      guard let varying = variations[dialect.name] else { continue }
      scene.layouts[dialect.name] = try varying.layout(
        of: varying.holding(at: scene.tree.rootSize, switches), switches, in: dialect, of: self)
    }
    (scene.variations, scene.steps) = ([:], [])
    return try scene.beginning(dialects: dialects)
  }
}
