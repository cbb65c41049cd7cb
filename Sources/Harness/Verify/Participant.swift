package import LayoutModel

/// An engine with a dialect of a scene that it can lay out.
package struct Participant: Sendable {
  /// The engine.
  package let engine: any LayoutEngine
  /// The dialect.
  package let dialect: DialectName

  /// An engine with a dialect.
  package init(engine: any LayoutEngine, dialect: DialectName) {
    self.engine = engine
    self.dialect = dialect
  }

  /// The engine's name, with the dialect where that is not the engine's own: `sll`, `glpk (sll)`.
  package var label: String {
    engine.traits.dialects.first == dialect ? engine.name : "\(engine.name) (\(dialect))"
  }

  /// Every engine with every dialect of a scene that it can lay out.
  package static func all(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all
  ) -> [Participant] {
    engines.flatMap { engine in
      engine.dialects(of: scene).map { Participant(engine: engine, dialect: $0) }
    }
  }

  /// Every engine with the dialect that it prefers.
  package static func preferred(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all
  ) -> [Participant] {
    engines.compactMap { engine in
      engine.dialects(of: scene).first.map { Participant(engine: engine, dialect: $0) }
    }
  }

  /// Reads the scene for this engine; where its plans do not follow changes of sizes, they are made anew.
  ///
  /// - Throws: `SceneError`.
  func resolve(_ scene: Scene) throws(SceneError) -> any ResolvedLayout {
    let layout = try engine.resolve(scene, dialect: dialect)
    let kinds: Set<Change.Kind> = [.resize, .content, .removal, .addition]
    guard !engine.traits.follows.isSuperset(of: kinds) else { return layout }
    return RebuildingLayout(participant: self, scene: scene, layout: layout)
  }
}
