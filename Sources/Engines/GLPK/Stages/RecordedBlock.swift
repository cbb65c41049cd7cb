import LayoutBenchFunctions
import LayoutModel

/// The unknowns of a component as sums of the points of its hinges, as long as the same constraints
/// yield.
final class RecordedBlock {
  // Never accessed twice at a time: Swift's checks of that were a tenth of an edit that makes other
  // constraints yield.
  @exclusivity(unchecked) var graph: LinearGraph
  /// True if any of its unknowns may have changed since they were last read.
  @exclusivity(unchecked) var isUnread = true
  /// The number of changes that it was right at.
  @exclusivity(unchecked) var uses = 0

  init(_ graph: consuming LinearGraph) { self.graph = graph }

  /// Computes the unknowns.
  ///
  /// - Returns: whether the same constraints yield as before.
  func update() -> Bool {
    if graph.update() { return true }
    isUnread = true
    return false
  }
}

/// The points of hinges, and the components that each is an input of.
struct PointRoutes: ~Copyable {
  /// An input of a component.
  struct Target: BitwiseCopyable {
    let component: Int32
    let input: Int32
  }

  /// The number of each point in the recorder: an input or a sum.
  private(set) var points = Arena<Int32>(capacity: 64)
  /// The points of each component, in the order of its inputs, one component after the other.
  private var sources = Arena<Int32>(capacity: 64)
  private var firstSource = Arena<Int32>(capacity: 16)
  /// The targets of each point, one point after the other.
  private let targets: Arena<Target>
  private let firstTarget: Arena<Int32>

  /// Finds the points of all components.
  init(_ solver: borrowing FunctionalSolver<RecordedNumber>) {
    var all = LinearRecorder.Leaves()
    var own = LinearRecorder.Leaves()
    for component in solver.components.all.indices {
      firstSource.append(Int32(sources.count))
      own.removeAll()
      solver.forEachPoint(ofComponent: component) { point in
        guard point.root >= 0 else { return }
        all.add(point.root)
        own.add(point.root)
      }
      for input in 0..<own.count { sources.append(all.number(of: own[input])) }
    }
    firstSource.append(Int32(sources.count))
    for point in 0..<all.count { points.append(all[point]) }
    // The targets of each point, counted first.
    let first = Arena<Int32>(repeating: 0, count: all.count + 1)
    for index in sources.indices { first[sources[index] + 1] += 1 }
    first.sumUp()
    targets = Arena(repeating: Target(component: 0, input: 0), count: sources.count)
    for component in solver.components.all.indices {
      for index in firstSource[component]..<firstSource[component + 1] {
        let point = sources[index]
        targets[first[point]] = Target(
          component: Int32(component), input: index - firstSource[component])
        first[point] += 1
      }
    }
    first.moveBack()
    firstTarget = first
  }

  /// The places of the targets of a point.
  func targets(of point: Int) -> Range<Int32> { firstTarget[point]..<firstTarget[point + 1] }

  /// A target by its place.
  func target(_ place: Int32) -> Target { targets[place] }

  /// Visits the points of a component, in the order of its inputs.
  @inline(__always)
  func forEachSource(of component: Int, _ visit: (_ input: Int, _ point: Int) -> Void) {
    let first = firstSource[component]
    for index in first..<firstSource[component + 1] {
      visit(Int(index - first), Int(sources[index]))
    }
  }
}
