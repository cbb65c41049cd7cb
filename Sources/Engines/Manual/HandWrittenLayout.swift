import LayoutModel

/// A built-in scene's frames, computed by hand.
struct HandWrittenLayout: Sendable {
  /// Writes the frame of every view but the root.
  ///
  /// Root's size and content sizes in points, by view index; frames by view index.
  typealias Function =
    @Sendable (_ root: Size, _ content: Span<Size>, _ frames: inout MutableSpan<Rect>) -> Void

  let scene: String
  /// The views in document order, the root left out: what the indices in `layOut` stand for.
  let views: [String]
  let layOut: Function

  /// Every hand-written layout.
  static let all = [post, keys, conflictingEdges, combined, cell, buttons]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.scene, $0) })

  /// The layout for a scene, if it has the name and the views that one was written for.
  static func of(_ scene: Scene) -> HandWrittenLayout? {
    guard let layout = byName[scene.name], layout.views == scene.tree.names.dropFirst().map(\.self)
    else { return generated(scene) }
    return layout
  }
}
