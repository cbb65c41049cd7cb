/// Numbers of views that are 0 because no row is about them.
struct FlatNumbers {
  static let none = FlatNumbers(ofAll: 0)
  /// Left and width, of all views.
  static let horizontal = FlatNumbers(ofAll: 0b0101)
  /// Top and height, of all views.
  static let vertical = FlatNumbers(ofAll: 0b1010)

  /// Those of every view, a bit for each side.
  private let ofAll: UInt8
  /// All of each view; empty where all views have the same.
  private let ofViews: [UInt8]

  private init(ofAll sides: UInt8) {
    ofAll = sides
    ofViews = []
  }

  /// Numbers of some views beside those of all.
  ///
  /// - Parameters:
  ///   - all: those of every view.
  ///   - count: the number of views.
  ///   - isFlat: returns true for each other number that is 0.
  init(_ all: FlatNumbers, count: Int, _ isFlat: (RootUnknown) -> Bool) {
    ofAll = all.ofAll
    ofViews = (0..<count).map { view in
      (0..<4).reduce(all.ofAll) { sides, side in
        sides | (isFlat(.init(view: view, side: side)) ? 1 << side : 0)
      }
    }
  }

  /// The numbers of a view, a bit for each side.
  @inline(__always)
  subscript(view: Int) -> UInt8 {
    let sides = ofViews.span
    return sides.isEmpty ? ofAll : sides[view]
  }

  /// Visits those of so many views, without the root.
  @inline(__always)
  func forEach(ofViews count: Int, _ visit: (RootUnknown) -> Void) {
    if ofViews.isEmpty {
      guard ofAll != 0 else { return }
      for side in 0..<4 where ofAll >> side & 1 == 1 {
        for view in 1..<max(1, count) { visit(.init(view: view, side: side)) }
      }
    } else {
      for view in 1..<max(1, count) {
        for side in 0..<4 where ofViews[view] >> side & 1 == 1 {
          visit(.init(view: view, side: side))
        }
      }
    }
  }

  /// Returns true if a number is among them.
  func contains(_ unknown: RootUnknown) -> Bool { self[unknown.view] >> unknown.side & 1 == 1 }

  /// Returns how many there are of so many views, without the root.
  func count(ofViews count: Int) -> Int {
    ofViews.isEmpty
      ? ofAll.nonzeroBitCount * (count - 1)
      : ofViews.dropFirst().reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
