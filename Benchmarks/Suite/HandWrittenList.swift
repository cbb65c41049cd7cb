import LayoutBenchManual
import LayoutModel

/// A list of cells one below the other, each of as many views, by hand.
///
/// Where a content changes, its cell is laid out again, and the cells below it move: so an
/// application keeps its list.
protocol HandWrittenList: HandWrittenCode {
  /// The number of the first view of the first cell.
  static var firstCell: Int { get }
  /// The number of views in a cell.
  static var viewsInCell: Int { get }
  /// The distance from the start of a cell to the top of its first view, points.
  static var inset: Double { get }
  /// True if the first view of a cell contains the others, and moves them.
  static var isCellSuperview: Bool { get }

  /// Writes the frames of a cell's views.
  ///
  /// - Parameters:
  ///   - cell: the number of its first view.
  ///   - y: its start, points.
  ///   - root: the root's size, points.
  ///   - content: the sizes of contents.
  ///   - frames: the frames.
  /// - Returns: the start of the next cell, points.
  static func layOut(
    cell: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double

  /// Writes the frames of the views before the first cell.
  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames)
}

extension HandWrittenList {
  static var firstCell: Int { 1 }
  static var inset: Double { 0 }
  static var isCellSuperview: Bool { false }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {}

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOutAround(root, frames)
    var y = 0.0
    for cell in stride(from: firstCell, to: frames.count, by: viewsInCell) {
      y = layOut(cell: cell, y: y, root, content, frames)
    }
  }

  static func container(of view: Int) -> Int {
    view < firstCell ? 0 : view - (view - firstCell) % viewsInCell
  }

  static func layOut(
    container cell: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let end = layOut(cell: cell, y: frames[cell].y - inset, root, content, frames)
    let next = cell + viewsInCell
    guard next < frames.count else { return }
    let distance = end - (frames[next].y - inset)
    guard distance != 0 else { return }
    for view in stride(from: next, to: frames.count, by: isCellSuperview ? viewsInCell : 1) {
      frames[view].y += distance
    }
  }
}
