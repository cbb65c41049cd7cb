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
    let list = rows.rows.span
    (rowCount, outHash) = (list.count, rows.outHash)
    first = Arena(repeating: 0, count: 4 * tree.count + 1)
    var places = Arena<Term<RootSide>>(capacity: 8)
    var terms = Arena<Term<FrameSide>>(capacity: 8)
    var count = 0
    for row in list.indices where list[unchecked: row].isRequired {
      guard count <= 16 * list.count else { break }
      terms.removeAll()
      rows.append(list[unchecked: row], relativeIn: tree, &places, to: &terms)
      count += terms.count
      for index in terms.indices { first[Int(terms[index].unknown.index) + 1] &+= 1 }
    }
    areTooMany = count > 16 * list.count
    uses = Arena(repeating: 0, count: areTooMany ? 0 : count)
    guard !areTooMany else { return }
    first.sumUp()
    for row in list.indices where list[unchecked: row].isRequired {
      terms.removeAll()
      rows.append(list[unchecked: row], relativeIn: tree, &places, to: &terms)
      for index in terms.indices {
        let number = Int(terms[index].unknown.index)
        uses[first[number]] = Int32(truncatingIfNeeded: row)
        first[number] &+= 1
      }
    }
    first.moveBack()
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
