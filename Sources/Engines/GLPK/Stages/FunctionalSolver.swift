import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// Unknowns that only functionals decide: each component of them in the cheapest way that is proved
/// right.
struct FunctionalSolver<Form: ValuedNumber>: ~Copyable {
  var functionals: Functionals<Form>
  private(set) var components: Components
  /// The value of each of the functionals' unknowns.
  let values: Arena<Form>
  /// The counts of the last solve.
  var work = CoreWork()
  var greedy: Elimination<OpenSide, Form>
  /// The other edges of open sizes, empty until they are known.
  var otherEdges = OtherEdges()
  private var flows: [Int32: ComponentFlow<Form>] = [:]
  /// The unknowns that may have other values, of components in which something is left open.
  var loose: [Int32: Set<OpenUnknown>] = [:]
  /// The components whose networks are copied for others that are alike, the last one first.
  private var samples: [Int32] = []
  /// The components that were small flows in another solver, and whose networks are not made yet.
  private var expectedFlows: Set<Int32> = []
  /// The components that are no flows, or whose flow gave no answer several times.
  private var others: Set<Int32> = []
  var programs: [Int32: ComponentProgram<Form>] = [:]
  /// The components in which required equalities have replaced unknowns.
  private var reduced: Set<Int32> = []
  /// Simplex iterations so far, those of lower levels included.
  var iterations = 0
  /// Simplex runs so far.
  var solves = 0
  /// An interval whose conditions are stated, in one of the attempts.
  private struct Stated {
    var attempt = 0
    var priority = Double.nan
    var bounds: HingeBounds<Form>?
    /// The point at which the functional was substituted.
    var substituted: Form?
  }

  /// The last interval of each functional whose conditions were stated.
  private var stated: [Stated] = []
  /// The present attempt: what earlier ones have stated does not count.
  ///
  /// To count up costs nothing; to empty the list would cost each of many components as much as the
  /// whole system has functionals.
  private var attempt = 1
  /// The number of levels that were decided before; then the bounds that required constraints imply
  /// together are among them.
  var depth = 0
  /// The place of each unknown among the members of the component that is being solved.
  let places: Arena<Int32>
  /// The answers of components at other parameters, once they are solved a second time.
  private var answers: [ComponentAnswer] = []
  /// True once all components have been solved.
  private var hasSolved = false
  /// True if the unknowns that are pulled to a point were fixed before: others are not looked for.
  var hasFixed = false
  /// Memory that attempts to substitute use again: the sums that are best at one point, the conditions
  /// of a proof, and the functionals over the last free unknown.
  private var points: [(sum: FunctionalNumber, priority: Double)] = []
  private var conditions: [Form] = []
  private var zeros: [Form] = []
  private var line = Functionals<Form>(unknownCount: 1)

  /// Divides the unknowns into components.
  ///
  /// - Parameters:
  ///   - functionals: the functionals.
  ///   - point: the parameters' present values.
  init(_ functionals: consuming Functionals<Form>, at point: Size) {
    let count = functionals.unknowns.count
    components = Components(of: functionals)
    values = Arena(repeating: .zero, count: count)
    places = Arena(repeating: 0, count: count)
    greedy = Elimination(unknownCount: count, at: point)
    self.functionals = functionals
  }

  /// Begins a solve: the counts are 0.
  mutating func begin() {
    work = CoreWork()
    loose.removeAll(keepingCapacity: true)
  }

  /// Finds the value of every unknown.
  ///
  /// - Parameters:
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions on the parameters under which the values stay right.
  /// - Returns: the components in which something is left open.
  /// - Throws: `CoreFailure`.
  mutating func solve(
    at root: Size, _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> [Int32] {
    hasSolved = true
    functionals.forgetIntervals()
    attempt &+= 1
    for index in functionals.functionals.indices where !functionals.functionals[index].isSetAside {
      try narrow(FunctionalNumber(index), at: root, &region)
    }
    var open: [Int32] = []
    for index in components.all.indices {
      if try !solve(component: index, at: root, shortcuts, &region) { open.append(Int32(index)) }
    }
    return open
  }

  /// Finds the values of the unknowns of one component, whose functionals have their intervals.
  ///
  /// - Returns: whether they have one best value each.
  private mutating func solve(
    component index: Int, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    let component = components.all[index]
    guard component.members.count == 1, shortcuts.contains(.single) else {
      let (members, sums) = components.lists(of: index)
      return try solve(members, sums, key: Int32(index), at: root, shortcuts, &region)
    }
    guard solveSingle(component, at: root, &region) else { return false }
    work.single += 1
    return true
  }

  /// Finds the values of the unknowns of one component alone.
  ///
  /// - Parameters:
  ///   - index: the component's number.
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions on the parameters under which the values stay right.
  /// - Returns: whether they have one best value each.
  /// - Throws: `CoreFailure`.
  mutating func solve(
    only index: Int, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    functionals.forgetIntervals()
    attempt &+= 1
    return try solve(narrowing: index, at: root, shortcuts, &region)
  }

  /// Finds the intervals of the functionals of one component, then the values of its unknowns.
  private mutating func solve(
    narrowing index: Int, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    for sum in components.all[index].sums { try narrow(components.sums[sum], at: root, &region) }
    return try solve(component: index, at: root, shortcuts, &region)
  }

  /// Finds the values of the replaced and the derived unknowns, once those of the others are known.
  ///
  /// - Parameters:
  ///   - root: the parameters.
  ///   - isChecked: whether their bounds are checked now; otherwise they are conditions alone.
  ///   - region: receives the conditions.
  /// - Returns: the definitions of those that are beyond their bounds.
  mutating func derive(
    at root: Size, isChecked: Bool = true,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> [Int] {
    var beyond: [Int] = []
    deriveValues()
    for index in functionals.definitions.indices.reversed() {
      let definition = functionals.definitions[index]
      guard !definition.bounds.isNone else { continue }
      let value = values[definition.unknown]
      let bounds = functionals.functionals[definition.bounds]
      var place = bounds.firstHinge
      while place >= 0 {
        let hinge = functionals.hinges[place]
        // The coefficient of a functional's first unknown is 1.
        let room = hinge.pullsUp ? value - hinge.point : hinge.point - value
        if isChecked, beyond.last != index, room.value(at: root) < -room.doubt(at: root) {
          beyond.append(index)
        }
        if !room.isConstant { region.require(room) }
        place = hinge.next
      }
    }
    return beyond
  }

  /// Finds the values of the replaced and the derived unknowns.
  func deriveValues() {
    for replaced in functionals.replaced?.unknowns ?? [] {
      values[replaced.unknown] = replaced.value(values)
    }
    for index in functionals.definitions.indices.reversed() {
      let definition = functionals.definitions[index]
      values[definition.unknown] = functionals.value(definition, values)
    }
  }

  /// Solves some unknowns that follow from others with these from now on, and those that they follow
  /// from.
  ///
  /// - Parameter beyond: their definitions.
  /// - Returns: false where sums would become long: nothing has changed.
  mutating func takeBack(_ beyond: [Int]) -> Bool {
    guard !beyond.isEmpty else { return true }
    guard functionals.takeBack(beyond, most: Self.mostTakenBack) else { return false }
    divide()
    return true
  }

  /// The unknown of a definition.
  func derivedUnknown(_ definition: Int) -> RootUnknown {
    functionals.unknowns[functionals.definitions[definition].unknown]
  }

  /// The most unknowns that are solved with others without all.
  private static var mostTakenBack: Int { 256 }

  /// Solves the unknowns that follow from others with these from now on.
  mutating func takeOutsidersBack() {
    functionals.takeReplacedBack()
    functionals.takeDerivedBack()
    divide()
  }

  /// Divides the unknowns into components again.
  mutating func divide() {
    components = Components(of: functionals)
    reduced.removeAll()
    for replaced in functionals.replaced?.unknowns ?? [] {
      for term in replaced.terms { reduced.insert(components.owner(of: term.unknown)) }
    }
    (flows, expectedFlows, programs, others) = ([:], [], [:], [])
    samples.removeAll()
    loose.removeAll()
    (answers, hasSolved) = ([], false)
  }

  /// Visits the points of all hinges of a component.
  func forEachPoint(ofComponent index: Int, _ visit: (Form) -> Void) {
    for sum in components.all[index].sums {
      var hinge = functionals.functionals[components.sums[sum]].firstHinge
      while hinge >= 0 {
        visit(functionals.hinges[hinge].point)
        hinge = functionals.hinges[hinge].next
      }
    }
  }

  /// Finds the intervals of a functional, with the conditions under which they stay.
  ///
  /// - Throws: `CoreFailure.conflict` where required hinges leave no value.
  mutating func narrow(
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

  /// A functional's last interval down to a priority; where answers state their conditions, with
  /// those that it needs.
  mutating func bounds<Region: ConditionList<Form> & ~Copyable>(
    of sum: FunctionalNumber, downTo priority: Double, at root: Size, _ region: inout Region
  ) -> HingeBounds<Form>? {
    guard Region.areStatedByAnswers else {
      guard let interval = functionals.interval(of: sum, downTo: priority) else { return nil }
      func point(_ hinge: Int32) -> Form? { hinge < 0 ? nil : functionals.hinges[hinge].point }
      return HingeBounds<Form>(
        low: point(interval.low), high: point(interval.high), isPoint: interval.isPoint)
    }
    if stated.count < functionals.functionals.count {
      let missing = functionals.functionals.count - stated.count
      stated.append(contentsOf: repeatElement(Stated(), count: missing))
    }
    let known = stated[Int(sum.index)]
    if known.attempt == attempt, known.priority == priority { return known.bounds }
    let found = functionals.statedInterval(sum, downTo: priority, at: root, in: &region)
    stated[Int(sum.index)] = Stated(
      attempt: attempt, priority: priority, bounds: found,
      substituted: known.attempt == attempt ? known.substituted : nil)
    return found
  }

  /// Returns true if a functional was substituted at a point in the present attempt: it is there
  /// whatever changes, which needs no condition.
  private func isSubstituted(_ sum: FunctionalNumber, at point: Form) -> Bool {
    guard Int(sum.index) < stated.count, stated[Int(sum.index)].attempt == attempt,
      let substituted = stated[Int(sum.index)].substituted
    else { return false }
    return (point - substituted).isZero
  }

  /// Drops the conditions since a mark, of an attempt that failed.
  mutating func drop(
    since mark: Int, _ region: inout some ConditionList<Form> & ~Copyable
  ) {
    region.drop(since: mark)
    attempt &+= 1
  }

  /// Solves one unknown, if its hinges leave a single point.
  private mutating func solveSingle(
    _ component: Components.Component, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    guard component.sums.count == 1, let sum = component.sums.first,
      let interval = functionals.lastInterval(of: components.sums[sum]), interval.isPoint,
      let point = bounds(of: components.sums[sum], downTo: interval.priority, at: root, &region)?
        .low
    else { return false }
    values[components.members[component.members.lowerBound]] = point
    return true
  }

  /// Solves several unknowns: by substitution, else as a flow, else many of them level after level,
  /// else by a linear program.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - key: the number under which a linear program is kept.
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions.
  /// - Returns: whether they have one best value each.
  /// - Throws: `CoreFailure`.
  mutating func solve<Region: ConditionList<Form> & ~Copyable>(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], key: Int32, at root: Size,
    _ shortcuts: Shortcuts, _ region: inout Region
  ) throws(CoreFailure) -> Bool {
    guard !sums.isEmpty else { return false }
    // What needed a program will need it again.
    if Region.areStatedByAnswers {
      if flows[key] != nil, let isUnique = try solveAsFlow(members, sums, key, at: root, &region) {
        return isUnique
      }
      if let known = programs[key] {
        return try solve(known, members, sums, key, at: root, shortcuts, &region)
      }
    }
    // A small program takes less time than its levels.
    let isReduced = reduced.contains(key)
    let prefersProgram =
      depth == 0 && !isReduced && members.count < Self.many
      && shortcuts.isDisjoint(with: [.smallLevels, .withoutPrograms])
    let levels = shortcuts.contains(.levels) && depth < Self.deepest && !prefersProgram
    let levelsFirst =
      levels && (depth > 0 ? members.count >= Self.several : suitsLevels(members, sums))
    // Required equalities of several unknowns are differences of edges, as a rule.
    // So is most of what they leave when they have replaced unknowns.
    if levelsFirst || isReduced, shortcuts.contains(.flows),
      let isUnique = try solveAsFlow(members, sums, key, at: root, &region)
    {
      return isUnique
    }
    if levelsFirst,
      let isUnique = try solveByFixing(members, sums, key: key, at: root, shortcuts, &region)
    {
      return isUnique
    }
    if levelsFirst,
      let isUnique = try solveByLevels(members, sums, key: key, at: root, shortcuts, &region)
    {
      return isUnique
    }
    // Substitution failed for the sample.
    if !levelsFirst, !isReduced, shortcuts.isSuperset(of: [.greedy, .flows]), flows[key] == nil,
      let flow = flowLikeSample(members, sums)
    {
      flows[key] = flow
      if let isUnique = try solveAsFlow(members, sums, key, at: root, &region) { return isUnique }
    }
    // Below a level, substitution solves little else of many unknowns.
    if shortcuts.contains(.greedy), !levelsFirst || depth == 0,
      let isUnique = solveGreedily(members, sums, at: root, &region)
    {
      if isUnique { work.greedy += 1 }
      return isUnique
    }
    if !levelsFirst, !isReduced, shortcuts.contains(.flows),
      let isUnique = try solveAsFlow(members, sums, key, at: root, &region)
    {
      return isUnique
    }
    if !levelsFirst, shortcuts.contains(.levels),
      let isUnique = try solveByFixing(members, sums, key: key, at: root, shortcuts, &region)
    {
      return isUnique
    }
    if levels, !levelsFirst,
      let isUnique = try solveByLevels(members, sums, key: key, at: root, shortcuts, &region)
    {
      return isUnique
    }
    guard !shortcuts.contains(.withoutPrograms) else {
      throw .unsolved
    }
    let program = programs[key] ?? ComponentProgram<Form>()
    programs[key] = program
    return try solve(program, members, sums, key, at: root, shortcuts, &region)
  }

  /// Solves several unknowns that only differences hold together.
  ///
  /// - Returns: whether they have one best value each; `nil` where there is no such answer.
  private mutating func solveAsFlow(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], _ key: Int32, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool? {
    guard !others.contains(key) else { return nil }
    let known = flows[key].flatMap { $0.isNetwork(of: members, sums, functionals) ? $0 : nil }
    guard let flow = known ?? makeFlow(members, sums, key) else { return nil }
    let before = (iterations: flow.iterations, solves: flow.solves)
    defer { count(flow.iterations - before.iterations, flow.solves - before.solves) }
    guard let open = try flow.solve(functionals, at: root, into: values, &region) else {
      // It may answer at other parameters.
      if flow.failures >= Self.mostFailures {
        flows[key] = nil
        others.insert(key)
      }
      return nil
    }
    work.flows += 1
    if !open.isEmpty { loose[key] = open }
    return open.isEmpty
  }

  /// Makes the network of a component, and keeps it; one that is no flow is not tried again.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - key: the number under which it is kept.
  ///   - doubtful: functionals of more than two unknowns that are no differences if any is.
  /// - Returns: it; `nil` where something else than differences is in the component.
  mutating func makeFlow(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], _ key: Int32,
    doubtful: [FunctionalNumber] = []
  ) -> ComponentFlow<Form>? {
    if let flow = flowLikeSample(members, sums) {
      flows[key] = flow
      return flow
    }
    // Below a level, one that is best at these parameters only would pin all.
    flows[key] = ComponentFlow(
      members, sums, of: functionals, otherEdges, places, mostScale: depth == 0 ? 64 : 1,
      doubtful: doubtful)
    guard let flow = flows[key] else {
      others.insert(key)
      return nil
    }
    samples.insert(key, at: 0)
    if samples.count > Self.mostSamples { samples.removeLast() }
    return flow
  }

  /// Copies the network of a component that differs in points alone; `nil` where none is known.
  private func flowLikeSample(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber]
  ) -> ComponentFlow<Form>? {
    guard depth == 0 else { return nil }
    for key in samples {
      guard let sample = flows[key] else { continue }
      let flow = ComponentFlow(like: sample, members, sums, of: functionals, otherEdges, places)
      if let flow { return flow }
    }
    return nil
  }

  /// The most components whose networks are held against a new one.
  private static var mostSamples: Int { 4 }

  /// Returns true if a component is a flow of few unknowns that is usually decided at present points
  /// alone: to solve it again, from the tree that was best before, costs no more than to find out that
  /// its sums are still right.
  func isSmallFlow(_ index: Int) -> Bool {
    guard let flow = flows[Int32(index)] else { return expectedFlows.contains(Int32(index)) }
    return flow.memberCount <= Self.mostOfSmallFlow && flow.failuresHere < Self.mostFailures
  }

  /// The components that were solved as small flows.
  var smallFlows: Set<Int32> {
    var found: Set<Int32> = []
    for (key, flow) in flows where flow.failures == 0 && isSmallFlow(Int(key)) { found.insert(key) }
    return found
  }

  /// Returns true if an unknown has one best value, although something in its component is left open.
  func isTied(_ unknown: OpenUnknown) -> Bool {
    guard let loose = loose[components.owner(of: unknown)] else { return false }
    return !loose.contains(unknown)
  }

  /// Returns true if the component of an unknown has a network.
  func isOfFlow(_ unknown: OpenUnknown) -> Bool { flows[components.owner(of: unknown)] != nil }

  /// The unknowns that may have other values, of components in which something is left open.
  func looseUnknowns(of open: [Int32]) -> Set<OpenUnknown> {
    var all: Set<OpenUnknown> = []
    for component in open {
      if let known = loose[component] {
        all.formUnion(known)
      } else {
        all.formUnion(components.all[component].members.map { components.members[$0] })
      }
    }
    return all
  }

  /// Solves components as flows at once, and in other ways only where that fails.
  ///
  /// - Parameter components: the small flows of a solver of the same components.
  mutating func expectFlows(_ components: Set<Int32>) { expectedFlows = components }

  /// The unknowns of a small flow.
  private static var mostOfSmallFlow: Int { 256 }

  /// Finds the values of a flow's unknowns at the present parameters alone.
  ///
  /// - Parameters:
  ///   - index: the component's number.
  ///   - root: the parameters.
  ///   - visit: receives each unknown with its value.
  /// - Returns: whether they have one best value each; else nothing was visited.
  mutating func solveAsFlow(
    only index: Int, at root: Size, _ visit: (OpenUnknown, Double) -> Void
  ) -> Bool {
    if expectedFlows.remove(Int32(index)) != nil, components.all.indices.contains(index) {
      let (members, sums) = components.lists(of: index)
      _ = makeFlow(members, sums, Int32(index))
    }
    guard let flow = flows[Int32(index)] else { return false }
    let before = (iterations: flow.iterations, solves: flow.solves)
    defer { count(flow.iterations - before.iterations, flow.solves - before.solves) }
    guard flow.solveHere(functionals, at: root, visit) else { return false }
    work.flows += 1
    return true
  }

  /// The number of solves without an answer after which a flow is not tried again.
  private static var mostFailures: Int { 4 }

  mutating func count(_ iterations: Int, _ solves: Int) {
    self.iterations += iterations
    self.solves += solves
  }

  /// Counts the work of a solver of some of the unknowns.
  mutating func count(_ lower: borrowing FunctionalSolver) {
    work += lower.work
    count(lower.iterations, lower.solves)
  }

  /// Solves several unknowns by a linear program.
  private mutating func solve(
    _ program: ComponentProgram<Form>, _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    _ key: Int32, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool {
    let before = (iterations: program.iterations, solves: program.solves)
    defer { count(program.iterations - before.iterations, program.solves - before.solves) }
    let outcome: ComponentProgram<Form>.Outcome
    do throws(SolverError) {
      outcome = try program.solve(
        members, sums, of: &functionals, at: root,
        onTableau: shortcuts.contains(.tableau), into: values, &region)
    } catch {
      throw .solver(error)
    }
    if program.isDense { work.tableaux += 1 } else { work.programs += 1 }
    switch outcome {
    case .infeasible: throw .conflict
    case .unique: return true
    case .open:
      // Nothing is settled after what settles.
      if Int(key) < components.all.count { loose[key] = try? program.looseMembers() }
      return false
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
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool? {
    points.removeAll(keepingCapacity: true)
    for sum in sums {
      guard let interval = functionals.lastInterval(of: sum), interval.isPoint else { continue }
      points.append((sum, interval.priority))
    }
    points.sort { $0.priority > $1.priority }
    // Where the last point cannot be used, other sums may determine that unknown.
    for count in [members.count, members.count - 1] where count > 0 {
      let mark = region.mark
      var left = 0
      let isUnique = substitute(upTo: count, of: members, sums, left: &left, at: root, &region)
      if let isUnique { return isUnique }
      drop(since: mark, &region)
      // With one left, the same points are used again; with more, one fewer would not be noticed.
      guard left == 0 else { break }
    }
    return nil
  }

  /// Substitutes sums at their best points, and finds the last unknown where one is left.
  ///
  /// - Parameters:
  ///   - count: the most unknowns that sums are substituted for, the first ones in `points`.
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - left: receives the number of unknowns that these points leave free, 0 where one is unknown.
  ///   - root: the parameters.
  ///   - region: receives the conditions.
  /// - Returns: whether it is the only answer; `nil` where there is no proof.
  private mutating func substitute<Region: ConditionList<Form> & ~Copyable>(
    upTo count: Int, of members: [OpenUnknown], _ sums: [FunctionalNumber], left: inout Int,
    at root: Size, _ region: inout Region
  ) -> Bool? {
    var hasFailed = false
    greedy.restart(at: root)
    for member in members { greedy.free(member) }
    let before = greedy.substitutions
    var lowest = Double.infinity
    for place in points.indices {
      let point = points[place]
      let known = greedy.substitutions
      guard known - before < count else { break }
      let best = bounds(of: point.sum, downTo: point.priority, at: root, &region)?.low
      guard let best else { return nil }
      greedy.begin(best * -1)
      add(point.sum)
      let holds = greedy.end()
      if greedy.substitutions > known { lowest = point.priority }
      // On this level and below there is no proof without it: what follows cannot be used.
      guard holds else {
        hasFailed = true
        break
      }
      if Region.areStatedByAnswers { stated[Int(point.sum.index)].substituted = best }
    }
    let free = members.count - (greedy.substitutions - before)
    left = free
    guard free <= 1 else { return nil }
    if free == 1 {
      guard let isUnique = solveLast(members, sums, downTo: lowest, at: root, &region) else {
        return nil
      }
      guard isUnique else { return false }
    }
    // A sum may wait until others are substituted: where one does not hold then, it was another one.
    guard
      isProved(
        sums, downTo: lowest, trusting: free == 0 && !hasFailed, at: root, &region)
    else { return nil }
    for member in members { values[member] = greedy.find(member).form }
    if greedy.isPinned { region.pin(to: root) }
    return true
  }

  mutating func add(_ sum: FunctionalNumber) {
    let functional = functionals.functionals[sum]
    for index in functional.start..<functional.end {
      greedy.add(functionals.terms[index].unknown, functionals.terms[index].coefficient)
    }
  }

  /// Returns true if every sum is where it is best by itself, at these parameters; conditions for
  /// others go into the region.
  ///
  /// - Parameters:
  ///   - sums: the functionals.
  ///   - priority: the lowest level that counts.
  ///   - isTrusted: whether every sum is where it was substituted, whatever changes.
  ///   - root: the parameters.
  ///   - region: receives the conditions.
  /// - Returns: whether there is a proof.
  private mutating func isProved(
    _ sums: [FunctionalNumber], downTo priority: Double, trusting isTrusted: Bool, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    conditions.removeAll(keepingCapacity: true)
    zeros.removeAll(keepingCapacity: true)
    for sum in sums {
      guard let interval = bounds(of: sum, downTo: priority, at: root, &region) else { continue }
      if isTrusted, interval.isPoint, let low = interval.low, isSubstituted(sum, at: low) {
        continue
      }
      greedy.begin(.zero)
      add(sum)
      guard greedy.reduced().isEmpty else { return false }
      let value = greedy.begun
      if let low = interval.low {
        let room = value - low
        guard room.value(at: root) >= -value.doubt(at: root) else { return false }
        if interval.isPoint {
          guard room.value(at: root) <= value.doubt(at: root) else { return false }
          if !room.isZero { zeros.append(room) }
          continue
        }
        if !room.isZero { conditions.append(room) }
      }
      if let high = interval.high {
        let room = high - value
        guard room.value(at: root) >= -value.doubt(at: root) else { return false }
        if !room.isZero { conditions.append(room) }
      }
    }
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
    line.removeAll()
    let only = FunctionalNumber(0)
    for sum in sums {
      greedy.begin(.zero)
      self.add(sum)
      let open = greedy.reduced()
      guard let term = open.first else { continue }
      guard open.count == 1, term.unknown == last else { return nil }
      let form = greedy.begun
      if let wall = bounds(of: sum, downTo: priority, at: root, &region) {
        for (point, relation) in [
          (wall.low, Relation.greaterThanOrEqual),
          (wall.isPoint ? wall.low : wall.high, .lessThanOrEqual),
        ] {
          guard let point else { continue }
          addToLine(term.coefficient, form - point, relation, HingePriority.required)
        }
      }
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority < priority else { continue }
        addToLine(
          term.coefficient * hinge.weight, (form - hinge.point) * hinge.weight, hinge.side.relation,
          hinge.priority)
      }
    }
    guard !line.functionals.isEmpty else { return false }
    guard (try? line.narrow(only, at: root)) != nil else { return nil }
    guard let interval = line.lastInterval(of: only), interval.isPoint else { return false }
    var point: Form? = line.hinges[interval.low].point
    if Region.areStatedByAnswers {
      point =
        line.statedInterval(only, downTo: interval.priority, at: root, in: &region)?.low
    } else {
      line.requireOrder(only, at: root, in: &region)
    }
    guard let point else { return nil }
    greedy.begin(point * -1)
    greedy.add(last, 1)
    return greedy.end() ? true : nil
  }

  /// Adds the last free unknown times a factor, plus a form, compared to 0.
  private mutating func addToLine(
    _ factor: Double, _ form: Form, _ relation: Relation, _ priority: Double
  ) {
    withUnsafePointer(to: Term<RootSide>(unknown: RootUnknown(0), coefficient: factor)) {
      line.add(
        UnsafeBufferPointer(start: $0, count: 1), form, relation, priority: priority,
        hasSurplus: false)
    }
  }
}

/// The values of a component's unknowns, with the parameters at which they are right.
final class ComponentAnswer {
  @exclusivity(unchecked) fileprivate var region = SizeRegion()
  @exclusivity(unchecked) fileprivate var isRight = false
}

extension FunctionalSolver<AffineNumber> {
  /// Finds the value of every unknown; a component whose values are right at these parameters, too,
  /// is not solved again.
  ///
  /// - Parameters:
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions on the parameters under which the values stay right.
  /// - Returns: the components in which something is left open.
  /// - Throws: `CoreFailure`.
  mutating func solveAgain(
    at root: Size, _ shortcuts: Shortcuts, _ region: inout SizeRegion
  ) throws(CoreFailure) -> [Int32] {
    // Most systems are solved once.
    guard hasSolved else { return try solve(at: root, shortcuts, &region) }
    if answers.isEmpty { answers = components.all.indices.map { _ in ComponentAnswer() } }
    functionals.forgetIntervals()
    attempt &+= 1
    var open: [Int32] = []
    for index in components.all.indices {
      let answer = answers[index]
      if answer.isRight, answer.region.holds(at: root) {
        work.kept += 1
      } else {
        answer.isRight = false
        answer.region.removeAll()
        if try solve(narrowing: index, at: root, shortcuts, &answer.region) {
          answer.isRight = true
        } else {
          open.append(Int32(index))
        }
      }
      region.intersect(answer.region)
    }
    return open
  }
}
