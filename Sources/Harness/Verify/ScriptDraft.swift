import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel

/// Draws the scripts of a scene from a seed.
///
/// Views, sizes and contents are drawn evenly, so that two seeds give scripts of about the same work.
struct ScriptDraft {
  /// The distance that sizes may have from those of the scene.
  ///
  /// Scenes have layouts, and dialects agree, within some range only: the widest in which they do
  /// is used.
  enum Reach: String, CaseIterable {
    case wide, medium, near, steps

    /// The shares of a size between which others are drawn.
    var shares: ClosedRange<Double> {
      switch self {
      case .wide: 0.5...1.5
      case .medium: 0.75...1.25
      case .near: 0.95...1.1
      case .steps: 1...1
      }
    }

    /// The same for contents.
    var contentShares: ClosedRange<Double> {
      switch self {
      case .wide: 0.5...2
      case .medium: 0.6...1.4
      case .near: 0.9...1.1
      case .steps: 1...1
      }
    }
  }

  /// Lists that elements are taken of.
  private enum Drawn: CaseIterable {
    case edited, typed, bound, switched, breakpoint
  }

  private let scene: Scene
  private let reach: Reach
  /// Views that come and go, in turn.
  private let removable: [ViewID]
  private let absences: [[ViewID]]
  /// The sizes of the root that engines that round can lay out; `nil` where none takes part, or
  /// where there is none.
  private var grid: GridSizes?
  /// True if an engine that rounds takes part.
  private let isWhole: Bool
  private var random: SplitMix64
  /// Places in the list that each kind of draw takes an element of.
  private var places: [Drawn: EvenNumbers] = [:]
  private var widths: EvenNumbers
  private var heights: EvenNumbers
  private var contentWidths: EvenNumbers
  private var contentHeights: EvenNumbers
  private let contents: [ViewID]
  /// The places of the numbers that statements name, by name.
  private let numbers: [Int]
  /// The number that was changed last.
  private var lastNumber: Int?
  /// The values of numbers that were changed.
  private var currentNumbers: [Int: Double] = [:]
  /// Entries that steps activate and deactivate, and whether they are active at first.
  private let switched: [(name: String, isActive: Bool)]
  /// The views with content of each cell.
  private let cells: [[ViewID]]
  private var root: Size
  private var last: ViewID?
  private var typed: ViewID?
  /// The number of times that something was typed.
  private var typings = 0
  /// The direction in which the window is dragged: 1 or -1.
  private var drag: Double
  /// The number of steps of dragging so far.
  private var dragged = 0
  /// The widths within reach at which other entries of some layout begin or cease to apply, points.
  private let breakpoints: [Double]
  /// The contents of views that were edited.
  private var current: [ViewID: IntrinsicSize] = [:]
  /// The sizes that the root has had.
  private var sizes: Set<Size> = []

  /// A draft.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - phase: its phase, which has its own random numbers.
  ///   - seed: the seed of the Run.
  ///   - reach: the range of sizes.
  ///   - draw: the number of times that steps were drawn before.
  ///   - removable: views whose absence leaves every other one determined.
  ///   - absences: sets of those that are out in the passes of `churn`.
  ///   - grid: the sizes of the root that engines that round can lay out.
  init(
    _ scene: Scene, _ phase: Phase, seed: UInt64, reach: Reach, draw: Int = 0,
    removable: [ViewID], absences: [[ViewID]] = [], grid: GridSizes? = nil
  ) {
    self.scene = scene
    self.grid = grid
    isWhole = grid != nil
    self.reach = reach
    self.absences = absences
    var name = Digest()
    for byte in scene.name.utf8 { name.add(UInt64(byte)) }
    random = SplitMix64(
      seed: seed ^ UInt64(name.text, radix: 16).unsafelyUnwrapped,
      child: Phase.allCases.firstIndex(of: phase) ?? 0,
      round: (Reach.allCases.firstIndex(of: reach) ?? 0) + 10 * draw)
    for drawn in Drawn.allCases { places[drawn] = .places(&random) }
    widths = .widths(&random)
    heights = .heights(&random)
    contentWidths = .widths(&random)
    contentHeights = .heights(&random)
    drag = Bool.random(using: &random) ? 1 : -1
    let tree = scene.tree
    let start = removable.isEmpty ? 0 : Int.random(in: 0..<removable.count, using: &random)
    self.removable = Array(removable[start...] + removable[..<start])
    var contents = tree.views.dropFirst().filter {
      tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil)
    }
    let claimed = contents.filter { view in scene.steps.contains { $0.change.view == view } }
    if reach == .steps, !claimed.isEmpty { contents = claimed }
    // By name, so that the order in which a file has them does not matter.
    func isBefore(_ one: ViewID, _ other: ViewID) -> Bool {
      tree.name(of: one) < tree.name(of: other)
    }
    contents.sort(by: isBefore)
    self.contents = contents
    numbers = tree.numbers.names.indices.sorted { tree.numbers.names[$0] < tree.numbers.names[$1] }
    switched = scene.switchedEntries
    let widths = scene.variations.values.flatMap { $0.entries.compactMap(\.condition?.widths) }
    let reached =
      tree.rootSize.width * reach.shares.lowerBound
      + 9..<max(
        tree.rootSize.width * reach.shares.lowerBound + 9,
        tree.rootSize.width * reach.shares.upperBound - 9)
    breakpoints = Set(widths.flatMap { [$0.lowerBound, $0.upperBound] })
      .filter { reached.contains($0) }.sorted()
    let tops = tree.views.dropFirst().filter { view in
      scene.cells.map { tree.superview(of: view) == $0 } ?? false
    }
    let known = Set(contents)
    let cells = tops.sorted(by: isBefore).map { top in
      tree.indices(in: top).map { ViewID($0) }.filter { known.contains($0) }.sorted(by: isBefore)
    }.filter { !$0.isEmpty }
    self.cells = cells.isEmpty && !contents.isEmpty ? [contents] : cells
    root = tree.rootSize
    sizes = [root]
  }

  /// The script of a phase; `nil` where the scene has nothing to change in it.
  ///
  /// - Parameters:
  ///   - phase: one with a script.
  ///   - length: 64 steps, or fewer for all where they take too long.
  /// - Returns: the steps.
  mutating func script(_ phase: Phase, length: Int = 64) -> Script? {
    var script = Script()
    switch phase {
    case .first, .cold: return nil
    case .resize:
      for index in 0..<length { script.append([size(isDragged: index < length / 2)], .resize) }
    case .edit:
      guard !contents.isEmpty || !numbers.isEmpty else { return nil }
      for _ in 0..<length { script.append([edit()], .edit) }
    case .type:
      guard !contents.isEmpty else { return nil }
      for _ in 0..<length { script.append([typing(length / Self.typedViews)], .type) }
    case .bind:
      guard !cells.isEmpty else { return nil }
      for _ in 0..<max(2, length / 2) { script.append(bind(), .bind) }
    case .churn:
      guard !absences.isEmpty else { return nil }
      churn(&script)
    case .session: session(&script, length)
    case .fit:
      for index in 0..<max(2, length / 2) { script.append([fit(isDragged: index % 2 == 0)], .fit) }
    }
    return script.count == 0 ? nil : script
  }

  /// One pass for each set of views that are out, and one in which all are back.
  ///
  /// No set is out twice: a table of earlier layouts does not help.
  private func churn(_ script: inout Script) {
    for (former, absent) in zip([[]] + absences, absences + [[]]) {
      let removals = absent.filter { !former.contains($0) }.map { Change.removal($0) }
      let additions = former.reversed().filter { !absent.contains($0) }.map { Change.addition($0) }
      script.append(removals + additions, .churn)
    }
  }

  /// 64 edits, 24 of typing, 16 sizes, 16 binds, 8 churns, as far as the scene has them, shuffled;
  /// nothing where it has sizes alone, which are another phase.
  private mutating func session(_ script: inout Script, _ length: Int) {
    var kinds: [Phase] = []
    func add(_ kind: Phase, _ count: Int) {
      // Of a short script each kind has its share, which may be nothing.
      kinds += Array(repeating: kind, count: (count * length + 31) / 64)
    }
    if !contents.isEmpty || !numbers.isEmpty { add(.edit, 64) }
    if !contents.isEmpty { add(.type, 24) }
    add(.resize, 16)
    if !cells.isEmpty { add(.bind, 16) }
    if removable.count >= 4 || !switched.isEmpty { add(.churn, 8) }
    guard kinds.contains(where: { $0 != .resize }) else { return }
    let typingSteps = kinds.count { $0 == .type }
    kinds.shuffle(using: &random)
    var counts: [Phase: Int] = [:]
    var removals = 0
    for kind in kinds {
      counts[kind, default: 0] += 1
      let isSecond = counts[kind, default: 0] % 2 == 0
      switch kind {
      case .edit: script.append([edit()], kind)
      case .type: script.append([typing(typingSteps / Self.typedViews)], kind)
      case .bind: script.append(bind(), kind)
      case .churn:
        if removable.count < 4 || !switched.isEmpty && isSecond,
          let (name, isActive) = next(.switched, of: switched)
        {
          script.append([.activation(name, !isActive)], kind)
          script.append([.activation(name, isActive)], kind)
        } else if !removable.isEmpty {
          let view = removable[removals % removable.count]
          removals += 1
          script.append([.removal(view)], kind)
          script.append([.addition(view)], kind)
        }
      default: script.append([size(isDragged: isSecond)], .resize)
      }
    }
  }

  /// The next element of a list.
  private mutating func next<Element>(_ drawn: Drawn, of list: [Element]) -> Element? {
    places[drawn]?.next(of: list)
  }

  // MARK: - Sizes of the root

  /// The next size; none occurs twice, so that a cache of earlier results does not help.
  private mutating func size(isDragged: Bool) -> Change {
    if isDragged, reach != .steps {
      // A window is dragged to one side, then to the other, across the sizes at which other entries
      // apply; where there is no room left, from another size.
      if dragged % 16 == 0 {
        drag = -drag
        if let width = next(.breakpoint, of: breakpoints) {
          root = Size(width: width - 8 * drag, height: root.height)
        } else if dragged > 0 {
          root = scene.tree.rootSize
        }
      }
      dragged += 1
      root = Size(width: root.width + drag, height: root.height + drag)
      if !isInReach(root) { root = drawnSize() }
    } else {
      root = drawnSize()
    }
    if let grid {
      let size = grid.size(
        from: root, isGrowing: drag >= 0, within: widthsInReach, except: sizes)
      // Where there is none, the search is not repeated: engines that round cannot take part.
      if let size { root = size } else { self.grid = nil }
    }
    var tries = 0
    while sizes.contains(root), tries < 100 {
      root = drawnSize()
      tries += 1
    }
    sizes.insert(root)
    return .resize(root)
  }

  /// The next width; none occurs twice.
  private mutating func fit(isDragged: Bool) -> Change {
    let widths = Set(sizes.map(\.width))
    for _ in 0..<100 {
      guard case .resize(let size) = size(isDragged: isDragged), !widths.contains(size.width)
      else { continue }
      return .fit(width: size.width)
    }
    return .fit(width: root.width)
  }

  private mutating func drawnSize() -> Size {
    let own = scene.tree.rootSize
    guard reach == .steps else {
      return Size(
        width: fraction(own.width * widths.next(in: reach.shares)),
        height: fraction(own.height * heights.next(in: reach.shares)))
    }
    // Between the scene's own size and the sizes of its steps.
    let others = scene.steps.compactMap { step -> Size? in
      if case .resize(let size) = step.change { size } else { nil }
    }
    guard let other = others.randomElement(using: &random), other != own else {
      return Size(
        width: fraction(own.width * widths.next(in: 1...1.1)),
        height: fraction(own.height * heights.next(in: 1...1.1)))
    }
    let share = widths.next()
    return Size(
      width: fraction(own.width + (other.width - own.width) * share),
      height: fraction(own.height + (other.height - own.height) * share))
  }

  /// The widths of the root within reach, points.
  private var widthsInReach: ClosedRange<Double> {
    let own = scene.tree.rootSize.width
    guard reach == .steps else {
      return own * reach.shares.lowerBound...own * reach.shares.upperBound
    }
    let claimed = scene.steps.compactMap { step -> Double? in
      if case .resize(let size) = step.change { size.width } else { nil }
    }
    return min(own, claimed.min() ?? own)...max(own * 1.1, claimed.max() ?? own)
  }

  private func isInReach(_ size: Size) -> Bool {
    let own = scene.tree.rootSize
    return reach.shares.contains(size.width / max(1, own.width))
      && reach.shares.contains(size.height / max(1, own.height))
  }

  // MARK: - Contents

  /// The content of the next drawn view or, in a scene without contents, the next drawn number that
  /// statements name; never the same twice in a row where there are two.
  private mutating func edit() -> Change {
    guard !contents.isEmpty else { return number() }
    var view = next(.edited, of: contents) ?? .root
    while view == last, contents.count > 1 { view = next(.edited, of: contents) ?? .root }
    last = view
    return change(of: view)
  }

  /// Another value for the next drawn number: within reach, or up to 8 points from 0.
  private mutating func number() -> Change {
    var place = next(.edited, of: numbers) ?? 0
    while place == lastNumber, numbers.count > 1 { place = next(.edited, of: numbers) ?? 0 }
    lastNumber = place
    let own = scene.tree.numbers.values[place]
    let before = currentNumbers[place] ?? own
    var value = before
    for _ in 0..<10 where value == before {
      let share = contentWidths.next(in: reach.contentShares)
      value = own == 0 ? fraction(8 * (share - 1)) : fraction(own * share)
      // Another one may be divided by it.
      if value == 0, own != 0 { value = own * share }
    }
    // All shares of a small number may round to the same one.
    if value == before { value += own < 0 ? -1 : 1 }
    currentNumbers[place] = value
    return .number(place, value)
  }

  /// The number of views that are typed into, one after the other: what a layout costs while somebody
  /// types depends on the view.
  private static let typedViews = 4

  /// Changes the content of one view a number of times, then of another; those of texts, where there are
  /// texts.
  private mutating func typing(_ times: Int) -> Change {
    if typed == nil || typings % max(1, times) == 0 {
      let texts = contents.filter { scene.tree.texts[$0] != nil }
      typed = next(.typed, of: texts.isEmpty ? contents : texts)
    }
    typings += 1
    return change(of: typed ?? .root)
  }

  private mutating func bind() -> [Change] {
    (next(.bound, of: cells) ?? []).map { change(of: $0) }
  }

  /// Other words for a text, about as many as the scene has, or another length within reach; for
  /// other views another size.
  private mutating func change(of view: ViewID) -> Change {
    guard var text = scene.tree.texts[view] else { return .intrinsic(view, content(of: view)) }
    let length = Double(max(1, text.string.utf8.count))
    text.string = DrawnText.string(
      characters: Int(length * contentWidths.next(in: reach.contentShares)), &random)
    return .text(view, text)
  }

  /// A content that differs from the view's current one.
  private mutating func content(of view: ViewID) -> IntrinsicSize {
    let before = current[view] ?? scene.tree.intrinsicSize(of: view)
    var next = drawnContent(of: view)
    for _ in 0..<10 where next == before { next = drawnContent(of: view) }
    // Of a small content nearly all sizes in reach round to the same whole size.
    if next == before, grid != nil {
      next = IntrinsicSize(next.horizontal.map { $0 + 1 }, next.vertical)
    }
    current[view] = next
    return next
  }

  private mutating func drawnContent(of view: ViewID) -> IntrinsicSize {
    let own = scene.tree.intrinsicSize(of: view)
    let other = scene.steps.lazy.compactMap { step -> IntrinsicSize? in
      if case .intrinsic(view, let size) = step.change { size } else { nil }
    }.first
    func side(_ axis: Axis, _ share: Double) -> Double? {
      guard let size = own[axis] else { return nil }
      guard reach == .steps else {
        return fraction(max(size, 1) * reach.contentShares.number(at: share))
      }
      let end = other.map { $0[axis] ?? size } ?? size + 1
      return fraction(size + (end - size) * share)
    }
    let (width, height) = (contentWidths.next(), contentHeights.next())
    return IntrinsicSize(side(.horizontal, width), side(.vertical, height))
  }

  // MARK: - Numbers

  /// Every other number is whole, the others have fractions: round numbers hide engines that round.
  ///
  /// All are whole if an engine that rounds takes part.
  private mutating func fraction(_ number: Double) -> Double {
    guard !isWhole else { return number.rounded() }
    return Bool.random(using: &random) ? number.rounded() : (number * 64).rounded() / 64
  }
}
