public import LayoutModel

/// Another dialect's layouts as constraints, for engines that read constraints.
public protocol ConstraintConversion: Sendable {
  /// The dialect that is converted.
  var dialect: DialectName { get }

  /// Reads and checks a scene's layout in that dialect.
  ///
  /// - Throws: `SceneError` for what is wrong with its text.
  func read(_ scene: Scene) throws(SceneError) -> any ConvertibleLayout
}

/// A layout that has been read and can be converted any number of times.
public protocol ConvertibleLayout: Sendable {
  /// The layout as constraints, with the views as these need them.
  ///
  /// Content sizes of the views are given sizes: where a view has none in an axis it never gets one.
  ///
  /// - Throws: `LayoutError` where no layout can exist, or constraints cannot say it.
  func converted() throws(LayoutError) -> (tree: ViewTree, constraints: [LinearConstraint])
}
