internal import GLPKLayout
internal import LayoutKitCalls
public import LayoutModel
internal import LinearSolver
internal import ManualLayout
internal import SLL

/// The engines: the one list that tests, cross-check, timing and reports take them from.
public enum Engines {
  /// Every engine, the yardstick first.
  public static let all: [any LayoutEngine] = [
    ManualEngine(),
    LayoutKitEngine(),
    SLLEngine(),
    GLPKEngine(),
  ]

  /// Engines that take part where they are named, and in `verify`: other ways of one of those above.
  public static let variants: [any LayoutEngine] = [GLPKEngine(isPlain: true)]

  /// All of them.
  public static let everyone = all + variants

  /// The engine of that name.
  public static func named(_ name: String) -> (any LayoutEngine)? {
    everyone.first { $0.name == name }
  }

  /// The version of the GLPK library that is linked.
  public static var glpk: String { glpkVersion }
}

/// An engine with a dialect of a scene that it can lay out.
public struct Participant: Sendable {
  /// The engine.
  public let engine: any LayoutEngine
  /// The dialect.
  public let dialect: Dialect

  /// An engine with a dialect.
  public init(engine: any LayoutEngine, dialect: Dialect) {
    self.engine = engine
    self.dialect = dialect
  }

  /// `sll`, or `glpk (sll)` where the dialect is not the engine's own.
  public var label: String {
    switch (engine.name, dialect) {
    case ("glpk", .constraints), ("glpk:plain", .constraints): engine.name
    case (dialect.rawValue, _): engine.name
    default: "\(engine.name) (\(dialect.rawValue))"
    }
  }

  /// Every engine with every dialect of a scene that it can lay out.
  public static func all(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all
  ) -> [Participant] {
    engines.flatMap { engine in
      engine.dialects(of: scene).map { Participant(engine: engine, dialect: $0) }
    }
  }
}
