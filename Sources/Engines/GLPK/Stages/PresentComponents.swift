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

  /// The counts of work, simplex iterations and runs.
  var work: (core: CoreWork, iterations: Int, solves: Int) {
    (solver.work, solver.iterations, solver.solves)
  }

  /// Finds the values of all unknowns.
  ///
  /// - Parameters:
  ///   - root: the root's size.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  /// - Returns: the components in which something is left open: those here, and the same among all.
  /// - Throws: `CoreFailure`.
  mutating func solve(
    at root: Size, _ shortcuts: Shortcuts
  ) throws(CoreFailure) -> (here: [Int32], all: [Int32]) {
    var region = SizeRegion()
    let open = try solver.solve(at: root, shortcuts, &region)
    return (open, Set(open.map { owners[Int($0)] }).sorted())
  }

  /// Settles what is left open.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of frames that depend on it, in the order in which they are settled: the
  ///     multiples of unknowns in them.
  ///   - rests: the rest of each.
  ///   - offset: the input that the first unknown is.
  ///   - open: the components here.
  ///   - root: the root's size.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  /// - Throws: `CoreFailure`.
  mutating func settle(
    _ numbers: some Collection<[LinearGraph.Multiple]>, _ rests: [Double], by offset: Int,
    of open: [Int32], at root: Size, _ shortcuts: Shortcuts
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
    _ = try solver.settle(numbers, of: open, at: root, shortcuts, &region)
  }

  /// Visits each unknown, by its number among all, with its value.
  func forEachValue(_ visit: (Int, Double) -> Void) {
    for (place, unknown) in unknowns.enumerated() {
      visit(Int(unknown.index), solver.values[place].constant)
    }
  }
}
