import Constraints
package import LayoutModel

extension Scene {
  /// The scene as it is when a view, all that it holds, and all that names one of them are taken out.
  ///
  /// A rule or a constraint goes as a whole; of the lists of a call only the items go that name what is
  /// gone, and calls that are left with nothing. Expectations and steps go too. Views that come behind
  /// have other numbers then.
  ///
  /// - Throws: `SceneError` for what is wrong with the constraints.
  package func without(_ view: ViewID) throws(SceneError) -> Scene {
    var scene = self
    (scene.steps, scene.expected) = ([], Expectation())
    var gone: Set<String> = []
    scene.tree = ViewTree(
      rootSize: tree.rootSize, direction: tree.direction, rootMargins: tree[.root].margins)
    for other in tree.views.dropFirst() {
      let name = tree.name(of: other)
      guard !tree.contains(view, other) else {
        gone.insert(name)
        continue
      }
      let superview = tree.superview(of: other).flatMap {
        scene.tree.view(named: tree.name(of: $0))
      }
      scene.tree.add(name, to: superview ?? .root, traits: tree[other])
    }
    if let rules = layouts[.sll] { scene.layouts[.sll] = rules.without(rulesNaming: gone) }
    if let calls = layouts[.layoutkit] {
      scene.layouts[.layoutkit] =
        calls.without(itemsNaming: gone) ?? SourceNode(.sequence([]), at: calls.position)
    }
    if let entries = layouts[.constraints] {
      let kept = try ConstraintDialect(self).constraints().filter { constraint in
        !constraint.difference(in: tree).terms.contains { tree.contains(view, $0.unknown.view) }
          && !constraint.names(view, in: tree)
      }
      scene.layouts[.constraints] = SourceNode(
        .sequence(kept.map { $0.sceneNode(in: tree, at: entries.position) }),
        at: entries.position)
    }
    return scene
  }
}

extension LinearConstraint {
  /// Whether it is about a view or one that it holds, even where the view's numbers cancel out.
  fileprivate func names(_ view: ViewID, in tree: ViewTree) -> Bool {
    guard case .items(let first, let second, _, _) = form else { return false }
    return tree.contains(view, first.view) || second.map { tree.contains(view, $0.view) } == true
  }

  /// The constraint as an entry of `constraints`.
  fileprivate func sceneNode(in tree: ViewTree, at position: SourcePosition) -> SourceNode {
    let text = SourceNode(.scalar(equation(in: tree), offset: nil), at: position)
    guard case .linear = form else { return text }
    let entry = SourceNode.Entry(key: "linear", keyPosition: position, value: text)
    return SourceNode(.mapping([entry]), at: position)
  }
}

extension SourceNode {
  /// Rules of a view that is gone, and those that take one as an argument, left out.
  fileprivate func without(rulesNaming gone: Set<String>) -> SourceNode {
    let kept = (items ?? []).filter { item in
      guard let rule = item.entries?.first else { return true }
      return !gone.contains(rule.key)
        && !(rule.value.items ?? []).dropFirst().contains { gone.contains($0.text ?? "") }
    }
    return SourceNode(.sequence(kept), at: position)
  }

  /// What is left of a call or a list; `nil` where that is nothing.
  fileprivate func without(itemsNaming gone: Set<String>) -> SourceNode? {
    switch content {
    case .scalar(let text, _):
      let words = text.split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }
      return words.contains { gone.contains(String($0)) } ? nil : self
    case .sequence(let items):
      let kept = items.compactMap { $0.without(itemsNaming: gone) }
      return kept.isEmpty && !items.isEmpty ? nil : SourceNode(.sequence(kept), at: position)
    case .mapping(let entries):
      var kept: [Entry] = []
      for entry in entries {
        guard let value = entry.value.without(itemsNaming: gone) else { return nil }
        kept.append(Entry(key: entry.key, keyPosition: entry.keyPosition, value: value))
      }
      return SourceNode(.mapping(kept), at: position)
    }
  }
}
