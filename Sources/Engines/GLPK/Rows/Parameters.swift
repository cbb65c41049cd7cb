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

/// The constants in constraints, as elimination computes with them.
protocol ConstraintNumbers<Form> {
  associatedtype Form: LinearNumber

  /// A side of the root.
  func root(_ axis: Axis, of tree: ViewTree) -> Form

  /// The value of an unknown that is known beforehand.
  func known(_ value: AffineNumber) -> Form

  /// The constant of a row.
  func constant(of row: ConstraintRows.Row, at place: Int) -> Form

  /// The size of a view's content.
  func content(_ size: Double, _ axis: Axis, of view: Int) -> Form
}

/// Constants of which some may be parameters.
struct ParameterNumbers: ConstraintNumbers {
  private let parameters: Parameters
  private let row: Int
  private let view: Int

  init(_ parameters: Parameters) {
    self.parameters = parameters
    (row, view) = (parameters.row, parameters.view)
  }

  func root(_ axis: Axis, of tree: ViewTree) -> AffineNumber { parameters.root(axis, of: tree) }

  @inline(__always)
  func known(_ value: AffineNumber) -> AffineNumber { value }

  @inline(__always)
  func constant(of row: ConstraintRows.Row, at place: Int) -> AffineNumber {
    guard place == self.row else { return AffineNumber(constant: row.constant) }
    return AffineNumber(constant: row.base, perWidth: -1)
  }

  @inline(__always)
  func content(_ size: Double, _ axis: Axis, of view: Int) -> AffineNumber {
    guard view == self.view else { return AffineNumber(constant: size) }
    return axis == .horizontal ? AffineNumber(perWidth: 1) : AffineNumber(perHeight: 1)
  }
}
