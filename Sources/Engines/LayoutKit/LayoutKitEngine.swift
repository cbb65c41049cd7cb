public import LayoutModel

/// Lays a scene out by LayoutKit's calls, frame by frame, in file order.
///
/// Source: hjcapple/LayoutKit.
public struct LayoutKitEngine: LayoutEngine {
  /// `layoutkit`, on the command line and in results.
  public let traits = {
    var traits = EngineTraits(
      name: "layoutkit",
      summary: "frame by frame: LayoutKit's calls, run in order, nothing shared or precomputed",
      dialects: [.layoutkit])
    traits.follows = [.resize, .content, .constant]
    traits.forms = [.plan, .program]
    return traits
  }()

  /// The engine.
  public init() {}

  /// Resolves the steps to a list of calls.
  ///
  /// - Throws: `SceneError` with a `CallMistake`.
  public func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    LayoutKitLayout(list: try LayoutKitDialect().read(scene))
  }
}

/// The calls of a scene, which represent compiled code.
struct LayoutKitLayout: ResolvedLayout {
  let list: CallList

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    guard list.tree.texts.isEmpty else { return TextCallsPlan(list) }
    return LayoutKitPlan(list)
  }
}
