import LayoutBenchFunctions
import LayoutModel

/// Edges from views to their readers, which can be walked from either end, and removed by reader.
struct LinkedEdges: ~Copyable {
  struct Link: BitwiseCopyable {
    var source: Int32
    var reader: Int32
    var nextOfSource: Int32
    var previousOfSource: Int32
    var nextOfReader: Int32
  }

  private var links: Arena<Link>
  private let firstOfSource: Arena<Int32>
  private let firstOfReader: Arena<Int32>
  /// The first of the links that are not in use.
  private var free: Int32 = -1

  init(viewCount: Int) {
    links = Arena(capacity: 2 * viewCount)
    firstOfSource = Arena(repeating: -1, count: viewCount)
    firstOfReader = Arena(repeating: -1, count: viewCount)
  }

  mutating func add(from source: Int32, to reader: Int32) {
    var index = free
    let link = Link(
      source: source, reader: reader, nextOfSource: firstOfSource[source], previousOfSource: -1,
      nextOfReader: firstOfReader[reader])
    if index >= 0 {
      free = links[index].nextOfSource
      links[index] = link
    } else {
      index = Int32(links.count)
      links.append(link)
    }
    if link.nextOfSource >= 0 { links.base[Int(link.nextOfSource)].previousOfSource = index }
    firstOfSource[source] = index
    firstOfReader[reader] = index
  }

  /// Returns true if the last edge of a source is that to a reader.
  func isNewest(_ source: Int32, of reader: Int32) -> Bool {
    firstOfSource[source] >= 0 && links[firstOfSource[source]].reader == reader
  }

  /// Removes all edges that end at a reader.
  mutating func removeAll(to reader: Int32) {
    var index = firstOfReader[reader]
    while index >= 0 {
      let link = links[index]
      if link.previousOfSource >= 0 {
        links.base[Int(link.previousOfSource)].nextOfSource = link.nextOfSource
      } else {
        firstOfSource[link.source] = link.nextOfSource
      }
      if link.nextOfSource >= 0 {
        links.base[Int(link.nextOfSource)].previousOfSource = link.previousOfSource
      }
      links.base[Int(index)].nextOfSource = free
      free = index
      index = link.nextOfReader
    }
    firstOfReader[reader] = -1
  }

  /// Calls `body` with each view that reads a source.
  @inline(__always)
  func forEachReader(of source: Int32, _ body: (Int32) -> Void) {
    var index = firstOfSource[source]
    while index >= 0 {
      let link = links[index]
      body(link.reader)
      index = link.nextOfSource
    }
  }

  /// Calls `body` with each view that a reader reads.
  func forEachSource(of reader: Int32, _ body: (Int32) -> Void) {
    var index = firstOfReader[reader]
    while index >= 0 {
      let link = links[index]
      body(link.source)
      index = link.nextOfReader
    }
  }
}

/// Positions that wait to be visited, the lowest first, each once.
struct PositionQueue: ~Copyable {
  private var heap = Arena<Int32>(capacity: 64)
  private let isQueued: Arena<Bool>

  init(count: Int) { isQueued = Arena(repeating: false, count: count) }

  var isEmpty: Bool { heap.isEmpty }

  @inline(__always)
  mutating func insert(_ position: Int32) {
    guard !isQueued[position] else { return }
    isQueued[position] = true
    heap.append(position)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent] > position else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = position
  }

  @inline(__always)
  mutating func popFirst() -> Int32? {
    guard !heap.isEmpty else { return nil }
    let first = heap[0]
    isQueued[first] = false
    let moved = heap.removeLast()
    let count = heap.count
    guard count > 0 else { return first }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < moved else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = moved
    return first
  }

  mutating func removeAll() { while popFirst() != nil {} }
}
