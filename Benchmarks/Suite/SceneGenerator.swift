package import LayoutBenchManual
package import LayoutModel
import Scenes

/// A scene whose size is a parameter.
///
/// Its scenes are named after it and their number of views, such as `chain-1000`, and may be
/// printed as files.
package struct SceneGenerator: Sendable {
  /// The name without a size.
  package let name: String
  /// The description of its scenes, in a sentence.
  package let summary: String
  /// The number of views of its smallest unit, such as a post of a feed.
  package let step: Int
  private let fill: @Sendable (_ views: Int, _ scene: inout SceneDraft) -> Void
  /// The frames by hand, if they are written.
  private var frames: HandWrittenLayout?

  init(
    name: String, summary: String, step: Int = 1,
    fill: @escaping @Sendable (_ views: Int, _ scene: inout SceneDraft) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.step = step
    self.fill = fill
  }

  /// The generator with its frames written by hand, for any number of views.
  func byHand<Code: HandWrittenCode>(_ code: Code.Type) -> SceneGenerator {
    var generator = self
    generator.frames = HandWrittenLayout(code)
    return generator
  }

  /// The generator with its scenes as boxes in CSS.
  func inCSS(_ boxes: @escaping @Sendable (Int, inout SceneDraft) -> Void) -> SceneGenerator {
    let others = fill
    var generator = SceneGenerator(name: name, summary: summary, step: step) { views, scene in
      others(views, &scene)
      boxes(views, &scene)
    }
    generator.frames = frames
    return generator
  }

  /// The hand-written layout of a scene of this generator, by its name and views.
  package static func handWritten(_ scene: Scene) -> HandWrittenLayout? {
    let count = scene.tree.count - 1
    guard let dash = scene.name.lastIndex(of: "-"), count > 0,
      scene.name[scene.name.index(after: dash)...] == "\(count)",
      let frames = all.first(where: { $0.name == scene.name[..<dash] })?.frames,
      // Views with other names are another scene, whatever its name.
      frames.fits(scene)
    else { return nil }
    return frames
  }

  /// The maximum number of views of a generated scene.
  package static let largest = 1_000_000

  /// Every generator, in the order in which tables show them.
  package static let all = [
    flat, chain, nest, equal, grid, keyboard, form, stack, unspaced, split, crosstalk, feed, cells,
    chat, chatFromRight, comments, article, settings, headlines, table, tableFromRight, essay,
    conflict, web, zigzag,
  ]

  /// The number of views of a scene, rounded up to whole units.
  private func count(_ views: Int) -> Int { (max(1, views) + step - 1) / step * step }

  /// The name of the scene with a number of views.
  ///
  /// - Parameter views: from 1 to `largest`, rounded up to whole units.
  /// - Returns: a name such as `chain-1000`.
  package func sceneName(views: Int) -> String { "\(name)-\(count(views))" }

  /// The scene with a number of views, rounded up to whole units.
  ///
  /// - Parameter views: from 1 to `largest`.
  /// - Returns: the scene, without a file.
  package func scene(views: Int) -> Scene {
    var draft = SceneDraft(name: sceneName(views: views), summary: summary)
    fill(count(views), &draft)
    return draft.scene
  }

  /// The generator of a scene's name such as `chain-1000`, and its number of views; `nil` where
  /// there is none.
  package static func generator(ofScene name: String) -> (generator: SceneGenerator, views: Int)? {
    guard let dash = name.lastIndex(of: "-"), let views = Int(name[name.index(after: dash)...]),
      (1...largest).contains(views),
      let generator = all.first(where: { $0.name == name[..<dash] }),
      generator.sceneName(views: views) == name
    else { return nil }
    return (generator, views)
  }

  /// The scene of a name such as `chain-1000`; `nil` where no generator has it.
  package static func scene(named name: String) -> Scene? {
    generator(ofScene: name).map { $0.generator.scene(views: $0.views) }
  }
}

/// A scene under construction, with its dialects written as a person would.
struct SceneDraft {
  private let name: String
  private let summary: String
  var tree = ViewTree(rootSize: Size(width: 320, height: 480))
  private var layouts: [DialectName: [SourceNode]] = [:]
  var steps: [Change] = []
  /// True if the root's subviews are the cells of a list.
  var isList = false

  init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }

  /// The position of every node of a generated scene, which has no file.
  private static let nowhere = SourcePosition(line: 1, column: 1)

  /// A view, with its content's size if it has one.
  @discardableResult
  mutating func view(
    _ name: String, in superview: ViewID = .root, content: IntrinsicSize? = nil
  ) -> ViewID {
    var traits = ViewTraits()
    if let content { traits.intrinsic = content }
    guard let view = tree.add(name, to: superview, traits: traits) else {
      preconditionFailure("two views of a generated scene are named \(name)")
    }
    return view
  }

  /// A view that shows a text.
  @discardableResult
  mutating func view(_ name: String, in superview: ViewID = .root, text: Text) -> ViewID {
    let view = view(name, in: superview)
    tree.setText(text, of: view)
    return view
  }

  /// The distance between the views of a generated scene one of whose constants is a number of the
  /// scene, so that there are at most 16; the first is the one of this number, from 1.
  static func step(ofNumbersAmong count: Int) -> Int { max(2, (count + 15) / 16) }

  /// The number of numbers that a generated scene has for a number of places.
  static func numberCount(among count: Int) -> Int { count / step(ofNumbersAmong: count) }

  /// Makes a constant of a view a number of the scene, for every view at a distance.
  ///
  /// - Parameters:
  ///   - name: the meaning of the number, which the view's place follows in its name.
  ///   - place: the view's place in the order of statements, from 1.
  ///   - count: the number of places.
  ///   - value: its value.
  /// - Returns: the number's name; `nil` for the views between.
  mutating func number(
    _ name: String, of place: Int, among count: Int, _ value: Double
  ) -> String? {
    guard place % Self.step(ofNumbersAmong: count) == 0 else { return nil }
    let name = "\(name)\(place)"
    tree.numbers.add(name, value)
    return name
  }

  /// A rule of a view with its arguments.
  mutating func rule(_ view: String, _ rule: String, _ arguments: String...) {
    self.rule(view, rule, arguments: arguments)
  }

  /// A rule of a view with a list of arguments.
  mutating func rule(_ view: String, _ rule: String, arguments: [String]) {
    let value: SourceNode =
      arguments.isEmpty ? .text(rule) : .list([.text(rule)] + arguments.map { .text($0) })
    layouts["sll", default: []].append(.mapping([(view, value)]))
  }

  /// Constraints as equations or visual format.
  mutating func constraints(_ texts: String...) {
    for text in texts { layouts["constraints", default: []].append(.text(text)) }
  }

  /// A call of LayoutKit.
  mutating func call(_ call: SourceNode) { layouts["layoutkit", default: []].append(call) }

  /// The box of a view in CSS, in its superview's box or in another.
  mutating func box(_ view: String, in box: String? = nil, _ style: String) {
    let entry: SourceNode =
      box.map { .mapping([("in", .text($0)), ("style", .text(style))]) } ?? .text(style)
    layouts["css", default: []].append(.mapping([(view, entry)]))
  }

  /// A box in CSS without a view.
  mutating func plainBox(_ name: String, in box: String, _ style: String) {
    layouts["css", default: []].append(
      .mapping([("box", .text(name)), ("in", .text(box)), ("style", .text(style))]))
  }

  var scene: Scene {
    var scene = Scene(
      file: name, name: name, summary: summary, tree: tree,
      layouts: layouts.mapValues {
        SourceNode(.sequence($0), at: Self.nowhere)
      },
      steps: steps.map {
        Step(change: $0, expected: Expectation(), position: Self.nowhere)
      })
    if isList { scene.cells = .root }
    return scene
  }
}

extension SourceNode {
  private static let nowhere = SourcePosition(line: 1, column: 1)

  /// A scalar.
  static func text(_ text: String) -> SourceNode {
    SourceNode(.scalar(text, offset: nil), at: nowhere)
  }

  /// A list.
  static func list(_ items: [SourceNode]) -> SourceNode {
    SourceNode(.sequence(items), at: nowhere)
  }

  /// A list of names or numbers.
  static func list(_ texts: [String]) -> SourceNode { list(texts.map { text($0) }) }

  /// A call of LayoutKit with its items.
  static func call(_ name: String, _ items: String...) -> SourceNode {
    .mapping([(name, .list(items))])
  }

  /// A call that gives views a size.
  static func size(_ views: [String], _ width: String, _ height: String) -> SourceNode {
    .mapping([("size", .mapping([("views", .list(views)), ("to", .list([width, height]))]))])
  }

  /// A call that gives views a length: `width` or `height`.
  static func length(_ call: String, _ views: [String], _ length: String) -> SourceNode {
    .mapping([(call, .mapping([("views", .list(views)), ("to", .text(length))]))])
  }

  /// Keys with values.
  static func mapping(_ entries: [(String, SourceNode)]) -> SourceNode {
    SourceNode(
      .mapping(entries.map { Entry(key: $0, keyPosition: nowhere, value: $1) }), at: nowhere)
  }
}
