import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Constraints with all data that the stages of a plan read and share.
struct ConstraintSystem: ~Copyable {
  /// A layout that was right at other parameters.
  final class Spare {
    var layout: SolvedLayout

    init(_ layout: consuming SolvedLayout) { self.layout = consume layout }
  }

  /// A record of a layout in which other constraints yield.
  final class SpareRecord {
    var record: RecordedLayout?

    init(_ record: consuming RecordedLayout) { self.record = consume record }

    /// Brings it up to date with the present sizes and constants.
    ///
    /// - Returns: whether it is right for them.
    func update(
      _ rows: borrowing ConstraintRows, _ tree: ViewTree,
      _ count: (CoreWork, _ iterations: Int, _ solves: Int) -> Void
    ) -> Bool {
      record?.catchUp(rows, tree)
      return record?.update(rows, tree, count) ?? false
    }
  }

  /// The number of records that are kept beside the present one: fewer of large trees, whose records
  /// take more memory.
  private var recordCount: Int { max(1, min(8, 800 / tree.count)) }
  /// The number of layouts that are kept beside the present one.
  private static let spareCount = 3
  /// The most changes of other quantities than before without a record.
  private static let mostPatience = 32

  private(set) var written: ConstraintList
  private(set) var rows: ConstraintRows
  let hasFixedContent: Bool
  /// The way in which layouts are found.
  let method: SolveMethod
  let shortcuts: Shortcuts
  private(set) var tree: ViewTree
  /// The quantity that changed last: layouts are functions of it, so its next change costs little.
  private(set) var parameters = Parameters.rootSize
  /// The present values of the parameters.
  private(set) var point: Size
  /// The layout, right within a region of the parameters.
  var layout = SolvedLayout()
  /// The previous layout, while `concerned` is not empty.
  var former = SolvedLayout()
  /// Unknowns whose constraints changed since `former` was solved.
  var concerned: [RootUnknown] = []
  /// The dependence of unknowns on constraints; `nil` until one is added or removed.
  var dependence: Dependence?
  /// The layout as sums of all that may change, once different quantities have changed in turn.
  var recorded: RecordedLayout?
  /// Records that were right for other contents and sizes, the last used first.
  private var records: [SpareRecord] = []
  /// The number of times in a row that the same quantity changed after the first time.
  private(set) var repeats = 0
  /// The number of solves since the last record, or since constraints came or went, before which
  /// another quantity had changed than the time before.
  var switches = 0
  /// The number of such solves after which a layout is recorded.
  private(set) var patience = 2
  /// The number of solves by the present record after its first.
  var recordUses = 0
  /// Layouts of the same constants at other values of the parameters, the last used first.
  var spares: [Spare] = []
  /// The components, which may be solved again at other values of the parameters.
  var core: ConstraintCore<AffineNumber>?
  /// The linear program of everything.
  var plain: PlainPlan?
  /// Consecutive solves in which not every constraint could hold, or this was skipped after two
  /// such.
  var failedOptimism: Int32 = 0
  /// True if other constraints began to yield since constraints came or went.
  var hasFlipped = false
  /// The unknowns that a layout of these constraints had to join with those that they follow from.
  private(set) var joined = JoinedUnknowns()
  /// True if components cannot be recorded one by one: a bound joins them.
  var isIndivisible = false
  /// True if the record was made of the present layout, and no change has used it yet.
  private var isRecordUntried = false
  /// True if it was tried to make such a record since constraints came or went.
  private var hasTriedPresent = false
  /// True once there was a layout.
  var hasHadLayout = false
  /// True once substitution in order did not give the layout; false again where constraints come or
  /// go.
  var isPropagationFutile = false
  /// True if a record had to be made with a linear program: the next ones try nothing else first.
  var needsPrograms = false
  /// The places of removed constraints, which the next ones get.
  private var free: [Int] = []
  /// Layouts with other constraints out, the last first.
  private var presences: [Presence] = []
  /// True if constraints were taken out or put back since the last solve.
  private var isPresenceChanged = false
  var work = Work()
  let trace: Trace

  init(
    _ written: ConstraintList, rows: ConstraintRows, in tree: ViewTree, hasFixedContent: Bool,
    method: SolveMethod, shortcuts: Shortcuts, isTraced: Bool
  ) {
    self.written = written
    self.rows = rows
    self.tree = tree
    self.hasFixedContent = hasFixedContent
    self.method = method
    self.shortcuts = shortcuts
    point = tree.rootSize
    trace = Trace(isOn: isTraced)
  }

  // MARK: - Changes

  /// Changes the root's size, points.
  ///
  /// - Returns: whether it differs from the old one.
  mutating func resize(to size: Size) -> Bool {
    guard tree.rootSize != size else { return false }
    tree.rootSize = size
    recorded?.resize(to: size)
    plain?.resize(to: size)
    change(.rootSize, to: size)
    return true
  }

  /// Changes a view's content size, points.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - intrinsic: its content size; where contents are fixed, an axis that is not given stays as it
  ///     was.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let old = tree.intrinsicSize(of: view)
    let size = hasFixedContent ? old.replaced(by: intrinsic) : intrinsic
    guard size != old else { return }
    let values = Size(width: size.horizontal ?? 0, height: size.vertical ?? 0)
    recordPresent(before: .content(view))
    tree.setIntrinsicSize(size, of: view)
    if (old.horizontal == nil) != (size.horizontal == nil)
      || (old.vertical == nil) != (size.vertical == nil)
    {
      presences = []
      prepareForParts()
      concern([RootUnknown(view: view.index, side: 2), RootUnknown(view: view.index, side: 3)])
      guard parameters == .content(view) else { return }
    }
    recorded?.edit(view, size)
    plain?.edit(view, intrinsic: intrinsic)
    change(.content(view), to: values)
  }

  /// Changes the constant of a written constraint, points.
  ///
  /// - Returns: whether it has a constant of its own, another one than before.
  mutating func edit(constant: Double, ofConstraint index: Int) -> Bool {
    guard rows.hasConstant(besides: constant, ofRow: index) else { return false }
    if !rows.rows[index].isOut { recordPresent(before: .constant(index)) }
    rows.setConstant(constant, ofRow: index)
    written.setConstant(constant, at: index)
    guard !rows.rows[index].isOut else {
      outdatePresences(keepsRecords: true)
      return false
    }
    recorded?.edit(constant: rows.rows[index].constant, ofRow: index)
    if plain != nil, let place = rows.presentPlace(of: index) {
      plain?.edit(constant: constant, ofConstraint: place)
    }
    change(.constant(index), to: Size(width: constant, height: 0))
    return true
  }

  /// Adds a constraint.
  ///
  /// - Returns: its place.
  mutating func add(_ constraint: LinearConstraint) -> Int {
    presences = []
    prepareForParts()
    let place = free.popLast()
    written.add(constraint, at: place)
    rows.add(constraint, at: place, in: tree)
    return enter(place ?? rows.rows.count - 1)
  }

  /// Marks what depends on a constraint that was added or put back.
  ///
  /// - Returns: its place.
  @discardableResult
  private mutating func enter(_ row: Int) -> Int {
    dependence?.add(row, rows, in: tree)
    concern(row)
    return row
  }

  /// Removes a constraint; another may get its place.
  mutating func remove(_ index: Int) {
    presences = []
    if !rows.rows[index].isOut { leave(index) }
    rows.remove(index)
    free.append(index)
  }

  /// Marks what depends on a constraint that is about to be removed or taken out.
  private mutating func leave(_ index: Int) {
    prepareForParts()
    concern(index)
    dependence?.remove(index, rows, in: tree)
  }

  // MARK: - Constraints that are out for a while

  /// Keeps the present layout for when the same constraints are out again, before others are taken
  /// out or put back.
  private mutating func beginPresence() {
    guard !isPresenceChanged else { return }
    isPresenceChanged = true
    guard concerned.isEmpty, method == .stages, let presence = Presence(&self) else { return }
    presences.removeAll { $0.out == presence.out }
    presences.insert(presence, at: 0)
    if presences.count > Presence.mostCount { presences.removeLast() }
  }

  /// Takes the layout or the records that were found when the same constraints were out.
  ///
  /// - Returns: whether the layout is right; records are brought up to date by the next stage.
  mutating func takePresence() -> Bool {
    guard isPresenceChanged else { return false }
    isPresenceChanged = false
    guard let place = presences.firstIndex(where: { $0.out == rows.outHash }) else { return false }
    return presences.remove(at: place).restore(to: &self)
  }

  /// Replaces the layout and the records, and all that was known of changes since.
  mutating func adopt(_ found: consuming SolvedLayout, _ records: [SpareRecord]) {
    forgetLayouts()
    layout = found
    self.records = records
    parameters = .rootSize
    point = tree.rootSize
    repeats = 0
  }

  /// Replaces the records, and all that was known of changes since.
  mutating func adopt(
    _ found: [SpareRecord], patience: Int, isIndivisible: Bool, hasFlipped: Bool
  ) {
    forgetLayouts()
    records = found
    let present = records.removeFirst()
    swap(&recorded, &present.record)
    recorded?.catchUp(rows, tree)
    (self.patience, self.isIndivisible, self.hasFlipped) = (patience, isIndivisible, hasFlipped)
    (repeats, switches) = (0, 0)
    parameters = .none
  }

  /// Takes the records, the present one first; none is left.
  mutating func takeRecords() -> [SpareRecord] {
    var all = records
    records = []
    if let present = recorded.take() { all.insert(SpareRecord(present), at: 0) }
    return all
  }

  /// Adds to a list the places of the constraints that contain a view's numbers, some of them twice.
  mutating func appendPlaces(of view: ViewID, to places: inout [Int]) {
    prepareForParts()
    dependence?.appendRows(of: view, to: &places)
  }

  /// Adds a constraint that fixes a number of an absent view.
  ///
  /// - Returns: its place.
  mutating func addPin(_ constraint: LinearConstraint) -> Int {
    beginPresence()
    prepareForParts()
    written.add(constraint, at: nil)
    rows.addPin(constraint, in: tree)
    return enter(rows.rows.count - 1)
  }

  /// Takes a constraint out, which may come back.
  mutating func takeOut(_ index: Int) {
    beginPresence()
    leave(index)
    rows.takeOut(index)
  }

  /// Puts a constraint back that was taken out.
  mutating func putBack(_ index: Int) {
    beginPresence()
    prepareForParts()
    rows.putBack(index)
    enter(index)
  }

  /// Takes a view's content size away with the view, or gives it back.
  mutating func setContent(_ size: IntrinsicSize, of view: ViewID) {
    beginPresence()
    prepareForParts()
    tree.setIntrinsicSize(size, of: view)
    if parameters == .content(view) {
      concern([])
    } else {
      concern([RootUnknown(view: view.index, side: 2), RootUnknown(view: view.index, side: 3)])
    }
  }

  /// Discards layouts with other views: more has changed than the views and the root's size.
  ///
  /// - Parameter keepsRecords: whether records can be brought up to date.
  mutating func outdatePresences(keepsRecords: Bool) {
    guard keepsRecords else { return presences = [] }
    for presence in presences where !presence.layout.isEmpty { presence.layout = SolvedLayout() }
  }

  /// Makes the frames of the last pass the present layout, where they are those of a record.
  mutating func leaveFrames() {
    guard layout.isEmpty, recorded?.isCurrent == true, let present = recorded.take() else { return }
    layout = SolvedLayout(present, in: tree)
    recorded = consume present
    parameters = .none
    point = Size(width: 0, height: 0)
  }

  /// Takes all numbers that constraints which were added or removed affect, and updates what is given.
  mutating func takeChanged() -> [RootUnknown] {
    defer { concerned.removeAll(keepingCapacity: true) }
    return dependence?.update(concerned, rows) ?? concerned
  }

  /// Forgets constraints that are gone, once no layout depends on them.
  mutating func forgetGone() { dependence?.forgetGone(rows, in: tree) }

  private mutating func prepareForParts() {
    if dependence == nil { dependence = Dependence(rows, in: tree) }
  }

  /// Marks the unknowns affected by a constraint that was just added or is about to be removed.
  private mutating func concern(_ row: Int) {
    // Where the parameter is this constraint's constant, no layout can be kept.
    guard parameters != .constant(row) else { return concern([]) }
    beginConcern()
    let before = concerned.count
    dependence?.appendConcerned(by: row, rows, to: &concerned)
    if concerned.count == before { forgetAll() }
    endConcern()
  }

  /// Marks unknowns to be solved again; the rest of the layout is kept.
  ///
  /// Discards everything where the list is empty or nothing is solved yet.
  private mutating func concern(_ unknowns: [RootUnknown]) {
    beginConcern()
    concerned += unknowns
    if unknowns.isEmpty { forgetAll() }
    endConcern()
  }

  /// Bounds the list: without stages nothing reads it, and without passes nothing empties it.
  private mutating func endConcern() {
    if method != .stages {
      concerned.removeAll(keepingCapacity: true)
      forgetGone()
    } else if concerned.count > 64 * tree.count {
      forgetAll()
    }
  }

  /// Keeps the layout for the parts of it that do not change.
  private mutating func beginConcern() {
    dropRecord()
    if method != .stages { plain = nil }
    guard concerned.isEmpty else { return }
    if layout.isEmpty {
      forgetLayouts()
      change(.rootSize, to: tree.rootSize)
    }
    swap(&layout, &former)
    forgetCore()
    plain = nil
    spares.removeAll(keepingCapacity: true)
  }

  /// Discards everything: no part of the layout is known to stay.
  private mutating func forgetAll() {
    dependence = nil
    forgetLayouts()
    change(.rootSize, to: tree.rootSize)
    plain = nil
  }

  /// Makes an earlier record the present one, where it is right now, and keeps the present one.
  ///
  /// Contents that come and go, such as short and long texts, lead to few different sets of
  /// constraints that yield.
  ///
  /// - Returns: whether there is one.
  mutating func takeRecordOfBefore() -> Bool {
    for index in records.indices {
      var done: (work: CoreWork, iterations: Int, solves: Int)?
      let isRight = records[index].update(rows, tree) { done = ($0, $1, $2) }
      if let done { count(done.work, done.iterations, done.solves) }
      guard isRight else { continue }
      // Swapping records allocates nothing.
      let spare = records.remove(at: index)
      swap(&recorded, &spare.record)
      if spare.record != nil { records.insert(spare, at: 0) }
      return true
    }
    return false
  }

  /// Records the present layout component by component, before another quantity changes: only what
  /// that concerns is then solved again.
  ///
  /// It costs about as much as the layout at the changed quantity, and the next change nothing like
  /// it.
  private mutating func recordPresent(before changed: Parameters) {
    let division = hasFlipped ? RecordedLayout.Division.always : .ofSeveral
    guard parameters != changed, recorded == nil, records.isEmpty, !hasTriedPresent,
      method == .stages, shortcuts.isSuperset(of: [.single, .greedy]), !isIndivisible,
      concerned.isEmpty, !layout.isEmpty, !layout.isPerfect,
      layout.holds(at: point), core?.isDivided(division) == true
    else { return }
    var shortcuts = shortcuts
    if !needsPrograms { shortcuts.insert(.smallLevels) }
    work.eliminations += 1
    recorded = RecordedLayout.recordYielding(
      rows, in: tree, shortcuts, division, ofAll: [],
      joining: joined, knowing: presentFrames(), open: core?.openUnknowns ?? [],
      core?.solver.smallFlows ?? []
    ) { _, _, _ in }
    isRecordUntried = recorded != nil
    hasTriedPresent = true
  }

  /// Discards a record of the layout before the last change, where it is of no use after it.
  ///
  /// - Returns: whether it was one.
  mutating func discardUntriedRecord() -> Bool {
    guard isRecordUntried else { return false }
    isRecordUntried = false
    recorded = nil
    return true
  }

  /// Brings the recorded layout up to date.
  ///
  /// - Returns: whether there is one that is right.
  mutating func updateRecord() -> Bool {
    var done: (work: CoreWork, iterations: Int, solves: Int)?
    let isRight = recorded?.update(rows, tree) { done = ($0, $1, $2) } ?? false
    if isRight { isRecordUntried = false }
    guard let done else { return isRight }
    if done.work.flows + done.work.tableaux + done.work.programs > 0 { needsPrograms = true }
    count(done.work, done.iterations, done.solves)
    return isRight
  }

  /// True if there is a record of equalities that determine one number each: the same constraints have
  /// no other.
  var hasPropagation: Bool {
    isPropagated(recorded) || records.contains { isPropagated($0.record) }
  }

  private func isPropagated(_ record: borrowing RecordedLayout?) -> Bool {
    switch record {
    case .some(let record): record.isPropagated
    case .none: false
    }
  }

  /// Keeps the recorded layout for when the same constraints yield again.
  mutating func keepRecord() {
    recordUses = 0
    guard let present = recorded.take() else { return }
    if records.count == recordCount { records.removeLast() }
    records.insert(SpareRecord(present), at: 0)
  }

  /// Discards an attempt to record a layout that failed, and waits longer before the next one.
  mutating func discardAttempt() {
    patience = min(max(2, 2 * patience), Self.mostPatience)
    recorded = nil
    switches = 0
  }

  /// Notes the unknowns that a layout has joined: records without them are of no use there.
  mutating func note(_ found: JoinedUnknowns) {
    guard found != joined else { return }
    joined = found
    recorded = nil
    records = []
    (isIndivisible, hasTriedPresent, isRecordUntried) = (false, false, false)
  }

  /// Discards the recorded layout: other constraints hold from now on.
  private mutating func dropRecord() {
    switches = 0
    records = []
    joined = .init()
    (isIndivisible, hasFlipped, hasTriedPresent, isRecordUntried) = (false, false, false, false)
    isPropagationFutile = false
    guard recorded != nil else { return }
    // One that was of no use cost about two layouts without it.
    patience = recordUses < 2 ? 2 : 0
    recordUses = 0
    // Unless something has changed since.
    leaveFrames()
    recorded = nil
  }

  /// Changes the values of the parameters, or makes another quantity the parameter.
  private mutating func change(_ changed: Parameters, to values: Size) {
    if changed != .rootSize { outdatePresences(keepsRecords: true) }
    if parameters == changed {
      repeats &+= 1
    } else {
      forgetLayouts()
      parameters = changed
      repeats = 0
    }
    point = values
  }

  private mutating func forgetLayouts() {
    if !layout.isEmpty { layout = SolvedLayout() }
    if !former.isEmpty { former = SolvedLayout() }
    // No layout needs to know what was added and removed, but the dependences stay those of the
    // present constraints.
    if !concerned.isEmpty {
      _ = takeChanged()
      forgetGone()
    }
    forgetCore()
    if !spares.isEmpty { spares.removeAll(keepingCapacity: true) }
  }

  /// Forgets the components, if they are known: to assign `nil` again clears kilobytes.
  private mutating func forgetCore() {
    if core != nil { core = nil }
  }

  // MARK: - Layouts

  /// Moves the present layout to the spares.
  mutating func keep() {
    guard !layout.isEmpty else { return }
    if spares.count == Self.spareCount { spares.removeLast() }
    let spare = Spare(SolvedLayout())
    swap(&layout, &spare.layout)
    spares.insert(spare, at: 0)
  }

  /// The frames of the present layout, in an array of their own.
  mutating func presentFrames() -> [Rect] {
    let frames = layout.frames(at: point, in: tree)
    layout.forget()
    return frames
  }

  /// Adds to the counts of work.
  mutating func count(_ done: CoreWork, _ iterations: Int, _ solves: Int) {
    work.iterations += iterations
    work.solves += solves
    work.core += done
    trace.end(
      "solve",
      "\(done.single) of one unknown, \(done.greedy) by substitution with a proof, "
        + "\(done.flows) as a flow, \(done.tableaux) by a small tableau, \(done.programs) by GLPK "
        + "(\(solves) simplex runs, \(iterations) iterations), "
        + "\(done.settled) groups settled"
        + (done.kept > 0 ? ", \(done.kept) as before" : ""))
  }
}
