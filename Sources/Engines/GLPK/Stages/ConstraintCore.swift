import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// The reason why a core has no layout.
enum CoreFailure: Error {
  /// The required constraints conflict, or do so within rounding.
  case conflict
  /// No shortcut solves it, and no linear program was to be used.
  case unsolved
  /// GLPK gave up.
  case solver(SolverError)

  /// True unless the solver itself failed.
  var isUnsolved: Bool {
    if case .solver = self { false } else { true }
  }
}

/// The numbers of components by the way in which they were solved.
struct CoreWork {
  /// With the values of an earlier solve, which are right at the present parameters, too.
  var kept = 0
  /// Of one unknown.
  var single = 0
  /// By substitution, with a proof.
  var greedy = 0
  /// As a flow.
  var flows = 0
  /// By a small linear program, on a dense tableau.
  var tableaux = 0
  /// By a linear program in GLPK.
  var programs = 0
  /// Groups of components in which something was left open and settled.
  var settled = 0
}

/// Unknowns that follow from others, and are solved with these all the same: their bounds matter, or
/// may matter when they are settled.
struct JoinedUnknowns: Equatable {
  fileprivate(set) var some: Set<RootUnknown> = []
  /// True if all such unknowns are solved with the others.
  fileprivate(set) var areAll = false
}

/// A layout in which constraints must yield, or leave something open: required equalities by
/// substitution, the rest component by component, each in the cheapest way that is proved right.
///
/// Frames are affine functions of two parameters, within a region of these.
struct ConstraintCore<Form: ValuedNumber>: ~Copyable {
  private var elimination: Elimination<RootSide, Form>
  /// The components.
  private(set) var solver: FunctionalSolver<Form>
  /// The slack of required constraints without an open unknown.
  private var spare = Arena<Form>(capacity: 16)
  private let superviews: [Int32]

  private var settlement = FunctionalSolver<Form>.Settlement()
  /// The unknowns that follow from open ones, as sums of these.
  private var following: [OpenUnknown: FunctionalSolver<Form>.OpenSum] = [:]

  /// The counts of the last solve.
  var work: CoreWork { solver.work }
  /// The components in which the last solve left something open.
  private var openComponents: [Int32] = []
  /// An unknown of each of them.
  var openUnknowns: [RootUnknown] {
    openComponents.map { component in
      let first = solver.components.all[component].members.lowerBound
      return solver.functionals.unknowns[solver.components.members[first]]
    }
  }
  /// True if the last solve found several layouts, of which one was chosen.
  var isOpen: Bool { !openComponents.isEmpty }
  /// The numbers of unknowns that required equalities leave open, of functionals over them, and of
  /// components.
  var left: (unknowns: Int, functionals: Int, components: Int) {
    (
      solver.functionals.unknowns.count, solver.functionals.functionals.count,
      solver.components.all.count
    )
  }

  /// Those that were found so far.
  private(set) var joined = JoinedUnknowns()

  /// Returns true if each component is solved by itself, and a division records them one by one.
  func isDivided(_ division: RecordedLayout.Division) -> Bool {
    switch division {
    case .never: false
    case .ofSeveral: solver.components.largest > 1
    case .always: true
    }
  }

  /// Simplex iterations so far.
  var iterations: Int { solver.iterations }
  /// Simplex runs so far.
  var solves: Int { solver.solves }
  /// True if it can be solved at other parameters too, without elimination.
  var isReusable: Bool { !elimination.isPinned && !isOpen }

  /// Solves the required equalities and divides all other constraints into components.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - numbers: the constants in them.
  ///   - point: the parameters' present values.
  /// - Throws: `CoreFailure.conflict`.
  init(
    _ rows: borrowing ConstraintRows, in tree: ViewTree,
    of numbers: some ConstraintNumbers<Form>, at point: Size
  ) throws(CoreFailure) {
    elimination = Elimination(unknownCount: 4 * tree.count, at: point)
    var functionals = Functionals<Form>(unknownCount: 4 * tree.count)
    superviews = tree.superviews
    elimination.setGiven(rows, in: tree, numbers)
    guard elimination.add(rows, numbers, isRequired: true),
      elimination.addContent(of: tree, numbers, ifFirm: true)
    else { throw .conflict }
    let isWaiting = elimination.isWaiting
    if isWaiting { elimination.rebasePlaces(in: superviews) }
    elimination.appendRest(
      rows, in: tree, numbers, isOptimistic: false, to: &functionals, &spare)
    for index in 4..<max(4, 4 * tree.count) where elimination.isFree(RootUnknown(index)) {
      _ = functionals.number(RootUnknown(index))
    }
    if isWaiting { functionals.setDerivedAside() }
    solver = FunctionalSolver(functionals, at: point)
    guard solver.components.largest > 1 else { return }
    findOtherEdges()
    if isWaiting { solver.replaceByEqualities(at: point, &spare) }
  }

  /// Finds the left edge of every open width, the top edge of every open height, and what open places
  /// are relative to.
  private mutating func findOtherEdges() {
    var edges = OtherEdges()
    for open in solver.functionals.unknowns.indices {
      edges.beginNext()
      let unknown = solver.functionals.unknowns[open]
      elimination.begin(.zero)
      elimination.add(RootUnknown(view: unknown.view, side: unknown.side & 1), 1)
      let terms = elimination.reduced()
      guard terms.count <= OtherEdges.mostTerms else { continue }
      for term in terms where term.unknown != unknown {
        edges.add(solver.functionals.existingNumber(term.unknown), term.coefficient)
      }
    }
    solver.otherEdges = edges
  }

  // MARK: - Solving

  /// Finds the value of every unknown.
  ///
  /// - Parameters:
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions on the parameters under which the values stay right.
  /// - Throws: `CoreFailure`.
  mutating func solve(
    at root: Size, _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    try begin(at: root, &region)
    let mark = region.mark
    let open = try solver.solve(at: root, shortcuts, &region)
    try finish(open, since: mark, at: root, shortcuts, &region)
  }

  /// The number of times that some unknowns which follow from others are solved with these, before all
  /// are.
  private static var mostJoins: Int { 3 }

  /// Finds the values of unknowns that follow from the others, and settles what is left open.
  private mutating func finish(
    _ open: [Int32], since mark: Int, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    var open = open
    var joins = 0
    following = [:]
    while solver.functionals.hasOutsiders {
      var beyond = solver.derive(at: root, &region)
      var areShort = true
      if !open.isEmpty {
        let found = solver.openOutsiders(open)
        areShort = found != nil
        following = found?.sums ?? [:]
        beyond += found?.bounded ?? []
      }
      guard !areShort || !beyond.isEmpty else { break }
      // Derived unknowns have bounds that matter, or may matter when they are settled.
      region.drop(since: mark)
      joins += 1
      following = [:]
      if !areShort || joins > Self.mostJoins { joined.areAll = true }
      joined.some.formUnion(beyond.map { solver.derivedUnknown($0) })
      join(joined)
      open = try solver.solve(at: root, shortcuts, &region)
    }
    openComponents = open
    if isOpen {
      try settle(open, at: root, shortcuts, &region)
      solver.deriveValues()
    }
  }

  /// Solves some unknowns that follow from others with these from now on.
  ///
  /// - Parameter unknowns: those that another core of the same constraints has found.
  mutating func join(_ unknowns: JoinedUnknowns) {
    guard unknowns != JoinedUnknowns() else { return }
    joined = unknowns
    guard solver.functionals.hasOutsiders else { return }
    let places = solver.functionals.definitions.indices.filter {
      unknowns.some.contains(solver.derivedUnknown($0))
    }
    if unknowns.areAll || !solver.takeBack(places) {
      joined.areAll = true
      solver.takeOutsidersBack()
    }
  }

  /// Checks what has no open unknown, before the components are solved.
  ///
  /// - Throws: `CoreFailure.conflict`.
  mutating func begin(
    at root: Size, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    openComponents = []
    solver.begin()
    if elimination.isPinned { region.pin(to: root) }
    for index in spare.indices {
      guard spare[index].value(at: root) >= -max(1e-7, spare[index].doubt(at: root)) else {
        throw .conflict
      }
      region.require(spare[index])
    }
  }

  // MARK: - Settling

  /// Settles open numbers: each size as small as possible, then each place as near to 0 as
  /// possible, as levels below all others (docs/constraints.md, Ambiguity).
  private mutating func settle(
    _ open: [Int32], at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    let isOpen = solver.components.marks(of: open)
    var numbers: [FunctionalSolver<Form>.OpenNumber] = []
    for isPlace in [false, true] {
      for view in 1..<max(1, superviews.count) {
        for side in (isPlace ? 0 : 2)..<(isPlace ? 2 : 4) {
          elimination.begin(.zero)
          elimination.add(.init(view: view, side: side), 1)
          if isPlace {
            elimination.add(.init(view: Int(superviews[view]), side: side), -1)
          }
          let number = openNumber(FrameNumber(4 * view + side), isOpen)
          if !number.sum.terms.isEmpty { numbers.append(number) }
        }
      }
    }
    settlement = try solver.settle(numbers, of: open, at: root, shortcuts, &region)
  }

  /// The number that was begun at 0, as a sum of unknowns of open components.
  private mutating func openNumber(
    _ unknown: FrameNumber, _ isOpen: borrowing Arena<Bool>
  ) -> FunctionalSolver<Form>.OpenNumber {
    var sum = FunctionalSolver<Form>.OpenSum(form: elimination.begun)
    for term in elimination.reduced() {
      solver.add(
        solver.functionals.existingNumber(term.unknown), term.coefficient, to: &sum, isOpen,
        following)
    }
    // What cancels out is rounding error.
    sum.terms.removeAll { abs($0.coefficient) < 1e-10 }
    return FunctionalSolver<Form>.OpenNumber(unknown: unknown, sum: sum)
  }

  /// The numbers of frames that constraints leave open, each with two equally good values.
  ///
  /// - Parameter root: the parameters of the last solve.
  /// - Returns: unknowns, places relative to the superview, in document order, sizes first.
  /// - Throws: `SolverError`.
  mutating func openNumbers(
    at root: Size
  ) throws(SolverError) -> [(unknown: Int, values: ClosedRange<Double>)] {
    var ranges: [FunctionalNumber: ClosedRange<Double>] = [:]
    for group in settlement.groups {
      let found = try ComponentProgram<Form>().openSums(
        group.members, group.sums, of: &solver.functionals, at: root)
      ranges.merge(found) { first, _ in first }
    }
    return settlement.settlings.compactMap { settling in
      guard let range = ranges[settling.functional] else { return nil }
      let ends = [range.lowerBound, range.upperBound].map {
        $0 * settling.scale + settling.form.value(at: root)
      }
      return (Int(settling.unknown.index), min(ends[0], ends[1])...max(ends[0], ends[1]))
    }
  }

  // MARK: - Answers

  /// The values of the open unknowns in a layout that is known.
  ///
  /// - Parameter numbers: the number of each unknown there, places in the root's coordinates.
  /// - Returns: as many as `solver.values`.
  func openValues(in numbers: [Double]) -> [Double] {
    solver.values.indices.map { open in
      let unknown = solver.functionals.unknowns[open]
      let base = elimination.base(of: unknown)
      return numbers[Int(unknown.index)] - (base.isNone ? 0 : numbers[Int(base.index)])
    }
  }

  /// The components alone, for when they are solved again.
  consuming func components() -> FunctionalSolver<Form> { solver }

  /// States the values of the unknowns that follow from the others, and their bounds as conditions.
  mutating func derive(at root: Size, _ region: inout some ConditionList<Form> & ~Copyable) {
    _ = solver.derive(at: root, isChecked: false, &region)
  }
  /// An unknown as a function of the parameters, once all are solved.
  @inline(__always)
  func value(of unknown: RootUnknown) -> Form {
    let link = elimination.find(unknown)
    guard !link.parent.isNone else { return link.form }
    var value = solver.values[solver.functionals.existingNumber(link.parent)]
    var base = elimination.base(of: link.parent)
    while !base.isNone {
      value = value + solver.values[solver.functionals.existingNumber(base)]
      base = elimination.base(of: base)
    }
    return link.form + value * link.factor
  }
}

extension ConstraintCore<AffineNumber> {
  /// Solves everything, and checks the layout against the constraints.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that frames are functions of.
  ///   - point: the parameters' present values.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  /// - Returns: the layout; `nil` where a number is too large, or a required constraint is
  ///   violated.
  /// - Throws: `CoreFailure`.
  mutating func layout(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ parameters: Parameters, at point: Size,
    _ shortcuts: Shortcuts
  ) throws(CoreFailure) -> SolvedLayout? {
    var region = SizeRegion()
    try begin(at: point, &region)
    let open = try solver.solveAgain(at: point, shortcuts, &region)
    try finish(open, since: region.mark, at: point, shortcuts, &region)
    if !region.holds(at: point) { region.pin(to: point) }
    guard
      var layout = SolvedLayout(
        of: parameters, in: tree, region, isPerfect: false, isOpen: isOpen, { value(of: $0) }),
      rows.hold(in: layout.frames(at: point, in: tree), tree)
    else { return nil }
    return layout
  }
}

/// The shortcuts around linear programs.
struct Shortcuts: OptionSet, Sendable {
  let rawValue: Int

  /// All constraints as if each could hold.
  static let optimistic = Shortcuts(rawValue: 1)
  /// Closed forms for single unknowns.
  static let single = Shortcuts(rawValue: 2)
  /// Substitution with a proof.
  static let greedy = Shortcuts(rawValue: 4)
  /// One level after the other.
  static let levels = Shortcuts(rawValue: 8)
  /// No linear program at all: what only these would solve is left unsolved.
  static let withoutPrograms = Shortcuts(rawValue: 16)
  /// One level after the other in small components too: a record of these stays right longer.
  static let smallLevels = Shortcuts(rawValue: 32)
  /// Small linear programs on a dense tableau.
  static let tableau = Shortcuts(rawValue: 64)
  /// Differences as a flow, by the network simplex method.
  static let flows = Shortcuts(rawValue: 128)
  static let all: Shortcuts = [.optimistic, .single, .greedy, .flows, .levels, .tableau]
}
