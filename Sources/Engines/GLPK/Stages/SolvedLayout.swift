import Constraints
import LayoutBenchFunctions
import LayoutModel

/// All frames of a layout as functions of two parameters, right within a region of these.
struct SolvedLayout: ~Copyable {
  private var frames: AffineFrames
  private var region: SizeRegion
  /// True if every optional constraint holds and nothing is left open.
  private(set) var isPerfect: Bool
  /// True if something was left open and settled.
  private(set) var isOpen: Bool
  /// True if there is no layout.
  let isEmpty: Bool
  /// The number of times that numbers were moved since all of them were solved.
  private(set) var moveCount = 0
  /// The number of times after which rounding errors could add up.
  static let mostMoves = 200

  /// No layout: right nowhere.
  init() {
    frames = AffineFrames(viewCount: 0)
    region = SizeRegion()
    region.pin(to: Size(width: .nan, height: .nan))
    isPerfect = false
    isOpen = false
    isEmpty = true
  }

  /// A layout of its own with the same frames and region.
  borrowing func copy() -> SolvedLayout {
    var copy = SolvedLayout(frames.copy(), isPerfect: isPerfect, isOpen: isOpen)
    copy.region.intersect(region)
    copy.moveCount = moveCount
    return copy
  }

  private init(_ frames: consuming AffineFrames, isPerfect: Bool, isOpen: Bool) {
    self.frames = frames
    region = SizeRegion()
    self.isPerfect = isPerfect
    self.isOpen = isOpen
    isEmpty = false
  }

  /// The present frames of a recorded layout, as constants.
  init(_ recorded: borrowing RecordedLayout, in tree: ViewTree) {
    frames = AffineFrames(viewCount: tree.count)
    let size = tree.rootSize
    frames.begin(
      width: AffineNumber(constant: size.width), height: AffineNumber(constant: size.height))
    for number in 4..<max(4, 4 * tree.count) {
      frames[number] = AffineNumber(constant: recorded.number(FrameNumber(number)))
    }
    region = SizeRegion()
    isPerfect = recorded.isPerfect
    isOpen = recorded.isOpen
    isEmpty = false
  }

  /// Makes the frames, once every unknown is known.
  ///
  /// It is `nil` where a number is too large.
  ///
  /// - Parameters:
  ///   - parameters: the parameters that the frames are functions of.
  ///   - tree: the views.
  ///   - region: the region in which they are right.
  ///   - isPerfect: whether every optional constraint holds; the conditions that no size is
  ///     negative are then added here.
  ///   - isOpen: whether something was left open.
  ///   - value: returns an unknown's value.
  @inline(__always)
  init?(
    of parameters: Parameters, in tree: ViewTree, _ region: consuming SizeRegion, isPerfect: Bool,
    isOpen: Bool, _ value: (RootUnknown) -> AffineNumber
  ) {
    var frames = AffineFrames(viewCount: tree.count)
    frames.begin(
      width: parameters.root(.horizontal, of: tree), height: parameters.root(.vertical, of: tree))
    for view in 1..<max(1, tree.count) {
      let (left, top, width, height) = (
        value(.init(view: view, side: 0)), value(.init(view: view, side: 1)),
        value(.init(view: view, side: 2)), value(.init(view: view, side: 3))
      )
      guard left.isTame, top.isTame, width.isTame, height.isTame else { return nil }
      let superview = Int(tree.superviews[view])
      frames.set(
        view, left - value(.init(view: superview, side: 0)),
        top - value(.init(view: superview, side: 1)), width, height)
      if isPerfect {
        region.require(width)
        region.require(height)
      }
    }
    self.frames = frames
    self.region = region
    self.isPerfect = isPerfect
    self.isOpen = isOpen
    isEmpty = false
  }

  /// The layout in which all equalities, optional ones and content sizes too, hold at once, and no
  /// inequality contradicts them.
  ///
  /// All violations are then 0 and the frames unique, which is the answer of every stage
  /// (docs/constraints.md, Priorities). Unknowns that only inequalities contain, one at a time,
  /// are fixed where these are nearest to equality.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that the frames are functions of.
  ///   - point: the parameters' present values.
  /// - Returns: the layout; `nil` where the equalities conflict, or something else is left open.
  static func optimistic(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, of parameters: Parameters, at point: Size
  ) -> SolvedLayout? {
    let numbers = ParameterNumbers(parameters)
    var elimination = Elimination<RootSide, AffineNumber>(unknownCount: 4 * tree.count)
    elimination.setGiven(rows, in: tree, numbers)
    // The order is free: with content sizes first, the fewest equalities wait.
    guard elimination.addContent(of: tree, numbers),
      elimination.add(rows, numbers, isRequired: true),
      elimination.add(rows, numbers, isRequired: false)
    else { return nil }
    var region = SizeRegion()
    if elimination.substitutions < 4 * (tree.count - 1) {
      guard
        elimination.fixSingles(rows, in: tree, numbers, at: point, &region)
      else { return nil }
    }
    elimination.forEachSpare(rows, numbers) { region.require($0) }
    guard region.holds(at: point) else { return nil }
    guard
      let layout = SolvedLayout(
        of: parameters, in: tree, region, isPerfect: true, isOpen: false,
        { elimination.find($0).form })
    else { return nil }
    guard layout.region.holds(at: point) else { return nil }
    return layout
  }

  /// Replaces the frames of a part by its own layout.
  ///
  /// Earlier conditions of the part stay in the region, which makes it smaller than necessary until
  /// everything is solved again.
  ///
  /// - Parameters:
  ///   - part: the layout of the part, at the same parameters.
  ///   - numbers: the number here of each of its numbers, or -1.
  mutating func adopt(_ part: borrowing SolvedLayout, as numbers: [FrameNumber]) {
    frames.adopt(part.frames, as: numbers.map(\.index))
    region.intersect(part.region)
    isPerfect = isPerfect && part.isPerfect
    isOpen = isOpen || part.isOpen
  }

  /// Moves numbers by multiples of the same growth, unless this is no more than a rounding error.
  ///
  /// - Returns: whether no size among them is 0 or nearly so, before or after: that it must not be negative could
  ///   then have decided something else.
  mutating func move(_ moves: [EnclosedPart.Move], by growth: AffineNumber, at point: Size) -> Bool
  {
    moveCount += 1
    guard abs(growth.constant) > 1e-10 || !growth.isNearlyConstant else { return true }
    for move in moves {
      let number = Int(move.number.index)
      let former = frames[number]
      frames[number] = former + growth * move.factor
      guard number & 2 != 0 else { continue }
      guard former.value(at: point) > 1e-3, frames[number].value(at: point) > 1e-3 else {
        return false
      }
      region.require(frames[number])
    }
    return true
  }

  /// An unknown, left and top in the root's coordinates.
  func number(_ unknown: RootUnknown, in tree: ViewTree) -> AffineNumber {
    var number = frames[Int(unknown.index)]
    guard unknown.side < 2 else { return number }
    var view = Int(tree.superviews[unknown.view])
    while view > 0 {
      number = number + frames[4 * view + unknown.side]
      view = Int(tree.superviews[view])
    }
    return number
  }

  /// A view's size at the parameters' values, points.
  func size(of view: ViewID, at point: Size) -> Size {
    Size(
      width: frames[4 * view.index + 2].value(at: point),
      height: frames[4 * view.index + 3].value(at: point))
  }

  /// The number of conditions that bound the region beside the limits of each parameter.
  var conditionCount: Int { region.conditionCount }

  /// Returns true if the frames are right at the parameters' values.
  @inline(__always)
  func holds(at point: Size) -> Bool { region.holds(at: point) }

  /// Writes all frames at the parameters' values, except those that are known to be there already.
  ///
  /// - Returns: the number of frames that it wrote.
  @inline(__always) @discardableResult
  mutating func write(_ target: UnsafeMutablePointer<Rect>, at point: Size) -> Int {
    frames.write(target, for: point)
  }

  /// All frames at the parameters' values, in an array of their own.
  mutating func frames(at point: Size, in tree: ViewTree) -> [Rect] {
    var frames = tree.startFrames
    forget()
    frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return }
      write(base, at: point)
    }
    return frames
  }

  /// Makes the next write write every frame: something else has written them since.
  mutating func forget() { frames.forget() }
}
