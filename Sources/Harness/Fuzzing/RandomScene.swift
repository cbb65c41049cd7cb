/// A scene that is made from a seed alone, and can be made smaller while it fails.
package protocol RandomScene {
  /// The scene of a seed.
  init(seed: UInt64)

  /// The scene file.
  var text: String { get }

  /// Every scene that is smaller by one part.
  var smaller: [Self] { get }
}

extension RandomScene {
  /// The scene after a change.
  func changed(_ change: (inout Self) -> Void) -> Self {
    var other = self
    change(&other)
    return other
  }

  /// Leaves out part after part for as long as the scene still fails.
  package func shrunk(_ fails: (Self) -> Bool) -> Self {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }
}
