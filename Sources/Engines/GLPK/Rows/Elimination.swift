import LayoutBenchFunctions
import LayoutModel

/// Equalities solved by substitution, in any order: all that most layouts need.
///
/// Each unknown is `factor * representative + form`, a form being affine in the two parameters of a
/// layout, or a number that is recorded; an equality of two representatives makes one the other's, one of a single representative
/// solves it. An equality of more waits until substitutions reduce it.
struct Elimination<Kind, Form: LinearNumber>: ~Copyable {
  typealias Unknown = Number<Kind>

  /// An unknown in terms of another; itself for a representative, -1 where it is solved.
  struct Link: BitwiseCopyable {
    var parent: Unknown
    var factor: Double
    var form: Form
  }

  /// An equality that waits: its terms and the form that is added to them.
  struct Row: BitwiseCopyable {
    let start: Int32
    let end: Int32
    let form: Form
    /// The source of the equality.
    let source: Int32
    var isDone: Bool
    /// The number of times that it began to wait: only the last one counts, so that no substitution
    /// processes it more than once.
    var turn: Int32 = 0
  }

  /// A row in the list of a representative.
  struct Waiting: BitwiseCopyable {
    var row: Int32
    var turn: Int32
    var next: Int32
  }

  /// The substitution of an unknown: `coefficient * unknown + kept` plus a number is 0, from an
  /// equality over the representatives of that time.
  struct Step {
    let source: Int32
    let unknown: Unknown
    let coefficient: Double
    let kept: Term<Kind>?
  }

  /// The recorded substitutions, from which conflicts are traced back.
  struct Record {
    var steps: [Step] = []
    /// The equalities that contradict those before; each is then left out.
    var contradictions: [Int32] = []
  }

  /// Coefficients below this are 0.
  private static var smallest: Double { 1e-10 }

  private let links: Arena<Link>
  private let classSizes: Arena<Int32>
  /// The first waiting row of each representative, and how many there are.
  private let firstWaiting: Arena<Int32>
  private let waitingCounts: Arena<Int32>
  private var waiting = Arena<Waiting>(capacity: 64)
  private var rows = Arena<Row>(capacity: 64)
  private var rowTerms = Arena<Term<Kind>>(capacity: 256)
  /// Rows that must be processed again.
  private var pending = Arena<Int32>(capacity: 64)
  /// The equality that is being processed.
  private var terms = Arena<Term<Kind>>(capacity: 16)
  private var form = Form.zero
  /// The source of that equality, for the record.
  private var source: Int32 = -1
  /// The base of each representative; empty where none has one.
  private var bases = Arena<Unknown>(capacity: 1)
  private var distances = Arena<Term<Kind>>(capacity: 1)
  /// The representatives that a row replaces by several others: pivots.
  private var pivoted: [Unknown] = []
  /// The row of each of them, -1 for other unknowns; empty before the first pivot.
  private var pivots: [Int32] = []
  /// The substitutions so far, where they are recorded.
  var record: Record?
  /// The number of unknowns that are solved or replaced by another.
  private(set) var substitutions = 0
  /// The parameters at which redundant equalities must hold; `nil` where they must hold everywhere.
  private var point: Size?
  /// True if an equality holds at that point only.
  private(set) var isPinned = false

  /// Makes unknowns of which nothing is known.
  ///
  /// - Parameters:
  ///   - unknownCount: the number of unknowns.
  ///   - point: the parameters at which it is enough that redundant equalities hold.
  init(unknownCount: Int, at point: Size? = nil) {
    self.point = point
    links = Arena(
      repeating: Link(parent: .none, factor: 0, form: .zero), count: unknownCount)
    classSizes = Arena(repeating: 1, count: unknownCount)
    firstWaiting = Arena(repeating: -1, count: unknownCount)
    waitingCounts = Arena(repeating: 0, count: unknownCount)
    for unknown in 0..<unknownCount {
      links[unknown] = Link(parent: Unknown(unknown), factor: 1, form: .zero)
    }
  }

  /// Sets the value of an unknown, before all equalities.
  func set(_ unknown: Unknown, to form: Form) {
    links[unknown] = Link(parent: .none, factor: 0, form: form)
  }

  /// Sets the value of an unknown that is known beforehand and counts as solved.
  mutating func give(_ unknown: Unknown, _ form: Form) {
    set(unknown, to: form)
    substitutions &+= 1
  }

  /// Starts again at other parameters; all unknowns are made free again before they are used.
  mutating func restart(at point: Size) {
    self.point = point
    isPinned = false
    rows.removeAll()
    rowTerms.removeAll()
    waiting.removeAll()
    pending.removeAll()
    for unknown in pivoted { pivots[Int(unknown.index)] = -1 }
    pivoted.removeAll(keepingCapacity: true)
  }

  /// Makes an unknown free again, and discards the list of equalities that wait for it.
  func free(_ unknown: Unknown) {
    links[unknown] = Link(parent: unknown, factor: 1, form: .zero)
    classSizes[unknown] = 1
    firstWaiting[unknown] = -1
    waitingCounts[unknown] = 0
  }

  // MARK: - Equalities

  /// Begins an equality: a sum of terms and a constant that is 0.
  @inline(__always)
  mutating func begin(_ form: Form, source: Int32 = -1) {
    terms.removeAll()
    self.form = form
    self.source = source
  }

  /// Adds an unknown times a coefficient to the equality that was begun.
  @inline(__always)
  mutating func add(_ unknown: Unknown, _ coefficient: Double) {
    let link = find(unknown)
    form = form + link.form * coefficient
    guard !link.parent.isNone else { return }
    addRepresentative(link.parent, coefficient * link.factor)
  }

  /// Adds an equality of up to four terms, and makes all substitutions that follow from it.
  ///
  /// In most, all unknowns but one are solved: these need no list of terms.
  ///
  /// - Parameters:
  ///   - unknowns: their unknowns.
  ///   - coefficients: their coefficients.
  ///   - count: the number of terms, from 1.
  ///   - form: the constant that is added to them.
  /// - Returns: whether it is consistent with those before.
  @inline(__always)
  mutating func add(
    _ unknowns: SIMD4<Int32>, _ coefficients: SIMD4<Double>, count: UInt8, _ form: Form
  ) -> Bool {
    terms.removeAll()
    source = -1
    var (form, open, factor) = (form, Unknown.none, 0.0)
    @inline(__always)
    func add(_ unknown: Int32, _ coefficient: Double) {
      let link = find(Unknown(unknown))
      form = form + link.form * coefficient
      guard !link.parent.isNone else { return }
      let own = coefficient * link.factor
      if open.isNone {
        (open, factor) = (link.parent, own)
      } else if terms.isEmpty, open == link.parent {
        factor += own
      } else {
        if terms.isEmpty { terms.append(Term(unknown: open, coefficient: factor)) }
        addRepresentative(link.parent, own)
      }
    }
    add(unknowns.x, coefficients.x)
    if count > 1 { add(unknowns.y, coefficients.y) }
    if count > 2 { add(unknowns.z, coefficients.z) }
    if count > 3 { add(unknowns.w, coefficients.w) }
    self.form = form
    guard terms.isEmpty else { return end() }
    guard !open.isNone, abs(factor) > Self.smallest else { return holds() }
    note(Term(unknown: open, coefficient: factor), nil)
    substitute(open, Link(parent: .none, factor: 0, form: form * (-1 / factor)))
    return pending.isEmpty || settlePending()
  }

  @inline(__always)
  private mutating func addRepresentative(_ unknown: Unknown, _ coefficient: Double) {
    for index in terms.indices where terms[index].unknown == unknown {
      terms.base[index].coefficient += coefficient
      return
    }
    terms.append(Term(unknown: unknown, coefficient: coefficient))
  }

  // MARK: - Bases

  /// From now on, a representative stands for its distance from another one, its base.
  ///
  /// - Parameter bases: the base of each representative, if any; no equality is added any more.
  mutating func rebase(on bases: consuming Arena<Unknown>) { self.bases = bases }

  /// Replaces each representative in the sum that was begun by its distance from its base, plus the
  /// base.
  private mutating func addBases() {
    distances.removeAll()
    for index in terms.indices { distances.append(terms[index]) }
    for index in distances.indices {
      var base = bases[distances[index].unknown]
      while !base.isNone {
        addRepresentative(base, distances[index].coefficient)
        base = bases[base]
      }
    }
  }

  /// The representative from which the distance of another one counts; `none` for most.
  func base(of unknown: Unknown) -> Unknown { bases.isEmpty ? .none : bases[unknown] }

  /// Ends the equality and makes all substitutions that follow from it.
  ///
  /// - Returns: whether it is consistent with those before.
  mutating func end() -> Bool {
    settle(row: -1) && settlePending()
  }

  /// Uses the equalities that wait again, after their representatives were replaced.
  private mutating func settlePending() -> Bool {
    while let row = pending.popLast() {
      guard !rows[row].isDone else { continue }
      let known = rows[row]
      begin(known.form, source: known.source)
      for index in known.start..<known.end {
        add(rowTerms[index].unknown, rowTerms[index].coefficient)
      }
      guard settle(row: row) else {
        pending.removeAll()
        return false
      }
    }
    return true
  }

  /// Uses the equality in `terms` and `form`, which is a row that has waited or -1.
  private mutating func settle(row: Int32) -> Bool {
    switch tidy() {
    case 0:
      markDone(row)
      return holds()
    case 1:
      markDone(row)
      let term = terms[0]
      note(term, nil)
      substitute(
        term.unknown,
        Link(parent: .none, factor: 0, form: form * (-1 / term.coefficient)))
      return true
    case 2:
      markDone(row)
      let (one, other) = (terms[0], terms[1])
      var isFirst = weight(one.unknown) <= weight(other.unknown)
      // Dividing by a small coefficient would magnify rounding.
      let (size, otherSize) = (abs(one.coefficient), abs(other.coefficient))
      if max(size, otherSize) >= 100 * min(size, otherSize) { isFirst = size > otherSize }
      let (gone, kept) = isFirst ? (one, other) : (other, one)
      note(gone, kept)
      substitute(
        gone.unknown,
        Link(
          parent: kept.unknown, factor: -kept.coefficient / gone.coefficient,
          form: form * (-1 / gone.coefficient)))
      classSizes[kept.unknown] += classSizes[gone.unknown]
      return true
    default:
      wait(row)
      return true
    }
  }

  /// Drops the terms that have cancelled out.
  ///
  /// - Returns: the number of terms that are left.
  @inline(__always)
  private mutating func tidy() -> Int {
    var count = 0
    for index in terms.indices where abs(terms[index].coefficient) > Self.smallest {
      terms[count] = terms[index]
      count += 1
    }
    terms.removeAll(from: count)
    return count
  }

  /// Returns true if an equality without unknowns holds, or else was recorded as a contradiction.
  private mutating func holds() -> Bool {
    switch form.vanishing(at: point) {
    case .everywhere: return true
    case .here:
      isPinned = true
      return true
    case .nowhere:
      record?.contradictions.append(source)
      return record != nil
    }
  }

  @inline(__always)
  private mutating func note(_ gone: Term<Kind>, _ kept: Term<Kind>?) {
    record?.steps.append(
      Step(source: source, unknown: gone.unknown, coefficient: gone.coefficient, kept: kept))
  }

  private func weight(_ unknown: Unknown) -> Int32 {
    waitingCounts[unknown] &+ classSizes[unknown]
  }

  private mutating func markDone(_ row: Int32) {
    guard row >= 0 else { return }
    rows.base[Int(row)].isDone = true
  }

  private mutating func substitute(_ unknown: Unknown, _ link: Link) {
    links[unknown] = link
    substitutions &+= 1
    var index = firstWaiting[unknown]
    while index >= 0 {
      let known = waiting[index]
      if rows[known.row].turn == known.turn { pending.append(known.row) }
      index = known.next
    }
    firstWaiting[unknown] = -1
    waitingCounts[unknown] = 0
  }

  /// Puts the equality into the lists of its representatives.
  private mutating func wait(_ known: Int32) {
    var row = known
    if row < 0 {
      row = Int32(rows.count)
      let start = Int32(rowTerms.count)
      for index in terms.indices { rowTerms.append(terms[index]) }
      rows.append(
        Row(
          start: start, end: Int32(rowTerms.count), form: form, source: source, isDone: false))
    }
    rows.base[Int(row)].turn &+= 1
    let turn = rows[row].turn
    for index in terms.indices {
      let unknown = terms[index].unknown
      waiting.append(Waiting(row: row, turn: turn, next: firstWaiting[unknown]))
      firstWaiting[unknown] = Int32(waiting.count - 1)
      waitingCounts[unknown] += 1
    }
  }

  /// The terms of the sum that was begun over representatives, or their distances from their bases,
  /// without those that cancelled out.
  mutating func reduced() -> UnsafeBufferPointer<Term<Kind>> {
    if !bases.isEmpty { addBases() }
    let count = tidy()
    return UnsafeBufferPointer(start: terms.base, count: count)
  }

  /// The affine part of the sum that was begun: all of it where no unknown is open.
  var begun: Form { form }

  /// The numbers of all equalities that have ever waited.
  var waitingRows: Range<Int> { rows.indices }

  /// The number of the constraint that the begun equality comes from; -1 if none was named.
  var begunSource: Int32 { source }

  /// Begins with an equality that still waits.
  ///
  /// - Returns: whether it still waits.
  mutating func beginWaiting(_ row: Int) -> Bool {
    let known = rows[row]
    guard !known.isDone else { return false }
    begin(known.form, source: known.source)
    for index in known.start..<known.end {
      add(rowTerms[index].unknown, rowTerms[index].coefficient)
    }
    return true
  }

  // MARK: - Pivots

  /// True if equalities of more than two representatives wait.
  var isWaiting: Bool { rows.indices.contains { !rows[$0].isDone } }

  /// Solves the equalities that wait, each for one of its representatives in terms of the others;
  /// sums must be expanded from now on.
  ///
  /// - Parameter cost: how bad it is to replace a representative in all sums that contain it.
  /// - Returns: whether all are consistent, and no sum became long.
  mutating func pivot(_ cost: (Unknown) -> Int) -> Bool {
    if pivots.isEmpty { pivots = [Int32](repeating: -1, count: links.count) }
    var order: [(cost: Int, row: Int)] = []
    for row in rows.indices where beginWaiting(row) {
      order.append((reduced().map { cost($0.unknown) }.min() ?? 0, row))
    }
    order.sort { ($0.cost, $0.row) < ($1.cost, $1.row) }
    for (_, row) in order {
      guard beginWaiting(row) else { continue }
      guard expand() else { return false }
      guard terms.count > 2 else {
        guard settle(row: Int32(row)), settlePending() else { return false }
        continue
      }
      markDone(Int32(row))
      let largest = terms.indices.reduce(0.0) { max($0, abs(terms[$1].coefficient)) }
      var chosen = -1
      for index in terms.indices where abs(terms[index].coefficient) >= 0.05 * largest {
        if chosen < 0 || cost(terms[index].unknown) < cost(terms[chosen].unknown) { chosen = index }
      }
      let gone = terms[chosen]
      let start = Int32(rowTerms.count)
      for index in terms.indices where index != chosen {
        rowTerms.append(
          Term(
            unknown: terms[index].unknown,
            coefficient: -terms[index].coefficient / gone.coefficient))
      }
      rows.append(
        Row(
          start: start, end: Int32(rowTerms.count), form: form * (-1 / gone.coefficient),
          source: source, isDone: true))
      pivots[Int(gone.unknown.index)] = Int32(rows.count - 1)
      pivoted.append(gone.unknown)
      substitutions &+= 1
    }
    return true
  }

  /// Replaces the pivots in the sum that was begun.
  ///
  /// - Returns: whether it did not become long, and ended: rounding may leave pivots that contain each
  ///   other.
  mutating func expand() -> Bool {
    guard !pivoted.isEmpty else { return true }
    var index = 0
    var left = Self.mostReplacements
    while index < terms.count {
      let term = terms[index]
      let pivot = pivots[Int(term.unknown.index)]
      guard pivot >= 0 else {
        index += 1
        continue
      }
      terms[index] = terms[terms.count - 1]
      terms.removeAll(from: terms.count - 1)
      guard abs(term.coefficient) > Self.smallest else { continue }
      guard left > 0 else { return false }
      left -= 1
      let row = rows[pivot]
      form = form + row.form * term.coefficient
      for place in row.start..<row.end {
        add(rowTerms[place].unknown, rowTerms[place].coefficient * term.coefficient)
      }
      guard terms.count <= Self.longest else { return false }
      // Others may have become pivots later than this one.
      index = 0
    }
    return tidy() <= Self.longest
  }

  /// The terms that a sum may have with pivots.
  private static var longest: Int { 64 }
  /// The pivots that are replaced in a sum.
  private static var mostReplacements: Int { 1024 }

  // MARK: - Answers

  /// An unknown in terms of its representative; `parent` is -1 where it is solved.
  @inline(__always)
  func find(_ unknown: Unknown) -> Link {
    while true {
      let link = links[unknown]
      guard !link.parent.isNone, link.parent != unknown else { return link }
      let above = links[link.parent]
      guard above.parent != link.parent else { return link }
      links[unknown] = Link(
        parent: above.parent, factor: link.factor * above.factor,
        form: link.form + above.form * link.factor)
    }
  }

  /// Returns true if an unknown is its own representative.
  func isFree(_ unknown: Unknown) -> Bool { links[unknown].parent == unknown }

  /// Returns true if an unknown is its own representative, and no pivot replaces it.
  func isOpen(_ unknown: Unknown) -> Bool {
    isFree(unknown) && (pivoted.isEmpty || pivots[Int(unknown.index)] < 0)
  }
}
