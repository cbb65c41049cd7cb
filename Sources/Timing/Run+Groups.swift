extension Run {
  /// Scenes of one kind: means are taken over each kind separately.
  package enum SceneGroup: String, Codable, CaseIterable, Sendable {
    /// Scene files: screens that somebody designed.
    case screens
    /// Scenes that a generator makes, of any size.
    case generated
  }

  /// A phase with the scenes over which its means are taken.
  package struct MeanPart: Hashable, Sendable, CustomStringConvertible {
    /// The form and phase: `program first`.
    package let phase: String
    /// The scenes; `nil` where all are of one kind.
    package let group: SceneGroup?

    /// `program first, screens`.
    package var description: String { phase + (group.map { ", \($0.rawValue)" } ?? "") }
  }

  /// The parts that have means: phases in the order in which they were run, screens before
  /// generated scenes.
  package var meanParts: [MeanPart] {
    var seen: Set<MeanPart> = []
    return geometricMeans.map { MeanPart(phase: $0.phase, group: $0.group) }
      .filter { seen.insert($0).inserted }
  }

  /// The means of a part.
  package func means(of part: MeanPart) -> [GeometricMean] {
    geometricMeans.filter { $0.phase == part.phase && $0.group == part.group }
  }

  /// The kind of a scene.
  package func group(of scene: String) -> SceneGroup {
    let record = scenes?.first { $0.name == scene }
    return record?.text == nil && record != nil ? .generated : .screens
  }

  /// Returns true if a scene is in a group; every scene is where there is only one group.
  package func isScene(_ scene: String, in group: SceneGroup?) -> Bool {
    group.map { self.group(of: scene) == $0 } ?? true
  }

  /// The groups over which means are taken.
  var sceneGroups: [SceneGroup?] {
    let present = Set(sceneNames.map { group(of: $0) })
    return present.count < 2 ? [nil] : SceneGroup.allCases
  }
}
