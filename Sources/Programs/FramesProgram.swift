package import LayoutBenchManual
package import LayoutModel

/// `view.frame = …` by hand: the yardstick of programs.
package struct FramesProgramEngine: LayoutEngine {
  private let engine: ManualEngine

  /// The program.
  ///
  /// - Parameter find: returns the hand-written layout of a scene, where there is one.
  package init(_ find: @escaping @Sendable (Scene) -> HandWrittenLayout?) {
    engine = ManualEngine(find)
  }

  package var traits: EngineTraits { engine.traits }

  package func dialects(of scene: Scene) -> [DialectName] { engine.dialects(of: scene) }

  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    FramesProgramLayout(tree: SceneTree(scene.tree), layout: try engine.layout(of: scene))
  }
}

private struct FramesProgramLayout: ResolvedLayout {
  let tree: SceneTree
  let layout: HandWrittenLayout

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(FramesProgram(self))
  }
}

/// Lays out the whole screen, or the cell that a change concerns.
private struct FramesProgram: Program {
  let screen: Screen
  private var away = AwayViews()
  private let written: FramesProgramLayout
  private let texts: ShownTexts?
  private var numbers: [Double]
  private var framesWritten = 0
  /// Frames of the same views, to count those that the layout of a container writes; empty unless
  /// they are counted.
  private var counting: [Rect] = []
  /// True if everything must be laid out; otherwise the only container that must be, 0 for none, or
  /// `HandWrittenLayout.size`.
  private var (isWhole, container) = (true, 0)

  init(_ written: FramesProgramLayout) {
    self.written = written
    screen = Screen(written.tree.tree)
    numbers = written.tree.tree.numbers.values
    // The views have measured their texts.
    texts =
      written.tree.tree.texts.isEmpty ? nil : ShownTexts(written.tree.tree, isMeasured: true)
  }

  mutating func layOut() throws(LayoutError) {
    guard isWhole || container != 0 else { return }
    let (size, changed) = (screen.views[0].frame.size, isWhole ? 0 : container)
    if isWhole {
      framesWritten &+= screen.views.count - 1
    } else if !counting.isEmpty {
      for index in counting.indices { counting[index] = screen.views[index].frame }
    }
    let layout = written.layout
    ViewFrames.of(screen.views, numbers, texts) { layout.onViews($0, size, changed) }
    if !isWhole, !counting.isEmpty { count(changed, size) }
    (isWhole, container) = (false, 0)
  }

  mutating func resize(to size: Size) {
    screen.resize(to: size)
    concern(container: HandWrittenLayout.size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    screen.views[view.index].intrinsicContentSize = intrinsic
    concern(view)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    screen.edit(view, text: text)
    if let measured = screen.views[view.index].measuredText {
      texts?.replace(measured, in: view.index)
    }
    concern(view)
  }

  mutating func set(number: Int, to value: Double) {
    numbers[number] = value
    concern(container: written.layout.containerOfNumber(number, screen.views.count))
  }

  mutating func remove(_ view: ViewID) { away.takeOut(view, of: screen) }

  mutating func restore(_ view: ViewID) {
    away.putBack(view, on: screen, in: written.tree)
    concern(view)
  }

  func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    let layout = written.layout
    return ViewFrames.of(screen.views, numbers, texts) { layout.fitViews($0, width) } ?? nil
  }

  mutating func beginCounting() { counting = screen.views.map(\.frame) }

  var counters: [Counter] {
    [Counter("frames written", framesWritten)] + (texts?.counters ?? [])
  }

  /// Counts the frames that the layout of a container has written, by another one on a copy of the
  /// frames before.
  private mutating func count(_ container: Int, _ size: Size) {
    let contents = screen.views.map {
      Size(
        width: $0.intrinsicContentSize.horizontal ?? 0,
        height: $0.intrinsicContentSize.vertical ?? 0)
    }
    func count() -> Int {
      written.layout.countWrites(of: container, size, &counting, contents, numbers, texts)
    }
    framesWritten += texts?.uncounted(count) ?? count()
  }

  private mutating func concern(_ view: ViewID) {
    concern(container: written.layout.container(view.index))
  }

  private mutating func concern(container: Int) {
    if container == 0 || (self.container != 0 && self.container != container) {
      isWhole = true
    } else {
      self.container = container
    }
  }
}
