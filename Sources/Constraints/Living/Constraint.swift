public import LayoutModel

/// A constraint between views that can be kept, changed and removed.
///
///     view1.attribute1 REL view2.attribute2 * multiplier + constant @ priority
///
/// All front ends make this one type; a new constraint is not active yet. A mistake in how it was
/// made is thrown when it is installed. Lengths are points. Source: the NSLayoutConstraint
/// reference.
public final class Constraint {
  /// The view on the left, for as long as it lives.
  public var firstView: View? { first._withUnsafeGuaranteedRef { $0.view } }
  // Retained by hand, here and in the lists below: to count at each use is half of what activating
  // and reading a constraint costs.
  let first: Unmanaged<ViewReference>
  /// The attribute of the first view.
  public let firstAttribute: Attribute
  /// The comparison between the sides.
  public let relation: Relation
  /// The attribute of the second view; `nil` where there is no second view.
  public let secondAttribute: Attribute?
  /// The view on the right, where there is one, for as long as it lives.
  public var secondView: View? { second?._withUnsafeGuaranteedRef { $0.view } }
  let second: Unmanaged<ViewReference>?
  /// The factor of the right item.
  @exclusivity(unchecked) public private(set) var multiplier: Double
  /// The points added on the right; a change at any time takes effect in the next layout.
  @exclusivity(unchecked) public var constant: Double {
    didSet {
      guard constant != oldValue, isActive else { return }
      holder?.log?.edited.append(self)
    }
  }

  /// The priority.
  ///
  /// While the constraint is active it may change below 1000; a change to or from 1000 stops the
  /// program.
  public var priority: Priority {
    get { weight }
    set {
      do throws(ConstraintMistake) {
        try setPriority(newValue)
      } catch {
        fatalError("\(error)")
      }
    }
  }

  /// Printed in front of the constraint in messages.
  @exclusivity(unchecked) public var identifier: String?
  /// The view that stores it while it is active: the nearest common ancestor of its views.
  public var holder: View? { holding?.takeUnretainedValue().view }
  @exclusivity(unchecked) fileprivate var holding: Unmanaged<ViewReference>?
  /// The constraint after it among those of the view that stores it.
  @exclusivity(unchecked) fileprivate(set) var next: Unmanaged<Constraint>?
  /// The one before it.
  @exclusivity(unchecked) fileprivate var previous: Unmanaged<Constraint>?
  /// Its place in the layout that it takes part in, for that layout to find it.
  @exclusivity(unchecked) package var placeInLayout = PlaceInLayout.none
  @exclusivity(unchecked) private var weight: Priority
  /// The file and line that made it: `Screens/Post.swift:12` begins with the module's name; `nil`
  /// where a scene or the library itself made it.
  ///
  /// A conflict that a layout throws prints it beside the constraint.
  public var sourcePlace: String? { madeAt?.text }
  @exclusivity(unchecked) private var madeAt: CallPlace?
  /// The mistake in how it was made, if any.
  private let mistake: Mistake?

  /// A constraint that is not active yet: the base initialiser.
  ///
  /// - Parameters:
  ///   - view1: the view on the left.
  ///   - attribute1: its attribute.
  ///   - relation: the comparison between the sides.
  ///   - view2: the view on the right; `nil` for sizes against the constant alone.
  ///   - attribute2: its attribute; `nil` without a second view.
  ///   - multiplier: the factor of the right item.
  ///   - constant: the points added on the right.
  ///   - file: the file of the call, which messages print.
  ///   - line: its line.
  public convenience init(
    item view1: borrowing View, attribute attribute1: Attribute, relatedBy relation: Relation,
    toItem view2: borrowing View? = nil, attribute attribute2: Attribute? = nil,
    multiplier: Double = 1, constant: Double = 0, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      view1, attribute1, relation, view2, view2 == nil ? nil : attribute2 ?? attribute1,
      multiplier: multiplier, constant: constant, place: CallPlace(file, line))
  }

  init(
    _ firstView: borrowing View, _ firstAttribute: Attribute, _ relation: Relation,
    _ secondView: borrowing View? = nil, _ secondAttribute: Attribute? = nil,
    multiplier: Double = 1,
    constant: Double = 0, priority: Priority = .required, mistake: ConstraintMistake? = nil,
    place: CallPlace? = nil
  ) {
    first = .passRetained(firstView.reference)
    self.firstAttribute = firstAttribute
    self.relation = relation
    second = ((copy secondView)?.reference).map { .passRetained($0) }
    self.secondAttribute = secondAttribute
    self.multiplier = multiplier
    self.constant = constant
    weight = priority
    self.mistake = mistake.map { Mistake($0) }
    madeAt = place
  }

  deinit {
    first.release()
    second?.release()
  }

  /// Records the place of the call that made it.
  ///
  /// - Returns: itself.
  func made(_ file: StaticString, _ line: UInt) -> Constraint {
    madeAt = CallPlace(file, line)
    return self
  }

  // MARK: - Chains

  /// Replaces the constant, points.
  @discardableResult
  public func constant(_ constant: Double) -> Constraint {
    self.constant = constant
    return self
  }

  /// Replaces the multiplier.
  ///
  /// - Precondition: the constraint is not active.
  @discardableResult
  public func multiplier(_ multiplier: Double) -> Constraint {
    guard !isActive else { fatalError("\(ConstraintMistake.multiplierWhileActive(description))") }
    self.multiplier = multiplier
    return self
  }

  /// Replaces the priority, as the property does.
  @discardableResult
  public func priority(_ priority: Priority) -> Constraint {
    self.priority = priority
    return self
  }

  /// Replaces the priority by a number above 0, at most 1000.
  @_disfavoredOverload @discardableResult
  public func priority(_ priority: Double) -> Constraint {
    self.priority(Priority(unchecked: priority))
  }

  /// Changes the priority.
  ///
  /// - Throws: `ConstraintMistake.priorityWhileActive` from or to required while it is active,
  ///   `ConstraintMistake.priority` outside (0, 1000] while it is active.
  public func setPriority(_ priority: Priority) throws(ConstraintMistake) {
    guard isActive else {
      weight = priority
      return
    }
    try priority.check()
    guard priority != weight else { return }
    guard !priority.isRequired, !weight.isRequired else {
      throw .priorityWhileActive(description)
    }
    weight = priority
    holder?.log?.edited.append(self)
  }

  // MARK: - Installing

  /// True while it takes part in layouts; setting it installs or removes the constraint, and stops
  /// the program where `install()` would throw.
  public var isActive: Bool {
    get { holding != nil }
    set {
      guard newValue else { return uninstall() }
      do throws(ConstraintMistake) {
        try install()
      } catch {
        fatalError("\(error)")
      }
    }
  }

  /// Stores the constraint in the nearest common ancestor of its views, unless it is active
  /// already.
  ///
  /// - Throws: `ConstraintMistake`: a pair of attributes that cannot be compared, no common
  ///   superview, an invalid priority or number.
  public func install() throws(ConstraintMistake) {
    guard let ancestor = try Unmanaged.passUnretained(self).activationHolder() else { return }
    ConstraintList.add(.passUnretained(self), to: View.reference(of: ancestor))
    ancestor._withUnsafeGuaranteedRef { $0.log }?.edited.append(self)
  }

  /// Removes the constraint from the view that stores it, if any.
  public func uninstall() {
    guard let reference = holding else { return }
    let holder = holder
    ConstraintList.remove(self, from: reference)
    holder?.log?.edited.append(self)
  }

  /// Forgets the list that it was in.
  ///
  /// - Returns: the one that was after it.
  fileprivate func leave() -> Unmanaged<Constraint>? {
    defer { (holding, next, previous) = (nil, nil, nil) }
    return next
  }

  /// Installs constraints in order, or none of them.
  ///
  /// - Throws: `ConstraintMistake`.
  public static func activate(_ constraints: [Constraint]) throws(ConstraintMistake) {
    guard constraints.count != 1 else { return try constraints[0].install() }
    try constraints.withUnsafeBufferPointer { constraints throws(ConstraintMistake) in
      // A reference that is not counted has the same bits.
      try constraints.withMemoryRebound(to: Unmanaged<Constraint>.self) {
        constraints throws(ConstraintMistake) in try activate(constraints)
      }
    }
  }

  private static func activate(
    _ constraints: UnsafeBufferPointer<Unmanaged<Constraint>>
  ) throws(ConstraintMistake) {
    var ancestors: [Unmanaged<View>?] = []
    ancestors.reserveCapacity(constraints.count)
    for constraint in constraints { ancestors.append(try constraint.activationHolder()) }
    var place = 0
    while place < constraints.count {
      guard let ancestor = ancestors[place] else {
        place += 1
        continue
      }
      // Most have the ancestor of the one before.
      let reference = View.reference(of: ancestor)
      let log = ancestor._withUnsafeGuaranteedRef { $0.log }
      var stored = ViewReference.stored(reference)
      while place < constraints.count, ancestors[place]?.toOpaque() == ancestor.toOpaque() {
        let constraint = constraints[place]
        place += 1
        // One that is listed twice is active the second time.
        guard constraint._withUnsafeGuaranteedRef({ $0.holding == nil }) else { continue }
        ConstraintList.append(constraint, to: &stored, of: reference)
        log?.edited.append(constraint.takeUnretainedValue())
      }
      ViewReference.store(stored, reference)
    }
  }

  /// Removes constraints.
  public static func deactivate(_ constraints: [Constraint]) {
    for constraint in constraints { constraint.uninstall() }
  }

  /// Checks that the constraint can be installed.
  ///
  /// - Returns: the view that would store it.
  /// - Throws: `ConstraintMistake`.
  @discardableResult
  func check() throws(ConstraintMistake) -> Unmanaged<View> {
    if let mistake { throw mistake.mistake }
    try weight.check()
    guard let view = ViewReference.view(of: first),
      second == nil || second.flatMap({ ViewReference.view(of: $0) }) != nil
    else { throw .viewGone(description) }
    try Pairing(
      first: firstAttribute, second: secondAttribute, multiplier: multiplier, constant: constant
    ).check(hasSuperview: first._withUnsafeGuaranteedRef { $0.hasSuperview }) {
      $0 ? firstItem : secondItem
    }
    guard let second else { return view }
    guard let common = ViewReference.commonAncestor(of: first, second) else {
      throw .noCommonSuperview(firstItem, secondItem)
    }
    return common
  }

  /// The fields that activating and reading it need, copied in one go: a call on the object would
  /// count references.
  @inline(__always)
  var fields: Fields {
    Fields(
      first: first, second: second, firstAttribute: firstAttribute,
      secondAttribute: secondAttribute, relation: relation, multiplier: multiplier,
      constant: constant, priority: weight, isActive: holding != nil, hasMistake: mistake != nil,
      hasIdentifier: identifier != nil)
  }

  /// The numbers and items of a constraint.
  struct Fields {
    let first: Unmanaged<ViewReference>
    let second: Unmanaged<ViewReference>?
    let firstAttribute: Attribute
    let secondAttribute: Attribute?
    let relation: Relation
    let multiplier: Double
    let constant: Double
    let priority: Priority
    let isActive: Bool
    let hasMistake: Bool
    let hasIdentifier: Bool

    /// The view that would store the constraint, of nearly all that can be installed; `nil` for
    /// those that `check()` has to look at.
    @inline(__always)
    fileprivate var holder: Unmanaged<View>? {
      guard !hasMistake, priority.value > 0, priority.value <= 1000,
        abs(constant) <= NumberText.largestMagnitude
      else { return nil }
      if let second, let secondAttribute {
        guard multiplier == 1, firstAttribute.pairs(with: secondAttribute) else { return nil }
        return ViewReference.commonAncestor(of: first, second)
      }
      guard second == nil, firstAttribute.isSize, multiplier.isFinite,
        abs(multiplier) <= NumberText.largestMagnitude
      else { return nil }
      return ViewReference.view(of: first)
    }
  }

  /// Returns true if it names a view.
  func names(_ view: View) -> Bool { firstView === view || secondView === view }

  private var firstItem: String {
    "\(first.takeUnretainedValue().name).\(firstAttribute.rawValue)"
  }
  private var secondItem: String {
    "\(second?.takeUnretainedValue().name ?? "").\(secondAttribute?.rawValue ?? "")"
  }
}

/// The place of a constraint in a layout.
///
/// It names the layout, so that a layout needs no list of its constraints, which would retain each.
package struct PlaceInLayout: Equatable {
  private static let indexBits: UInt64 = 28
  /// The layout above the index, in one word: there are as many as constraints.
  private let bits: UInt64

  /// No place.
  package static let none = PlaceInLayout(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// A place in a layout.
  ///
  /// - Parameters:
  ///   - layout: the number of the layout, above 0 and below 2³⁶.
  ///   - index: the place of the constraint in it, below 2²⁸.
  package init(layout: UInt64, index: Int) {
    bits = layout << Self.indexBits | UInt64(truncatingIfNeeded: index)
  }

  /// The number of the layout; 0 for none.
  package var layout: UInt64 { bits >> Self.indexBits }
  /// The place of the constraint in it.
  package var index: Int { Int(bits & (1 << Self.indexBits - 1)) }
}

/// The place of a call in Swift source, in few bytes: there are as many as constraints.
struct CallPlace {
  private let file: UnsafePointer<UInt8>
  private let length: UInt32
  private let line: UInt32

  /// The place of a call; `nil` for a name that is no text in memory, which `#fileID` always is.
  init?(_ file: StaticString, _ line: UInt) {
    guard file.hasPointerRepresentation else { return nil }
    self.file = file.utf8Start
    length = UInt32(clamping: file.utf8CodeUnitCount)
    self.line = UInt32(clamping: line)
  }

  /// `Screens/Post.swift:12`.
  var text: String {
    let name = String(decoding: UnsafeBufferPointer(start: file, count: Int(length)), as: UTF8.self)
    return "\(name):\(line)"
  }
}

extension Unmanaged<Constraint> {
  /// The view that would store the constraint, which is checked; `nil` where it is active already.
  ///
  /// - Throws: `ConstraintMistake`.
  fileprivate func activationHolder() throws(ConstraintMistake) -> Unmanaged<View>? {
    let fields = _withUnsafeGuaranteedRef { $0.fields }
    if fields.isActive { return nil }
    if let holder = fields.holder { return holder }
    return try takeUnretainedValue().check()
  }
}

extension [Constraint] {
  /// Records the place of the call that made them.
  ///
  /// - Returns: themselves.
  func made(_ file: StaticString, _ line: UInt) -> [Constraint] {
    for constraint in self { _ = constraint.made(file, line) }
    return self
  }
}

extension Constraint: CustomStringConvertible {
  /// `gap: a.leading == b.trailing * 2 + 8 @750`.
  public var description: String {
    var text = identifier.map { "\($0): " } ?? ""
    text += "\(firstItem) \(relation.rawValue) "
    if secondAttribute == nil {
      text += NumberText.write(constant)
    } else {
      text += secondItem
      if multiplier != 1 { text += " * \(NumberText.write(multiplier))" }
      if constant != 0 {
        text += " \(constant < 0 ? "-" : "+") \(NumberText.write(abs(constant)))"
      }
    }
    return text + (weight.isRequired ? "" : " @\(NumberText.write(weight.value))")
  }
}

/// A mistake in memory of its own: few constraints have one, and each would have room for it.
private final class Mistake {
  let mistake: ConstraintMistake

  init(_ mistake: ConstraintMistake) { self.mistake = mistake }
}

/// The constraints that a view stores, oldest first: a list that they form themselves and that the
/// view's reference begins, so that one is added or removed without memory of the list's own.
///
/// The list retains its constraints by hand: Swift would count at each step along it.
enum ConstraintList: StoredStatements {
  /// Calls `body` with each of them; `body` adds and removes none.
  @inline(__always)
  static func forEach<Failure>(
    _ stored: ViewReference.Stored, _ body: (Unmanaged<Constraint>) throws(Failure) -> Void
  ) throws(Failure) {
    var present = stored.first.map { Unmanaged<Constraint>.fromOpaque($0) }
    while let constraint = present {
      try body(constraint)
      present = constraint._withUnsafeGuaranteedRef { $0.next }
    }
  }

  /// Adds a constraint as the last of those that a view stores.
  static func add(_ constraint: Unmanaged<Constraint>, to view: Unmanaged<ViewReference>) {
    var stored = ViewReference.stored(view)
    append(constraint, to: &stored, of: view)
    ViewReference.store(stored, view)
  }

  /// Adds a constraint as the last of a view's list, which is then to be stored.
  @inline(__always)
  static func append(
    _ constraint: Unmanaged<Constraint>, to stored: inout ViewReference.Stored,
    of view: Unmanaged<ViewReference>
  ) {
    let added = constraint.retain()
    let last = stored.last.map { Unmanaged<Constraint>.fromOpaque($0) }
    added._withUnsafeGuaranteedRef {
      $0.holding = view
      $0.previous = last
    }
    if let last { last._withUnsafeGuaranteedRef { $0.next = added } }
    if last == nil { (stored.first, stored.kind) = (added.toOpaque(), ConstraintList.self) }
    stored.last = added.toOpaque()
    stored.count += 1
  }

  /// Removes one of them.
  fileprivate static func remove(_ constraint: Constraint, from view: Unmanaged<ViewReference>) {
    var stored = ViewReference.stored(view)
    let previous = constraint.previous
    let next = constraint.leave()
    if let next {
      next._withUnsafeGuaranteedRef { $0.previous = previous }
    } else {
      stored.last = previous?.toOpaque()
    }
    if let previous {
      previous._withUnsafeGuaranteedRef { $0.next = next }
    } else {
      stored.first = next?.toOpaque()
    }
    stored.count -= 1
    ViewReference.store(stored, view)
    Unmanaged.passUnretained(constraint).release()
  }

  /// Uninstalls those that name a view that is removed.
  static func willLeave(_ views: LeavingViews, storedBy reference: Unmanaged<ViewReference>) {
    var leaving: [Constraint] = []
    forEach(ViewReference.stored(reference)) { constraint in
      let (first, second) = constraint._withUnsafeGuaranteedRef { ($0.first, $0.second) }
      if views.contains(first) || second.map({ views.contains($0) }) ?? false {
        leaving.append(constraint.takeUnretainedValue())
      }
    }
    for constraint in leaving { constraint.uninstall() }
  }

  static func release(storedBy reference: Unmanaged<ViewReference>) {
    var first = ViewReference.stored(reference).first
    ViewReference.store(ViewReference.Stored(), reference)
    while let present = first {
      let constraint = Unmanaged<Constraint>.fromOpaque(present)
      first = constraint._withUnsafeGuaranteedRef { $0.leave() }?.toOpaque()
      constraint.release()
    }
  }
}

extension View {
  /// The active constraints that this view stores, oldest first: those whose views have it as
  /// nearest common ancestor.
  public var constraints: [Constraint] {
    var held: [Constraint] = []
    held.reserveCapacity(storedCount)
    forEachConstraint { held.append($0) }
    return held
  }

  /// Calls `body` with each active constraint that this view stores, oldest first.
  package func forEachConstraint<Failure>(
    _ body: (Constraint) throws(Failure) -> Void
  ) throws(Failure) {
    try ConstraintList.forEach(stored) { constraint throws(Failure) in
      try body(constraint.takeUnretainedValue())
    }
  }

  /// This view and its superviews, from the inside out.
  var ancestors: some Sequence<View> { sequence(first: self) { $0.superview } }
}
