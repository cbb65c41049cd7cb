import Constraints
import LayoutBenchFunctions
import LayoutModel

/// The ways to find the widths of texts before their heights.
enum AxisDivision {
  /// No width depends on a height.
  case apart(AxisParts)
  /// No width of a text depends on a height.
  case widthsFirst(WidthRows)
  /// The height of a text may change the width of one.
  case together

  /// Divides constraints; a row about nothing but the root counts as horizontal.
  ///
  /// - Parameters:
  ///   - written: all constraints.
  ///   - rows: the same as rows.
  ///   - tree: the views, with their texts.
  init(_ written: ConstraintList, _ rows: ConstraintRows, in tree: ViewTree) {
    let (places, mixed) = rows.placesByAxis()
    let horizontal = rows.part(places.horizontal, flat: .vertical)
    guard !mixed.isEmpty else {
      self = .apart(AxisParts(written, rows, horizontal, places, RatioConstraints()))
      return
    }
    self = .together
    guard let numbers = DeterminedNumbers(horizontal, in: tree) else { return }
    if let ratios = RatioConstraints(mixed, numbers) {
      self = .apart(AxisParts(written, rows, horizontal, places, ratios))
    } else if let widths = WidthRows(of: rows, places, numbers, in: tree) {
      self = .widthsFirst(widths)
    }
  }
}

extension ConstraintRows {
  /// Divides the rows: along x, and all others; those about both axes also by their places among these.
  fileprivate func placesByAxis() -> (places: AxisPair<[Int]>, mixed: [(place: Int, row: Row)]) {
    var places = AxisPair<[Int]>([], [])
    var mixed: [(place: Int, row: Row)] = []
    for place in rows.indices {
      switch axis(ofRow: place) {
      case .horizontal: places.horizontal.append(place)
      case .vertical: places.vertical.append(place)
      case nil:
        mixed.append((places.vertical.count, rows[place]))
        places.vertical.append(place)
      }
    }
    return (places, mixed)
  }
}

/// The constraints along each axis, where no width depends on a height.
struct AxisParts {
  let written: AxisPair<ConstraintList>
  let rows: AxisPair<ConstraintRows>
  /// The places of them among all.
  let places: AxisPair<[Int]>
  let ratios: RatioConstraints

  fileprivate init(
    _ written: ConstraintList, _ rows: ConstraintRows, _ horizontal: ConstraintRows,
    _ places: AxisPair<[Int]>, _ ratios: RatioConstraints
  ) {
    let heights = ratios.heights
    self.rows = AxisPair(
      horizontal, rows.part(places.vertical, flat: .horizontal, reading: heights))
    self.written = AxisPair(
      written.part(places.horizontal), written.part(places.vertical, reading: heights))
    self.places = places
    self.ratios = ratios
  }
}

/// The numbers along x that required constraints determine.
struct DeterminedNumbers: ~Copyable {
  private var elimination: Elimination<RootSide, AffineNumber>

  /// Solves the required equalities along x; `nil` where they conflict.
  init?(_ horizontal: borrowing ConstraintRows, in tree: ViewTree) {
    elimination = Elimination(unknownCount: 4 * tree.count)
    let numbers = ParameterNumbers(.rootSize)
    elimination.setGiven(horizontal, in: tree, numbers)
    guard elimination.add(horizontal, numbers, isRequired: true) else { return nil }
  }

  /// A number as a function of the root's width alone; `nil` where it is none.
  subscript(unknown: RootUnknown) -> AffineNumber? {
    let link = elimination.find(unknown)
    guard link.parent.isNone, link.form.isTame, abs(link.form.perHeight) < 1e-12 else {
      return nil
    }
    return link.form
  }
}
