import LayoutBenchFunctions
import LayoutModel

/// Solves the components of a layout one by one, and records each but small flows.
struct BlockSolver: ~Copyable {
  private let recorder: Placed<LinearRecorder>
  private var solver: FunctionalSolver<RecordedNumber>
  let shortcuts: Shortcuts
  let routes: PointRoutes
  /// The sums and requirements ahead of those of a component: points are made of these.
  private let firstSum: Int
  private let firstRoot: Int
  private var leaves = LinearRecorder.Leaves()
  /// The simplex iterations and runs before `begin`.
  private var before = (iterations: 0, solves: 0)

  /// Solves nothing yet.
  ///
  /// - Parameters:
  ///   - solver: the components.
  ///   - recorder: the recorder of their numbers, in which there is nothing else.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - flows: the components that are expected to be small flows.
  init(
    _ solver: consuming FunctionalSolver<RecordedNumber>, _ recorder: Placed<LinearRecorder>,
    _ shortcuts: Shortcuts, _ flows: Set<Int32>
  ) {
    routes = PointRoutes(solver)
    solver.expectFlows(flows)
    self.solver = solver
    self.recorder = recorder
    self.shortcuts = shortcuts
    firstSum = recorder.address.pointee.sumCount
    firstRoot = recorder.address.pointee.requirementCount
  }

  /// The answer for a component.
  enum Answer {
    /// There is none.
    case none
    /// Something is left open, or an answer is right at the present points only.
    case present
    /// It was solved as a small flow, and needs no record: `solveAsFlow` finds its numbers.
    case flow
    /// Its record, computed.
    case recorded(RecordedBlock)
  }

  /// The number of unknowns.
  var unknownCount: Int { solver.values.count }

  /// The number of components.
  var count: Int { solver.components.all.count }

  /// The counts of work, simplex iterations and runs since `begin`.
  var work: (core: CoreWork, iterations: Int, solves: Int) {
    (solver.work, solver.iterations - before.iterations, solver.solves - before.solves)
  }

  /// Begins to solve at other values of the inputs.
  mutating func begin() {
    recorder.address.pointee.beginUpdate()
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

  /// Finds the unknowns of a component at the present values of its points alone, where it is a small
  /// flow.
  ///
  /// - Parameters:
  ///   - component: its number.
  ///   - root: the root's size.
  ///   - points: the graph of all points, up to date.
  ///   - visit: receives the number of each unknown, and its value.
  /// - Returns: whether there is one best value of each; else nothing was visited.
  mutating func solveAsFlow(
    _ component: Int, at root: Size, _ points: borrowing LinearGraph, _ visit: (Int, Double) -> Void
  ) -> Bool {
    guard solver.isSmallFlow(component) else { return false }
    let record = recorder.address
    routes.forEachSource(of: component) { _, point in
      record.pointee.setValue(routes.points[point], to: points.output(point))
    }
    return solver.solveAsFlow(only: component, at: root) { visit(Int($0.index), $1) }
  }

  /// Solves a component at the present values of its points.
  ///
  /// - Parameters:
  ///   - component: its number.
  ///   - root: the root's size.
  ///   - graph: a graph whose first inputs are those of the recorder.
  /// - Returns: the answer.
  mutating func solve(
    _ component: Int, at root: Size, as graph: borrowing LinearGraph
  ) -> Answer {
    let record = recorder.address
    routes.forEachSource(of: component) { _, point in
      record.pointee.update(routes.points[point], as: graph)
    }
    defer { record.pointee.drop(sumsFrom: firstSum, rootsFrom: firstRoot) }
    var conditions = RecordedConditions(of: record)
    let flows = solver.work.flows
    guard let isUnique = try? solver.solve(only: component, at: root, shortcuts, &conditions) else {
      return .none
    }
    guard isUnique else { return .present }
    if solver.work.flows > flows, solver.isSmallFlow(component) { return .flow }
    guard !conditions.isPinned else { return .present }
    leaves.removeAll()
    routes.forEachSource(of: component) { _, point in leaves.add(routes.points[point]) }
    var values = Arena<RecordedNumber>(capacity: 16)
    for member in solver.components.all[component].members {
      let value = solver.values[solver.components.members[member]]
      values.append(record.pointee.simplified(value, sumsFrom: firstSum))
    }
    let graph = record.pointee.graph(
      of: firstSum..<record.pointee.sumCount, roots: firstRoot..<record.pointee.requirementCount,
      outputs: values, leaves: &leaves)
    let block = RecordedBlock(graph)
    return block.update() ? .recorded(block) : .none
  }

  /// Some components by themselves, at the present points.
  ///
  /// - Parameters:
  ///   - list: their numbers.
  ///   - points: the graph of all points, up to date.
  ///   - root: the root's size.
  /// - Returns: them, not solved yet.
  func present(
    _ list: [Int32], _ points: borrowing LinearGraph, at root: Size
  ) -> PresentComponents {
    updatePoints(of: list, as: points)
    return PresentComponents(list, of: solver, at: root)
  }

  /// Solves such components again, at the present points.
  ///
  /// - Parameters:
  ///   - components: the components.
  ///   - list: their numbers.
  ///   - rests: the rest of each number that is settled in them.
  ///   - points: the graph of all points, up to date.
  ///   - root: the root's size.
  /// - Returns: whether there is an answer, the only one.
  func solveAgain(
    _ components: inout PresentComponents, _ list: [Int32], _ rests: [Double],
    _ points: borrowing LinearGraph, at root: Size
  ) -> Bool {
    updatePoints(of: list, as: points)
    return components.solveAgain(as: solver, rests, at: root)
  }

  private func updatePoints(of list: [Int32], as points: borrowing LinearGraph) {
    for component in list {
      routes.forEachSource(of: Int(component)) { _, point in
        recorder.address.pointee.setValue(routes.points[point], to: points.output(point))
      }
    }
  }

  /// The component of an unknown before they were numbered again; `nil` where it is in none.
  func component(of unknown: RootUnknown) -> Int32? {
    let number = solver.functionals.existingNumber(unknown)
    guard !number.isNone else { return nil }
    let owner = solver.components.owner(of: number)
    return owner < 0 ? nil : owner
  }

  /// The component of an unknown; -1 for one that follows from others.
  func owner(of unknown: Int) -> Int32 { solver.components.owner(of: OpenUnknown(unknown)) }

  /// Returns true if `solveAsFlow` is to be tried for a component.
  func isSmallFlow(_ component: Int) -> Bool { solver.isSmallFlow(component) }

  /// The number of the unknown that an output of a component is.
  func unknown(_ output: Int, of component: Int) -> Int {
    let first = solver.components.all[component].members.lowerBound
    return Int(solver.components.members[first + Int32(output)].index)
  }
}
