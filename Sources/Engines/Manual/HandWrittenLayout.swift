package import LayoutModel

/// A scene's frames, computed by hand.
package struct HandWrittenLayout: Sendable {
  /// Writes the frame of every view but the root.
  ///
  /// Root's size and content sizes in points, by view index; frames by view index.
  package typealias Function =
    @Sendable (_ root: Size, _ content: Span<Size>, _ frames: inout MutableSpan<Rect>) -> Void

  /// The views in document order, the root left out: what the indices in `layOut` stand for.
  package let views: [String]
  /// The function.
  package let layOut: Function

  /// A layout of views in this order.
  ///
  /// - Parameters:
  ///   - views: the names in document order, the root left out.
  ///   - layOut: writes their frames.
  package init(views: [String], layOut: @escaping Function) {
    self.views = views
    self.layOut = layOut
  }

  /// Whether the scene has these views, in this order.
  package func fits(_ scene: Scene) -> Bool {
    views.count == scene.tree.count - 1 && views[...] == scene.tree.names.dropFirst()
  }
}
