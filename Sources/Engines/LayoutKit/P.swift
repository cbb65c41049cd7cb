public import LayoutModel
public struct LayoutKitEngine: LayoutEngine {
  public let name = "layoutkit"
  public let summary = ""
  public init() {}
  public func dialects(of scene: Scene) -> [Dialect] { [] }
  public func resolve(_ scene: Scene, dialect: Dialect) throws(SceneError) -> any ResolvedLayout { fatalError() }
}
