import LayoutModel

@testable import LayoutKitCalls

extension LayoutKitPlan {
  /// A plan of a scene's calls.
  ///
  /// - Parameters:
  ///   - scene: the scene with the calls.
  ///   - tree: the views as they are now; by default those of the scene.
  /// - Throws: `SceneError` for a mistake in the calls.
  init(_ scene: Scene, in tree: ViewTree? = nil) throws {
    self.init(try CallCompiler.list(of: scene, in: tree))
  }

  /// Lays out.
  ///
  /// - Returns: the reason why it could not; `nil` if it could.
  mutating func failure(_ frames: inout [Rect]) -> LayoutError? {
    do throws(LayoutError) {
      var span = frames.mutableSpan
      try pass(into: &span)
      return nil
    } catch {
      return error
    }
  }
}
