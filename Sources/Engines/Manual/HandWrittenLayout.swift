public import LayoutModel

/// The frames that hand-written code reads and writes: an array's, or those of `View` objects.
@usableFromInline
package protocol HandWrittenFrames {
  /// The number of views, the root included.
  var count: Int { get }

  /// The frame of the view with this number, points; the root's number is 0.
  subscript(view: Int) -> Rect { get nonmutating set }
}

/// The sizes of contents that hand-written code reads.
@usableFromInline
package protocol HandWrittenContents {
  /// The content size of the view with this number, points; 0 in an axis without one.
  subscript(view: Int) -> Size { get }

  /// The size that the text of the view with this number has at a width, points.
  func size(of view: Int, atWidth width: Double) -> Size

  /// The value of the scene's number at this place of its `numbers`.
  func number(_ place: Int) -> Double
}

/// A scene's frames, computed by hand: straight arithmetic, as a good engineer writes it.
///
/// The same code runs on an array of frames and on `View` objects.
@usableFromInline
package protocol HandWrittenCode: SendableMetatype {
  /// The name of a view by its number, from 1.
  static func name(of view: Int) -> String

  /// Writes the frame of every view but the root.
  ///
  /// - Parameters:
  ///   - root: the root's size, points.
  ///   - content: the sizes of contents.
  ///   - frames: the frames, by the number of the view.
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames)

  /// The container that is laid out again where the content of a view changes, such as a cell of a
  /// list; 0, which is the default, where everything is.
  static func container(of view: Int) -> Int

  /// The number of `numbers` that a scene with `count` views, the root included, has: the code reads
  /// no others; 0 by default.
  static func numberCount(of count: Int) -> Int

  /// The container that is laid out again where a number of the scene changes.
  ///
  /// - Parameters:
  ///   - number: its place in the scene's `numbers`.
  ///   - count: the number of views, the root included.
  /// - Returns: the container; 0, which is the default, where everything is laid out.
  static func container(ofNumber number: Int, count: Int) -> Int

  /// Writes the frames that depend on a container's contents: those of its descendants, and of what
  /// follows it in a list; by default all frames.
  ///
  /// - Parameters:
  ///   - container: the number of the container.
  ///   - root: the root's size, points.
  ///   - content: the sizes of contents.
  ///   - frames: the frames, all of which have been written before.
  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames)

  /// Writes the frames that depend on the root's size; by default all frames.
  ///
  /// - Parameters:
  ///   - root: the root's size, points.
  ///   - content: the sizes of contents.
  ///   - frames: the frames, all of which have been written before.
  static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames)

  /// The least height that contains the screen at a width.
  ///
  /// - Parameters:
  ///   - width: the root's width, points.
  ///   - content: the sizes of contents.
  ///   - count: the number of views, the root included.
  /// - Returns: points; `nil`, which is the default, where nothing determines the height.
  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double?
}

extension HandWrittenCode {
  /// Returns `nil`: nothing determines the height.
  @inlinable
  package static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? { nil }

  /// Returns 0: every view depends on the content.
  @inlinable
  package static func container(of view: Int) -> Int { 0 }

  /// Returns 0: the code reads no numbers.
  @inlinable
  package static func numberCount(of count: Int) -> Int { 0 }

  /// Returns 0: every view depends on the number.
  @inlinable
  package static func container(ofNumber number: Int, count: Int) -> Int { 0 }

  /// Writes the frames of a container, all of them where its number is 0, or those that depend on
  /// the root's size where it is `HandWrittenLayout.size`.
  @inlinable @inline(__always)
  static func layOut(
    part changed: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    switch changed {
    case 0: layOut(root, content, frames)
    case HandWrittenLayout.size: layOut(resizedTo: root, content, frames)
    default: layOut(container: changed, root, content, frames)
    }
  }

  /// Writes all frames again.
  @inlinable @inline(__always)
  package static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { layOut(root, content, frames) }

  /// Writes all frames again.
  @inlinable @inline(__always)
  package static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) { layOut(root, content, frames) }
}

/// Frames that lie in an array.
@usableFromInline
package struct FrameArray: HandWrittenFrames {
  @usableFromInline let base: UnsafeMutablePointer<Rect>
  /// The number of views, the root included.
  @usableFromInline package let count: Int

  @inlinable
  init(base: UnsafeMutablePointer<Rect>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The frame of a view.
  @usableFromInline
  package subscript(view: Int) -> Rect {
    @inlinable @inline(__always) get { base[view] }
    @inlinable @inline(__always) nonmutating set { base[view] = newValue }
  }
}

/// Sizes of contents that lie in an array.
@usableFromInline
package struct ContentArray: HandWrittenContents {
  @usableFromInline let base: UnsafePointer<Size>
  @usableFromInline let numbers: UnsafePointer<Double>?
  @usableFromInline let texts: ShownTexts?

  @inlinable
  init(
    base: UnsafePointer<Size>, numbers: UnsafePointer<Double>?, texts: ShownTexts?
  ) {
    self.base = base
    self.numbers = numbers
    self.texts = texts
  }

  /// The value of a number.
  @inlinable @inline(__always)
  package func number(_ place: Int) -> Double { numbers?[place] ?? .nan }

  /// The size of a view's text at a width.
  @inlinable
  package func size(of view: Int, atWidth width: Double) -> Size {
    texts?.size(of: view, atWidth: width) ?? base[view]
  }

  /// The content size of a view.
  @usableFromInline
  package subscript(view: Int) -> Size {
    @inlinable @inline(__always) get { base[view] }
  }
}

/// The frames of `View` objects, which are not retained at each use: a program's constants are not,
/// either.
@usableFromInline
package struct ViewFrames: HandWrittenFrames, HandWrittenContents {
  @usableFromInline let views: UnsafePointer<Unmanaged<View>>
  @usableFromInline let numbers: UnsafePointer<Double>?
  @usableFromInline let texts: ShownTexts?
  /// The number of views, the root included.
  @usableFromInline package let count: Int

  @inlinable
  init(
    views: UnsafePointer<Unmanaged<View>>, count: Int, numbers: UnsafePointer<Double>?,
    texts: ShownTexts?
  ) {
    self.views = views
    self.count = count
    self.numbers = numbers
    self.texts = texts
  }

  /// Gives code the frames of views.
  ///
  /// - Parameters:
  ///   - views: all of them, the root first.
  ///   - numbers: the values of the scene's numbers.
  ///   - texts: the texts of views; `nil` where none shows one.
  ///   - use: the code.
  /// - Returns: its result; `nil` where there are no views.
  @inlinable @inline(__always)
  package static func of<Result>(
    _ views: [View], _ numbers: [Double], _ texts: ShownTexts?, _ use: (ViewFrames) -> Result
  ) -> Result? {
    views.withUnsafeBufferPointer { views in
      numbers.withUnsafeBufferPointer { numbers in
        // A reference that is not counted has the same bits.
        views.withMemoryRebound(to: Unmanaged<View>.self) { views in
          views.baseAddress.map {
            use(
              ViewFrames(
                views: $0, count: views.count, numbers: numbers.baseAddress, texts: texts))
          }
        }
      }
    }
  }

  /// The value of a number.
  @inlinable @inline(__always)
  package func number(_ place: Int) -> Double { numbers?[place] ?? .nan }

  /// The frame of a view.
  @usableFromInline
  package subscript(view: Int) -> Rect {
    @inlinable @inline(__always)
    get { views[view]._withUnsafeGuaranteedRef { $0.frame } }
    @inlinable @inline(__always)
    nonmutating set { views[view]._withUnsafeGuaranteedRef { $0.frame = newValue } }
  }

  /// The size of a view's text at a width.
  @inlinable
  package func size(of view: Int, atWidth width: Double) -> Size {
    texts?.size(of: view, atWidth: width) ?? self[view]
  }

  /// The content size of a view.
  @usableFromInline
  package subscript(view: Int) -> Size {
    @inlinable @inline(__always)
    get {
      let size = views[view]._withUnsafeGuaranteedRef { $0.intrinsicContentSize }
      return Size(width: size.horizontal ?? 0, height: size.vertical ?? 0)
    }
  }
}

/// Frames in an array, of which each write is counted.
@usableFromInline
package struct CountedFrames: HandWrittenFrames {
  @usableFromInline let base: UnsafeMutablePointer<Rect>
  @usableFromInline let isWritten: UnsafeMutablePointer<Bool>
  /// The number of views, the root included.
  @usableFromInline package let count: Int

  @inlinable
  init(
    base: UnsafeMutablePointer<Rect>, isWritten: UnsafeMutablePointer<Bool>, count: Int
  ) {
    self.base = base
    self.isWritten = isWritten
    self.count = count
  }

  /// The frame of a view.
  @usableFromInline
  package subscript(view: Int) -> Rect {
    @inlinable get { base[view] }
    @inlinable
    nonmutating set {
      base[view] = newValue
      isWritten[view] = true
    }
  }
}

/// Hand-written code for both forms, compiled for each.
@usableFromInline
package final class HandWrittenLayout: Sendable {
  /// Code that lays out on arrays: frames, contents, number of views, root's size, and the number of
  /// the only container that has changed, or 0.
  @usableFromInline
  package typealias OnArrays<Result> =
    @Sendable (
      UnsafeMutablePointer<Rect>, ContentArray, Int, Size, Int
    ) -> Result

  /// Stands for a container where only the root's size has changed.
  @inlinable
  package static var size: Int { -1 }

  /// Lays out on arrays.
  package let onArrays: OnArrays<Void>
  /// The same; returns the number of frames that it writes.
  package let counted: OnArrays<Int>
  /// Lays out on views: the root's size, and the number of the only container that has changed, 0
  /// for all, or `size`.
  package let onViews: @Sendable (ViewFrames, Size, Int) -> Void
  /// The least height at a width, of arrays: contents, number of views, width.
  package let fitArrays: @Sendable (ContentArray, Int, Double) -> Double?
  /// The least height at a width, of views.
  package let fitViews: @Sendable (ViewFrames, Double) -> Double?
  /// The container that is laid out again where the content of a view changes, or 0.
  package let container: @Sendable (Int) -> Int
  /// The container that is laid out again where a number changes, or 0: of the number's place and
  /// the number of views.
  package let containerOfNumber: @Sendable (Int, Int) -> Int
  private let name: @Sendable (Int) -> String
  private let numberCount: @Sendable (Int) -> Int
  /// The number of views that it lays out, without the root; `nil` for any number.
  private let viewCount: Int?

  /// Makes a layout of a number of views, or of any number of them.
  @inlinable
  package convenience init<Code: HandWrittenCode>(_ code: Code.Type, viewCount: Int? = nil) {
    self.init(
      viewCount: viewCount, name: { Code.name(of: $0) }, container: { Code.container(of: $0) },
      containerOfNumber: { Code.container(ofNumber: $0, count: $1) },
      numberCount: { Code.numberCount(of: $0) },
      onArrays: { frames, contents, count, root, changed in
        Code.layOut(
          part: changed, root, contents, FrameArray(base: frames, count: count))
      },
      counted: { frames, contents, count, root, changed in
        withUnsafeTemporaryAllocation(of: Bool.self, capacity: count) { isWritten in
          isWritten.initialize(repeating: false)
          guard let base = isWritten.baseAddress else { return 0 }
          Code.layOut(
            part: changed, root, contents,
            CountedFrames(base: frames, isWritten: base, count: count))
          return isWritten.count { $0 }
        }
      },
      onViews: { views, root, changed in Code.layOut(part: changed, root, views, views) },
      fitArrays: { contents, count, width in
        Code.fittingHeight(width: width, contents, count: count)
      },
      fitViews: { views, width in
        Code.fittingHeight(width: width, views, count: views.count)
      })
  }

  @usableFromInline
  init(
    viewCount: Int?, name: @escaping @Sendable (Int) -> String,
    container: @escaping @Sendable (Int) -> Int,
    containerOfNumber: @escaping @Sendable (Int, Int) -> Int,
    numberCount: @escaping @Sendable (Int) -> Int,
    onArrays: @escaping OnArrays<Void>, counted: @escaping OnArrays<Int>,
    onViews: @escaping @Sendable (ViewFrames, Size, Int) -> Void,
    fitArrays: @escaping @Sendable (ContentArray, Int, Double) -> Double?,
    fitViews: @escaping @Sendable (ViewFrames, Double) -> Double?
  ) {
    self.viewCount = viewCount
    self.name = name
    self.container = container
    self.containerOfNumber = containerOfNumber
    self.numberCount = numberCount
    self.onArrays = onArrays
    self.counted = counted
    self.onViews = onViews
    self.fitArrays = fitArrays
    self.fitViews = fitViews
  }

  /// Lays out a container on arrays.
  ///
  /// - Parameters:
  ///   - container: its number.
  ///   - root: the root's size, points.
  ///   - frames: the frames of all views.
  ///   - contents: the sizes of their contents.
  ///   - numbers: the values of the scene's numbers.
  ///   - texts: the texts of views; `nil` where none shows one.
  /// - Returns: the number of frames that it writes.
  package func countWrites(
    of container: Int, _ root: Size, _ frames: inout [Rect], _ contents: [Size],
    _ numbers: [Double], _ texts: ShownTexts?
  ) -> Int {
    frames.withUnsafeMutableBufferPointer { frames in
      contents.withUnsafeBufferPointer { contents in
        numbers.withUnsafeBufferPointer { numbers in
          guard let base = frames.baseAddress, let sizes = contents.baseAddress else { return 0 }
          return counted(
            base, ContentArray(base: sizes, numbers: numbers.baseAddress, texts: texts),
            frames.count, root, container)
        }
      }
    }
  }

  /// Returns true if the scene has these views, in this order, and as many numbers as the code reads.
  package func fits(_ scene: Scene) -> Bool {
    let count = scene.tree.count - 1
    guard count > 0, viewCount ?? count == count,
      numberCount(scene.tree.count) == scene.tree.numbers.count
    else { return false }
    return (1...count).allSatisfy { scene.tree.names[$0] == name($0) }
  }
}
