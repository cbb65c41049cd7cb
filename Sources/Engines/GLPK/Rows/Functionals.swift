import Constraints
import LayoutBenchFunctions
import LayoutModel

/// A cost on a sum of unknowns: its distance from a point, on one side of it or on both, with a
/// priority.
struct Hinge<Form: ValuedNumber>: BitwiseCopyable {
  /// The value that costs nothing.
  fileprivate(set) var point: Form
  /// The cost of each point of distance.
  let weight: Double
  /// 1000 where required, above 0 for other constraints, 0 for the surplus of inequalities beyond
  /// equality, below 0 for the settling of open numbers.
  let priority: Double
  let side: HingeSide
  /// The next hinge of the same functional.
  let next: Int32

  /// True if it pulls values below its point up.
  @inline(__always) var pullsUp: Bool { side != .above }
  /// True if it pulls values above its point down.
  @inline(__always) var pullsDown: Bool { side != .below }
}

/// The side of its point on which a hinge costs something.
enum HingeSide: UInt8, BitwiseCopyable {
  case both, below, above

  /// The relation whose violation costs the same.
  var relation: Relation {
    switch self {
    case .both: .equal
    case .below: .greaterThanOrEqual
    case .above: .lessThanOrEqual
    }
  }
}

/// The priorities of hinges that come from no constraint's own priority.
enum HingePriority {
  static let required = 1000.0
  static let surplus = 0.0
}

/// Two required hinges that leave no value for a functional.
struct HingeCrossing: Error {
  /// The hinge that wants it larger than the other allows.
  let low: Int32
  let high: Int32
}

/// A functional's interval as numbers.
struct HingeBounds<Form: ValuedNumber> {
  var low: Form?
  var high: Form?
  var isPoint = false
}

/// A distinct sum of unknowns, with hinges.
struct Functional: BitwiseCopyable {
  /// Its terms.
  let start: Int32
  let end: Int32
  /// The next one in the same slot of the hash table.
  var nextOfSlot: Int32
  var firstHinge: Int32
  /// Its intervals, as they were found last.
  var firstInterval: Int32 = 0
  var lastInterval: Int32 = 0
  /// True if its hinges all move alike with the parameters.
  var isParallel = true
  /// True if it is settled on a level of its own.
  var isSettled = false
  /// True if it only defines or bounds an unknown that nothing else depends on.
  var isSetAside = false
}

/// Unknowns that required equalities replace by others in all functionals.
final class ReplacedUnknowns<Form: ValuedNumber> {
  /// An unknown as a sum of others, none of which is replaced.
  struct Unknown {
    let unknown: OpenUnknown
    let terms: [Term<OpenSide>]
    /// The number that is added to them.
    let form: Form

    /// Its value.
    func value(_ values: borrowing Arena<Form>) -> Form {
      var value = form
      for term in terms { value = value + values[term.unknown] * term.coefficient }
      return value
    }
  }

  /// A functional as it was before.
  struct Former {
    let number: FunctionalNumber
    /// True if there was none.
    let isNew: Bool
    let functional: Functional
  }

  @exclusivity(unchecked) fileprivate(set) var unknowns: [Unknown] = []
  @exclusivity(unchecked) fileprivate var formers: [Former] = []
}

/// The distinct sums of unknowns in constraints, each with all its hinges: a functional.
///
/// The unknowns are representatives of an `Elimination`, numbered again from 0 as they appear. The
/// first coefficient of a functional is 1.
struct Functionals<Form: ValuedNumber>: ~Copyable {
  /// The range in which a functional is best by itself, for all levels down to a priority.
  struct Interval: BitwiseCopyable {
    let priority: Double
    /// The hinges at its ends; -1 where it has no end.
    let low: Int32
    let high: Int32
    let isPoint: Bool
  }

  /// An end of an interval.
  private struct End {
    var value: Double
    var hinge: Int32
  }

  /// A hinge's point with its number, to be sorted.
  struct Breakpoint {
    let value: Double
    let hinge: Int32
  }

  private(set) var terms = Arena<Term<OpenSide>>(capacity: 64)
  private(set) var functionals = Arena<Functional>(capacity: 32)
  private(set) var hinges = Arena<Hinge<Form>>(capacity: 64)
  private(set) var intervals = Arena<Interval>(capacity: 64)
  /// The unknowns by their new numbers, and the new number of each, or -1.
  private(set) var unknowns = Arena<RootUnknown>(capacity: 32)
  private let numbers: Arena<OpenUnknown>
  /// The first functional of each slot, or -1; a power of two of slots, and none before the first
  /// functional.
  private var table = Arena<Int32>()
  private var scratch = Arena<Term<OpenSide>>(capacity: 16)
  private var level: [Breakpoint] = []

  /// Makes a list without functionals.
  ///
  /// - Parameter unknownCount: the number of unknowns before they are numbered again.
  init(unknownCount: Int) {
    numbers = Arena(repeating: .none, count: unknownCount)
  }

  // MARK: - Filling

  /// Removes all functionals; the memory stays.
  mutating func removeAll() {
    for index in unknowns.indices { numbers[unknowns[index]] = .none }
    for slot in table.indices { table[slot] = -1 }
    terms.removeAll()
    functionals.removeAll()
    hinges.removeAll()
    intervals.removeAll()
    unknowns.removeAll()
    definitions.removeAll()
    definitionPlaces.removeAll()
    replaced = nil
  }

  /// The new number of an unknown, assigned where it has none.
  mutating func number(_ unknown: RootUnknown) -> OpenUnknown {
    if numbers[unknown].isNone {
      numbers[unknown] = OpenUnknown(unknowns.count)
      unknowns.append(unknown)
    }
    return numbers[unknown]
  }

  /// The new number of an unknown; `none` where it has none.
  func existingNumber(_ unknown: RootUnknown) -> OpenUnknown { numbers[unknown] }

  /// The hinge of a functional that is a required equality; `nil` where it has none.
  func equality(of functional: FunctionalNumber) -> Int32? {
    var index = functionals[functional].firstHinge
    while index >= 0 {
      let hinge = hinges[index]
      if hinge.side == .both, hinge.priority >= HingePriority.required { return index }
      index = hinge.next
    }
    return nil
  }

  /// Adds the hinges of a constraint.
  ///
  /// - Parameters:
  ///   - sum: the open terms of left side minus right side; at least one.
  ///   - form: the affine part of it.
  ///   - relation: its relation to 0.
  ///   - priority: 1000 where required.
  ///   - hasSurplus: whether its surplus beyond equality counts in the end.
  mutating func add(
    _ sum: UnsafeBufferPointer<Term<RootSide>>, _ form: Form, _ relation: Relation,
    priority: Double, hasSurplus: Bool
  ) {
    let (functional, scale) = place(sum)
    add(functional, times: scale, form, relation, priority: priority, hasSurplus: hasSurplus)
  }

  /// Adds the hinges of a constraint on a multiple of a functional.
  ///
  /// - Parameters:
  ///   - functional: its number.
  ///   - scale: the factor of it.
  ///   - form: the number that is added to the multiple.
  ///   - relation: the relation of all that to 0.
  ///   - priority: 1000 where required.
  ///   - hasSurplus: whether its surplus beyond equality counts in the end.
  mutating func add(
    _ functional: FunctionalNumber, times scale: Double, _ form: Form, _ relation: Relation,
    priority: Double, hasSurplus: Bool
  ) {
    let isTurned = scale < 0
    let side: HingeSide =
      switch relation {
      case .equal: .both
      case .greaterThanOrEqual: isTurned ? .above : .below
      case .lessThanOrEqual: isTurned ? .below : .above
      }
    let point = form * (-1 / scale)
    append(point, abs(scale), priority, side, to: functional)
    if hasSurplus, side != .both {
      append(
        point, abs(scale), HingePriority.surplus, side == .below ? .above : .below, to: functional)
    }
  }

  /// The functional of a sum, new where there is none, and the factor of it in the sum.
  ///
  /// - Parameter sum: the terms; at least one.
  /// - Returns: the functional's number, and the factor that makes it equal to the sum.
  mutating func place(
    _ sum: UnsafeBufferPointer<Term<RootSide>>
  ) -> (functional: FunctionalNumber, scale: Double) {
    scratch.removeAll()
    for term in sum {
      addToScratch(Term(unknown: number(term.unknown), coefficient: term.coefficient))
    }
    return placeScratch()
  }

  /// Adds a term to `scratch`, in the order of unknowns.
  @inline(__always)
  private mutating func addToScratch(_ term: Term<OpenSide>) {
    var index = scratch.count
    scratch.append(term)
    while index > 0, scratch[index - 1].unknown > term.unknown {
      scratch[index] = scratch[index - 1]
      index -= 1
    }
    scratch[index] = term
  }

  /// The functional of the terms in `scratch`, new where there is none, and the factor of it in them.
  @inline(__always)
  private mutating func placeScratch() -> (functional: FunctionalNumber, scale: Double) {
    let scale = scratch[0].coefficient
    for index in scratch.indices { scratch.base[index].coefficient /= scale }
    return (find(), scale)
  }

  /// Settles a functional at a point, on a level of its own below all constraints.
  ///
  /// The first call decides; later ones have no effect.
  mutating func settle(_ functional: FunctionalNumber, at point: Form, priority: Double) {
    guard !functionals[functional].isSettled else { return }
    functionals.base[Int(functional.index)].isSettled = true
    append(point, 1, priority, .both, to: functional)
  }

  /// Moves a hinge to another point.
  mutating func move(hinge: Int32, to point: Form) { hinges.base[Int(hinge)].point = point }

  /// The hinge by which a functional is settled, or -1.
  func settlingHinge(of functional: FunctionalNumber) -> Int32 {
    var index = functionals[functional].firstHinge
    while index >= 0, hinges[index].priority >= HingePriority.surplus { index = hinges[index].next }
    return index
  }

  /// Adds the hinges of a functional of another list.
  ///
  /// - Parameters:
  ///   - sum: its number there.
  ///   - other: that list.
  ///   - functional: the functional here: it times `scale`, plus `form`, is that one.
  ///   - scale: the factor.
  ///   - form: the number that is added.
  ///   - point: returns the point of a hinge here.
  @inline(__always)
  mutating func addHinges<Other>(
    of sum: FunctionalNumber, in other: borrowing Functionals<Other>,
    to functional: FunctionalNumber, times scale: Double, plus form: Form,
    _ point: (Other) -> Form
  ) {
    var index = other.functionals[sum].firstHinge
    while index >= 0 {
      let hinge = other.hinges[index]
      index = hinge.next
      add(
        functional, times: scale * hinge.weight, (form - point(hinge.point)) * hinge.weight,
        hinge.side.relation, priority: hinge.priority, hasSurplus: false)
    }
  }

  /// Adds a required bound of a functional.
  ///
  /// - Parameters:
  ///   - functional: its number.
  ///   - point: the bound.
  ///   - side: `below` for a lower bound, `above` for an upper one.
  mutating func bound(_ functional: FunctionalNumber, _ point: Form, _ side: HingeSide) {
    append(point, 1, HingePriority.required, side, to: functional)
  }

  private mutating func append(
    _ point: Form, _ weight: Double, _ priority: Double, _ side: HingeSide,
    to functional: FunctionalNumber
  ) {
    let next = functionals[functional].firstHinge
    if next >= 0 {
      if !hinges[next].point.isParallel(to: point) {
        functionals.base[Int(functional.index)].isParallel = false
      }
    }
    hinges.append(
      Hinge(point: point, weight: weight, priority: priority, side: side, next: next))
    functionals.base[Int(functional.index)].firstHinge = Int32(hinges.count - 1)
  }

  /// The functional of the terms in `scratch`, new where there is none.
  private mutating func find() -> FunctionalNumber {
    if table.isEmpty { table = Arena(repeating: -1, count: 64) }
    let slot = slot(of: UnsafeBufferPointer(start: scratch.base, count: scratch.count))
    var candidate = table[slot]
    while candidate >= 0 {
      if isScratch(functionals[candidate]) { return FunctionalNumber(candidate) }
      candidate = functionals[candidate].nextOfSlot
    }
    let number = Int32(functionals.count)
    let start = Int32(terms.count)
    for index in scratch.indices { terms.append(scratch[index]) }
    functionals.append(
      Functional(
        start: start, end: Int32(terms.count), nextOfSlot: table[slot], firstHinge: -1))
    table[slot] = number
    if functionals.count > 2 * table.count { rehash() }
    return FunctionalNumber(number)
  }

  private func isScratch(_ functional: Functional) -> Bool {
    guard Int(functional.end - functional.start) == scratch.count else { return false }
    for index in scratch.indices {
      let (mine, other) = (scratch[index], terms[Int(functional.start) + index])
      guard mine.unknown == other.unknown,
        abs(mine.coefficient - other.coefficient) <= 1e-9 * abs(mine.coefficient)
      else { return false }
    }
    return true
  }

  /// The slot that lists functionals over the same unknowns.
  private func slot(of terms: UnsafeBufferPointer<Term<OpenSide>>) -> Int {
    var hash: UInt64 = 0
    for term in terms {
      hash = (hash ^ UInt64(UInt32(bitPattern: term.unknown.index))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    return Int(truncatingIfNeeded: hash &>> 20) & (table.count - 1)
  }

  private mutating func rehash() {
    table = Arena(repeating: -1, count: 8 * table.count)
    for index in functionals.indices {
      let (start, end) = (Int(functionals[index].start), Int(functionals[index].end))
      let slot = slot(of: UnsafeBufferPointer(start: terms.base + start, count: end - start))
      functionals.base[index].nextOfSlot = table[slot]
      table[slot] = Int32(index)
    }
  }

  // MARK: - Derived unknowns

  /// An unknown that one required equality defines, and no other sum contains.
  struct Definition: BitwiseCopyable {
    let unknown: OpenUnknown
    let functional: FunctionalNumber
    /// The functional of the unknown alone, which has required bounds; `none` where there is none.
    let bounds: FunctionalNumber
  }

  /// The derived unknowns: each is defined by others, and by those that follow it here.
  private(set) var definitions = Arena<Definition>(capacity: 1)
  /// The place of each unknown's definition, or -1; empty where none is derived.
  private var definitionPlaces = Arena<Int32>(capacity: 1)

  /// Sets the unknowns aside that follow from others and that nothing depends on, such as the tops of
  /// a list's cells: without them, each cell is a component of its own.
  mutating func setDerivedAside() {
    // The number of sums of several that contain each, and, of a single one, which it is.
    let counts = Arena<Int32>(repeating: 0, count: unknowns.count)
    let mixed = Arena<Int32>(repeating: 0, count: unknowns.count)
    let alone = Arena<Int32>(repeating: -1, count: unknowns.count)
    for index in functionals.indices {
      let functional = functionals[index]
      let first = terms[functional.start].unknown
      guard functional.end - functional.start > 1 else {
        alone[first] = Int32(index)
        if !isBounded(functional) { counts[first] += Self.many }
        continue
      }
      for term in functional.start..<functional.end { count(terms[term].unknown, index, 1) }
    }
    func count(_ unknown: OpenUnknown, _ functional: Int, _ change: Int32) {
      counts[unknown] += change
      mixed[unknown] ^= Int32(functional)
    }
    var pending = Arena<OpenUnknown>(capacity: unknowns.count)
    for unknown in unknowns.indices where counts[unknown] == 1 {
      pending.append(OpenUnknown(unknown))
    }
    while let unknown = pending.popLast() {
      guard counts[unknown] == 1 else { continue }
      let index = Int(mixed[unknown])
      guard defines(functionals[index], unknown) else { continue }
      functionals.base[index].isSetAside = true
      if alone[unknown] >= 0 { functionals.base[Int(alone[unknown])].isSetAside = true }
      definitions.append(
        Definition(
          unknown: unknown, functional: FunctionalNumber(index),
          bounds: FunctionalNumber(alone[unknown])))
      for term in functionals[index].start..<functionals[index].end {
        let other = terms[term].unknown
        count(other, index, -1)
        if counts[other] == 1 { pending.append(other) }
      }
    }
    guard !definitions.isEmpty else { return }
    definitionPlaces.grow(to: unknowns.count, filling: -1)
    for index in definitions.indices {
      definitionPlaces[definitions[index].unknown] = Int32(index)
    }
  }

  /// Takes the derived unknowns back.
  mutating func takeDerivedBack() {
    for index in definitions.indices { takeBack(definitions[index]) }
    definitions.removeAll()
    definitionPlaces.removeAll()
  }

  private mutating func takeBack(_ definition: Definition) {
    functionals.base[Int(definition.functional.index)].isSetAside = false
    if !definition.bounds.isNone {
      functionals.base[Int(definition.bounds.index)].isSetAside = false
    }
  }

  /// Takes some derived unknowns back, and those that define them.
  ///
  /// - Parameters:
  ///   - places: the places of their definitions.
  ///   - most: the most unknowns that come back.
  /// - Returns: false where they are more, or a sum would have more terms: nothing has changed.
  mutating func takeBack(_ places: [Int], most: Int) -> Bool {
    let isBack = Arena<Bool>(repeating: false, count: definitions.count)
    var back: [Int] = []
    var pending = places
    while let place = pending.popLast() {
      guard !isBack[place] else { continue }
      guard back.count < most else { return false }
      isBack[place] = true
      back.append(place)
      let functional = functionals[definitions[place].functional]
      for index in functional.start..<functional.end {
        let other = Int(definitionPlaces[terms[index].unknown])
        if other >= 0 { pending.append(other) }
      }
    }
    var sums: [(functional: FunctionalNumber, terms: [Term<OpenSide>], form: Form)] = []
    var known: [OpenUnknown: Int] = [:]
    for (place, other) in (replaced?.unknowns ?? []).enumerated() { known[other.unknown] = place }
    for place in back where !known.isEmpty {
      let functional = definitions[place].functional
      guard let (terms, form) = withoutReplaced(functional, known) else { continue }
      guard terms.count <= most else { return false }
      sums.append((functional, terms, form))
    }
    for place in back { takeBack(definitions[place]) }
    for (functional, terms, form) in sums { replace(functional, by: terms, plus: form) }
    var count = 0
    for place in definitions.indices {
      definitionPlaces[definitions[place].unknown] = -1
      guard !isBack[place] else { continue }
      definitions[count] = definitions[place]
      definitionPlaces[definitions[count].unknown] = Int32(count)
      count += 1
    }
    definitions.removeAll(from: count)
    return true
  }

  /// A sum over unknowns that are not replaced; `nil` where it contains no other.
  ///
  /// - Parameters:
  ///   - sum: the sum.
  ///   - known: the places of the replaced ones.
  /// - Returns: the terms, and the number that is added to them.
  private func withoutReplaced(
    _ sum: FunctionalNumber, _ known: [OpenUnknown: Int]
  ) -> (terms: [Term<OpenSide>], form: Form)? {
    let functional = functionals[sum]
    guard let replaced,
      (functional.start..<functional.end).contains(where: { known[terms[$0].unknown] != nil })
    else { return nil }
    var found = Arena<Term<OpenSide>>(capacity: 8)
    var form = Form.zero
    for index in functional.start..<functional.end {
      let term = terms[index]
      guard let place = known[term.unknown] else {
        Self.add(term.unknown, term.coefficient, to: &found, from: 0)
        continue
      }
      let other = replaced.unknowns[place]
      form = form + other.form * term.coefficient
      for inner in other.terms {
        Self.add(inner.unknown, inner.coefficient * term.coefficient, to: &found, from: 0)
      }
    }
    return (found.indices.map { found[$0] }.filter { abs($0.coefficient) >= 1e-10 }, form)
  }

  /// More sums than there are: an unknown in so many is not derived.
  private static var many: Int32 { 1 << 30 }

  /// True if all hinges of a functional are required bounds.
  private func isBounded(_ functional: Functional) -> Bool {
    var index = functional.firstHinge
    while index >= 0 {
      let hinge = hinges[index]
      guard hinge.priority >= HingePriority.required, hinge.side != .both else { return false }
      index = hinge.next
    }
    return true
  }

  /// True if a functional is one required equality, and can be divided by the coefficient of an
  /// unknown.
  private func defines(_ functional: Functional, _ unknown: OpenUnknown) -> Bool {
    let hinge = hinges[functional.firstHinge]
    guard hinge.next < 0, hinge.priority >= HingePriority.required, hinge.side == .both else {
      return false
    }
    var (own, largest) = (0.0, 0.0)
    for index in functional.start..<functional.end {
      let size = abs(terms[index].coefficient)
      largest = max(largest, size)
      if terms[index].unknown == unknown { own = size }
    }
    return own >= 0.05 * largest
  }

  /// The value of a derived unknown.
  ///
  /// - Parameters:
  ///   - definition: its definition.
  ///   - values: the values of the others.
  /// - Returns: the value.
  func value(_ definition: Definition, _ values: borrowing Arena<Form>) -> Form {
    var value = hinges[functionals[definition.functional].firstHinge].point
    let (_, own) = parts(of: definition) { unknown, coefficient in
      value = value + values[unknown] * -coefficient
    }
    return own == 1 ? value : value * (1 / own)
  }

  /// Visits the other unknowns of a definition.
  ///
  /// - Parameters:
  ///   - definition: the definition.
  ///   - visit: receives each unknown with its coefficient.
  /// - Returns: the value of the sum, and the coefficient of the derived unknown in it.
  @inline(__always)
  func parts(
    of definition: Definition, _ visit: (OpenUnknown, Double) -> Void
  ) -> (point: Form, own: Double) {
    let functional = functionals[definition.functional]
    var own = 1.0
    for index in functional.start..<functional.end {
      let term = terms[index]
      if term.unknown == definition.unknown {
        own = term.coefficient
      } else {
        visit(term.unknown, term.coefficient)
      }
    }
    return (hinges[functional.firstHinge].point, own)
  }

  /// True if there are derived unknowns.
  var hasDerived: Bool { !definitions.isEmpty }

  /// Replaces derived unknowns in a sum by those that define them; the numbers that definitions add
  /// are left out.
  ///
  /// - Parameters:
  ///   - sum: the terms.
  ///   - most: the most terms.
  /// - Returns: the terms; `nil` where nothing is derived, or they are too many.
  func withoutDerived(
    _ sum: borrowing Arena<Term<OpenSide>>, most: Int
  ) -> Arena<Term<OpenSide>>? {
    let places = definitionPlaces.base
    guard !definitions.isEmpty,
      sum.indices.contains(where: { places[Int(sum[$0].unknown.index)] >= 0 })
    else { return nil }
    var found = Arena<Term<OpenSide>>(capacity: most)
    for index in sum.indices { found.append(sum[index]) }
    var index = 0
    while index < found.count {
      let term = found[index]
      let place = places[Int(term.unknown.index)]
      index += 1
      guard place >= 0, term.coefficient != 0 else { continue }
      found[index - 1] = Term(unknown: term.unknown, coefficient: 0)
      let functional = functionals[definitions[place].functional]
      let range = functional.start..<functional.end
      guard let own = range.first(where: { terms[$0].unknown == term.unknown }) else { return nil }
      let factor = -term.coefficient / terms[own].coefficient
      for other in range where other != own {
        // One that is derived itself is still to be replaced.
        let unknown = terms[other].unknown
        let first = places[Int(unknown.index)] < 0 ? 0 : index
        Self.add(unknown, factor * terms[other].coefficient, to: &found, from: first)
      }
      guard found.count <= most else { return nil }
    }
    return found
  }

  /// Adds a term to those from a place on.
  private static func add(
    _ unknown: OpenUnknown, _ coefficient: Double, to sum: inout Arena<Term<OpenSide>>,
    from first: Int
  ) {
    for index in first..<sum.count where sum[index].unknown == unknown {
      let together = sum[index].coefficient + coefficient
      sum[index] = Term(unknown: unknown, coefficient: together)
      return
    }
    sum.append(Term(unknown: unknown, coefficient: coefficient))
  }

  // MARK: - Replaced unknowns

  /// The unknowns that required equalities replace; `nil` where there are none.
  private(set) var replaced: ReplacedUnknowns<Form>?

  /// True if some unknowns follow from others, and are not solved with these.
  var hasOutsiders: Bool { !definitions.isEmpty || replaced != nil }

  /// Replaces an unknown, which no functional contains any more but those set aside.
  mutating func replace(_ unknown: OpenUnknown, by terms: [Term<OpenSide>], plus form: Form) {
    noteReplaced().unknowns.append(.init(unknown: unknown, terms: terms, form: form))
  }

  /// Sets a functional aside, and moves its hinges to the functional of other terms.
  ///
  /// - Parameters:
  ///   - sum: the functional.
  ///   - terms: what it is equal to but for `form`; none where it is known.
  ///   - form: what is added to them.
  mutating func replace(_ sum: FunctionalNumber, by terms: [Term<OpenSide>], plus form: Form) {
    note(sum, isNew: false)
    functionals.base[Int(sum.index)].isSetAside = true
    guard !terms.isEmpty else { return }
    scratch.removeAll()
    for term in terms { addToScratch(term) }
    let count = functionals.count
    let (other, scale) = placeScratch()
    note(other, isNew: functionals.count > count)
    var index = functionals[sum].firstHinge
    while index >= 0 {
      let hinge = hinges[index]
      index = hinge.next
      add(
        other, times: scale * hinge.weight, (form - hinge.point) * hinge.weight,
        hinge.side.relation, priority: hinge.priority, hasSurplus: false)
    }
  }

  private mutating func note(_ number: FunctionalNumber, isNew: Bool) {
    noteReplaced().formers.append(
      .init(number: number, isNew: isNew, functional: functionals[number]))
  }

  /// Returns the list of what is replaced, made at the first call.
  private mutating func noteReplaced() -> ReplacedUnknowns<Form> {
    let known = replaced ?? ReplacedUnknowns()
    replaced = known
    return known
  }

  /// Takes the replaced unknowns back: each functional has the hinges that it had.
  mutating func takeReplacedBack() {
    for former in replaced?.formers.reversed() ?? [] {
      let number = Int(former.number.index)
      functionals.base[number].firstHinge = former.isNew ? -1 : former.functional.firstHinge
      functionals.base[number].isParallel = former.isNew || former.functional.isParallel
      functionals.base[number].isSetAside = former.isNew || former.functional.isSetAside
    }
    replaced = nil
  }

  // MARK: - Intervals

  /// Finds the intervals in which a functional is best by itself, level after level.
  ///
  /// - Parameters:
  ///   - functional: its number.
  ///   - root: the parameters.
  /// - Throws: `HingeCrossing` where required hinges leave no value.
  mutating func narrow(_ functional: FunctionalNumber, at root: Size) throws(HingeCrossing) {
    let first = functionals[functional].firstHinge
    let start = Int32(intervals.count)
    // Many have one hinge.
    if first >= 0, hinges[first].next < 0 {
      let hinge = hinges[first]
      intervals.append(
        Interval(
          priority: hinge.priority, low: hinge.pullsUp ? first : -1,
          high: hinge.pullsDown ? first : -1, isPoint: hinge.side == .both))
      functionals.base[Int(functional.index)].firstInterval = start
      functionals.base[Int(functional.index)].lastInterval = start + 1
      return
    }
    var low = End(value: -.infinity, hinge: -1)
    var high = End(value: .infinity, hinge: -1)
    var priority = Double.infinity
    while let next = nextPriority(below: priority, from: first), !isPoint(low, high) {
      priority = next
      let (before, after) = (low.hinge, high.hinge)
      if priority >= HingePriority.required {
        bound(first, at: root, &low, &high)
        let doubt = 1e-9 * (1 + Self.size(low) + Self.size(high))
        guard low.value <= high.value + 100 * doubt else {
          throw HingeCrossing(low: low.hinge, high: high.hinge)
        }
        if low.value > high.value - doubt { high = low }
      } else {
        narrow(first, priority, at: root, &low, &high)
      }
      guard low.hinge != before || high.hinge != after else { continue }
      intervals.append(
        Interval(
          priority: priority, low: low.hinge, high: high.hinge, isPoint: isPoint(low, high)))
    }
    functionals.base[Int(functional.index)].firstInterval = start
    functionals.base[Int(functional.index)].lastInterval = Int32(intervals.count)
  }

  /// Discards all intervals: the parameters have changed.
  mutating func forgetIntervals() { intervals.removeAll() }

  private static func size(_ end: End) -> Double { end.value.isFinite ? abs(end.value) : 0 }

  private func isPoint(_ low: End, _ high: End) -> Bool {
    high.value - low.value <= 1e-9 * (1 + Self.size(low)) && low.hinge >= 0
  }

  /// The highest priority below another among a functional's hinges.
  func nextPriority(below priority: Double, from first: Int32) -> Double? {
    var found: Double?
    var index = first
    while index >= 0 {
      let own = hinges[index].priority
      let isBelow = own < priority
      if isBelow, own > (found ?? -.infinity) { found = own }
      index = hinges[index].next
    }
    return found
  }

  private func bound(_ first: Int32, at root: Size, _ low: inout End, _ high: inout End) {
    var index = first
    while index >= 0 {
      let hinge = hinges[index]
      if hinge.priority >= HingePriority.required {
        let value = hinge.point.value(at: root)
        if hinge.pullsUp, value > low.value { low = End(value: value, hinge: index) }
        if hinge.pullsDown, value < high.value { high = End(value: value, hinge: index) }
      }
      index = hinge.next
    }
  }

  /// Keeps the part of an interval where the hinges of one level cost least together.
  private mutating func narrow(
    _ first: Int32, _ priority: Double, at root: Size, _ low: inout End, _ high: inout End
  ) {
    // Where no hinges oppose each other, no sorting is needed.
    let (up, down) = ends(first, priority, at: root)
    if up.value <= down.value {
      keep(up, down, &low, &high)
    } else {
      let (left, right) = cheapest(first, priority, at: root)
      keep(left, right, &low, &high)
    }
  }

  /// The largest point below which hinges of one level cost something, and the smallest above which
  /// they do.
  @inline(__always)
  private func ends(
    _ first: Int32, _ priority: Double, at root: Size
  ) -> (up: End, down: End) {
    var up = End(value: -.infinity, hinge: -1)
    var down = End(value: .infinity, hinge: -1)
    var index = first
    while index >= 0 {
      let hinge = hinges[index]
      if min(hinge.priority, HingePriority.required) == priority {
        let value = hinge.point.value(at: root)
        if hinge.pullsUp, value > up.value { up = End(value: value, hinge: index) }
        if hinge.pullsDown, value < down.value { down = End(value: value, hinge: index) }
      }
      index = hinge.next
    }
    return (up, down)
  }

  /// Reduces an interval to the part that is nearest to another.
  private func keep(_ left: End, _ right: End, _ low: inout End, _ high: inout End) {
    if left.value >= high.value {
      low = high
    } else if right.value <= low.value {
      high = low
    } else {
      if left.value > low.value { low = left }
      if right.value < high.value { high = right }
    }
  }

  /// The interval in which the costs of one level are least: a weighted median.
  private mutating func cheapest(
    _ first: Int32, _ priority: Double, at root: Size
  ) -> (End, End) {
    level.removeAll(keepingCapacity: true)
    var slope = 0.0
    var total = 0.0
    var index = first
    while index >= 0 {
      let hinge = hinges[index]
      if hinge.priority == priority {
        level.append(Breakpoint(value: hinge.point.value(at: root), hinge: index))
        if hinge.pullsUp { slope -= hinge.weight }
        total += hinge.weight
      }
      index = hinge.next
    }
    level.sort { $0.value < $1.value }
    let flat = 1e-12 * total
    var left = End(value: -.infinity, hinge: -1)
    for point in level {
      let hinge = hinges[point.hinge]
      let before = slope
      slope += hinge.side == .both ? 2 * hinge.weight : hinge.weight
      let end = End(value: point.value, hinge: point.hinge)
      if before < -flat, slope >= -flat { left = end }
      if before <= flat, slope > flat { return (left, end) }
    }
    return (left, End(value: .infinity, hinge: -1))
  }

  /// The last interval for the levels down to a priority; `nil` where these leave it unbounded.
  func interval(of functional: FunctionalNumber, downTo priority: Double) -> Interval? {
    let known = functionals[functional]
    var found: Interval?
    for index in known.firstInterval..<known.lastInterval {
      guard intervals[index].priority >= priority else { break }
      found = intervals[index]
    }
    return found
  }

  /// The interval of the highest level; `nil` where nothing bounds it.
  func firstInterval(of functional: FunctionalNumber) -> Interval? {
    let known = functionals[functional]
    return known.firstInterval < known.lastInterval ? intervals[known.firstInterval] : nil
  }

  /// The last interval of all; `nil` where nothing bounds it.
  func lastInterval(of functional: FunctionalNumber) -> Interval? {
    interval(of: functional, downTo: -.infinity)
  }

  // MARK: - Regions

  /// Makes the order of a functional's points a condition, where it depends on the parameters.
  mutating func requireOrder(
    _ functional: FunctionalNumber, at root: Size,
    in region: inout some ConditionList<Form> & ~Copyable
  ) {
    guard !functionals[functional].isParallel else { return }
    sortPoints(of: functional, at: root)
    for (one, other) in zip(level, level.dropFirst()) {
      let gap = hinges[other.hinge].point - hinges[one.hinge].point
      guard !gap.isConstant else { continue }
      guard gap.value(at: root) > gap.doubt(at: root) else {
        // Rounding hides which of them comes first.
        region.requireZero(gap, at: root)
        continue
      }
      region.require(gap)
    }
  }

  /// An end of an interval as a number.
  private struct NumberedEnd {
    var value: Double
    var form: Form?
  }

  /// Finds a functional's last interval down to a priority, with the conditions under which its ends
  /// are these numbers.
  ///
  /// The largest of several points is a number of its own, whichever it is.
  ///
  /// - Parameters:
  ///   - functional: its number.
  ///   - priority: the lowest priority that counts.
  ///   - root: the parameters.
  ///   - region: receives the conditions.
  /// - Returns: the interval; `nil` where no hinge of these levels bounds it.
  mutating func statedInterval(
    _ functional: FunctionalNumber, downTo priority: Double, at root: Size,
    in region: inout some ConditionList<Form> & ~Copyable
  ) -> HingeBounds<Form>? {
    let first = functionals[functional].firstHinge
    var low = NumberedEnd(value: -.infinity)
    var high = NumberedEnd(value: .infinity)
    var level = Double.infinity
    while let next = nextPriority(below: level, from: first), next >= priority {
      level = next
      let (left, right) = numberedEnds(first, level, at: root, in: &region)
      Self.require(right, notBelow: left, in: &region)
      if left.value >= high.value {
        Self.require(left, notBelow: high, in: &region)
        low = high
      } else if right.value <= low.value {
        Self.require(low, notBelow: right, in: &region)
        high = low
      } else {
        Self.require(high, notBelow: left, in: &region)
        Self.require(right, notBelow: low, in: &region)
        let (lower, upper) = (low, high)
        if left.value > low.value {
          low = left
          Self.require(low, notBelow: lower, in: &region)
        } else {
          Self.require(low, notBelow: left, in: &region)
        }
        if right.value < high.value {
          high = right
          Self.require(upper, notBelow: high, in: &region)
        } else {
          Self.require(right, notBelow: high, in: &region)
        }
      }
      guard let least = low.form, let most = high.form,
        high.value - low.value <= 1e-9 * (1 + abs(low.value))
      else { continue }
      let gap = most - least
      if !gap.isConstant { region.requireZero(gap, at: root) }
      return HingeBounds(low: least, high: least, isPoint: true)
    }
    return low.form == nil && high.form == nil ? nil : HingeBounds(low: low.form, high: high.form)
  }

  /// The ends of the best values for one level alone.
  private mutating func numberedEnds(
    _ first: Int32, _ priority: Double, at root: Size,
    in region: inout some ConditionList<Form> & ~Copyable
  ) -> (NumberedEnd, NumberedEnd) {
    var (ups, downs) = (Largest(), Largest())
    var index = first
    while index >= 0 {
      let hinge = hinges[index]
      index = hinge.next
      guard min(hinge.priority, HingePriority.required) == priority else { continue }
      if hinge.pullsUp { ups.add(hinge.point, at: root) }
      if hinge.pullsDown { downs.add(hinge.point * -1, at: root) }
    }
    let up = ups.end(at: root)
    var down = downs.end(at: root)
    down = NumberedEnd(value: -down.value, form: down.form.map { $0 * -1 })
    guard up.value > down.value, priority < HingePriority.required else { return (up, down) }
    let (left, right) = cheapest(first, priority, at: root)
    func numbered(_ end: End) -> NumberedEnd {
      NumberedEnd(value: end.value, form: end.hinge < 0 ? nil : hinges[end.hinge].point)
    }
    let (least, most) = (numbered(left), numbered(right))
    index = first
    while index >= 0 {
      let hinge = hinges[index]
      let isOther = index != left.hinge && index != right.hinge
      index = hinge.next
      guard hinge.priority == priority, isOther else { continue }
      let end = NumberedEnd(value: hinge.point.value(at: root), form: hinge.point)
      if end.value <= left.value { Self.require(least, notBelow: end, in: &region) }
      if end.value >= right.value { Self.require(end, notBelow: most, in: &region) }
    }
    return (least, most)
  }

  /// The largest of some numbers; −∞ where there are none.
  private struct Largest {
    private var form: Form?
    private var others: [Form] = []

    mutating func add(_ number: Form, at root: Size) {
      guard let known = form else {
        form = number
        return
      }
      guard known.isParallel(to: number) else {
        others.append(number)
        return
      }
      if number.value(at: root) > known.value(at: root) { form = number }
    }

    func end(at root: Size) -> NumberedEnd {
      guard let form else { return NumberedEnd(value: -.infinity) }
      guard !others.isEmpty else { return NumberedEnd(value: form.value(at: root), form: form) }
      var forms = [form] + others
      while forms.count > 1 {
        // In pairs, so that a change of one number concerns few others.
        var winners: [Form] = []
        for index in stride(from: 0, to: forms.count, by: 2) {
          guard index + 1 < forms.count else {
            winners.append(forms[index])
            continue
          }
          winners.append(Form.larger(forms[index], forms[index + 1]) ?? forms[index])
        }
        forms = winners
      }
      return NumberedEnd(value: forms[0].value(at: root), form: forms[0])
    }
  }

  private static func require(
    _ one: NumberedEnd, notBelow other: NumberedEnd,
    in region: inout some ConditionList<Form> & ~Copyable
  ) {
    guard let form = one.form, let lower = other.form else { return }
    let gap = form - lower
    if !gap.isConstant { region.require(gap) }
  }

  /// Makes it a condition that every hinge of a functional stays on its side of a value.
  ///
  /// - Parameters:
  ///   - functional: its number.
  ///   - value: the value.
  ///   - hinge: the hinge whose point the value is, or -1.
  ///   - root: the parameters.
  ///   - region: receives the conditions.
  func requireSides(
    of functional: FunctionalNumber, _ value: Form, at hinge: Int32, at root: Size,
    in region: inout some ConditionList<Form> & ~Copyable
  ) {
    var index = functionals[functional].firstHinge
    while index >= 0 {
      defer { index = hinges[index].next }
      guard index != hinge else { continue }
      let room = hinges[index].point - value
      if abs(room.value(at: root)) > room.doubt(at: root) {
        region.require(room.value(at: root) > 0 ? room : room * -1)
      } else {
        region.requireZero(room, at: root)
      }
    }
  }

  /// The hinges of a functional by their points.
  mutating func sortedHinges(
    of functional: FunctionalNumber, at root: Size
  ) -> [Breakpoint] {
    sortPoints(of: functional, at: root)
    return level
  }

  private mutating func sortPoints(of functional: FunctionalNumber, at root: Size) {
    level.removeAll(keepingCapacity: true)
    var index = functionals[functional].firstHinge
    while index >= 0 {
      level.append(Breakpoint(value: hinges[index].point.value(at: root), hinge: index))
      index = hinges[index].next
    }
    level.sort { ($0.value, $0.hinge) < ($1.value, $1.hinge) }
  }
}
