import Constraints
import GLPKLayout
package import LayoutModel

/// Makes and activates constraint objects and lays out the screen by them: the library of
/// `GLPKEngine` as a program calls it.
package struct ConstraintsProgramEngine: LayoutEngine {
  package let traits: EngineTraits
  private let notation: Notation

  /// The program.
  ///
  /// - Parameter notation: the calls that make its constraints; all but the initialiser are engines
  ///   of their own, which show the cost of a notation.
  package init(notation: Notation = .initialiser) {
    self.notation = notation
    var traits = GLPKEngine().traits
    traits.dialects = [.constraints]
    if notation != .initialiser {
      traits.name = EngineName(traits.name.base, variant: notation.rawValue)
      traits.summary = notation.summary
      traits.forms = [.program]
      traits.onlyWhereNamed = true
      traits.explains = false
    }
    self.traits = traits
  }

  package func program() -> (any LayoutEngine)? { self }

  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    var statements: [Statement] = []
    var pairs: [WrittenPair] = []
    func endPairs() {
      if !pairs.isEmpty { statements.append(.pairs(pairs)) }
      pairs = []
    }
    let written = try ConstraintsDialect().read(scene)
    let named = Set(written.namedConstants.map(\.statement))
    for (place, statement) in written.statements.enumerated() {
      switch statement {
      case .format(let format):
        endPairs()
        statements.append(
          .format(format.text, options: format.optionList, metrics: format.metrics))
      case .constraint(let written):
        // The constant of a call in another notation may have the other sign.
        let notation = named.contains(place) ? .initialiser : notation
        guard let pair = WrittenPair(written, in: scene.tree) else {
          throw SceneError(
            file: scene.file, position: written.position, mistake: CannotState.sumOfMore)
        }
        if notation == .initialiser {
          pairs.append(pair)
          continue
        }
        endPairs()
        if notation == .visual, let (text, options) = pair.visualFormat(in: scene.tree) {
          statements.append(.format(text, options: options, metrics: [:]))
        } else {
          statements.append(.call(pair.call(notation)))
        }
      }
    }
    endPairs()
    return ConstraintsProgramLayout(
      tree: SceneTree(scene.tree), statements: statements, written: written)
  }
}

/// A statement of a program that makes constraints.
private enum Statement: Sendable {
  /// Constraints that their initialiser makes. Together, as a list of statements copies each.
  case pairs([WrittenPair])
  case call(ConstraintCall)
  case format(String, options: [FormatOption], metrics: [String: Double])
}

private struct ConstraintsProgramLayout: ResolvedLayout {
  let tree: SceneTree
  let statements: [Statement]
  /// The number of written statements.
  var statementCount: Int { written.statements.count }
  /// The same as the scene has them.
  let written: WrittenConstraints

  func parse() -> Bool { written.parseFormats() }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(try ConstraintsProgram(self))
  }
}

private struct ConstraintsProgram: Program {
  let screen: Screen
  private var away = AwayViews()
  private let layout: ConstraintsProgramLayout
  /// All constraints, in the order in which they were made.
  private var constraints: [Constraint] = []
  /// The constraints that name views, each with the place here of the next one that names the same
  /// view, -1 after the last; found when the first view is removed.
  private var naming: [(constraint: Int32, next: Int32)] = []
  /// The place among them of the first one of each view.
  private var firstNaming: [Int32] = []
  /// The constraints that each removed view took with it, as a program keeps them.
  private var taken: [ViewID: [Constraint]] = [:]

  init(_ layout: ConstraintsProgramLayout) throws(LayoutError) {
    self.layout = layout
    screen = Screen(layout.tree.tree)
    let views = screen.views
    var byName: [String: View]?
    constraints.reserveCapacity(layout.statementCount)
    for statement in layout.statements {
      switch statement {
      case .pairs(let pairs):
        // A reference that is not counted has the same bits.
        views.withUnsafeBufferPointer { views in
          views.withMemoryRebound(to: Unmanaged<View>.self) { views in
            for pair in pairs { constraints.append(pair.made(between: views)) }
          }
        }
      case .call(let call): constraints.append(call(views))
      case .format(let text, let options, let metrics):
        let named =
          byName
          ?? Dictionary(uniqueKeysWithValues: zip(layout.tree.tree.names, views))
        byName = named
        do throws(ConstraintMistake) {
          constraints += try Constraint.constraints(
            withVisualFormat: text, options: options, metrics: metrics, views: named)
        } catch {
          throw .badConstraint("\(error)")
        }
      }
    }
    // Calls of PureLayout have already activated theirs.
    do throws(ConstraintMistake) {
      try Constraint.activate(constraints)
    } catch {
      throw .badConstraint("\(error)")
    }
  }

  func layOut() throws(LayoutError) {
    do throws(LayoutError) {
      try screen.views[0].layoutIfNeeded()
    } catch {
      // The calls are those of this file, which says nothing about the scene.
      throw error.withoutPlaces
    }
  }

  mutating func set(number: Int, to value: Double) {
    for use in layout.written.namedConstants.uses(of: number) {
      constraints[use.constraint].constant = use.sign * value
    }
  }

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    try screen.views[0].systemLayoutSizeFitting(
      Size(width: width, height: 0), horizontal: .required
    ).height
  }

  var counters: [Counter] { screen.views[0].constraintCounters }

  mutating func remove(_ view: ViewID) {
    if firstNaming.isEmpty { findNaming() }
    var active: [Constraint] = []
    for index in layout.tree.tree.indices(in: view) {
      var place = firstNaming[index]
      while place >= 0 {
        let constraint = constraints[Int(naming[Int(place)].constraint)]
        if constraint.isActive { active.append(constraint) }
        place = naming[Int(place)].next
      }
    }
    away.takeOut(view, of: screen)
    // Those that name it and a view that stays are no longer active.
    active.removeAll(where: \.isActive)
    taken[view] = active
  }

  /// Finds the constraints that name each view, as an application knows those that it made.
  private mutating func findNaming() {
    // Views have numbers in document order, those of the scene, since they were laid out.
    var numbers: [ObjectIdentifier: Int] = [:]
    let areNumbered = screen.views.indices.allSatisfy { screen.views[$0].index == $0 }
    if !areNumbered {
      for (number, view) in screen.views.enumerated() { numbers[ObjectIdentifier(view)] = number }
    }
    func number(_ view: View?) -> Int? {
      guard let view else { return nil }
      return areNumbered ? Int(view.index) : numbers[ObjectIdentifier(view)]
    }
    firstNaming = Array(repeating: -1, count: screen.views.count)
    naming.reserveCapacity(2 * constraints.count)
    // The last one first, as each is put before those that are known.
    for index in constraints.indices.reversed() {
      let first = number(constraints[index].firstView)
      let second = number(constraints[index].secondView)
      if let first { note(index, first) }
      if let second, second != first { note(index, second) }
    }
    func note(_ constraint: Int, _ view: Int) {
      naming.append((Int32(constraint), firstNaming[view]))
      firstNaming[view] = Int32(naming.count - 1)
    }
  }

  mutating func restore(_ view: ViewID) {
    away.putBack(view, on: screen, in: layout.tree)
    for constraint in taken.removeValue(forKey: view) ?? [] {
      // One that names another view that is out comes back with that one.
      if let other = out(constraint.firstView) ?? out(constraint.secondView) {
        taken[other, default: []].append(constraint)
      } else {
        constraint.isActive = true
      }
    }
  }

  /// The removed view that is, or contains, a view.
  private func out(_ view: View?) -> ViewID? {
    guard let view, !taken.isEmpty, !screen.views[0].holds(view) else { return nil }
    return taken.keys.first { screen.views[$0.index].holds(view) }
  }
}
