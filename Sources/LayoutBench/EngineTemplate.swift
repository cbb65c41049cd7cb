import LayoutBenchSuite

/// The package that `layoutbench new engine` writes: an engine that places each view at shares of
/// its superview.
struct EngineTemplate {
  /// The engine's name, and that of its dialect and program.
  let name: String
  /// A folder, or the address of a repository.
  let layoutbench: String

  /// The name as a Swift type: `my-engine` is `MyEngine`.
  private var type: String {
    name.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Paths within the package, with their texts.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(name)/main.swift", main),
      ("Sources/\(name)/\(type)Dialect.swift", dialect),
      ("Sources/\(name)/\(type)Engine.swift", engine), ("scenes/\(name)-first.yaml", scene),
      (".gitignore", ".build/\n"),
    ]
  }

  private var manifest: String {
    let isAddress = layoutbench.contains("://")
    let place =
      isAddress
      ? "url: \"\(layoutbench)\", branch: \"main\""
      : "name: \"LayoutBench\", path: \"\(layoutbench)\""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        dependencies: [.package(\(place))],
        targets: [
          .executableTarget(
            name: "\(name)",
            dependencies: [.product(name: "LayoutBench", package: "LayoutBench")])
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  private var main: String {
    """
    import LayoutBench

    LayoutBench.run(engines: [\(type)Engine()], dialects: [\(type)Dialect()])

    """
  }

  private var dialect: String {
    """
    import LayoutBench

    /// Entries such as `- title: [10, 10, 50%, 20]`: x, y, width and height, in points or in
    /// percent of the superview's width (x, width) or height (y, height).
    struct \(type)Dialect: Dialect {
      let name: DialectName = "\(name)"
      let summary = "each view at shares of its superview"

      struct Length: Sendable {
        var points = 0.0
        var share = 0.0

        func value(of whole: Double) -> Double { points + share * whole }
      }

      struct Placement: Sendable {
        let view: ViewID
        let sides: [Length]
      }

      func read(_ scene: Scene) throws(SceneError) -> [Placement] {
        var placements: [Placement] = []
        for node in scene.layouts[name]?.items ?? [] {
          guard let entry = node.entries?.first, node.entries?.count == 1 else {
            throw mistake("an entry is a view with four lengths; found \\(node.summary)", node, scene)
          }
          guard let view = scene.tree.view(named: entry.key), view != .root else {
            throw mistake("no view '\\(entry.key.shortened(to: 40))' to place", node, scene)
          }
          guard let items = entry.value.items, items.count == 4 else {
            let found = entry.value.summary
            throw mistake("expected x, y, width and height; found \\(found)", entry.value, scene)
          }
          var sides: [Length] = []
          for item in items { sides.append(try length(item, scene)) }
          placements.append(Placement(view: view, sides: sides))
        }
        return placements
      }

      private func length(_ node: SourceNode, _ scene: Scene) throws(SceneError) -> Length {
        let text = node.text ?? ""
        let isShare = text.hasSuffix("%")
        guard let number = Double(isShare ? String(text.dropLast()) : text), abs(number) <= 1e9 else {
          throw mistake("a length is a number, or a share such as 50%; found \\(node.summary)", node, scene)
        }
        return isShare ? Length(share: number / 100) : Length(points: number)
      }

      private func mistake(_ text: String, _ node: SourceNode, _ scene: Scene) -> SceneError {
        SceneError(file: scene.file, position: node.position, mistake: \(type)Mistake(description: text))
      }
    }

    /// An entry that cannot be read.
    struct \(type)Mistake: SceneMistake {
      let description: String
    }

    """
  }

  private var engine: String {
    """
    import LayoutBench

    /// Places each view at its shares of its superview.
    struct \(type)Engine: LayoutEngine {
      let traits = EngineTraits(
        name: "\(name)", summary: "each view at shares of its superview", dialects: ["\(name)"])

      func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout {
        \(type)Layout(placements: try \(type)Dialect().read(scene), tree: scene.tree)
      }
    }

    /// A layout that has been read; its plans share no state.
    struct \(type)Layout: ResolvedLayout {
      let placements: [\(type)Dialect.Placement]
      let tree: ViewTree

      func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
        // Superviews before their subviews.
        let order = placements.sorted { $0.view < $1.view }
        return \(type)Plan(placements: order, tree: tree, starts: tree.startFrames)
      }
    }

    /// What a pass needs; it should neither allocate nor look anything up by name.
    struct \(type)Plan: LayoutPlan, ~Copyable {
      let placements: [\(type)Dialect.Placement]
      let tree: ViewTree
      var starts: [Rect]

      init(placements: [\(type)Dialect.Placement], tree: ViewTree, starts: [Rect]) {
        self.placements = placements
        self.tree = tree
        self.starts = starts
      }

      mutating func resize(to size: Size) { starts[0].size = size }

      mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
        starts[view.index].size = starts[view.index].size.replaced(by: intrinsic)
      }

      mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
        for view in starts.indices { frames[view] = starts[view] }
        for placement in placements {
          let outer = frames[Int(tree.superviews[placement.view.index])].size
          let sides = placement.sides
          frames[placement.view.index] = Rect(
            x: sides[0].value(of: outer.width), y: sides[1].value(of: outer.height),
            width: sides[2].value(of: outer.width), height: sides[3].value(of: outer.height))
        }
      }
    }

    """
  }

  private var scene: String {
    """
    layoutbench: 1
    name: \(name)-first
    root: { size: [200, 100] }
    views:
      - id: box
        children:
          - { id: title, intrinsic: [40, 16] }
      - { id: badge, intrinsic: [12, 12] }
    layouts:
      \(name):
        - box: [10, 10, 50%, 60%]
        - title: [25%, 4, 50%, 16]
    expect:
      box: [10, 10, 100, 60]
      title: [25, 4, 50, 16]
      badge: [0, 0, 12, 12]
    steps:
      - resize: [400, 100]
        expect: { box: [10, 10, 200, 60], title: [50, 4, 100, 16] }
      - view: badge
        intrinsic: [20, 12]
        expect: { badge: [0, 0, 20, 12] }

    """
  }
}

/// The file that `layoutbench new scene` writes: two views that every dialect can express.
struct SceneTemplate {
  /// The scene's name.
  let name: String

  /// The file.
  var text: String {
    """
    layoutbench: 1
    name: \(name)
    root: { size: [320, 44] }
    views:
      - id: icon
      - { id: title, intrinsic: [86, 17] }
    # The same layout in each dialect; leave out what you do not need.
    layouts:
    \(FirstScene.layouts)
    # The expected frames: x, y, width, height in the superview.
    expect:
      icon: [5, 5, 34, 34]
      title: [49, 13.5, 86, 17]
    # Changes, each laid out in turn.
    steps:
      - resize: [480, 44]
        expect: { title: [49, 13.5, 86, 17] }
      - view: title
        intrinsic: [120, 17]
        expect: { title: [49, 13.5, 120, 17] }

    """
  }
}
