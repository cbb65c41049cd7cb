import LayoutModel

@testable import LayoutKitCalls

extension LayoutKitPlan {
  /// A plan of a scene's calls.
  ///
  /// - Parameters:
  ///   - scene: what the calls are of.
  ///   - tree: the views as they are now; those of the scene where there are none.
  /// - Throws: `SceneError` for what is wrong with the calls.
  init(_ scene: Scene, in tree: ViewTree? = nil) throws {
    self.init(try CallCompiler.list(of: scene, in: tree))
  }

  /// Lays out.
  ///
  /// - Returns: why it could not.
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
