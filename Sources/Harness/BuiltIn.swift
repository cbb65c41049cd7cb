internal import Constraints
internal import Conversion
internal import GLPKLayout
internal import LayoutBenchManual
internal import LayoutBenchPeers
internal import LayoutBenchPrograms
internal import LayoutBenchReplay
internal import LayoutBenchSuite
internal import LayoutKitCalls
package import LayoutModel
internal import SLL

extension Registry {
  /// The engines, dialects and scenes that come with LayoutBench: the one list that names them.
  package static let builtIn = Registry(
    // The yardstick first; of each algorithm the bare name before its variants.
    engines: [
      ManualEngine(Suite.handWritten),
      LayoutKitEngine(),
      SLLEngine(),
      SLLEngine(isIncremental: true),
      GLPKEngine(conversions: [RuleLowering()]),
      GLPKEngine(.plain),
    ] + Notation.allCases.dropFirst().map { ConstraintsProgramEngine(notation: $0) },
    judges: [GLPKEngine(.exact)],
    programs: Dictionary(
      uniqueKeysWithValues: ([
        FramesProgramEngine(Suite.handWritten), CallsProgramEngine(), RulesProgramEngine(),
        RulesProgramEngine(isIncremental: true), ConstraintsProgramEngine(),
      ] as [any LayoutEngine]).map { ($0.name, $0) }),
    dialects: [SLLDialect(), ConstraintsDialect(), LayoutKitDialect(), CSSDialect()],
    conversions: [
      SceneConversion(from: .sll, to: .constraints) { try ConvertedScene(loweringRulesOf: $0) },
      SceneConversion(from: .constraints, to: .sll) {
        try ConvertedScene(orderingConstraintsOf: $0)
      },
      SceneConversion(from: .constraints, to: .constraints) {
        try ConvertedScene(unfoldingConstraintsOf: $0)
      },
    ],
    proofs: [.constraints: { try SceneProof($0).fault }],
    scenes: Suite.files.map { SceneSource(file: $0.name, text: $0.text) }
      + ["chain-100", "grid-100", "form-100", "split-100", "feed-100"].map { SceneSource(file: $0) }
  )

  /// The yardstick of scenes without a manual layout: it copies verified frames from a table.
  package static var copier: EngineTraits { ReplayEngine.traits }

  /// The layout that copies frames of two states in turn: of each step those that it changes.
  ///
  /// - Parameter states: the frames of the scene itself, and after each step.
  /// - Returns: the layout, whose plans go from step to step with each change, and its frames after
  ///   each pass.
  static func copies(following states: [[Rect]]) -> (any ResolvedLayout, frames: [[Rect]]) {
    let layout = ReplayLayout(following: states)
    return (layout, layout.frames)
  }

  /// True if an engine only copies frames.
  static func isCopier(_ name: String) -> Bool { name == ReplayEngine.traits.name.description }
}
