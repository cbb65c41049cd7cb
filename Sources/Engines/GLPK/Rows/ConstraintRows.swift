import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Constraints as plain rows over numbered unknowns, which elimination reads.
///
/// Left and top are in the root's coordinates, so that a row has four terms at most however deeply
/// its views are nested, except for multipliers of places and `linear:` entries.
struct ConstraintRows: Sendable {
  /// Left side minus right side of a constraint.
  struct Row: BitwiseCopyable, Sendable {
    /// The unknowns of `coefficients`; in `x` the number of a long form where `count` is 0.
    var unknowns: SIMD4<Int32>
    var coefficients: SIMD4<Double>
    /// The constant that is added to the terms, points.
    var constant: Double
    /// `constant` without the written constant, which may change.
    let base: Double
    let priority: Double
    let relation: Relation
    var count: UInt8
    /// True if the constraint has a constant of its own: it is no sum of unknowns.
    let hasConstant: Bool

    var isRequired: Bool { priority >= 1000 }
    /// True if it stands in the place of a constraint that is out, and says nothing.
    var isOut: Bool { priority == 0 }

    /// The row in the place of a constraint that is out.
    static let nothing = Row(
      unknowns: .zero, coefficients: .zero, constant: 0, base: 0, priority: 0, relation: .equal,
      count: 1, hasConstant: false)
  }

  /// The rows, in the constraints' order; those of constraints that are out say nothing.
  private(set) var rows: [Row] = []
  /// The rows of constraints that were taken out and may come back.
  private var kept: [Row] = []
  /// The place among them of each constraint's row, -1 where it is not kept; as long as the list of
  /// rows was when one was last taken out.
  private var keptPlaces: [Int32] = []
  /// The places among them that can be reused.
  private var freePlaces: [Int32] = []
  /// The number of constraints that are out.
  private(set) var outCount = 0
  /// A hash of the constraints that were taken out and may come back, whatever their order.
  private(set) var outHash: UInt64 = 0
  /// The forms of more than four terms.
  private(set) var longForms: [[Term<RootSide>]] = []
  /// The places among them that can be reused.
  private var freeForms: [Int32] = []
  /// Unknowns of their views that are known beforehand.
  private(set) var given: [Given] = []
  /// The numbers that are 0 because the rows are not about them.
  private(set) var flat = FlatNumbers.none

  /// An unknown that is known beforehand.
  struct Given: BitwiseCopyable, Sendable {
    let unknown: RootUnknown
    let form: AffineNumber
  }

  /// The coefficients of all rows.
  var nonzeros: Int {
    rows.lazy.filter { !$0.isOut }.reduce(0) { sum, row in
      sum + (row.count > 0 ? Int(row.count) : longForms[Int(row.unknowns.x)].count)
    }
  }

  /// The rows of constraints between the views of a tree.
  init(_ written: [LinearConstraint], in tree: ViewTree) {
    rows.reserveCapacity(written.count)
    for constraint in written { append(constraint, in: tree) }
  }

  /// The rows of a scene's constraints.
  init(_ written: WrittenConstraints, in tree: borrowing ViewTree) {
    rows.reserveCapacity(written.pairs.count)
    var formats: CheckedFormats?
    for (place, pair) in written.pairs.enumerated() {
      if let pair, let row = Row(simple: pair, in: tree) {
        rows.append(row)
      } else {
        append(statement: place, of: written, in: tree, &formats)
      }
    }
  }

  /// Appends the rows of a format, or of an equation that is not simple.
  private mutating func append(
    statement place: Int, of written: WrittenConstraints, in tree: borrowing ViewTree,
    _ formats: inout CheckedFormats?
  ) {
    var reader = formats.take() ?? CheckedFormats(in: copy tree)
    if let constraint = written.read(statement: place, by: &reader) {
      append(constraint, in: tree)
    } else {
      for pair in reader.pairs { append(pair, in: tree) }
    }
    formats = reader
  }

  /// The rows of a program's constraints.
  init(_ pairs: [LinearConstraint.Pair], in tree: borrowing ViewTree) {
    rows.reserveCapacity(pairs.count)
    for pair in pairs { append(pair, in: tree) }
  }

  /// Some of the rows, over unknowns with other numbers.
  ///
  /// - Parameters:
  ///   - places: the places of these rows.
  ///   - given: the known unknowns, by their new numbers, with their values.
  ///   - number: the new number of an unknown.
  /// - Returns: these rows, in the given order.
  func part(
    _ places: [Int], given: [Given], number: (RootUnknown) -> RootUnknown
  ) -> ConstraintRows {
    var part = ConstraintRows()
    part.given = given
    part.rows.reserveCapacity(places.count)
    for place in places {
      var row = rows[place]
      if row.count == 0 {
        let form = longForms[Int(row.unknowns.x)]
        row.unknowns.x = Int32(part.longForms.count)
        part.longForms.append(
          form.map { Term(unknown: number($0.unknown), coefficient: $0.coefficient) })
      } else {
        let unknowns = row.unknowns
        row.unknowns = SIMD4(
          number(.init(unknowns.x)).index, number(.init(unknowns.y)).index,
          number(.init(unknowns.z)).index, number(.init(unknowns.w)).index)
      }
      part.rows.append(row)
    }
    return part
  }

  /// The same rows in a tree in which each view's number is one higher, after rows of that tree.
  ///
  /// - Parameter first: the rows before them.
  /// - Returns: all rows.
  func held(after first: ConstraintRows) -> ConstraintRows {
    var held = first
    held.rows.reserveCapacity(first.rows.count + rows.count)
    let forms = Int32(first.longForms.count)
    for var row in rows {
      if row.count == 0 { row.unknowns.x &+= forms }
      // Terms that a row does not have stay the root's.
      for term in 0..<Int(row.count) { row.unknowns[term] &+= 4 }
      held.rows.append(row)
    }
    for form in longForms {
      held.longForms.append(
        form.map {
          Term(unknown: RootUnknown($0.unknown.index + 4), coefficient: $0.coefficient)
        })
    }
    held.freeForms += freeForms.map { $0 + forms }
    return held
  }

  private init() {}

  /// The places of the constraints that are not out.
  var present: [Int] { rows.indices.filter { !rows[$0].isOut } }

  /// The place among those of a constraint; `nil` where it is out.
  func presentPlace(of row: Int) -> Int? {
    guard !rows[row].isOut else { return nil }
    return outCount == 0 ? row : row - rows[..<row].count { $0.isOut }
  }

  /// The same without the constraints that are out.
  func withoutThoseOut() -> ConstraintRows {
    guard outCount > 0 else { return self }
    var rows = part(present, given: given) { $0 }
    rows.flat = flat
    return rows
  }

  /// The axis that a row is about; `nil` where it is about both.
  func axis(ofRow place: Int) -> Axis? {
    var sides = 0
    forEachUnknown(of: rows[place]) { sides |= 1 << ($0.side & 1) }
    return sides == 3 ? nil : sides == 2 ? .vertical : .horizontal
  }

  /// The places of the rows that are about both axes.
  var mixed: [Int] { rows.indices.filter { axis(ofRow: $0) == nil } }

  /// Some of the rows, which are not about all numbers.
  ///
  /// - Parameters:
  ///   - places: the places of these rows.
  ///   - flat: the numbers that they are not about.
  ///   - heights: the heights that are compared in some of them instead, by their new places.
  /// - Returns: these rows.
  func part(
    _ places: [Int], flat: FlatNumbers, reading heights: [Int: HeightComparison] = [:]
  ) -> ConstraintRows {
    var rows = part(places, given: []) { $0 }
    rows.flat = flat
    for (place, height) in heights { rows.rows[place].compare(height) }
    return rows
  }

  /// The rows of two lists in one.
  ///
  /// - Parameters:
  ///   - first: a list.
  ///   - second: another, over the same unknowns.
  ///   - places: for each row, its place in `first`, or the bitwise complement of its place in
  ///     `second`.
  init(_ first: ConstraintRows, _ second: ConstraintRows, places: [Int]) {
    longForms = first.longForms + second.longForms
    rows = places.map { place in
      guard place < 0 else { return first.rows[place] }
      var row = second.rows[~place]
      if row.count == 0 { row.unknowns.x += Int32(first.longForms.count) }
      return row
    }
    freeForms =
      first.freeForms + second.freeForms.map { $0 + Int32(first.longForms.count) }
  }

  /// Visits each unknown of a row that is none of the root's.
  @inline(__always)
  func forEachUnknown(of row: Row, _ visit: (RootUnknown) -> Void) {
    guard row.count > 0 else {
      for term in longForms[Int(row.unknowns.x)] where !term.unknown.isOfRoot {
        visit(term.unknown)
      }
      return
    }
    // Terms that a row does not have are the root's.
    let unknowns = row.unknowns
    if unknowns.x > 3 { visit(.init(unknowns.x)) }
    if unknowns.y > 3 { visit(.init(unknowns.y)) }
    if unknowns.z > 3 { visit(.init(unknowns.z)) }
    if unknowns.w > 3 { visit(.init(unknowns.w)) }
  }

  /// Visits each term of a row that is none of the root's.
  @inline(__always)
  func forEachTerm(of row: Row, _ visit: (RootUnknown, Double) -> Void) {
    guard row.count > 0 else {
      for term in longForms[Int(row.unknowns.x)] where !term.unknown.isOfRoot {
        visit(term.unknown, term.coefficient)
      }
      return
    }
    for index in 0..<Int(row.count) where row.unknowns[index] > 3 {
      visit(.init(row.unknowns[index]), row.coefficients[index])
    }
  }

  /// Adds a constraint that fixes a number of an absent view; without it is as when it is out.
  mutating func addPin(_ constraint: LinearConstraint, in tree: ViewTree) {
    append(constraint, in: tree)
    outHash ^= Self.hash(of: rows.count - 1)
  }

  /// Adds a constraint as the last, or at the place of one that was removed.
  mutating func add(_ constraint: LinearConstraint, at place: Int?, in tree: ViewTree) {
    append(constraint, in: tree)
    guard let place, let row = rows.popLast() else { return }
    rows[place] = row
    outCount -= 1
  }

  /// Removes a constraint; its place stays free.
  mutating func remove(_ row: Int) {
    let isOut = rows[row].isOut
    let removed = isOut ? takeKept(row) : rows[row]
    if removed.count == 0 { freeForms.append(removed.unknowns.x) }
    guard !isOut else {
      outHash ^= Self.hash(of: row)
      return
    }
    rows[row] = .nothing
    outCount += 1
  }

  /// Takes a constraint out, which may come back.
  mutating func takeOut(_ row: Int) {
    if keptPlaces.count < rows.count {
      keptPlaces += repeatElement(-1, count: rows.count - keptPlaces.count)
    }
    if let place = freePlaces.popLast() {
      kept[Int(place)] = rows[row]
      keptPlaces[row] = place
    } else {
      keptPlaces[row] = Int32(kept.count)
      kept.append(rows[row])
    }
    rows[row] = .nothing
    outCount += 1
    outHash ^= Self.hash(of: row)
  }

  private static func hash(of row: Int) -> UInt64 {
    var hash = UInt64(row + 1) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash &>> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash &>> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash &>> 31
  }

  /// Puts a constraint back that was taken out.
  mutating func putBack(_ row: Int) {
    rows[row] = takeKept(row)
    outCount -= 1
    outHash ^= Self.hash(of: row)
  }

  /// The row of a constraint that is out, which is not kept any more.
  private mutating func takeKept(_ row: Int) -> Row {
    let place = keptPlaces[row]
    precondition(place >= 0, "the constraint is not out")
    keptPlaces[row] = -1
    freePlaces.append(place)
    return kept[Int(place)]
  }

  /// Visits each unknown, but the root's, of a constraint that is out.
  @inline(__always)
  func forEachUnknown(ofRowOut row: Int, _ visit: (RootUnknown) -> Void) {
    forEachUnknown(of: kept[Int(keptPlaces[row])], visit)
  }

  /// Returns true if a constraint has a constant of its own that differs from another one, points.
  func hasConstant(besides constant: Double, ofRow row: Int) -> Bool {
    let row = rows[row].isOut ? kept[Int(keptPlaces[row])] : rows[row]
    return row.hasConstant && row.constant != row.base - constant
  }

  /// Changes a constraint's constant, points.
  mutating func setConstant(_ constant: Double, ofRow row: Int) {
    guard rows[row].isOut else {
      rows[row].constant = rows[row].base - constant
      return
    }
    let place = Int(keptPlaces[row])
    kept[place].constant = kept[place].base - constant
  }

  /// Appends the terms of a constraint, in which places count from superviews.
  ///
  /// - Parameters:
  ///   - row: the constraint's row.
  ///   - tree: the views.
  ///   - places: memory that it uses.
  ///   - terms: receives the terms; none for a row that says nothing.
  @inline(__always)
  func append(
    _ row: Row, relativeIn tree: ViewTree, _ places: inout Arena<Term<RootSide>>,
    to terms: inout Arena<Term<FrameSide>>
  ) {
    guard !row.isOut else { return }
    places.removeAll()
    @inline(__always)
    func add(_ unknown: RootUnknown, _ coefficient: Double) {
      if unknown.side > 1 {
        terms.append(Term(unknown: FrameNumber(unknown.index), coefficient: coefficient))
      } else if !unknown.isOfRoot {
        places.append(Term(unknown: unknown, coefficient: coefficient))
      }
    }
    if row.count == 0 {
      for term in longForms[Int(row.unknowns.x)] { add(term.unknown, term.coefficient) }
    } else {
      add(.init(row.unknowns.x), row.coefficients.x)
      if row.count > 1 { add(.init(row.unknowns.y), row.coefficients.y) }
      if row.count > 2 { add(.init(row.unknowns.z), row.coefficients.z) }
      if row.count > 3 { add(.init(row.unknowns.w), row.coefficients.w) }
    }
    guard !places.isEmpty else { return }
    // Nearly all are about siblings, or about a view and its superview.
    let first = places[0]
    let above = tree.superviews[first.unknown.view]
    if places.count == 1, above == 0 {
      return terms.append(Term(unknown: .init(first.unknown.index), coefficient: first.coefficient))
    }
    if places.count == 2 {
      let second = places[1]
      let isBalanced =
        first.coefficient == -second.coefficient && first.unknown.side == second.unknown.side
      let otherAbove = tree.superviews[second.unknown.view]
      if isBalanced, above == second.unknown.view || above == otherAbove {
        terms.append(Term(unknown: .init(first.unknown.index), coefficient: first.coefficient))
        guard above == otherAbove else { return }
        return terms.append(
          Term(unknown: .init(second.unknown.index), coefficient: second.coefficient))
      }
      if isBalanced, otherAbove == first.unknown.view {
        return terms.append(
          Term(unknown: .init(second.unknown.index), coefficient: second.coefficient))
      }
    }
    Self.appendFar(&places, in: tree, to: &terms)
  }

  /// Appends places in the root's coordinates as those of the view and of all that contain it.
  @inline(never)
  private static func appendFar(
    _ places: inout Arena<Term<RootSide>>, in tree: ViewTree,
    to terms: inout Arena<Term<FrameSide>>
  ) {
    // The last view first: those that contain it come before it.
    while !places.isEmpty {
      var last = 0
      for index in places.indices where places[index].unknown > places[last].unknown {
        last = index
      }
      let (unknown, coefficient) = (places[last].unknown, places[last].coefficient)
      places[last] = places[places.count - 1]
      _ = places.removeLast()
      guard abs(coefficient) > 1e-12 else { continue }
      terms.append(Term(unknown: FrameNumber(unknown.index), coefficient: coefficient))
      let above = RootUnknown(view: Int(tree.superviews[unknown.view]), side: unknown.side)
      guard !above.isOfRoot else { continue }
      var isNew = true
      for index in places.indices where places[index].unknown == above {
        places.base[index].coefficient += coefficient
        isNew = false
      }
      if isNew { places.append(Term(unknown: above, coefficient: coefficient)) }
    }
  }

  /// Returns true if frames satisfy the required rows, within rounding.
  func hold(in frames: [Rect], _ tree: ViewTree) -> Bool {
    // Left and top in the root's coordinates, width and height.
    let numbers = Arena<Double>(repeating: 0, count: 4 * frames.count)
    for view in frames.indices {
      let frame = frames[view]
      var (x, y) = (frame.x, frame.y)
      if view > 0 {
        guard frame.isFinite, frame.width >= -1e-6 * (1 + abs(x)),
          frame.height >= -1e-6 * (1 + abs(y))
        else { return false }
        let superview = 4 * Int(tree.superviews[view])
        x += numbers[superview]
        y += numbers[superview + 1]
      }
      numbers[4 * view] = x
      numbers[4 * view + 1] = y
      numbers[4 * view + 2] = frame.width
      numbers[4 * view + 3] = frame.height
    }
    let list = rows.span
    for index in list.indices {
      let row = list[unchecked: index]
      guard row.isRequired else { continue }
      var (sum, largest) = (row.constant, max(1, abs(row.constant)))
      @inline(__always)
      func add(_ unknown: Int32, _ coefficient: Double) {
        let part = coefficient * numbers[unknown]
        sum += part
        largest = max(largest, abs(part))
      }
      let (unknowns, coefficients) = (row.unknowns, row.coefficients)
      if row.count == 0 {
        for term in longForms[Int(unknowns.x)] { add(term.unknown.index, term.coefficient) }
      } else {
        add(unknowns.x, coefficients.x)
        if row.count > 1 { add(unknowns.y, coefficients.y) }
        if row.count > 2 { add(unknowns.z, coefficients.z) }
        if row.count > 3 { add(unknowns.w, coefficients.w) }
      }
      guard row.relation.violation(of: sum) <= 1e-6 * largest else { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func append(_ pair: LinearConstraint.Pair, in tree: borrowing ViewTree) {
    if let row = Row(simple: pair, in: tree) {
      rows.append(row)
    } else {
      appendAny(LinearConstraint(pair), in: copy tree)
    }
  }

  private mutating func append(_ constraint: LinearConstraint, in tree: borrowing ViewTree) {
    if case .items(let first, let second, let multiplier, let constant) = constraint.form,
      let row = Row(
        simple: Int32(first.view.index), first.attribute, second.map { Int32($0.view.index) } ?? -1,
        second?.attribute ?? first.attribute, multiplier, constant, constraint.priority.value,
        constraint.relation, in: tree)
    {
      rows.append(row)
    } else {
      appendAny(constraint, in: copy tree)
    }
  }

  private mutating func appendAny(_ constraint: LinearConstraint, in tree: ViewTree) {
    var terms: [Term<RootSide>] = []
    let base: Double
    func add(_ unknown: RootUnknown, _ coefficient: Double) {
      guard coefficient != 0 else { return }
      if let index = terms.firstIndex(where: { $0.unknown == unknown }) {
        terms[index].coefficient += coefficient
      } else {
        terms.append(Term(unknown: unknown, coefficient: coefficient))
      }
    }
    let form = constraint.with(constant: 0).difference(in: tree)
    base = form.constant
    for term in form.terms {
      let unknown = RootUnknown(term.unknown.index)
      add(unknown, term.coefficient)
      // A place in the superview is the difference of two in the root.
      let superview = tree.superviews[term.unknown.view.index]
      if unknown.side < 2, superview >= 0 {
        add(.init(view: Int(superview), side: unknown.side), -term.coefficient)
      }
    }
    var row = Row(
      unknowns: .zero, coefficients: .zero, constant: base - constraint.constant, base: base,
      priority: constraint.priority.value, relation: constraint.relation,
      count: UInt8(min(terms.count, 5)), hasConstant: constraint.hasConstant)
    if (1...4).contains(terms.count) {
      for (index, term) in terms.enumerated() {
        row.unknowns[index] = term.unknown.index
        row.coefficients[index] = term.coefficient
      }
    } else {
      row.count = 0
      if let free = freeForms.popLast() {
        row.unknowns.x = free
        longForms[Int(free)] = terms
      } else {
        row.unknowns.x = Int32(longForms.count)
        longForms.append(terms)
      }
    }
    rows.append(row)
  }

}

extension ConstraintRows.Row {
  /// Compares a height instead, with the same relation and priority.
  fileprivate mutating func compare(_ height: HeightComparison) {
    let readsRoot = height.multiplier != 0
    self = Self(
      unknowns: SIMD4(
        Self.size(Int32(height.view.index), .height), readsRoot ? Self.size(0, .width) : 0, 0, 0),
      coefficients: SIMD4(1, -height.multiplier, 0, 0), constant: -height.constant, base: 0,
      priority: priority, relation: relation, count: readsRoot ? 2 : 1, hasConstant: true)
  }

  /// The row of sizes, or of places of two views whose coordinates do not matter, as both multipliers are 1;
  /// `nil` for any other constraint.
  ///
  /// - Parameters:
  ///   - view: the number of the view on the left.
  ///   - attribute: its attribute.
  ///   - otherView: the number of the view on the right; -1 where there is none.
  ///   - otherAttribute: its attribute.
  ///   - multiplier: the factor of the right item.
  ///   - constant: the points added on the right.
  ///   - priority: the priority.
  ///   - relation: the comparison between the sides.
  ///   - tree: the views.
  @inline(__always)
  fileprivate init?(
    simple view: Int32, _ attribute: Attribute, _ otherView: Int32, _ otherAttribute: Attribute,
    _ multiplier: Double, _ constant: Double, _ priority: Double, _ relation: Relation,
    in tree: borrowing ViewTree
  ) {
    let (unknowns, coefficients, count): (SIMD4<Int32>, SIMD4<Double>, UInt8)
    var base = 0.0
    if attribute.isSize {
      let size = Self.size(view, attribute)
      if otherView >= 0 {
        let other = Self.size(otherView, otherAttribute)
        guard other != size, multiplier != 0 else { return nil }
        unknowns = SIMD4(size, other, 0, 0)
        (coefficients, count) = (SIMD4(1, -multiplier, 0, 0), 2)
      } else {
        (unknowns, coefficients, count) = (SIMD4(size, 0, 0, 0), SIMD4(1, 0, 0, 0), 1)
      }
    } else {
      guard otherView >= 0, multiplier == 1, otherView != view else { return nil }
      let one = Position(view, attribute, in: tree)
      let other = Position(otherView, otherAttribute, in: tree)
      // Distances from the right: the width that both are taken from cancels out.
      let isFromRight =
        tree.direction == .rightToLeft && (attribute.isReading || otherAttribute.isReading)
      let sign: Double = isFromRight ? -1 : 1
      base = sign * (one.constant - other.constant)
      let (start, otherStart) = (one.start, other.start)
      switch (one.share == 0, other.share == 0) {
      case (true, true):
        unknowns = SIMD4(start, otherStart, 0, 0)
        (coefficients, count) = (SIMD4(sign, -sign, 0, 0), 2)
      case (false, true):
        unknowns = SIMD4(start, start &+ 2, otherStart, 0)
        (coefficients, count) = (SIMD4(sign, sign * one.share, -sign, 0), 3)
      case (true, false):
        unknowns = SIMD4(start, otherStart, otherStart &+ 2, 0)
        (coefficients, count) = (SIMD4(sign, -sign, -sign * other.share, 0), 3)
      case (false, false):
        unknowns = SIMD4(start, start &+ 2, otherStart, otherStart &+ 2)
        coefficients = SIMD4(sign, sign * one.share, -sign, -sign * other.share)
        count = 4
      }
    }
    self.init(
      unknowns: unknowns, coefficients: coefficients, constant: base - constant, base: base,
      priority: priority, relation: relation, count: count, hasConstant: true)
  }

  /// The row of a program's constraint.
  @inline(__always)
  fileprivate init?(simple pair: LinearConstraint.Pair, in tree: borrowing ViewTree) {
    self.init(
      simple: pair.firstView, pair.firstAttribute, pair.secondView, pair.secondAttribute,
      pair.multiplier, pair.constant, pair.priority.value, pair.relation, in: tree)
  }

  /// The number of a view's width or height.
  @inline(__always)
  private static func size(_ view: Int32, _ attribute: Attribute) -> Int32 {
    4 &* view &+ (attribute == .width ? 2 : 3)
  }

  /// A line of a view: its left or top, a share of its size, and a constant.
  private struct Position {
    /// The number of the left or top; that of the width or height is 2 more.
    let start: Int32
    let share: Double
    let constant: Double

    @inline(__always)
    init(_ view: Int32, _ attribute: Attribute, in tree: borrowing ViewTree) {
      start = 4 &* view &+ (attribute.axis == .horizontal ? 0 : 1)
      if let share = Self.share(of: attribute, in: tree.direction) {
        (self.share, constant) = (share, 0)
      } else {
        (share, constant) = attribute.line(of: tree.traits[Int(view)], in: tree.direction)
      }
    }

    /// The share of the size at which a line is; `nil` where a margin or baseline of the view decides.
    @inline(__always)
    private static func share(of attribute: Attribute, in direction: LayoutDirection) -> Double? {
      switch attribute {
      case .left, .top: 0
      case .right, .bottom: 1
      case .centerX, .centerY: 0.5
      case .leading: direction == .leftToRight ? 0 : 1
      case .trailing: direction == .leftToRight ? 1 : 0
      default: nil
      }
    }
  }
}

extension LinearConstraint {
  /// True unless it is a sum of unknowns.
  fileprivate var hasConstant: Bool {
    if case .items = form { true } else { false }
  }

  /// The constant that was written, points; 0 for a sum of unknowns, which has none of its own.
  fileprivate var constant: Double {
    if case .items(_, _, _, let constant) = form { constant } else { 0 }
  }
}
