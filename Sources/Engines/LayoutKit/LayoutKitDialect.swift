public import LayoutModel

extension DialectName {
  /// LayoutKit's calls, run in order.
  public static let layoutkit: DialectName = "layoutkit"
}

/// The `layoutkit` dialect of a scene file: a call with its operands in each step.
public struct LayoutKitDialect: Dialect {
  /// `layoutkit`.
  public let name = DialectName.layoutkit

  /// For `layoutbench list dialects`.
  public let summary = "LayoutKit's calls, run in order"

  /// The dialect.
  public init() {}

  /// Resolves the steps to a list of calls.
  ///
  /// - Throws: `SceneError` with a `CallMistake`.
  public func read(_ scene: Scene) throws(SceneError) -> CallList {
    try CallCompiler.list(of: scene)
  }

  /// Returns the calls without the items that name the view or one inside it, and without calls
  /// that are then empty.
  ///
  /// - Throws: nothing.
  public func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode {
    let layout = scene.layouts[name] ?? .emptyList
    // Keys are calls; a view may have the name of one.
    return layout.without(itemsNaming: scene.tree.names(in: view), keysAreNames: false)
      ?? SourceNode(.sequence([]), at: layout.position)
  }
}
