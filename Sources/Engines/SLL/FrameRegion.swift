import LayoutModel

/// All frames as affine functions of the root's size, with the conditions under which they hold.
///
/// Conditions are what clamps decided; one that cannot be told for certain at a size leaves that size
/// to the rules themselves.
struct FrameRegion: ~Copyable {
  /// Whether there are forms for the present given sizes.
  var isValid = false
  /// Whether the rules are affine at all, and mostly away from the points where clamps decide.
  var isUsable = true
  var failures = 0
  /// Where what clamps decided is surely the same.
  private var region = SizeRegion()
  let registers: Arena<AffineNumber>
  /// The frames within the conditions.
  private var frames: AffineFrames

  init(viewCount: Int, registerCount: Int) {
    frames = AffineFrames(viewCount: viewCount)
    registers = Arena(repeating: AffineNumber(), count: registerCount)
  }

  /// Forgets all conditions, and sets the root's own frame.
  mutating func begin() {
    isValid = false
    region.removeAll()
    frames.begin()
  }

  /// Makes the frames ready to be written, once all are known.
  mutating func finish() {
    frames.finish()
    isValid = true
  }

  /// A number of the frames: x, y, width, height of view v at 4 v … 4 v + 3.
  subscript(number: Int) -> AffineNumber {
    get { frames[number] }
    nonmutating set { frames[number] = newValue }
  }

  /// Decides whether a number is at least 0, and makes the answer a condition.
  ///
  /// - Returns: `nil` where it cannot be told for certain at this size.
  mutating func isNotNegative(_ number: AffineNumber, at root: Size) -> Bool? {
    if number.isZero { return true }
    let value = number.value(at: root)
    guard abs(value) > number.doubt(at: root) else { return nil }
    if !number.isConstant { region.require(value > 0 ? number : number * -1, surely: true) }
    return value > 0
  }

  /// Writes all frames, where the conditions hold at a size.
  ///
  /// - Parameters:
  ///   - frames: every view's frame as this region or a pass has written it last.
  ///   - root: the root's size, points.
  ///   - work: what is done is added to it.
  /// - Returns: whether the conditions hold.
  mutating func write(
    _ frames: UnsafeMutablePointer<Rect>, for root: Size, _ work: inout RuleWork
  ) -> Bool {
    guard isValid, region.holds(at: root) else { return false }
    work.views &+= self.frames.write(frames, for: root)
    return true
  }
}
