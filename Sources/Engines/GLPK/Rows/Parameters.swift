import LayoutBenchFunctions
import LayoutModel

/// The two numbers that the frames of a layout are functions of, all others being constants.
///
/// Solving for the root's size makes resizes cheap, solving for a number that is edited makes edits
/// cheap, by the same stages. `AffineNumber` and `Size` call the two width and height.
enum Parameters: Equatable {
  /// The root's width and height.
  case rootSize
  /// A view's content width and height.
  case content(ViewID)
  /// The constant of a constraint, by its row; the second number has no meaning.
  case constant(Int)

  /// No parameter: all numbers are constants.
  static let none = Parameters.constant(-1)

  /// A side of the root.
  func root(_ axis: Axis, of tree: ViewTree) -> AffineNumber {
    guard self == .rootSize else {
      let size = tree.rootSize
      return AffineNumber(constant: axis == .horizontal ? size.width : size.height)
    }
    return axis == .horizontal ? AffineNumber(perWidth: 1) : AffineNumber(perHeight: 1)
  }

  /// The view whose content size is a parameter; -1 where none is.
  var view: Int {
    if case .content(let view) = self { view.index } else { -1 }
  }

  /// The row whose constant is a parameter; -1 where none is.
  var row: Int {
    if case .constant(let row) = self { row } else { -1 }
  }
}
