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
  /// - Parameter find: returns the hand-written layout of a scene, where there is one.
  package init(_ find: @escaping @Sendable (Scene) -> HandWrittenLayout?) {
    var traits = EngineTraits(
      name: "manual", summary: "hand-written frames of the built-in scenes: the yardstick",
      dialects: [.manual])
    traits.follows = [.resize, .content, .constant, .removal, .addition]
    traits.forms = [.plan, .program]
    traits.isYardstick = true
    self.traits = traits
    self.find = find
  }

  /// Returns `manual` where a hand-written layout exists for a scene of that name with those views.
  package func dialects(of scene: Scene) -> [DialectName] {
    find(scene) == nil ? [] : [.manual]
  }

  /// The layout of a scene's hand-written code.
  ///
  /// - Throws: `SceneError` where there is none.
  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    ManualLayout(layout: try layout(of: scene), tree: scene.tree)
  }

  /// Finds the hand-written layout.
  ///
  /// - Throws: `SceneError` where there is none.
  package func layout(of scene: Scene) throws(SceneError) -> HandWrittenLayout {
    guard let layout = find(scene) else {
      throw SceneError(
        file: scene.file, position: nil, mistake: ManualMistake.notHandWritten(scene.name))
    }
    return layout
  }
}

/// A scene without a hand-written layout.
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
    guard tree.texts.isEmpty else { return ManualTextPlan(layout, tree) }
    return ManualPlan(layout, tree)
  }
}

/// Code that writes frames, and the sizes that it reads.
///
/// A removed view affects its container alone, as a change of its content does: no other frame
/// depends on it.
struct ManualPlan: LayoutPlan, ~Copyable {
  /// The part of the screen that the next pass lays out.
  private enum Extent {
    case nothing
    /// A container, or `HandWrittenLayout.size`.
    case container(Int)
    case everything
  }

  private let layout: HandWrittenLayout
  private var size: Size
  private let contents: UnsafeMutablePointer<Size>
  /// The values of the scene's numbers; `nil` where it has none.
  private let numbers: UnsafeMutablePointer<Double>?
  private var extent = Extent.everything
  private let count: Int
  private var framesWritten = 0
  /// True if the frames that the layout of a container writes are counted.
  private var isCounting = false

  init(_ layout: HandWrittenLayout, _ tree: borrowing ViewTree) {
    self.layout = layout
    size = tree.rootSize
    count = tree.count
    contents = .allocate(capacity: tree.count)
    for (index, traits) in tree.traits.enumerated() {
      (contents + index).initialize(to: traits.startFrame.size)
    }
    let values = tree.numbers.values
    numbers = values.isEmpty ? nil : .allocate(capacity: values.count)
    numbers?.initialize(from: values, count: values.count)
  }

  deinit {
    contents.deallocate()
    numbers?.deallocate()
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    pass(into: &frames, texts: nil)
  }

  /// Lays out the part that has changed.
  ///
  /// - Parameters:
  ///   - frames: every view's frame.
  ///   - texts: the texts of views; `nil` where none shows one.
  mutating func pass(into frames: inout MutableSpan<Rect>, texts: ShownTexts?) {
    let (layout, size) = (layout, size)
    let contents = ContentArray(base: contents, numbers: numbers, texts: texts)
    let changed: Int
    switch extent {
    case .nothing: return
    case .container(let container):
      changed = container
      if container == HandWrittenLayout.size {
        frames[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
      }
      guard !isCounting else {
        extent = .nothing
        framesWritten += frames.withUnsafeMutableBufferPointer { frames in
          frames.baseAddress.map { layout.counted($0, contents, frames.count, size, changed) } ?? 0
        }
        return
      }
    case .everything:
      changed = 0
      framesWritten &+= count - 1
      frames[0] = Rect(x: 0, y: 0, width: size.width, height: size.height)
    }
    extent = .nothing
    frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return }
      layout.onArrays(base, contents, frames.count, size, changed)
    }
  }

  mutating func resize(to size: Size) {
    self.size = size
    concern(container: HandWrittenLayout.size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    contents[view.index] = contents[view.index].replaced(by: intrinsic)
    concern(view)
  }

  mutating func set(number: Int, to value: Double) {
    numbers?[number] = value
    concern(container: layout.containerOfNumber(number, count))
  }

  mutating func beginCounting() { isCounting = true }

  func counters() -> [Counter] { [Counter("frames written", framesWritten)] }

  mutating func remove(_ view: ViewID) { concern(view) }

  mutating func restore(_ view: ViewID) { concern(view) }

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    fittingHeight(width: width, texts: nil)
  }

  /// The least height; see `pass`.
  func fittingHeight(width: Double, texts: ShownTexts?) -> Double? {
    layout.fitArrays(
      ContentArray(base: contents, numbers: numbers, texts: texts), count, width)
  }

  /// Makes the next pass lay out the container of a view; for several containers, everything.
  private mutating func concern(_ view: ViewID) {
    concern(container: layout.container(view.index))
  }

  private mutating func concern(container: Int) {
    switch extent {
    case _ where container == 0: extent = .everything
    case .nothing: extent = .container(container)
    case .container(let other) where other == container: break
    case .container, .everything: extent = .everything
    }
  }
}

/// Code that writes frames of views some of which show texts.
struct ManualTextPlan: LayoutPlan, ~Copyable {
  private var plan: ManualPlan
  private let texts: ShownTexts

  init(_ layout: HandWrittenLayout, _ tree: borrowing ViewTree) {
    plan = ManualPlan(layout, tree)
    texts = ShownTexts(tree, isMeasured: false)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    plan.pass(into: &frames, texts: texts)
  }

  mutating func resize(to size: Size) { plan.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    plan.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    let natural = texts.show(text, in: view.index)
    plan.edit(view, intrinsic: IntrinsicSize(natural.width, natural.height))
  }

  mutating func set(number: Int, to value: Double) { plan.set(number: number, to: value) }

  mutating func beginCounting() { plan.beginCounting() }

  mutating func remove(_ view: ViewID) { plan.remove(view) }

  mutating func restore(_ view: ViewID) { plan.restore(view) }

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    plan.fittingHeight(width: width, texts: texts)
  }

  mutating func counters() -> [Counter] { plan.counters() + texts.counters }
}
