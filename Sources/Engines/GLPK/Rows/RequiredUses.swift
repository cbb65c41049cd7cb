import Constraints
import LayoutBenchFunctions
import LayoutModel

/// The required constraints of each number of a frame.
///
/// With them only those constraints are checked that changed numbers concern, not all.
final class RequiredUses {
  /// For each number the first of its rows in `uses`; the last element is the end.
  private let first: Arena<Int32>
  private let uses: Arena<Int32>
  /// The rows that it is about.
  private let rowCount: Int
  private let outHash: UInt64
  // Memory that each check uses again.
  @exclusivity(unchecked) private var places = Arena<Term<RootSide>>(capacity: 8)
  @exclusivity(unchecked) private var terms = Arena<Term<FrameSide>>(capacity: 8)

  /// True if multipliers of places make the constraints so long that to check all is cheaper.
  let areTooMany: Bool

  /// The required constraints among rows.
  init(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    (rowCount, outHash) = (rows.rows.count, rows.outHash)
    let first = Arena<Int32>(repeating: 0, count: 4 * tree.count + 1)
    let most = 16 * rowCount
    var count = 0
    Self.forEachUse(rows, in: tree) { number, _ in
      first[number + 1] &+= 1
      count += 1
      return count <= most
    }
    areTooMany = count > most
    let uses = Arena<Int32>(repeating: 0, count: areTooMany ? 0 : count)
    if !areTooMany {
      first.sumUp()
      Self.forEachUse(rows, in: tree) { number, row in
        uses[first[number]] = row
        first[number] &+= 1
        return true
      }
      first.moveBack()
    }
    self.first = first
    self.uses = uses
  }

  /// Visits each number of each required row, until `visit` returns false.
  @inline(__always)
  private static func forEachUse(
    _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ visit: (_ number: Int, _ row: Int32) -> Bool
  ) {
    let list = rows.rows.span
    var places = Arena<Term<RootSide>>(capacity: 8)
    var terms = Arena<Term<FrameSide>>(capacity: 8)
    for row in list.indices where list[unchecked: row].isRequired {
      terms.removeAll()
      rows.append(list[unchecked: row], relativeIn: tree, &places, to: &terms)
      for index in terms.indices {
        let number = Int(terms[index].unknown.index)
        guard visit(number, Int32(truncatingIfNeeded: row)) else { return }
      }
    }
  }

  /// Returns true if it is about these rows.
  func isAbout(_ rows: borrowing ConstraintRows) -> Bool {
    rowCount == rows.rows.count && outHash == rows.outHash
  }

  /// Holds changed numbers against the constraints about them.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - numbers: the numbers of all frames, as its outputs.
  /// - Returns: whether all required constraints among these are satisfied, within rounding.
  func hold(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ numbers: borrowing LinearGraph
  ) -> Bool {
    for place in 0..<numbers.changedCount {
      let number = numbers.changedOutput(place)
      let value = numbers.output(number)
      guard value.isFinite else { return false }
      if number > 3, number & 2 != 0 {
        guard value >= -1e-6 * (1 + abs(numbers.output(number - 2))) else { return false }
      }
      for use in first[number]..<first[number + 1] {
        guard holds(rows.rows[Int(uses[use])], rows, in: tree, numbers) else { return false }
      }
    }
    return true
  }

  private func holds(
    _ row: ConstraintRows.Row, _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ numbers: borrowing LinearGraph
  ) -> Bool {
    terms.removeAll()
    rows.append(row, relativeIn: tree, &places, to: &terms)
    var (sum, largest) = (row.constant, max(1, abs(row.constant)))
    for index in terms.indices {
      let part = terms[index].coefficient * numbers.output(Int(terms[index].unknown.index))
      sum += part
      largest = max(largest, abs(part))
    }
    return row.relation.violation(of: sum) <= 1e-6 * largest
  }
}
