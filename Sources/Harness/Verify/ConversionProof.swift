import Conversion
import LayoutBenchTiming
package import LayoutModel

/// A test of a converted scene against its original: frames after all its steps, along the root's
/// width, height and diagonal and along each content size in steps of half a point, at some
/// hundreds of sizes and contents drawn around them, with contents of none and of up to the root's
/// size, each alone and several at once, next to the bounds of conditions, and on both sides of each
/// width of the root at which a text gets another number of lines.
///
/// Frames of rules and constraints are affine in sizes and contents within each of the regions that
/// clamps, conditions and texts divide them into. Where nothing but sizes of 0 divides them, layouts
/// that differ in one size or content each determine these functions, and the same frames there are
/// the same frames everywhere. Otherwise a difference is not found if it is only between two steps
/// of a line, or only where several contents differ in a way that was not drawn.
package struct ConversionProof {
  /// The reason why nothing is proved.
  package struct Failure: Error, CustomStringConvertible {
    /// The lines that are printed.
    package let description: String

    /// A reason.
    package init(description: String) { self.description = description }
  }

  /// The number of layouts in which both have the same frames.
  package private(set) var states = 0
  /// The number of states in which the original has no layout, and the conversion has one.
  package private(set) var undefined = 0
  /// True if the same frames in these layouts prove the same frames in all in which no view's size
  /// is 0.
  package private(set) var isOfAll = false
  /// False if a number of the scene's own layouts is too large for the precision that engines are
  /// held to.
  package private(set) var isWithinPromise = true

  private let original: Scene
  private let converted: Scene
  private let source: Participant
  private let target: Participant

  /// Lays both scenes out, and compares.
  ///
  /// - Parameters:
  ///   - original: the scene that was converted.
  ///   - from: the dialect that was read.
  ///   - converted: the scene that was written, read again.
  ///   - to: the dialect that was written.
  /// - Throws: `Failure` where frames differ, and where the original has no layout; `SceneError`.
  package init(
    of original: Scene, from: DialectName, _ converted: Scene, to: DialectName
  ) throws {
    guard let source = Self.participant(from, original),
      let target = Self.participant(to, converted)
    else { throw Failure(description: "\(original.file): error: no engine reads '\(to)'") }
    (self.original, self.converted) = (original, converted)
    (self.source, self.target) = (source, target)
    try compareSteps()
    try compareSizesAfterSteps()
    try compareDrawn()
    let (lines, areOfAll) = lines
    // Other steps make another layout.
    let arePlain = original.steps.allSatisfy { [.resize, .content].contains($0.change.kind) }
    var isAffine =
      areOfAll && arePlain && AffineScene.isAffine(original, in: from)
      && AffineScene.isAffine(converted, in: to)
    for line in lines {
      let spread = try compare(steps: line.map { [$0] })
      isAffine = isAffine && spread > 1
    }
    isOfAll = isAffine
  }

  /// The first engine that reads a dialect and is no yardstick.
  private static func participant(_ dialect: DialectName, _ scene: Scene) -> Participant? {
    Participant.all(of: scene).first { $0.dialect == dialect && !$0.engine.traits.isYardstick }
  }

  /// Compares the first layout and those after each step: both scenes must have a layout in all.
  private mutating func compareSteps() throws {
    let changes = original.steps.map(\.change)
    let one: SolvedScene
    do {
      one = try SolvedScene(original, by: source)
    } catch let failure as SolvedScene.Failure {
      throw Failure(
        description: failure.reason.message(file: original.file, step: failure.step)
          + "\na scene without a layout is not converted")
    }
    let other: SolvedScene
    do {
      other = try SolvedScene(converted, by: target)
    } catch let failure as SolvedScene.Failure {
      throw self.failure("it has no layout", after: Array(changes.prefix(failure.step ?? 0)))
    }
    guard one.states.count == other.states.count else {
      throw failure("it has \(other.states.count - 1) steps", after: [])
    }
    for (step, (former, latter)) in zip(one.states, other.states).enumerated() {
      try compare(former.frames, latter.frames, after: changes.prefix(step))
      isWithinPromise =
        isWithinPromise && Agreement.isWithinPromise(former.frames, in: original.tree)
      states += 1
    }
  }

  /// Compares layouts at other sizes of the root after each step that makes another layout: that
  /// removes or adds a view, or changes an entry.
  private mutating func compareSizesAfterSteps() throws {
    let changes = original.steps.map(\.change)
    let root = original.tree.rootSize
    var sizes: [Size] = []
    for share in stride(from: -0.5, through: 0.5, by: 0.125) {
      let (width, height) = (root.width * (1 + share), root.height * (1 + share))
      sizes += [
        Size(width: width, height: root.height), Size(width: root.width, height: height),
        Size(width: width, height: height),
      ]
    }
    let places = changes.indices.filter {
      ![.resize, .content, .fit].contains(changes[$0].kind)
    }
    let most = max(1, Self.mostFrames / (2 * original.tree.count * (sizes.count + changes.count)))
    for place in places.prefix(most) {
      var steps: [[Change]] = []
      for change in changes[...place] { steps.append([change]) }
      for size in sizes { steps.append([.resize(size)]) }
      try compare(steps: steps)
    }
  }

  /// Compares layouts at drawn sizes and contents, where the original has one.
  private mutating func compareDrawn() throws {
    for phase in [Phase.resize, .edit, .bind] {
      for reach in ScriptDraft.Reach.allCases {
        var draft = ScriptDraft(original, phase, seed: 1, reach: reach, removable: [])
        // The converted scene has the values of numbers, which no step changes then.
        guard let script = draft.script(phase),
          script.changes.allSatisfy({ $0.kind != .constant })
        else { continue }
        try compare(steps: (0..<script.count).map { Array(script.step($0)) })
      }
    }
    try compare(steps: edges.map { [.resize($0)] })
    try compare(steps: extremes)
    try compareLines()
  }

  /// A width of the root, and how many lines each text has there.
  private struct Lines {
    let width: Double
    /// `nil` where the original has no layout.
    let counts: [Int]?
  }

  /// The distance of two widths of the root, points, between which a number of lines changes, down
  /// to which it is looked for.
  private static let nearest = 0.01

  /// Compares layouts at widths of the root from half to one and a half times its own, and halves
  /// the distance of two where a text has another number of lines, until they are next to each
  /// other: a change that is undone between two of the first widths is not found.
  private mutating func compareLines() throws {
    let texts = original.tree.texts.sorted { $0.key < $1.key }
    guard let advance = texts.map(\.value.advance).min() else { return }
    let root = original.tree.rootSize
    var one = try LayoutSession(source.resolve(original), tree: original.tree)
    var other = try LayoutSession(target.resolve(converted), tree: converted.tree)
    var left = Self.mostFrames / original.tree.count
    func lines(at width: Double, _ proof: inout ConversionProof) throws -> Lines {
      left -= 1
      let change = Change.resize(Size(width: width, height: root.height))
      one.apply(change)
      other.apply(change)
      do throws(LayoutError) {
        try one.layOut()
      } catch {
        return Lines(width: width, counts: nil)
      }
      do throws(LayoutError) {
        try other.layOut()
      } catch {
        throw proof.failure("it has no layout", after: [change])
      }
      try proof.compare(one.frames, other.frames, after: [change])
      proof.states += 1
      let frames = one.frames
      return Lines(
        width: width,
        counts: texts.map { view, text in
          Int((text.size(atWidth: frames[view.index].width).height / text.line).rounded())
        })
    }
    let step = max(advance / 2, root.width / 500)
    var last: Lines?
    for width in stride(from: root.width / 2, through: root.width * 1.5, by: step) {
      let next = try lines(at: width, &self)
      var open = last.map { [($0, next)] } ?? []
      while let (low, high) = open.popLast(), left > 0 {
        guard let one = low.counts, let other = high.counts, one != other,
          high.width - low.width > Self.nearest
        else { continue }
        let middle = try lines(at: (low.width + high.width) / 2, &self)
        open += [(low, middle), (middle, high)]
      }
      last = next
    }
  }

  /// Contents far from the scene's own, up to the root's size: each alone, then drawn sets of them.
  private var extremes: [[Change]] {
    let tree = original.tree
    let views = tree.views.dropFirst().filter {
      tree.texts[$0] == nil && tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil)
    }
    guard !views.isEmpty else { return [] }
    let most = max(16, Self.mostFrames / (4 * tree.count))
    func content(_ view: ViewID, _ share: Double) -> Change {
      let own = tree.intrinsicSize(of: view)
      return .intrinsic(
        view,
        IntrinsicSize(
          own.horizontal.map { _ in share * tree.rootSize.width },
          own.vertical.map { _ in share * tree.rootSize.height }))
    }
    var steps: [[Change]] = []
    for view in views.prefix(most / 8) {
      steps += [0, 0.1, 0.4, 1].map { [content(view, $0)] }
      steps.append([.intrinsic(view, tree.intrinsicSize(of: view))])
    }
    var random = SplitMix64(seed: 1, child: views.count, round: -8)
    for _ in 0..<min(400, most / 2) {
      // Few at a time: where all contents are large, the same ones always yield.
      steps.append(
        views.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map { view in
          Bool.random(using: &random)
            ? content(view, (Double.random(in: 0...0.6, using: &random) * 64).rounded() / 64)
            : .intrinsic(view, tree.intrinsicSize(of: view))
        })
    }
    return steps
  }

  /// The largest number of frames that are computed along all lines.
  private static let mostFrames = 2_000_000

  /// Changes along one parameter each, from half of its value to one and a half times: the root's
  /// width, its height and both, and each content size; and true if none was left out.
  private var lines: (lines: [[Change]], areAll: Bool) {
    let tree = original.tree
    let root = tree.rootSize
    var contents = tree.traits.indices.filter { tree.texts[ViewID($0)] == nil }.flatMap { view in
      Axis.allCases.compactMap { axis in
        tree.traits[view].intrinsic[axis].map { (view: ViewID(view), axis, size: $0) }
      }
    }
    // Of very many, some: lines of fewer than 16 steps show little.
    let most = max(1, Self.mostFrames / (16 * tree.count) - 3)
    let areAll = contents.count <= most
    if !areAll {
      contents = (0..<most).map { contents[$0 * contents.count / most] }
    }
    // Steps are half a point, and longer where there are many lines of many views.
    let count = Self.mostFrames / (tree.count * (contents.count + 3))
    func numbers(around middle: Double) -> [Double] {
      let most = Double(min(1000, max(16, count)))
      return Array(
        stride(from: middle / 2, through: middle * 1.5, by: max(0.5, middle / most)))
    }
    let shares = numbers(around: max(root.width, root.height)).map {
      $0 / max(root.width, root.height)
    }
    let sizes = [
      shares.map { Size(width: root.width * $0, height: root.height) },
      shares.map { Size(width: root.width, height: root.height * $0) },
      shares.map { Size(width: root.width * $0, height: root.height * $0) },
    ]
    let lines: [[Change]] =
      sizes.map { $0.map { .resize($0) } }
      + contents.map { view, axis, size in
        var other = tree.traits[view.index].intrinsic
        return numbers(around: size).map {
          other[axis] = $0
          return .intrinsic(view, other)
        }
      }
    return (lines, areAll)
  }

  /// Sizes at which layouts may change: next to the bounds of conditions.
  private var edges: [Size] {
    let root = original.tree.rootSize
    let conditions = original.variations.values.flatMap { $0.entries.compactMap(\.condition) }
    func around(_ ranges: [Range<Double>]) -> [Double] {
      ranges.flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0.isFinite && $0 > 1 }
        .flatMap { [$0 - 0.5, $0, $0 + 0.5] }
    }
    let widths = Set(around(conditions.compactMap(\.widths)) + [root.width]).sorted()
    let heights = Set(around(conditions.compactMap(\.heights)) + [root.height]).sorted()
    // All pairs where there are few; otherwise each bound with the scene's own other side.
    return
      widths.count * heights.count <= 1000
      ? widths.flatMap { width in heights.map { Size(width: width, height: $0) } }
      : widths.map { Size(width: $0, height: root.height) }
        + heights.map { Size(width: root.width, height: $0) }
  }

  /// Compares layouts after steps.
  ///
  /// - Returns: the number of layouts in which both have the same frames and no size is 0.
  @discardableResult
  private mutating func compare(steps: [[Change]]) throws -> Int {
    var positive = 0
    var absent: Set<Int> = []
    var one = try LayoutSession(source.resolve(original), tree: original.tree)
    var other = try LayoutSession(target.resolve(converted), tree: converted.tree)
    var past: [Change] = []
    for step in steps {
      for change in step {
        past.append(change)
        switch change {
        case .removal(let view): absent.formUnion(original.tree.indices(in: view))
        case .addition(let view): absent.subtract(original.tree.indices(in: view))
        default: break
        }
        one.apply(change)
        other.apply(inConverted(change))
      }
      do throws(LayoutError) {
        try one.layOut()
      } catch {
        // The original defines no layout here.
        if (try? other.layOut()) != nil { undefined += 1 }
        continue
      }
      do throws(LayoutError) {
        try other.layOut()
      } catch {
        throw failure("it has no layout", after: past)
      }
      var (former, latter) = (one.frames, other.frames)
      for view in absent { (former[view], latter[view]) = (.unknown, .unknown) }
      try compare(former, latter, after: past[...])
      states += 1
      if one.frames.dropFirst().allSatisfy({ $0.width > 0 && $0.height > 0 }) { positive += 1 }
    }
    return positive
  }

  /// The same change for the converted scene: a size that a rule gave is no content size there.
  private func inConverted(_ change: Change) -> Change {
    guard case .intrinsic(let view, let size) = change else { return change }
    return .intrinsic(view, converted.tree[view].intrinsic.replaced(by: size))
  }

  private func compare(
    _ one: [Rect], _ other: [Rect], after changes: ArraySlice<Change>
  ) throws(Failure) {
    guard let view = Agreement.difference(one, other) else { return }
    let (former, latter) = (one[view], other[view])
    let edges = [
      ("x", former.x, latter.x), ("y", former.y, latter.y),
      ("width", former.width, latter.width), ("height", former.height, latter.height),
    ]
    let edge = edges.first { abs($0.1 - $0.2) > Agreement.tolerance } ?? edges[0]
    let name = original.tree.name(of: ViewID(view))
    throw failure(
      "\(name).\(edge.0) is \(NumberText.write(edge.2)), not \(NumberText.write(edge.1))",
      after: Array(changes), view: ViewID(view))
  }

  /// The message, with the constraints that determine the view in the original.
  private func failure(
    _ what: String, after changes: [Change], view: ViewID? = nil
  ) -> Failure {
    let root = changes.reduce(original.tree.rootSize) { size, change in
      if case .resize(let other) = change { other } else { size }
    }
    let contents = Set(changes.compactMap(\.view)).count
    let place =
      "in a root of \(NumberText.write(root.width)) × \(NumberText.write(root.height))"
      + (contents == 0
        ? "" : " with other contents of \(contents) \(contents == 1 ? "view" : "views")")
    let lost = view.map { reasons(of: $0, after: changes) } ?? []
    return Failure(
      description: "\(original.file): error: '\(target.dialect)' gives other frames: "
        + "\(what), \(place)"
        + lost.map { "\n    \($0.text)\($0.line.map { "   \(original.file):\($0)" } ?? "")" }
        .joined())
  }

  /// The constraints that determine a view in the original, where its engine explains.
  private func reasons(of view: ViewID, after changes: [Change]) -> [ViewExplanation.Reason] {
    guard let layout = try? source.resolve(original),
      var session = try? LayoutSession(layout, tree: original.tree)
    else { return [] }
    for change in changes { session.apply(change) }
    guard (try? session.layOut()) != nil,
      let explained = try? session.explanations(of: [view])?.first
    else { return [] }
    var seen: Set<ViewExplanation.Reason> = []
    return explained.edges.flatMap(\.determinedBy).filter { seen.insert($0).inserted }
  }
}
