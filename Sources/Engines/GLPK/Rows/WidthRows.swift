import Constraints
import LayoutBenchFunctions
import LayoutModel

/// The constraints along x that decide the widths of texts, where some others are about both axes.
///
/// A logo that is as wide as it is high joins its width with heights, yet seldom with the width of a text:
/// what required constraints along x determine, such as the edges of a card, does not join what depends on it.
struct WidthRows {
  let rows: ConstraintRows
  /// The places of them among all.
  let places: [Int]

  /// Finds the constraints; `nil` where the height of a text may change the width of one.
  ///
  /// - Parameters:
  ///   - all: all constraints.
  ///   - places: the places of those along x alone, and of all others.
  ///   - numbers: the numbers that constraints along x determine.
  ///   - tree: the views, with their texts.
  init?(
    of all: ConstraintRows, _ places: AxisPair<[Int]>, _ numbers: borrowing DeterminedNumbers,
    in tree: ViewTree
  ) {
    // 1 Numbers along x are joined where a constraint is about them; with the root's where one is about heights.
    let joined = JoinedSets(count: 4 * tree.count)
    let open = Arena<Bool>(repeating: false, count: 4 * tree.count)
    for number in 4..<max(4, 4 * tree.count) where number & 1 == 0 {
      open[number] = numbers[RootUnknown(Int32(number))] == nil
    }
    for place in places.horizontal {
      var first: Int32?
      all.forEachUnknown(of: all.rows[place]) { unknown in
        guard open[unknown.index] else { return }
        if let first { joined.join(first, unknown.index) } else { first = unknown.index }
      }
    }
    for place in places.vertical {
      all.forEachUnknown(of: all.rows[place]) { unknown in
        if open[unknown.index] { joined.join(0, unknown.index) }
      }
    }
    // 2 No text may be among those of heights.
    let isOfText = Arena<Bool>(repeating: false, count: 4 * tree.count)
    for view in tree.texts.keys where view != .root {
      let width = RootUnknown(view: view.index, side: 2)
      guard open[width.index] else { continue }
      isOfText[joined.find(width.index)] = true
    }
    guard !isOfText[joined.find(0)] else { return nil }
    // 3 The constraints of texts, and of what all constraints may begin at.
    func isLeftOut(_ unknown: RootUnknown) -> Bool {
      open[unknown.index] && !isOfText[joined.find(unknown.index)]
    }
    self.places = places.horizontal.filter { place in
      var isOfTexts = true
      all.forEachUnknown(of: all.rows[place]) { if isLeftOut($0) { isOfTexts = false } }
      return isOfTexts
    }
    rows = all.part(
      self.places, flat: FlatNumbers(.vertical, count: tree.count, isLeftOut))
    // 4 A number may be determined by constraints in which those that are left out cancel each other.
    guard let kept = DeterminedNumbers(rows, in: tree) else { return nil }
    var areKept = true
    func check(_ unknown: RootUnknown) {
      if !open[unknown.index], kept[unknown] == nil { areKept = false }
    }
    for place in self.places { all.forEachUnknown(of: all.rows[place], check) }
    for view in tree.texts.keys where view != .root {
      check(RootUnknown(view: view.index, side: 2))
    }
    guard areKept else { return nil }
  }
}
