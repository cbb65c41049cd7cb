import Constraints
import LayoutModel

/// The views of a scene that are removed from a plan, and the constraints that wait for them.
struct AbsentViews {
  /// The presence of a view.
  private enum Presence: UInt8 {
    case present
    /// It is inside an absent view.
    case within
    /// It was removed itself, and stays absent when a superview is restored.
    case out
  }

  /// The presence of each view; empty until one is removed.
  private var presences: [Presence] = []
  /// The content size of each view while it is absent.
  private var contents: [IntrinsicSize] = []
  /// The places of the constraints that fix the numbers of each view while it is absent, so that
  /// none is left open; empty until it is removed for the first time.
  private var pins: [[Int]] = []
  /// For each place, true if such a constraint stands there.
  private var isPin: [Bool] = []
  /// The first of the constraints that wait for each view; -1 where none does.
  private var firstWaiting: [Int32] = []
  /// For each place, the view that the constraint there waits for, and the next one that waits for
  /// it; -1 where there is none.
  private var waiting: [(view: Int32, next: Int32)] = []
  private var places: [Int] = []

  /// True if no view has been removed yet.
  var isEmpty: Bool { presences.isEmpty }

  /// Returns true if a view is absent.
  func contains(_ view: ViewID) -> Bool {
    !presences.isEmpty && presences[view.index] != .present
  }

  /// Removes a view and its descendants: no constraint names them, and their numbers are fixed, so
  /// that none is left open.
  mutating func remove(_ view: ViewID, from system: inout ConstraintSystem) {
    if presences.isEmpty {
      let count = system.tree.count
      presences = Array(repeating: .present, count: count)
      contents = Array(repeating: IntrinsicSize(nil, nil), count: count)
      pins = Array(repeating: [], count: count)
      firstWaiting = Array(repeating: -1, count: count)
    }
    guard presences[view.index] != .out else { return }
    // The last first, as the last constraint of a view is found first.
    for index in system.tree.indices(in: view).reversed() where presences[index] == .present {
      takeOutConstraints(of: ViewID(index), in: &system)
    }
    for index in system.tree.indices(in: view) where presences[index] == .present {
      let view = ViewID(index)
      contents[index] = system.tree.intrinsicSize(of: view)
      if contents[index] != IntrinsicSize(nil, nil) {
        system.setContent(IntrinsicSize(nil, nil), of: view)
      }
      presences[index] = .within
      pin(view, in: &system)
    }
    presences[view.index] = .out
  }

  private mutating func takeOutConstraints(
    of view: ViewID, in system: inout ConstraintSystem
  ) {
    places.removeAll(keepingCapacity: true)
    system.appendPlaces(of: view, to: &places)
    for place in places where !system.rows.rows[place].isOut && !isPin(place) {
      system.takeOut(place)
      wait(place, for: Int32(view.index))
    }
  }

  private func isPin(_ place: Int) -> Bool { place < isPin.count && isPin[place] }

  private mutating func wait(_ place: Int, for view: Int32) {
    while waiting.count <= place { waiting.append((-1, -1)) }
    waiting[place] = (view, firstWaiting[Int(view)])
    firstWaiting[Int(view)] = Int32(place)
  }

  /// Fixes the numbers of a view at 0.
  private mutating func pin(_ view: ViewID, in system: inout ConstraintSystem) {
    guard pins[view.index].isEmpty else {
      for place in pins[view.index] { system.putBack(place) }
      return
    }
    let superview = system.tree.superview(of: view) ?? .root
    for (side, attribute) in [Attribute.left, .top, .width, .height].enumerated()
    where !system.rows.flat.contains(.init(view: view.index, side: side)) {
      let second = attribute.isSize ? nil : LinearConstraint.Item(superview, attribute)
      guard
        let constraint = try? LinearConstraint(
          .init(view, attribute), .equal, second, in: system.tree)
      else { continue }
      let place = system.addPin(constraint)
      pins[view.index].append(place)
      while isPin.count <= place { isPin.append(false) }
      isPin[place] = true
    }
  }

  /// Stores another content size of an absent view, for when it is restored.
  ///
  /// - Returns: whether the view is absent.
  mutating func edit(
    _ view: ViewID, intrinsic: IntrinsicSize, in system: inout ConstraintSystem
  ) -> Bool {
    guard contains(view) else { return false }
    let old = contents[view.index]
    let size = system.hasFixedContent ? old.replaced(by: intrinsic) : intrinsic
    guard size != old else { return true }
    contents[view.index] = size
    // Records know new sizes, but no axis that has none, or has one now.
    let isAsBefore =
      (old.horizontal == nil) == (size.horizontal == nil)
      && (old.vertical == nil) == (size.vertical == nil)
    system.outdatePresences(keepsRecords: isAsBefore)
    return true
  }

  /// Removes a constraint from those that wait.
  ///
  /// - Returns: whether it waited for a view.
  mutating func forget(_ place: Int) -> Bool {
    guard place < waiting.count, waiting[place].view >= 0 else { return false }
    let view = Int(waiting[place].view)
    if firstWaiting[view] == place {
      firstWaiting[view] = waiting[place].next
    } else {
      var before = Int(firstWaiting[view])
      while waiting[before].next != place { before = Int(waiting[before].next) }
      waiting[before].next = waiting[place].next
    }
    waiting[place] = (-1, -1)
    return true
  }

  /// Restores a view and its descendants, and the constraints that name no absent view any more.
  mutating func restore(_ view: ViewID, to system: inout ConstraintSystem) {
    guard !presences.isEmpty, presences[view.index] == .out else { return }
    presences[view.index] = .within
    let superview = system.tree.superview(of: view) ?? .root
    guard presences[superview.index] == .present else { return }
    let restored = system.tree.indices(in: view)
    var index = restored.lowerBound
    while index < restored.upperBound {
      guard presences[index] != .out else {
        index = system.tree.indices(in: ViewID(index)).upperBound
        continue
      }
      presences[index] = .present
      index += 1
    }
    for index in restored.reversed() where presences[index] == .present {
      for place in pins[index].reversed() { system.takeOut(place) }
      if contents[index] != IntrinsicSize(nil, nil) {
        system.setContent(contents[index], of: ViewID(index))
      }
    }
    for index in restored where presences[index] == .present {
      putBack(waitingFor: index, to: &system)
    }
  }

  /// Puts the constraints back that waited for a view, unless they name another that is absent.
  private mutating func putBack(waitingFor view: Int, to system: inout ConstraintSystem) {
    var place = firstWaiting[view]
    firstWaiting[view] = -1
    while place >= 0 {
      let next = waiting[Int(place)].next
      var other: Int32 = -1
      system.rows.forEachUnknown(ofRowOut: Int(place)) { unknown in
        if presences[unknown.view] != .present { other = Int32(unknown.view) }
      }
      if other < 0 {
        waiting[Int(place)] = (-1, -1)
        system.putBack(Int(place))
      } else {
        wait(Int(place), for: other)
      }
      place = next
    }
  }
}
