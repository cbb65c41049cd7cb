package import LayoutModel

extension DialectName {
  /// Frames that a person computed, in Swift beside the scene; not part of scene files.
  package static let manual: DialectName = "manual"
}

/// Frames that a person computed: the yardstick that every time is quoted against.
///
/// Straight frame arithmetic, as a good engineer writes it by hand: neither naive nor clever.
package struct ManualEngine: LayoutEngine {
  /// `manual`, on the command line and in results.
  package let traits: EngineTraits
  private let find: @Sendable (Scene) -> HandWrittenLayout?

  /// The engine.
  ///
  /// - Parameter find: gives the hand-written layout of a scene, where there is one.
  package init(_ find: @escaping @Sendable (Scene) -> HandWrittenLayout?) {
    var traits = EngineTraits(
      name: "manual", summary: "hand-written frames of the built-in scenes: the yardstick",
      dialects: [.manual])
    traits.isYardstick = true
    self.traits = traits
    self.find = find
  }

  /// `manual`, where somebody wrote a layout for a scene of that name with those views.
  package func dialects(of scene: Scene) -> [DialectName] {
    find(scene) == nil ? [] : [.manual]
  }

  /// Finds the hand-written layout.
  ///
  /// - Throws: `SceneError` where there is none.
  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    guard let layout = find(scene) else {
      throw SceneError(
        file: scene.file, position: nil, mistake: ManualMistake.notHandWritten(scene.name))
    }
    return ManualLayout(layout: layout, tree: scene.tree)
  }
}

/// A scene that nobody wrote by hand.
package enum ManualMistake: SceneMistake, Equatable {
  /// No hand-written layout for a scene of this name with these views.
  case notHandWritten(String)

  /// The message behind `error:`.
  package var description: String {
    switch self {
    case .notHandWritten(let name):
      "no hand-written layout for '\(name)' with these views; 'layoutbench list scenes' names those "
        + "that have one"
    }
  }
}

struct ManualLayout: ResolvedLayout {
  let layout: HandWrittenLayout
  let tree: ViewTree

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ManualPlan(
      layOut: layout.layOut, size: tree.rootSize, content: tree.startFrames.map(\.size))
  }
}

/// A function that writes frames, and the sizes that it reads.
struct ManualPlan: LayoutPlan, ~Copyable {
  let layOut: HandWrittenLayout.Function
  var size: Size
  var content: [Size]

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    frames[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
    layOut(size, content.span, &frames)
  }

  mutating func resize(to size: Size) { self.size = size }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    content[view.index] = content[view.index].replaced(by: intrinsic)
  }
}
