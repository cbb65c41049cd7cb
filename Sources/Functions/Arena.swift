#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A growing list of plain values: working memory without reference counts, copies on write or
/// bounds checks in release builds.
@usableFromInline
package struct Arena<Element: BitwiseCopyable>: ~Copyable {
  /// The memory of the elements; it moves at each growth, and there is none before the first
  /// element.
  @usableFromInline package var base: UnsafeMutablePointer<Element>
  /// The number of elements.
  @usableFromInline package var count = 0
  /// The number of elements that the memory has room for; below 0 where there is no memory yet, and
  /// then how many there will be room for.
  @usableFromInline package var capacity: Int

  /// An empty list that gets room for a number of elements once there is one: many lists stay empty.
  @inlinable
  package init(capacity: Int = 16) {
    self.capacity = -max(1, capacity)
    base = Self.nowhere
  }

  /// A list that repeats one element.
  @inlinable
  package init(repeating element: Element, count: Int) {
    capacity = max(1, count)
    base = allocate(capacity)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  @inlinable
  deinit {
    if capacity > 0 { base.deallocate() }
  }

  /// A pointer to no memory: it is never read.
  @inlinable static var nowhere: UnsafeMutablePointer<Element> {
    guard let pointer = UnsafeMutablePointer<Element>(bitPattern: MemoryLayout<Element>.alignment)
    else { preconditionFailure("an alignment is never 0") }
    return pointer
  }

  /// The element at an index from 0.
  @usableFromInline
  package subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    @inlinable @inline(__always) nonmutating set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  /// The element at an index from 0.
  @usableFromInline
  package subscript(index: Int32) -> Element {
    @inlinable @inline(__always) get { self[Int(index)] }
    @inlinable @inline(__always) nonmutating set { self[Int(index)] = newValue }
  }

  /// True if there are no elements.
  @inlinable package var isEmpty: Bool { count == 0 }

  /// The indices of the elements.
  @inlinable package var indices: Range<Int> { 0..<count }

  /// Adds an element.
  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count >= capacity { reserve(count + 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Appends elements of the list itself.
  @inlinable
  package mutating func append(copying range: Range<Int>) {
    reserve(count + range.count)
    (base + count).initialize(from: base + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Removes and returns the last element; there must be one.
  @inlinable @inline(__always)
  package mutating func removeLast() -> Element {
    assert(count > 0)
    count &-= 1
    return base[count]
  }

  /// Removes and returns the last element, if there is one.
  @inlinable
  package mutating func popLast() -> Element? { count > 0 ? removeLast() : nil }

  /// Removes all elements from an index on.
  @inlinable @inline(__always)
  package mutating func removeAll(from first: Int = 0) {
    assert(first <= count)
    count = first
  }

  /// Removes all elements before an index; those behind it move to the front.
  @inlinable
  package mutating func removeAll(upTo end: Int) {
    assert(end <= count)
    for index in end..<count { base[index - end] = base[index] }
    count -= end
  }

  /// Extends the list to at least a length.
  @inlinable
  package mutating func grow(to length: Int, filling element: Element) {
    guard length > count else { return }
    reserve(length)
    (base + count).initialize(repeating: element, count: length - count)
    count = length
  }

  /// Reserves memory, so that a known number of elements can be appended without growth.
  @inlinable @inline(never)
  package mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = max(wanted, capacity < 0 ? -capacity : capacity * 2)
    let moved: UnsafeMutablePointer<Element> = allocate(larger)
    if capacity > 0 {
      moved.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = moved
    capacity = larger
  }
}

extension Arena<Int32> {
  /// Makes lengths of lists, each one place later than its list, the first places of lists that lie one
  /// after the other, and the end of the last.
  ///
  /// Who then fills the lists in any order moves each first place on, and all back at the end.
  @inlinable
  package func sumUp() {
    for index in indices.dropFirst() { self[index] &+= self[index - 1] }
  }

  /// Makes the ends of lists that lie one after the other their first places again.
  @inlinable
  package func moveBack() {
    for index in indices.dropFirst().reversed() { self[index] = self[index - 1] }
    self[0] = 0
  }
}

/// Allocates memory for a number of elements, which `deallocate()` frees.
///
/// A pointer's own `allocate` goes through `posix_memalign` on Linux, which costs several times as
/// much as `malloc`, whose memory is aligned for everything of up to 16 bytes.
@inlinable @inline(__always)
func allocate<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
  guard MemoryLayout<Element>.alignment <= 16,
    let memory = allocated(bytes: count * MemoryLayout<Element>.stride)
  else { return .allocate(capacity: count) }
  return memory.assumingMemoryBound(to: Element.self)
}

@usableFromInline @inline(never)
func allocated(bytes: Int) -> UnsafeMutableRawPointer? { malloc(bytes) }
