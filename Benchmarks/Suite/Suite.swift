package import LayoutBenchManual
package import LayoutModel

/// The scenes that the project publishes, embedded so that the executable runs wherever it is
/// moved.
package enum Suite {
  /// A scene file.
  package struct File: Sendable {
    /// Its name.
    package let name: String
    /// The project that a screen is from; `nil` of this project's own scenes.
    package let source: String?
    /// Its text.
    package let text: String
    /// Its frames by hand, if it is a scene that has them.
    package let handWritten: HandWrittenLayout?

    init(
      _ name: String, _ bytes: [UInt8], of source: String? = nil, byHand: HandWrittenLayout? = nil
    ) {
      self.name = name
      self.source = source
      handWritten = byHand
      text = String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Every scene, in the order in which tables show them.
  package static let files = seeds + screens

  /// The screens of the documents from which this project came.
  private static let seeds = [
    File("post.yaml", PackageResources.post_yaml, byHand: PostFrames.layout),
    File("cell.yaml", PackageResources.cell_yaml, byHand: CellFrames.layout),
    File("buttons.yaml", PackageResources.buttons_yaml, byHand: ButtonsFrames.layout),
    File("combined.yaml", PackageResources.combined_yaml, byHand: CombinedFrames.layout),
    File("keys.yaml", PackageResources.keys_yaml, byHand: KeysFrames.layout),
    File(
      "conflicting-edges.yaml", PackageResources.conflicting_edges_yaml,
      byHand: ConflictingEdgesFrames.layout),
  ]

  /// The suites that the project publishes: choices of these scenes and of generated ones, the
  /// default one first.
  package static let suites = [
    File("default.yaml", PackageResources.default_yaml),
    File("quick.yaml", PackageResources.quick_yaml),
    File("full.yaml", PackageResources.full_yaml),
    File("screens.yaml", PackageResources.screens_yaml),
    File("notation.yaml", PackageResources.notation_yaml),
    File("peers.yaml", PackageResources.peers_yaml),
    File("growth.yaml", PackageResources.growth_yaml),
  ]

  /// The hand-written layout of a built-in scene, by its name and views.
  package static func handWritten(_ scene: Scene) -> HandWrittenLayout? {
    let file = files.first { $0.name == "\(scene.name).yaml" }?.handWritten
    if let file, file.fits(scene) { return file }
    return SceneGenerator.handWritten(scene)
  }
}
