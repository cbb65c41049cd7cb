import LayoutBench

extension DialectName {
  /// Containers whose subviews flow into lines.
  static let flow: DialectName = "flow"
}

/// The `flow` dialect: an entry for each container, with the gap between its subviews and its padding.
///
///     layouts:
///       flow:
///         - root: { padding: 12 }
///         - tags: { gap: 8 }
struct FlowDialect: Dialect {
  let name = DialectName.flow
  let summary = "containers whose subviews flow into lines, as words do in a paragraph"

  /// A container with the settings of its entry, in points.
  struct Container: Sendable {
    let view: ViewID
    var gap = 0.0
    var padding = 0.0
  }

  func read(_ scene: Scene) throws(SceneError) -> [Container] {
    var containers: [Container] = []
    for entry in scene.layouts[name]?.items ?? [] {
      containers.append(try container(entry, of: scene))
    }
    return containers
  }

  private func container(_ node: SourceNode, of scene: Scene) throws(SceneError) -> Container {
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      throw mistake(.notOneContainer(found: node.summary), at: node.position, scene)
    }
    let view = entry.key == "root" ? .root : scene.tree.view(named: entry.key)
    guard let view else {
      throw mistake(.unknownView(entry.key), at: entry.keyPosition, scene)
    }
    var container = Container(view: view)
    guard let settings = entry.value.entries else {
      throw mistake(.notOneContainer(found: entry.value.summary), at: entry.value.position, scene)
    }
    for setting in settings {
      guard let text = setting.value.text, let number = Double(text), (0...1e9).contains(number)
      else {
        throw mistake(.notALength(setting.value.summary), at: setting.value.position, scene)
      }
      switch setting.key {
      case "gap": container.gap = number
      case "padding": container.padding = number
      default: throw mistake(.unknownKey(setting.key), at: setting.keyPosition, scene)
      }
    }
    return container
  }

  private func mistake(
    _ mistake: FlowMistake, at position: SourcePosition, _ scene: Scene
  ) -> SceneError {
    SceneError(file: scene.file, position: position, mistake: mistake)
  }

  /// Scenes for `fuzz`: words in a few containers, some within others.
  func random(seed: UInt64) -> String? {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func below(_ count: UInt64) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % count)
    }
    var views: [String] = []
    var entries = ["    - root: { gap: \(below(9)), padding: \(below(20)) }"]
    for container in 0...below(3) {
      views.append("  - id: box\(container)\n    children:")
      for word in 0...below(9) {
        views.append(
          "      - { id: w\(container)-\(word), intrinsic: [\(below(120)), \(below(30))] }")
      }
      entries.append("    - box\(container): { gap: \(below(9)), padding: \(below(20)) }")
    }
    let steps = (0...below(4)).map { _ in
      below(2) == 0
        ? "  - resize: [\(below(500)), \(below(500))]"
        : "  - { view: w0-0, intrinsic: [\(below(90)), \(below(40))] }"
    }
    return """
      layoutbench: 1
      name: random
      root: { size: [\(100 + below(400)), 300]\(below(2) == 0 ? ", direction: rtl" : "") }
      views:
      \(views.joined(separator: "\n"))
      layouts:
        flow:
      \(entries.joined(separator: "\n"))
      steps:
      \(steps.joined(separator: "\n"))

      """
  }
}

/// An entry of `flow` that cannot be read.
enum FlowMistake: SceneMistake {
  case notOneContainer(found: String)
  case unknownView(String)
  case unknownKey(String)
  case notALength(String)

  var description: String {
    switch self {
    case .notOneContainer(let found):
      "an entry of 'flow' is a container with its settings, as in '- tags: { gap: 8 }'; found \(found)"
    case .unknownView(let name): "no view '\(name.shortened(to: 40))' in this scene"
    case .unknownKey(let key): "a container has 'gap' and 'padding', not '\(key.shortened(to: 40))'"
    case .notALength(let found): "a length is a number of points from 0 to 1e9, found \(found)"
    }
  }
}
