package import LayoutModel

/// All frames as affine functions of the root's size, with the conditions under which they hold.
///
/// Conditions record the decisions of clamps; at a size where one is uncertain, the rules
/// themselves are evaluated.
package struct FrameFunctions: ~Copyable {
  /// The sizes at which all clamps certainly decide the same.
  private var region = SizeRegion()
  /// Intermediate numbers on the way to a frame.
  package let registers: Arena<AffineNumber>
  private var frames: AffineFrames

  init(viewCount: Int, registerCount: Int) {
    frames = AffineFrames(viewCount: viewCount)
    registers = Arena(repeating: AffineNumber(), count: registerCount)
  }

  /// Removes all conditions, and sets the root's own frame.
  mutating func begin() {
    region.removeAll()
    frames.begin()
  }

  /// Prepares the frames for `write`, once all are known.
  mutating func finish() { frames.finish() }

  /// A number of the frames: x, y, width, height of view v at 4 v … 4 v + 3.
  package subscript(number: Int) -> AffineNumber {
    get { frames[number] }
    nonmutating set { frames[number] = newValue }
  }

  /// Decides whether a number is at least 0, and makes the answer a condition.
  ///
  /// - Returns: the answer; `nil` where it is uncertain at this size.
  package mutating func isNotNegative(_ number: AffineNumber, at root: Size) -> Bool? {
    if number.isZero { return true }
    let value = number.value(at: root)
    guard abs(value) > number.doubt(at: root) else { return nil }
    if !number.isConstant { region.require(value > 0 ? number : number * -1, surely: true) }
    return value > 0
  }

  /// Writes all frames, if the conditions hold at a size.
  ///
  /// - Returns: the number of frames written; `nil` where the conditions do not hold.
  mutating func write(_ frames: UnsafeMutablePointer<Rect>, for root: Size) -> Int? {
    guard region.holds(at: root) else { return nil }
    return self.frames.write(frames, for: root)
  }
}
