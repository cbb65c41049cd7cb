package import LayoutModel

/// Groups engines whose frames agree, and decides which group is right.
package struct Agreement {
  /// Frames of one engine in several states.
  struct Entry {
    let label: String
    let dialect: DialectName
    let states: [[Rect]]
    /// True if the engine computes with rational numbers.
    var isExact = false
  }

  /// A view whose frame differs from the judge's, in a state.
  struct Dissent {
    let state: Int
    let view: Int
    /// The label of the engine that it was compared with, and the frame there.
    let judge: String
    let expected: Rect
    let found: Rect
  }

  /// Frames may differ by this many points up to 1 point, and relatively above.
  static let tolerance = 1e-6

  /// The largest number of a frame, points, up to which engines are held to the tolerance: where
  /// frames are larger, the digits of a layout do not suffice for every smaller one beside them.
  package static let greatestNumber = 1e6

  /// The greatest distance of a view from the root's corner, points, up to which engines are held
  /// to the tolerance: its own offset and those of its superviews, whatever their signs, added.
  package static let greatestDistance = 1e7

  /// True if no number of a frame, and no distance from the root's corner, is beyond the greatest
  /// of the promise.
  package static func isWithinPromise(_ frames: [Rect], in tree: ViewTree) -> Bool {
    var distances = [Point](repeating: .zero, count: frames.count)
    for view in tree.views where view.index < frames.count {
      let frame = frames[view.index]
      guard !(max(abs(frame.x), abs(frame.y), frame.width, frame.height) > greatestNumber) else {
        return false
      }
      let outer = tree.superview(of: view).map { distances[$0.index] } ?? .zero
      let distance = Point(x: outer.x + abs(frame.x), y: outer.y + abs(frame.y))
      guard !(max(distance.x, distance.y) > greatestDistance) else { return false }
      distances[view.index] = distance
    }
    return true
  }

  private let entries: [Entry]
  /// Entries that agree in all states, by index.
  private let groups: [[Int]]
  private let right: Int?

  init(_ entries: [Entry]) {
    self.entries = entries
    var groups: [[Int]] = []
    for index in entries.indices {
      let place = groups.firstIndex {
        // Compared with all of them: an engine without the least size agrees with two that differ.
        $0.allSatisfy { Self.difference(entries[$0].states, entries[index].states) == nil }
      }
      if let place { groups[place].append(index) } else { groups.append([index]) }
    }
    self.groups = groups
    right =
      Self.majority(of: groups.map { $0.map { entries[$0].dialect } })
      ?? Self.exact(of: groups, entries)
  }

  /// The first difference of each wrong entry from another one; `nil` for a right entry.
  ///
  /// Entries outside the majority of dialects are wrong; without a majority, those that differ from
  /// an engine that computes exactly, and where there is none, all are.
  var dissents: [Dissent?] {
    var dissents = [Dissent?](repeating: nil, count: entries.count)
    guard groups.count > 1 else { return dissents }
    for (number, group) in groups.enumerated() where number != right {
      let judges = right.map { groups[$0] } ?? groups.first { $0[0] != group[0] }
      for index in group {
        // An engine without the least size has no difference from those that have it.
        let judge = judges?.first {
          Self.difference(entries[$0].states, entries[index].states) != nil
        }
        guard let judge,
          let (state, view) = Self.difference(entries[judge].states, entries[index].states)
        else { continue }
        dissents[index] = Dissent(
          state: state, view: view, judge: entries[judge].label,
          expected: entries[judge].states[state][view], found: entries[index].states[state][view])
      }
    }
    return dissents
  }

  /// The largest difference of each entry's frames to those that it agrees with, points.
  var deviations: [Double] {
    var deviations = [Double](repeating: 0, count: entries.count)
    for group in groups {
      for index in group {
        deviations[index] = group.reduce(0) {
          max($0, Self.deviation(entries[index].states, entries[$1].states))
        }
      }
    }
    return deviations
  }

  /// The group of an engine that computes exactly, where engines of its own dialect are divided.
  private static func exact(of groups: [[Int]], _ entries: [Entry]) -> Int? {
    guard let judge = entries.indices.first(where: { entries[$0].isExact }) else { return nil }
    let divided = groups.count { group in
      group.contains { entries[$0].dialect == entries[judge].dialect }
    }
    return divided > 1 ? groups.firstIndex { $0.contains(judge) } : nil
  }

  /// The only group that contains more than half of the dialects; `nil` where none or two do.
  ///
  /// A dialect counts once per group, however many engines read it.
  private static func majority(of groups: [[DialectName]]) -> Int? {
    let count = Set(groups.joined()).count
    let large = groups.indices.filter { 2 * Set(groups[$0]).count > count }
    return large.count == 1 ? large[0] : nil
  }

  /// True if frames of all views agree.
  package static func holds(_ one: [Rect], _ other: [Rect]) -> Bool {
    difference(one, other) == nil
  }

  /// The index of the first view whose frames differ.
  ///
  /// Views that are out in both do not differ, nor does a root of which one engine does not return
  /// the least size.
  static func difference(_ one: [Rect], _ other: [Rect]) -> Int? {
    zip(one, other).enumerated().first { view, frames in
      let (first, second) = (frames.0.x.isNaN, frames.1.x.isNaN)
      if view == 0 ? first || second : first && second { return false }
      return !frames.0.isClose(to: frames.1, within: tolerance)
    }?.offset
  }

  /// The first state and view in which frames of an engine that rounds lie more than its grid from
  /// right ones.
  ///
  /// - Parameters:
  ///   - right: frames in several states.
  ///   - other: the frames of the engine.
  ///   - grid: the distance of the positions that the engine rounds to, points.
  /// - Returns: `nil` where no frame does.
  static func difference(
    from right: [[Rect]], of other: [[Rect]], within grid: Double
  ) -> (state: Int, view: Int)? {
    for (state, (one, another)) in zip(right, other).enumerated() {
      let place = one.indices.first { view in
        let (first, second) = (one[view], another[view])
        let isFirst = view == 0
        if first.x.isNaN || second.x.isNaN {
          return !isFirst && first.x.isNaN != second.x.isNaN
        }
        // Above 1 point the usual tolerance is relative; a grid is not.
        return !first.isClose(to: second, within: tolerance)
          && !first.isNear(second, within: grid * 1.001)
      }
      if let place { return (state, place) }
    }
    return nil
  }

  /// The first state and view in which frames differ.
  private static func difference(
    _ first: [[Rect]], _ second: [[Rect]]
  ) -> (state: Int, view: Int)? {
    for state in 0..<min(first.count, second.count) {
      let (one, other) = (first[state], second[state])
      let view = difference(one, other)
      if let view { return (state, view) }
    }
    return nil
  }

  static func deviation(_ first: [[Rect]], _ second: [[Rect]]) -> Double {
    var most = 0.0
    for (one, other) in zip(first, second) {
      for (frame, reference) in zip(one, other) where !frame.x.isNaN && !reference.x.isNaN {
        most = max(most, frame.deviation(from: reference))
      }
    }
    return most
  }
}

extension Rect {
  /// True if each number is within a distance of another rectangle's, points.
  fileprivate func isNear(_ other: Rect, within distance: Double) -> Bool {
    abs(x - other.x) <= distance && abs(y - other.y) <= distance
      && abs(width - other.width) <= distance && abs(height - other.height) <= distance
  }
}
