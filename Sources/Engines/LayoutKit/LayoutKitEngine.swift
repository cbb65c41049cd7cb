public import LayoutModel

/// Lays a scene out by LayoutKit's calls, frame by frame, in the order in which they stand.
///
/// Source: hjcapple/LayoutKit, of seed 003.
public struct LayoutKitEngine: LayoutEngine {
  /// `layoutkit`, on the command line and in results.
  public let name = "layoutkit"

  /// For `layoutbench list engines`.
  public let summary = "frame by frame: LayoutKit's calls, run in order"

  /// The engine.
  public init() {}

  /// `layoutkit`, where the scene has it.
  public func dialects(of scene: Scene) -> [Dialect] {
    scene.layouts[.layoutkit] == nil ? [] : [.layoutkit]
  }

  /// Compiles the steps: to numbers, each an operation on others, and these to a list of operations.
  ///
  /// - Throws: `SceneError` with a `CallMistake`.
  public func resolve(
    _ scene: Scene, dialect: Dialect
  ) throws(SceneError) -> any ResolvedLayout {
    var compiler = CallCompiler(scene)
    return LayoutKitLayout(
      program: CallLowering.program(of: try compiler.compile(), in: scene.tree))
  }
}

/// The calls of a scene, which stand for compiled code.
struct LayoutKitLayout: ResolvedLayout {
  let program: CallProgram

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { LayoutKitPlan(program) }
}
