import LayoutBenchPeers
package import LayoutModel

/// An engine in one of its forms, with a dialect of a scene that it can lay out.
package struct Participant: Sendable {
  /// The engine, as a plan or as a program.
  package let engine: any LayoutEngine
  /// The dialect.
  package let dialect: DialectName
  /// The form, a plan or a program.
  package let form: Form

  /// An engine with a dialect.
  package init(engine: any LayoutEngine, dialect: DialectName, form: Form = .plan) {
    self.engine = engine
    self.dialect = dialect
    self.form = form
  }

  /// The engine's name, with the dialect where that is not the engine's own, and the form where
  /// that is a program: `sll`, `glpk (sll)`, `sll (program)`.
  package var label: String {
    // A peer reads one dialect of a scene.
    let own = engine.traits.dialects.first == dialect || engine.traits.isPeer
    let words = [own ? nil : dialect.text, form == .program ? form.rawValue : nil]
      .compactMap(\.self)
    return words.isEmpty ? engine.name : "\(engine.name) (\(words.joined(separator: ", ")))"
  }

  /// True if its plans take views out and put them back.
  var followsRemovals: Bool {
    engine.traits.follows.isSuperset(of: [.removal, .addition]) && !isConverted
  }

  private var isConverted: Bool { engine.traits.converted.contains(dialect) }

  /// Every engine with every dialect of a scene that it can lay out, in some of its forms.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - engines: the engines.
  ///   - forms: the forms; by default each engine takes part once, as a plan where it has plans.
  /// - Returns: the participants, form by form, engines in their order.
  package static func all(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all, forms: [Form]? = nil
  ) -> [Participant] {
    takingPart(engines, forms).flatMap { engine, form in
      engine.dialects(of: scene).map { Participant(engine: engine, dialect: $0, form: form) }
    }
  }

  /// Every engine with the dialect that it prefers, in some of its forms; see `all`.
  package static func preferred(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all, forms: [Form]? = nil
  ) -> [Participant] {
    takingPart(engines, forms).compactMap { engine, form in
      engine.dialects(of: scene).first.map {
        Participant(engine: engine, dialect: $0, form: form)
      }
    }
  }

  private static func takingPart(
    _ engines: [any LayoutEngine], _ forms: [Form]?
  ) -> [(engine: any LayoutEngine, form: Form)] {
    let registry = Registry.current
    guard let forms else {
      return engines.compactMap { engine in
        let form = engine.traits.forms.contains(.plan) ? Form.plan : .program
        return registry.engine(engine, in: form).map { ($0, form) }
      }
    }
    return forms.flatMap { form in
      engines.compactMap { engine in registry.engine(engine, in: form).map { ($0, form) } }
    }
  }

  /// The least height that contains a scene at a width, points; `nil` where the engine reports
  /// none.
  ///
  /// - Throws: `SceneError`, `LayoutError`.
  package func fittingHeight(of scene: Scene, width: Double) throws -> Double? {
    // Entries that apply at this width.
    let size = Size(width: width, height: scene.tree.rootSize.height)
    let present = try scene.after([.resize(size)], dialects: Registry.current.dialects)
    let layout: any ResolvedLayout
    do throws(SceneError) {
      layout = try resolve(present)
    } catch {
      guard error.mistake is CannotState else { throw error }
      return nil
    }
    var session = try LayoutSession(layout, tree: present.tree)
    return try session.fittingHeight(width: width)
  }

  /// Refuses steps that give a priority to an entry that can have none.
  private func checkPriorities(of scene: Scene) throws(SceneError) {
    guard let variations = scene.variations[dialect],
      let known = Registry.current.dialect(dialect)
    else { return }
    for step in scene.steps {
      guard case .priority(let name, let priority) = step.change else { continue }
      for (node, condition) in variations.entries where condition?.name == name {
        _ = try known.entry(node, withPriority: priority, of: scene)
      }
    }
  }

  /// The changes that plans of a scene follow.
  func followed(of scene: Scene) -> Set<Change.Kind> {
    engine.traits.follows
      .subtracting(Registry.current.dialect(dialect)?.rewriting(scene) ?? [])
      .subtracting(isConverted ? [.removal, .addition, .constant] : [])
  }

  /// The changes that plans of a scene apply to what they have: peers follow all, and some make new
  /// objects.
  func appliedInPlace(of scene: Scene) -> Set<Change.Kind> {
    followed(of: scene).subtracting(engine.rebuilt)
  }

  /// True unless the engine is a peer that cannot follow some changes: of a stack that closes up it
  /// has the constraints from before the change.
  func canBeTold(_ changes: some Sequence<Change>, of scene: Scene) -> Bool {
    guard engine.traits.isPeer else { return true }
    let kinds = followed(of: scene)
    return changes.allSatisfy { kinds.contains($0.kind) }
  }

  /// Reads the scene for this engine; where its plans do not follow a kind of change, each such
  /// change makes a new plan.
  ///
  /// - Throws: `SceneError`.
  func resolve(_ scene: Scene) throws(SceneError) -> any ResolvedLayout {
    let layout = try engine.resolve(scene, dialect: dialect)
    try checkPriorities(of: scene)
    var kinds: Set<Change.Kind> = [.resize, .content, .removal, .addition]
    if scene.tree.numbers.count > 0 { kinds.insert(.constant) }
    let isFollowed =
      followed(of: scene).isSuperset(of: kinds) && scene.variations[dialect] == nil
      && scene.absent.isEmpty
    // A peer is asked only for the changes that it supports, and never timed from here.
    guard !isFollowed, !(layout is any TimedElsewhere) else { return layout }
    return RebuildingLayout(participant: self, scene: scene, layout: layout)
  }
}
