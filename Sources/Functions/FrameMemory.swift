package import LayoutModel

/// Frames kept as functions of the root's size: decides when to find, evaluate and discard them.
///
/// Functions are found at the second resize in a row, since the first may be the last. None is
/// found at a size too near the point where a clamp switches; after 16 such failures in a row the
/// search is given up.
package struct FrameMemory: ~Copyable {
  private static let mostFailures = 16

  private var functions: FrameFunctions?
  /// True if the functions are those of the present input.
  private var isValid = false
  /// The number of resizes of the root since anything else changed.
  private var resizes = 0
  private var failures = 0

  /// A memory without functions.
  package init() {}

  /// Invalidates the functions, because something other than the root's size changes.
  package mutating func forget() {
    isValid = false
    resizes = 0
  }

  /// Frees the functions, because the number of registers has changed.
  package mutating func drop() {
    forget()
    functions = nil
    failures = 0
  }

  /// Counts a resize without any other change.
  ///
  /// - Returns: whether functions are worth their cost from now on.
  package mutating func countResize() -> Bool {
    resizes &+= 1
    return resizes > 1
  }

  /// Writes all frames, if functions are kept that are valid at a size.
  ///
  /// - Parameters:
  ///   - frames: every view's frame as this or a pass has written it last.
  ///   - root: the root's size, points.
  /// - Returns: the number of frames written; `nil` where nothing was.
  @inline(__always)
  package mutating func write(_ frames: UnsafeMutablePointer<Rect>, for root: Size) -> Int? {
    isValid ? functions?.write(frames, for: root) ?? nil : nil
  }

  /// Takes the functions out, without conditions, to be found again.
  ///
  /// - Returns: the functions; `nil` where finding them has failed too often.
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
