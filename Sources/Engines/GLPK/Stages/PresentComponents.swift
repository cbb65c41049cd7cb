import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// Some components of a recorded layout, solved at the present points alone: something in them is left open,
/// or nobody knows for which other points the answer is right.
struct PresentComponents: ~Copyable {
  private var solver: FunctionalSolver<AffineNumber>
  /// The number that each unknown has among all, by its number here.
  private let unknowns: [OpenUnknown]
  /// The number that each has here, by its number among all.
  private let places: [OpenUnknown: OpenUnknown]
  /// The components among all, by their numbers here.
  private var owners: [Int32] = []
  /// The hinge among all that each one here is a copy of.
  private var origins = Arena<Origin>(capacity: 64)
  /// The components that were left open, and what was settled in them.
  private var open: [Int32] = []
  private var settlement = FunctionalSolver<AffineNumber>.Settlement()
  /// The unknowns that are solved together when all is solved again, empty before.
  private var groups: [FunctionalSolver<AffineNumber>.Group] = []
  /// The iterations and runs that `takeWork` has returned.
  private var counted = (iterations: 0, solves: 0)

  /// A hinge, and the factor of its point.
  private struct Origin: BitwiseCopyable {
    let hinge: Int32
    let factor: Double
  }

  /// Reads the present points.
  ///
  /// - Parameters:
  ///   - list: the numbers of the components.
  ///   - all: all components; the points of these are up to date.
  ///   - root: the root's size.
  init(_ list: [Int32], of all: borrowing FunctionalSolver<RecordedNumber>, at root: Size) {
    var unknowns: [OpenUnknown] = []
    for component in list {
      for member in all.components.all[Int(component)].members {
        unknowns.append(all.components.members[member])
      }
    }
    var functionals = Functionals<AffineNumber>(unknownCount: unknowns.count)
    let numbers = Arena<Int32>(repeating: -1, count: all.values.count)
    var places: [OpenUnknown: OpenUnknown] = [:]
    for (place, unknown) in unknowns.enumerated() {
      numbers[unknown] = Int32(place)
      places[unknown] = functionals.number(RootUnknown(place))
    }
    for component in list {
      for sum in all.components.all[Int(component)].sums {
        let sum = all.components.sums[sum]
        let functional = all.functionals.functionals[sum]
        let terms = (functional.start..<functional.end).map {
          let term = all.functionals.terms[$0]
          return Term<RootSide>(
            unknown: RootUnknown(Int(numbers[term.unknown])), coefficient: term.coefficient)
        }
        let (own, scale) = terms.withUnsafeBufferPointer { functionals.place($0) }
        functionals.addHinges(of: sum, in: all.functionals, to: own, times: scale, plus: .zero) {
          AffineNumber(constant: $0.value(at: root))
        }
        var hinge = functional.firstHinge
        while hinge >= 0 {
          origins.append(Origin(hinge: hinge, factor: 1 / scale))
          hinge = all.functionals.hinges[hinge].next
        }
      }
    }
    (self.unknowns, self.places) = (unknowns, places)
    solver = FunctionalSolver(functionals, at: root)
    owners = Array(repeating: -1, count: solver.components.all.count)
    for (place, unknown) in unknowns.enumerated() {
      let owner = solver.components.owner(of: OpenUnknown(place))
      owners[Int(owner)] = all.components.owner(of: unknown)
    }
  }

  /// Returns the counts of work, simplex iterations and runs, since they were last asked for.
  mutating func takeWork() -> (core: CoreWork, iterations: Int, solves: Int) {
    defer {
      solver.work = CoreWork()
      counted = (solver.iterations, solver.solves)
    }
    return (solver.work, solver.iterations - counted.iterations, solver.solves - counted.solves)
  }

  /// Finds the values of all unknowns.
  ///
  /// - Parameters:
  ///   - root: the root's size.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  /// - Returns: those among all components in which something is left open.
  /// - Throws: `CoreFailure`.
  mutating func solve(
    at root: Size, _ shortcuts: Shortcuts
  ) throws(CoreFailure) -> Set<Int32> {
    var region = SizeRegion()
    open = try solver.solve(at: root, shortcuts, &region)
    return Set(open.map { owners[Int($0)] })
  }

  /// Settles what the last solve has left open.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of frames that depend on it, in the order in which they are settled: the
  ///     multiples of unknowns in them.
  ///   - rests: the rest of each.
  ///   - offset: the input that the first unknown is.
  ///   - root: the root's size.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  /// - Throws: `CoreFailure`.
  mutating func settle(
    _ numbers: some Collection<[LinearGraph.Multiple]>, _ rests: [Double], by offset: Int,
    at root: Size, _ shortcuts: Shortcuts
  ) throws(CoreFailure) {
    var region = SizeRegion()
    let numbers = zip(numbers, rests).enumerated().map { place, number in
      FunctionalSolver<AffineNumber>.OpenNumber(
        unknown: FrameNumber(place),
        sum: .init(
          terms: number.0.compactMap { multiple in
            places[OpenUnknown(multiple.input - offset)].map {
              Term(unknown: $0, coefficient: multiple.coefficient)
            }
          }, form: AffineNumber(constant: number.1)))
    }
    // A number that has one best value here may have several at other points.
    settlement = try solver.settle(
      numbers, of: open, isComplete: true, at: root, shortcuts, &region)
  }

  /// Solves all of them again at other points, and settles the same numbers: from the bases that were best
  /// before.
  ///
  /// - Parameters:
  ///   - all: all components; the points of these are up to date.
  ///   - rests: the rest of each number that `settle` was called with.
  ///   - root: the root's size.
  /// - Returns: false where they have several best values, or small linear programs cannot tell; the
  ///   values are of no use then.
  mutating func solveAgain(
    as all: borrowing FunctionalSolver<RecordedNumber>, _ rests: [Double], at root: Size
  ) -> Bool {
    for hinge in origins.indices {
      let origin = origins[hinge]
      let point = all.functionals.hinges[origin.hinge].point.value(at: root) * origin.factor
      solver.functionals.move(hinge: Int32(hinge), to: AffineNumber(constant: point))
    }
    var isMoved: Set<FunctionalNumber> = []
    for settling in settlement.settlings where isMoved.insert(settling.functional).inserted {
      let rest = rests[Int(settling.unknown.index)]
      solver.functionals.move(
        hinge: solver.functionals.settlingHinge(of: settling.functional),
        to: AffineNumber(constant: rest * (-1 / settling.scale)))
    }
    if groups.isEmpty { groups = solver.closedGroups(besides: open) + settlement.groups }
    for (key, group) in groups.enumerated() {
      guard solver.solveAgain(group, key: Int32(key), at: root) else { return false }
    }
    return true
  }

  /// Visits each unknown, by its number among all, with its value.
  func forEachValue(_ visit: (Int, Double) -> Void) {
    for (place, unknown) in unknowns.enumerated() {
      visit(Int(unknown.index), solver.values[place].constant)
    }
  }
}
