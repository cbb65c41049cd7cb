import LayoutBenchFunctions
import LayoutModel

/// The numbers of what may change in a recorded layout: the root's size, the constants of rows,
/// content sizes.
struct RecordedInputs {
  let rowCount: Int

  func root(_ axis: Axis) -> Int { axis == .horizontal ? 0 : 1 }
  func constant(ofRow row: Int) -> Int { 2 + row }
  func content(_ axis: Axis, of view: Int) -> Int {
    2 + rowCount + 2 * view + (axis == .horizontal ? 0 : 1)
  }
  func count(viewCount: Int) -> Int { 2 + rowCount + 2 * viewCount }

  /// Visits each input with its present value; contents that there are not are no inputs.
  @inline(__always)
  func forEach(
    _ rows: borrowing ConstraintRows, _ tree: ViewTree, _ visit: (Int, Double) -> Void
  ) {
    visit(root(.horizontal), tree.rootSize.width)
    visit(root(.vertical), tree.rootSize.height)
    // More rows may have been added since, for views that are absent now.
    for row in 0..<min(rowCount, rows.rows.count) {
      visit(constant(ofRow: row), rows.rows[row].constant)
    }
    for view in tree.traits.indices {
      let size = tree.traits[view].intrinsic
      if let width = size.horizontal { visit(content(.horizontal, of: view), width) }
      if let height = size.vertical { visit(content(.vertical, of: view), height) }
    }
  }
}

/// A layout with the sums that its numbers are, as long as the same constraints yield.
///
/// Whatever changes, a constant, a content size or the root's size, only the numbers that depend on
/// it are computed again.
struct RecordedLayout: ~Copyable {
  /// The frames, of the inputs; where there are blocks, of their unknowns too.
  private var graph: LinearGraph
  private let blocks: RecordedBlocks?
  private let inputs: RecordedInputs
  /// True if it was made by substitution in order (`Propagation`).
  private(set) var isPropagated = false
  /// True if its components are recorded one by one.
  let isDivided: Bool
  /// True if every optional constraint holds and nothing is left open.
  let isPerfect: Bool
  private let wasOpen: Bool
  /// True if something was left open and settled.
  var isOpen: Bool { blocks?.isOpen ?? wasOpen }
  /// True if the frames that the last pass wrote are those before the changes since.
  var isWritten = false
  /// True if nothing has changed since the last update.
  private(set) var isCurrent = false
  /// True if the frames of the last update were right, and no constant has changed since.
  private var isRight = false
  /// The number of times that frames were held against the constraints.
  private var checkCount = 0
  /// The number of checks before the constraints of each number are found, which costs several checks.
  private static let mostChecksOfAll = 8
  /// The required constraints by the numbers of frames; `nil` until there were many checks.
  private var uses: RequiredUses?

  /// The constants in constraints as inputs.
  private struct Numbers: ConstraintNumbers {
    let inputs: RecordedInputs
    let recorder: UnsafeMutablePointer<LinearRecorder>

    private func input(_ number: Int, _ value: Double) -> RecordedNumber {
      recorder.pointee.input(number, value, recorder)
    }

    func root(_ axis: Axis, of tree: ViewTree) -> RecordedNumber {
      let size = tree.rootSize
      return input(inputs.root(axis), axis == .horizontal ? size.width : size.height)
    }

    func known(_ value: AffineNumber) -> RecordedNumber { RecordedNumber(value.constant) }

    func constant(of row: ConstraintRows.Row, at place: Int) -> RecordedNumber {
      input(inputs.constant(ofRow: place), row.constant)
    }

    func content(_ size: Double, _ axis: Axis, of view: Int) -> RecordedNumber {
      input(inputs.content(axis, of: view), size)
    }
  }

  private init(
    _ graph: consuming LinearGraph, _ blocks: RecordedBlocks?, _ inputs: RecordedInputs,
    isPerfect: Bool, isOpen: Bool
  ) {
    self.graph = graph
    isDivided = blocks != nil
    self.blocks = blocks
    self.inputs = inputs
    self.isPerfect = isPerfect
    wasOpen = isOpen
  }

  /// Records the layout in which all equalities hold at once, where each determines one number.
  ///
  /// It costs less than a layout.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  /// - Returns: the layout; `nil` where equalities determine numbers together, or not all of them,
  ///   or some are known beforehand.
  static func propagate(
    _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> RecordedLayout? {
    guard rows.given.isEmpty else { return nil }
    let inputs = RecordedInputs(rowCount: rows.rows.count)
    guard let graph = Propagation.graph(rows, in: tree, inputs) else { return nil }
    var layout = RecordedLayout(graph, nil, inputs, isPerfect: true, isOpen: false)
    layout.isPropagated = true
    return layout
  }

  /// Records the layout in which all equalities hold at once, as `SolvedLayout.optimistic`.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  /// - Returns: the layout; `nil` where the equalities, and inequalities about one unknown each, do
  ///   not determine every number, or some are known beforehand.
  static func record(
    _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> RecordedLayout? {
    guard rows.given.isEmpty else { return nil }
    let inputs = RecordedInputs(rowCount: rows.rows.count)
    let recorder = Placed(LinearRecorder(inputCount: inputs.count(viewCount: tree.count)))
    let numbers = Numbers(inputs: inputs, recorder: recorder.address)
    var elimination = Elimination<RootSide, RecordedNumber>(unknownCount: 4 * tree.count)
    elimination.setGiven(rows, in: tree, numbers)
    guard elimination.addContent(of: tree, numbers),
      elimination.add(rows, numbers, isRequired: true),
      elimination.add(rows, numbers, isRequired: false)
    else { return nil }
    if elimination.substitutions < 4 * (tree.count - 1) {
      var conditions = RecordedConditions(of: recorder.address)
      guard elimination.fixSingles(rows, in: tree, numbers, at: tree.rootSize, &conditions),
        !conditions.isPinned
      else { return nil }
    }
    elimination.forEachSpare(rows, numbers) { recorder.address.pointee.require(.notNegative, $0) }
    for view in 1..<max(1, tree.count) {
      for side in 2..<4 {
        recorder.address.pointee.require(
          .notNegative, elimination.find(.init(view: view, side: side)).form)
      }
    }
    let outputs = outputs(in: tree) { elimination.find($0).form }
    return RecordedLayout(
      recorder.address.pointee.graph(outputs: outputs), nil, inputs, isPerfect: true,
      isOpen: false)
  }

  /// The layouts whose components are recorded one by one.
  enum Division {
    /// None.
    case never
    /// Those in which a component has several unknowns.
    case ofSeveral
    /// All.
    case always
  }

  /// Records the layout that `ConstraintCore` finds: which constraints yield, and to which, must
  /// stay as it is, or else components are solved again.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - division: whether components are recorded one by one: an update solves them.
  ///   - others: the shortcuts where they are not.
  ///   - joined: the unknowns that are joined with those that they follow from.
  ///   - known: the present frames, where they are known: components are recorded one by one, and
  ///     none is solved before it changes; otherwise there is no record.
  ///   - open: unknowns of the components in which the present layout leaves something open.
  ///   - flows: the components that were small flows in it.
  ///   - count: receives the counts of work, simplex iterations and runs.
  /// - Returns: the layout; `nil` where it is right at the present sizes only, some numbers are
  ///   known beforehand, or there is none.
  static func recordYielding(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ shortcuts: Shortcuts,
    _ division: Division, ofAll others: Shortcuts, joining joined: JoinedUnknowns = .init(),
    knowing known: [Rect]? = nil, open: [RootUnknown] = [], _ flows: Set<Int32> = [],
    _ count: (CoreWork, _ iterations: Int, _ solves: Int) -> Void
  ) -> RecordedLayout? {
    guard rows.given.isEmpty else { return nil }
    let inputs = RecordedInputs(rowCount: rows.rows.count)
    let recorder = Placed(LinearRecorder(inputCount: inputs.count(viewCount: tree.count)))
    let numbers = Numbers(inputs: inputs, recorder: recorder.address)
    guard var core = try? ConstraintCore(rows, in: tree, of: numbers, at: tree.rootSize) else {
      return nil
    }
    core.join(joined)
    if core.isDivided(division) {
      var frames: LinearGraph?
      let blocks = RecordedBlocks(
        core, recorder, at: tree.rootSize, shortcuts,
        knowing: known.map { absoluteNumbers(of: $0, in: tree) }, open: open, flows,
        frames: &frames
      ) {
        core in Self.outputs(in: tree) { core.value(of: $0) }
      }
      guard let blocks, let graph = frames.take() else { return nil }
      return RecordedLayout(graph, blocks, inputs, isPerfect: false, isOpen: false)
    }
    guard known == nil else { return nil }
    let shortcuts = shortcuts.union(others)
    var conditions = RecordedConditions(of: recorder.address)
    let isSolved = (try? core.solve(at: tree.rootSize, shortcuts, &conditions)) != nil
    count(core.work, core.iterations, core.solves)
    guard isSolved, !conditions.isPinned else { return nil }
    let outputs = outputs(in: tree) { core.value(of: $0) }
    var frames = tree.startFrames
    for view in frames.indices {
      func value(_ side: Int) -> Double { outputs[4 * view + side].value(at: tree.rootSize) }
      frames[view] = Rect(x: value(0), y: value(1), width: value(2), height: value(3))
    }
    guard rows.hold(in: frames, tree) else { return nil }
    return RecordedLayout(
      recorder.address.pointee.graph(outputs: outputs), nil, inputs, isPerfect: false,
      isOpen: core.isOpen)
  }

  /// The number of each unknown, places in the root's coordinates.
  private static func absoluteNumbers(of frames: [Rect], in tree: ViewTree) -> [Double] {
    var numbers = [Double](repeating: 0, count: 4 * frames.count)
    for (view, frame) in frames.enumerated() {
      let outer = 4 * Int(tree.superviews[view])
      numbers[4 * view] = frame.x + (outer < 0 ? 0 : numbers[outer])
      numbers[4 * view + 1] = frame.y + (outer < 0 ? 0 : numbers[outer + 1])
      numbers[4 * view + 2] = frame.width
      numbers[4 * view + 3] = frame.height
    }
    return numbers
  }

  /// The numbers of frames, places relative to the superview.
  ///
  /// - Parameters:
  ///   - tree: the views.
  ///   - value: returns an unknown's value.
  /// - Returns: four numbers a view.
  private static func outputs(
    in tree: ViewTree, _ value: (RootUnknown) -> RecordedNumber
  ) -> Arena<RecordedNumber> {
    var outputs = Arena<RecordedNumber>(capacity: 4 * tree.count)
    for view in tree.superviews.indices {
      let superview = Int(tree.superviews[view])
      for side in 0..<4 {
        let number = value(.init(view: view, side: side))
        guard side < 2, superview >= 0 else {
          outputs.append(number)
          continue
        }
        outputs.append(number - value(.init(view: superview, side: side)))
      }
    }
    return outputs
  }

  // MARK: - Changes

  @inline(__always)
  private mutating func set(_ input: Int, to value: Double) {
    graph.set(input, to: value)
    blocks?.set(input, to: value)
  }

  /// Changes the root's size, points.
  mutating func resize(to size: Size) {
    isCurrent = false
    set(inputs.root(.horizontal), to: size.width)
    set(inputs.root(.vertical), to: size.height)
  }

  /// Changes a view's content size, points; an axis without one stays so.
  mutating func edit(_ view: ViewID, _ size: IntrinsicSize) {
    isCurrent = false
    if let width = size.horizontal {
      set(inputs.content(.horizontal, of: view.index), to: width)
    }
    if let height = size.vertical {
      set(inputs.content(.vertical, of: view.index), to: height)
    }
  }

  /// Changes the constant of a row, with its sign there.
  mutating func edit(constant: Double, ofRow row: Int) {
    (isCurrent, isRight) = (false, false)
    set(inputs.constant(ofRow: row), to: constant)
  }

  /// Takes over all present sizes and constants, of which it may have missed some.
  mutating func catchUp(_ rows: borrowing ConstraintRows, _ tree: ViewTree) {
    (isWritten, isCurrent, isRight) = (false, false, false)
    inputs.forEach(rows, tree) { set($0, to: $1) }
  }

  // MARK: - A pass

  /// Computes what depends on the changes, and solves components again in which other constraints
  /// yield.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - count: receives the counts of work, simplex iterations and runs, if anything was solved.
  /// - Returns: whether the frames are right.
  mutating func update(
    _ rows: borrowing ConstraintRows, _ tree: ViewTree,
    _ count: (CoreWork, _ iterations: Int, _ solves: Int) -> Void
  ) -> Bool {
    guard let blocks else {
      isCurrent = graph.update()
      return isCurrent
    }
    let wasRight = isRight
    (isCurrent, isRight) = (false, false)
    guard blocks.update(&graph, at: tree.rootSize, count), graph.update() else { return false }
    if blocks.isUnchecked {
      guard holds(rows, tree, changesOnly: wasRight) else { return false }
      blocks.markChecked()
    }
    (isCurrent, isRight) = (true, true)
    return true
  }

  /// Returns true if the present frames satisfy all required rows.
  private mutating func holds(
    _ rows: borrowing ConstraintRows, _ tree: ViewTree, changesOnly: Bool
  ) -> Bool {
    checkCount += 1
    if changesOnly, checkCount > Self.mostChecksOfAll {
      if !(uses?.isAbout(rows) ?? false) { uses = RequiredUses(rows, in: tree) }
      if let uses, !uses.areTooMany { return uses.hold(rows, in: tree, graph) }
    }
    return rows.hold(in: frames(in: tree), tree)
  }

  /// Writes the frames that changed, or all where others have been written since.
  ///
  /// - Returns: the number of frames written.
  mutating func write(_ frames: UnsafeMutablePointer<Rect>) -> Int {
    let count = graph.write(frames, all: !isWritten)
    isWritten = true
    return count
  }

  /// The present frames, in an array of their own.
  func frames(in tree: ViewTree) -> [Rect] {
    var frames = tree.startFrames
    for view in frames.indices {
      func value(_ side: Int) -> Double { graph.output(4 * view + side) }
      frames[view] = Rect(x: value(0), y: value(1), width: value(2), height: value(3))
    }
    return frames
  }

  /// A number of a frame, points.
  func number(_ number: FrameNumber) -> Double { graph.output(Int(number.index)) }
}
