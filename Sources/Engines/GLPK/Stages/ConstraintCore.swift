import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// The reason why a core has no layout.
enum CoreFailure: Error {
  /// The required constraints conflict, or do so within rounding.
  case conflict
  /// GLPK gave up.
  case solver(SolverError)
}

/// The numbers of components by the way in which they were solved.
struct CoreWork {
  /// Of one unknown.
  var single = 0
  /// By substitution, with a proof.
  var greedy = 0
  /// By a linear program.
  var programs = 0
  /// Groups of components in which something was left open and settled.
  var settled = 0
}

/// A layout in which constraints must yield, or leave something open: required equalities by
/// substitution, the rest component by component, each in the cheapest way that is proved right.
///
/// Frames are affine functions of two parameters, within a region of these.
struct ConstraintCore<Form: ValuedNumber>: ~Copyable {
  private var elimination: Elimination<RootSide, Form>
  private var functionals: Functionals<Form>
  private let components: Components
  /// The value of each of the functionals' unknowns.
  private let values: Arena<Form>
  private var greedy: Elimination<OpenSide, Form>
  /// The slack of required constraints without an open unknown.
  private var spare = Arena<Form>(capacity: 16)
  private var programs: [Int32: ComponentProgram<Form>] = [:]
  private let superviews: [Int32]

  /// Components in which something is left open, joined by the numbers that depend on them.
  private struct Group {
    let members: [OpenUnknown]
    let sums: [FunctionalNumber]
  }

  /// A number of a frame, a place relative to the superview, that depends on open unknowns: `scale`
  /// times a functional, plus `form`.
  private struct Settling {
    let unknown: FrameNumber
    let sum: FunctionalNumber
    let scale: Double
    let form: Form
  }

  private var groups: [Group] = []
  private var settlings: [Settling] = []

  /// The counts of the last solve.
  private(set) var work = CoreWork()
  /// True if the last solve found several layouts, of which one was chosen.
  private(set) var isOpen = false
  /// The numbers of unknowns that required equalities leave open, of functionals over them, and of
  /// components.
  var left: (unknowns: Int, functionals: Int, components: Int) {
    (functionals.unknowns.count, functionals.functionals.count, components.all.count)
  }

  /// Simplex iterations so far.
  var iterations: Int { programs.values.reduce(0) { $0 + $1.iterations } }
  /// Simplex runs so far.
  var solves: Int { programs.values.reduce(0) { $0 + $1.solves } }
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
    functionals = Functionals(unknownCount: 4 * tree.count)
    superviews = tree.superviews
    elimination.setGiven(rows, in: tree, numbers)
    guard elimination.add(rows, numbers, isRequired: true),
      elimination.addContent(of: tree, numbers, ifFirm: true)
    else { throw .conflict }
    elimination.appendRest(
      rows, in: tree, numbers, isOptimistic: false, to: &functionals, &spare)
    for index in 4..<max(4, 4 * tree.count) where elimination.isFree(RootUnknown(index)) {
      _ = functionals.number(RootUnknown(index))
    }
    components = Components(of: functionals)
    values = Arena(repeating: .zero, count: functionals.unknowns.count)
    greedy = Elimination(unknownCount: functionals.unknowns.count, at: point)
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
    work = CoreWork()
    isOpen = false
    if elimination.isPinned { region.pin(to: root) }
    for index in spare.indices {
      guard spare[index].value(at: root) >= -max(1e-7, spare[index].doubt(at: root)) else {
        throw .conflict
      }
      region.require(spare[index])
    }
    functionals.forgetIntervals()
    for index in functionals.functionals.indices {
      try narrow(FunctionalNumber(index), at: root, &region)
    }
    var open: [Int32] = []
    for index in components.all.indices {
      let component = components.all[index]
      let isUnique: Bool
      if component.members.count == 1, shortcuts.contains(.single) {
        isUnique = solveSingle(component, at: root, &region)
        if isUnique { work.single += 1 }
      } else {
        isUnique = try solve(
          component.members.map { components.members[$0] },
          component.sums.map { components.sums[$0] }, key: Int32(index), at: root, shortcuts,
          &region)
      }
      if !isUnique { open.append(Int32(index)) }
    }
    if !open.isEmpty {
      isOpen = true
      try settle(open, at: root, shortcuts, &region)
    }
  }

  private mutating func narrow(
    _ functional: FunctionalNumber, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    do throws(HingeCrossing) {
      try functionals.narrow(functional, at: root)
    } catch {
      throw .conflict
    }
    requireOrder(functional, at: root, &region)
  }

  /// States the order of a functional's hinges, unless answers state the conditions that they need.
  private mutating func requireOrder<Region: ConditionList<Form> & ~Copyable>(
    _ functional: FunctionalNumber, at root: Size, _ region: inout Region
  ) {
    guard !Region.areStatedByAnswers else { return }
    functionals.requireOrder(functional, at: root, in: &region)
  }

  /// States what keeps a functional's interval as it is, where answers have to.
  private mutating func requireInterval<Region: ConditionList<Form> & ~Copyable>(
    _ functional: FunctionalNumber, downTo priority: Double, at root: Size,
    _ region: inout Region
  ) {
    guard Region.areStatedByAnswers else { return }
    functionals.requireInterval(functional, downTo: priority, at: root, in: &region)
  }

  /// Solves one unknown, if its hinges leave a single point.
  private mutating func solveSingle(
    _ component: Components.Component, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    guard component.sums.count == 1, let sum = component.sums.first,
      let interval = functionals.lastInterval(of: components.sums[sum]), interval.isPoint
    else { return false }
    values[components.members[component.members.lowerBound]] =
      functionals.hinges[interval.low].point
    requireInterval(components.sums[sum], downTo: interval.priority, at: root, &region)
    return true
  }

  /// Solves several unknowns: by substitution, else by a linear program.
  ///
  /// - Returns: whether they have one best value each.
  private mutating func solve(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], key: Int32, at root: Size,
    _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    guard !sums.isEmpty else { return false }
    if shortcuts.contains(.greedy), let isUnique = solveGreedily(members, sums, at: root, &region) {
      if isUnique { work.greedy += 1 }
      return isUnique
    }
    let program = programs[key] ?? ComponentProgram<Form>()
    programs[key] = program
    work.programs += 1
    let outcome: ComponentProgram<Form>.Outcome
    do throws(SolverError) {
      outcome = try program.solve(
        members, sums, of: &functionals, at: root, into: values, &region)
    } catch {
      throw .solver(error)
    }
    switch outcome {
    case .infeasible: throw .conflict
    case .unique: return true
    case .open: return false
    case .unread:
      if try !read(program, members, sums, at: root, &region) { region.pin(to: root) }
      return true
    }
  }

  /// Finds several unknowns from the places of their sums in the answer of a linear program.
  ///
  /// - Returns: whether these determine them, by substitution.
  private mutating func read(
    _ program: ComponentProgram<Form>, _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    at root: Size, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    let pieces: [ComponentProgram<Form>.Piece]
    do throws(SolverError) {
      guard let found = try program.pieces(sums, of: &functionals, at: root) else { return false }
      pieces = found
    } catch {
      throw .solver(error)
    }
    // 1 The sums that are at a hinge determine the unknowns.
    greedy.restart(at: root)
    for member in members { greedy.free(member) }
    for piece in pieces where piece.isPoint && !piece.isRedundant {
      greedy.begin(functionals.hinges[piece.low].point * -1)
      add(piece.sum)
      guard greedy.end() else { return false }
    }
    for member in members {
      let found = greedy.find(member)
      guard found.parent.isNone else { return false }
      values[member] = found.form
    }
    // 2 Every hinge must stay on its side of the value.
    for piece in pieces {
      greedy.begin(.zero)
      add(piece.sum)
      guard greedy.reduced().isEmpty else { return false }
      let value = greedy.begun
      guard piece.isPoint else {
        functionals.requireSides(of: piece.sum, value, at: -1, at: root, in: &region)
        continue
      }
      let point = functionals.hinges[piece.low].point
      if piece.isRedundant { region.requireZero(value - point, at: root) }
      functionals.requireSides(of: piece.sum, point, at: piece.low, at: root, in: &region)
    }
    return true
  }

  // MARK: - Substitution with a proof

  /// Substitutes sums that are best at one point, highest priority first, until nothing is free.
  ///
  /// The answer is right if every sum is where it is best by itself, for all levels down to the
  /// lowest that was used: no layout can be better on any of these, and none is as good.
  ///
  /// - Returns: whether it is the only answer; `nil` where there is no proof.
  private mutating func solveGreedily(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size, _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool? {
    var points: [(sum: FunctionalNumber, priority: Double, hinge: Int32)] = []
    for sum in sums {
      guard let interval = functionals.lastInterval(of: sum), interval.isPoint else { continue }
      points.append((sum, interval.priority, interval.low))
    }
    points.sort { $0.priority > $1.priority }
    // Where the last point cannot be used, other sums may determine that unknown.
    for count in [members.count, members.count - 1] where count > 0 {
      let mark = region.mark
      let isUnique = substitute(points, upTo: count, of: members, sums, at: root, &region)
      if let isUnique { return isUnique }
      region.drop(since: mark)
    }
    return nil
  }

  /// Substitutes up to `count` sums at their best points, and finds the last unknown where one is
  /// left.
  private mutating func substitute(
    _ points: [(sum: FunctionalNumber, priority: Double, hinge: Int32)], upTo count: Int,
    of members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool? {
    greedy.restart(at: root)
    for member in members { greedy.free(member) }
    let before = greedy.substitutions
    var lowest = Double.infinity
    for point in points {
      let known = greedy.substitutions
      guard known - before < count else { break }
      greedy.begin(functionals.hinges[point.hinge].point * -1)
      add(point.sum)
      // The proof detects one that cannot hold.
      _ = greedy.end()
      if greedy.substitutions > known { lowest = point.priority }
    }
    let free = members.count - (greedy.substitutions - before)
    guard free <= 1 else { return nil }
    if free == 1 {
      guard let isUnique = solveLast(members, sums, downTo: lowest, at: root, &region) else {
        return nil
      }
      guard isUnique else { return false }
    }
    guard isProved(sums, downTo: lowest, at: root, &region) else { return nil }
    for member in members { values[member] = greedy.find(member).form }
    if greedy.isPinned { region.pin(to: root) }
    return true
  }

  private mutating func add(_ sum: FunctionalNumber) {
    let functional = functionals.functionals[sum]
    for index in functional.start..<functional.end {
      greedy.add(functionals.terms[index].unknown, functionals.terms[index].coefficient)
    }
  }

  /// Returns true if every sum is where it is best by itself, at these parameters; conditions for
  /// others go into the region.
  private mutating func isProved(
    _ sums: [FunctionalNumber], downTo priority: Double, at root: Size, _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    var conditions: [Form] = []
    var zeros: [Form] = []
    for sum in sums {
      guard let interval = functionals.interval(of: sum, downTo: priority) else { continue }
      greedy.begin(.zero)
      add(sum)
      guard greedy.reduced().isEmpty else { return false }
      let value = greedy.begun
      if interval.low >= 0 {
        let room = value - functionals.hinges[interval.low].point
        guard room.value(at: root) >= -value.doubt(at: root) else { return false }
        if interval.isPoint {
          guard room.value(at: root) <= value.doubt(at: root) else { return false }
          if !room.isZero { zeros.append(room) }
          continue
        }
        if !room.isZero { conditions.append(room) }
      }
      if interval.high >= 0 {
        let room = functionals.hinges[interval.high].point - value
        guard room.value(at: root) >= -value.doubt(at: root) else { return false }
        if !room.isZero { conditions.append(room) }
      }
    }
    for sum in sums { requireInterval(sum, downTo: priority, at: root, &region) }
    for condition in conditions { region.require(condition) }
    for zero in zeros { region.requireZero(zero, at: root) }
    return true
  }

  /// Finds the last free unknown of a component, in which all others are linear.
  ///
  /// - Returns: whether it has one best value; `nil` where the points in use leave none.
  private mutating func solveLast<Region: ConditionList<Form> & ~Copyable>(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], downTo priority: Double, at root: Size,
    _ region: inout Region
  ) -> Bool? {
    guard let last = members.first(where: { greedy.isFree($0) }) else { return nil }
    var line = Functionals<Form>(unknownCount: 1)
    let only = FunctionalNumber(0)
    func add(
      _ factor: Double, _ form: Form, _ relation: Relation, _ priority: Double
    ) {
      let term = [Term(unknown: RootUnknown(0), coefficient: factor)]
      term.withUnsafeBufferPointer {
        line.add($0, form, relation, priority: priority, hasSurplus: false)
      }
    }
    for sum in sums {
      greedy.begin(.zero)
      self.add(sum)
      let open = greedy.reduced()
      guard let term = open.first else { continue }
      guard open.count == 1, term.unknown == last else { return nil }
      let form = greedy.begun
      if let wall = functionals.interval(of: sum, downTo: priority) {
        for (hinge, relation) in [
          (wall.low, Relation.greaterThanOrEqual), (wall.high, .lessThanOrEqual),
        ] where hinge >= 0 {
          let point = functionals.hinges[hinge].point
          add(term.coefficient, form - point, relation, HingePriority.required)
        }
      }
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority < priority else { continue }
        let relation: Relation =
          switch hinge.side {
          case .both: .equal
          case .below: .greaterThanOrEqual
          case .above: .lessThanOrEqual
          }
        add(
          term.coefficient * hinge.weight, (form - hinge.point) * hinge.weight, relation,
          hinge.priority)
      }
    }
    guard !line.functionals.isEmpty else { return false }
    guard (try? line.narrow(only, at: root)) != nil else { return nil }
    guard let interval = line.lastInterval(of: only), interval.isPoint else { return false }
    if Region.areStatedByAnswers {
      line.requireInterval(only, downTo: interval.priority, at: root, in: &region)
    } else {
      line.requireOrder(only, at: root, in: &region)
    }
    greedy.begin(line.hinges[interval.low].point * -1)
    greedy.add(last, 1)
    return greedy.end() ? true : nil
  }

  // MARK: - Settling

  /// Settles open numbers: each size as small as possible, then each place as near to 0 as
  /// possible, as levels below all others (docs/constraints.md, Ambiguity).
  private mutating func settle(
    _ open: [Int32], at root: Size, _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    let isOpen = Arena<Bool>(repeating: false, count: components.all.count)
    let owners = Arena<Int32>(repeating: 0, count: components.all.count)
    for index in owners.indices { owners[index] = Int32(index) }
    for component in open { isOpen[component] = true }
    func group(of component: Int32) -> Int32 {
      var component = component
      while owners[component] != component { component = owners[component] }
      return component
    }
    // 1 A level for every number of a frame that is not known.
    var sums: [Int32: [FunctionalNumber]] = [:]
    var level = 0.0
    let viewCount = superviews.count
    for isPlace in [false, true] {
      for view in 1..<max(1, viewCount) {
        for side in (isPlace ? 0 : 2)..<(isPlace ? 2 : 4) {
          level -= 1
          elimination.begin(.zero)
          elimination.add(.init(view: view, side: side), 1)
          if isPlace {
            elimination.add(.init(view: Int(superviews[view]), side: side), -1)
          }
          guard let sum = settling(FrameNumber(4 * view + side), level, isOpen) else { continue }
          // Components that a number joins are settled together.
          let functional = functionals.functionals[sum]
          let first = group(of: components.owner(of: functionals.terms[functional.start].unknown))
          for index in functional.start + 1..<functional.end {
            let other = group(of: components.owner(of: functionals.terms[index].unknown))
            owners[max(first, other)] = min(first, other)
          }
          sums[first, default: []].append(sum)
        }
      }
    }
    // 2 Group by group, with all functionals of their components.
    var all: [Int32: (members: [OpenUnknown], sums: Set<FunctionalNumber>)] = [:]
    for component in open {
      let parts = components.all[component]
      let key = group(of: component)
      all[key, default: ([], [])].members += parts.members.map { components.members[$0] }
      all[key]?.sums.formUnion(parts.sums.map { components.sums[$0] })
      all[key]?.sums.formUnion(sums[component] ?? [])
    }
    groups = all.sorted { $0.key < $1.key }.map {
      Group(members: $1.members, sums: $1.sums.sorted())
    }
    for (index, group) in groups.enumerated() {
      work.settled += 1
      for sum in group.sums { try narrow(sum, at: root, &region) }
      // Values proved by substitution are right in a region; where a program leaves something open
      // that moves no number, they are right at these parameters only.
      let isSettled = try solve(
        group.members, group.sums, key: Int32(components.all.count + index), at: root, shortcuts,
        &region)
      guard !isSettled, shortcuts.contains(.greedy) else { continue }
      // A program settles what substitution leaves open, at least at these parameters.
      _ = try solve(
        group.members, group.sums, key: Int32(components.all.count + index), at: root,
        shortcuts.subtracting(.greedy), &region)
    }
  }

  /// Settles the number that was begun at 0, on a level of its own.
  ///
  /// - Returns: the functional that it depends on; `nil` where it is known.
  private mutating func settling(
    _ unknown: FrameNumber, _ level: Double, _ isOpen: borrowing Arena<Bool>
  ) -> FunctionalNumber? {
    var open: [Term<RootSide>] = []
    var form = elimination.begun
    for term in elimination.reduced() {
      let number = functionals.existingNumber(term.unknown)
      if isOpen[components.owner(of: number)] {
        open.append(term)
      } else {
        form = form + values[number] * term.coefficient
      }
    }
    guard !open.isEmpty else { return nil }
    let (sum, scale) = open.withUnsafeBufferPointer { functionals.place($0) }
    functionals.settle(sum, at: form * (-1 / scale), priority: level)
    settlings.append(Settling(unknown: unknown, sum: sum, scale: scale, form: form))
    return sum
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
    for group in groups {
      let found = try ComponentProgram<Form>().openSums(
        group.members, group.sums, of: &functionals, at: root)
      ranges.merge(found) { first, _ in first }
    }
    return settlings.compactMap { settling in
      guard let range = ranges[settling.sum] else { return nil }
      let ends = [range.lowerBound, range.upperBound].map {
        $0 * settling.scale + settling.form.value(at: root)
      }
      return (Int(settling.unknown.index), min(ends[0], ends[1])...max(ends[0], ends[1]))
    }
  }

  // MARK: - Answers

  /// An unknown as a function of the parameters, once all are solved.
  @inline(__always)
  func value(of unknown: RootUnknown) -> Form {
    let link = elimination.find(unknown)
    guard !link.parent.isNone else { return link.form }
    return link.form + values[functionals.existingNumber(link.parent)] * link.factor
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
    try solve(at: point, shortcuts, &region)
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
  static let all: Shortcuts = [.optimistic, .single, .greedy]
}
