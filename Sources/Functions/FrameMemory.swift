package import LayoutModel

/// Frames kept as functions of the root's size: decides when to find, evaluate and discard them.
///
/// Functions are found at the second resize in a row, since the first may be the last. None is found at a
/// size too near the point where a clamp switches; after 16 such failures in a row finding is given up.
package struct FrameMemory: ~Copyable {
  private static let mostFailures = 16

  private var functions: FrameFunctions?
  /// Whether the functions belong to what is given now.
  private var isValid = false
  /// How often the root has been resized since anything else changed.
  private var resizes = 0
  private var failures = 0

  /// Nothing is kept yet.
  package init() {}

  /// Something other than the root's size changes: the functions do not hold any more.
  package mutating func forget() {
    isValid = false
    resizes = 0
  }

  /// Frees the functions: the number of registers has changed.
  package mutating func drop() {
    forget()
    functions = nil
    failures = 0
  }

  /// Counts a resize with nothing else.
  ///
  /// - Returns: whether functions pay from now on.
  package mutating func countResize() -> Bool {
    resizes &+= 1
    return resizes > 1
  }

  /// Writes all frames, where functions are kept that hold at a size.
  ///
  /// - Parameters:
  ///   - frames: every view's frame as this or a pass has written it last.
  ///   - root: the root's size, points.
  /// - Returns: how many views depend on the size; `nil` where nothing was written.
  @inline(__always)
  package mutating func write(_ frames: UnsafeMutablePointer<Rect>, for root: Size) -> Int? {
    isValid ? functions?.write(frames, for: root) ?? nil : nil
  }

  /// Takes the functions out to be found anew.
  ///
  /// - Returns: `nil` where that has failed too often.
  package mutating func begin(viewCount: Int, registerCount: Int) -> FrameFunctions? {
    guard failures < Self.mostFailures else { return nil }
    isValid = false
    var next =
      functions.take()
      ?? FrameFunctions(viewCount: viewCount, registerCount: registerCount)
    next.begin()
    return next
  }

  /// Puts the functions back.
  package mutating func end(_ found: consuming FrameFunctions, areFound: Bool) {
    if areFound { found.finish() }
    failures = areFound ? 0 : failures + 1
    isValid = areFound
    functions = consume found
  }
}
