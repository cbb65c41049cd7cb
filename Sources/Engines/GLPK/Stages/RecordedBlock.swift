import LayoutBenchFunctions
import LayoutModel

/// The unknowns of a component as sums of the points of its hinges, as long as the same constraints
/// yield.
final class RecordedBlock {
  var graph: LinearGraph
  /// True if any of its unknowns may have changed since they were last read.
  var isUnread = true

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
    for point in 0..<all.count { first[point + 1] += first[point] }
    let places = Arena<Int32>(repeating: 0, count: all.count)
    for point in 0..<all.count { places[point] = first[point] }
    targets = Arena(repeating: Target(component: 0, input: 0), count: sources.count)
    for component in solver.components.all.indices {
      for index in firstSource[component]..<firstSource[component + 1] {
        let point = sources[index]
        targets[places[point]] = Target(
          component: Int32(component), input: index - firstSource[component])
        places[point] += 1
      }
    }
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

/// Solves the components of a layout one by one, and records each.
struct BlockSolver: ~Copyable {
  private let recorder: Placed<LinearRecorder>
  private var solver: FunctionalSolver<RecordedNumber>
  private let shortcuts: Shortcuts
  let routes: PointRoutes
  /// The sums and requirements ahead of those of a component: points are made of these.
  private let firstSum: Int
  private let firstRoot: Int
  private var leaves = LinearRecorder.Leaves()

  /// Solves nothing yet.
  ///
  /// - Parameters:
  ///   - solver: the components.
  ///   - recorder: the recorder of their numbers, in which there is nothing else.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  init(
    _ solver: consuming FunctionalSolver<RecordedNumber>, _ recorder: Placed<LinearRecorder>,
    _ shortcuts: Shortcuts
  ) {
    routes = PointRoutes(solver)
    self.solver = solver
    self.recorder = recorder
    self.shortcuts = shortcuts
    firstSum = recorder.address.pointee.sumCount
    firstRoot = recorder.address.pointee.requirementCount
  }

  /// The number of components.
  var count: Int { solver.components.all.count }

  /// The counts of work, simplex iterations and runs since `begin`.
  var work: (CoreWork, iterations: Int, solves: Int) {
    (solver.work, solver.iterations - before.iterations, solver.solves - before.solves)
  }
  private var before = (iterations: 0, solves: 0)

  /// Begins to solve at other values of the inputs.
  ///
  /// - Parameter graph: a graph whose first inputs are those of the recorder.
  mutating func begin(as graph: borrowing LinearGraph) {
    recorder.address.pointee.updateSums(as: graph)
    solver.begin()
    before = (solver.iterations, solver.solves)
  }

  /// The graph of all points.
  mutating func pointGraph() -> LinearGraph {
    let record = recorder.address
    leaves.removeAll()
    leaves.add(0..<Int32(record.pointee.inputs))
    var numbers = Arena<RecordedNumber>(capacity: routes.points.count)
    for point in routes.points.indices {
      numbers.append(record.pointee.number(routes.points[point], record))
    }
    return record.pointee.graph(
      of: 0..<firstSum, roots: 0..<firstRoot, outputs: numbers, leaves: &leaves)
  }

  /// Solves a component at the present values of its points.
  ///
  /// - Parameters:
  ///   - component: its number.
  ///   - root: the root's size.
  /// - Returns: the block, computed; `nil` where something is left open, the answer is right at the
  ///   present points only, or there is none.
  mutating func solve(_ component: Int, at root: Size) -> RecordedBlock? {
    let record = recorder.address
    defer { record.pointee.drop(sumsFrom: firstSum, rootsFrom: firstRoot) }
    var conditions = RecordedConditions(of: record)
    guard (try? solver.solve(only: component, at: root, shortcuts, &conditions)) == true,
      !conditions.isPinned
    else { return nil }
    leaves.removeAll()
    routes.forEachSource(of: component) { _, point in leaves.add(routes.points[point]) }
    var values = Arena<RecordedNumber>(capacity: 16)
    for member in solver.components.all[component].members {
      values.append(solver.values[solver.components.members[member]])
    }
    let graph = record.pointee.graph(
      of: firstSum..<record.pointee.sumCount, roots: firstRoot..<record.pointee.requirementCount,
      outputs: values, leaves: &leaves)
    let block = RecordedBlock(graph)
    return block.update() ? block : nil
  }

  /// The number of the unknown that an output of a component is.
  func unknown(_ output: Int, of component: Int) -> Int {
    let first = solver.components.all[component].members.lowerBound
    return Int(solver.components.members[first + Int32(output)].index)
  }
}
