public import LayoutModel

/// Converts layouts of another dialect to constraints, for engines that read constraints.
public protocol ConstraintConversion: Sendable {
  /// The dialect that is converted.
  var dialect: DialectName { get }

  /// Reads and checks a scene's layout in that dialect.
  ///
  /// - Throws: `SceneError` for mistakes in its text.
  func read(_ scene: Scene) throws(SceneError) -> any ConvertibleLayout
}

/// A layout that has been read and can be converted any number of times.
public protocol ConvertibleLayout: Sendable {
  /// Returns the layout as constraints, with the views that these refer to.
  ///
  /// Content sizes become given sizes: an axis without a content size never gets one later.
  ///
  /// - Throws: `LayoutError` where no layout exists or constraints cannot express it.
  func converted() throws(LayoutError) -> (tree: ViewTree, constraints: [LinearConstraint])
}
