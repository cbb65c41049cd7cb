import LayoutModel

/// Runs compiled calls over numbers: those of one layout, or those that hold at every size of the root.
struct CallMachine<Number: CellNumber> {
  /// Four numbers a view.
  let frames: UnsafeMutablePointer<Number>
  /// Working memory, less the addresses of the frames.
  private let memory: UnsafeMutablePointer<Number>
  private let memoryStart: Int32
  /// What views' contents ask for, points; NaN where they do not.
  private let contents: UnsafePointer<Size>
  /// The view whose content is a number of the machine's own kind; -1 where none is.
  private let edited: Int32
  private let editedSize: (width: Number, height: Number)

  /// A machine on memory that others own.
  ///
  /// - Parameters:
  ///   - frames: four numbers a view; the root's are set.
  ///   - memory: working memory, as the code has it before a pass.
  ///   - memoryStart: the first address of working memory.
  ///   - contents: a size for each view.
  ///   - edited: the view whose content is not that; -1 where none is.
  ///   - editedSize: its content.
  init(
    frames: UnsafeMutablePointer<Number>, memory: UnsafeMutablePointer<Number>, memoryStart: Int32,
    contents: UnsafePointer<Size>, edited: Int32 = -1,
    editedSize: (width: Number, height: Number) = (Number(0), Number(0))
  ) {
    self.edited = edited
    self.editedSize = editedSize
    self.frames = frames
    self.memory = memory - Int(memoryStart)
    self.memoryStart = memoryStart
    self.contents = contents
  }

  @inline(__always)
  private func cell(_ address: Int32) -> UnsafeMutablePointer<Number> {
    (address < memoryStart ? frames : memory) + Int(address)
  }

  @inline(__always)
  private func load(_ address: Int32) -> Number { Number.load(cell(address)) }

  @inline(__always)
  private func store(_ number: Number, _ address: Int32) { Number.store(number, cell(address)) }

  /// Four numbers.
  private struct Sides {
    let x: Number
    let y: Number
    let width: Number
    let height: Number
  }

  @inline(__always)
  private func rect(_ address: Int32) -> Sides {
    let first = cell(address)
    return Sides(
      x: Number.load(first), y: Number.load(first + 1), width: Number.load(first + 2),
      height: Number.load(first + 3))
  }

  @inline(__always)
  private func store(_ rect: Sides, _ address: Int32) {
    let first = cell(address)
    Number.store(rect.x, first)
    Number.store(rect.y, first + 1)
    Number.store(rect.width, first + 2)
    Number.store(rect.height, first + 3)
  }

  /// Runs all operations.
  ///
  /// - Parameter code: the words.
  /// - Returns: the source of an expression whose value is not finite; `nil` where all are.
  func run(_ code: UnsafeBufferPointer<Int32>) -> Int32? {
    guard var at = code.baseAddress else { return nil }
    let end = at + code.count
    while at < end {
      // Only the code's own words come here, and checking them again costs a call each.
      let operation = unsafeBitCast(UInt8(truncatingIfNeeded: at[0]), to: CallOperation.self)
      switch operation {
      case .copy, .negate, .add, .subtract, .multiply, .divide:
        if let source = compute(operation, &at) { return source }
      case .share: share(&at)
      case .fill:
        let number = load(at[1])
        at += 2
        eachTarget(&at) { store(number, $0) }
      case .fillSize:
        let (width, height) = (load(at[1]), load(at[2]))
        at += 3
        eachTarget(&at) { target in
          let first = cell(target)
          Number.store(width, first)
          Number.store(height, first + 1)
        }
      case .fit:
        at += 1
        eachTarget(&at, fit)
      case .set:
        at += 1
        eachPair(&at) { target, number in store(load(number), target) }
      case .place:
        var pen = load(at[1])
        at += 2
        eachPair(&at) { length, target in
          let length = load(length)
          store(pen, target)
          pen = pen + length
        }
      case .alignEnd: align(.end, &at)
      case .alignCentre: align(.centre, &at)
      case .equalAxis:
        let bounds = cell(at[1])
        let (start, length) = (Number.load(bounds), Number.load(bounds + 2))
        at += 2
        eachTarget(&at) { target in
          let first = cell(target)
          Number.store(start, first)
          Number.store(length, first + 2)
        }
      case .equal:
        let bounds = rect(at[1])
        at += 2
        eachTarget(&at) { store(bounds, $0) }
      case .inset:
        let old = rect(at[1])
        if at[6] >= 0 { store(old, at[6]) }
        store(inset(old, at + 2), at[1])
        at += 7
      case .insetOwn:
        let size = cell(at[2]) + 2
        let own = Sides(
          x: Number(0), y: Number(0), width: Number.load(size), height: Number.load(size + 1))
        store(inset(own, at + 3), at[1])
        at += 7
      case .copyRect:
        store(rect(at[2]), at[1])
        at += 3
      case .ownBounds:
        let size = cell(at[2]) + 2
        let (width, height) = (Number.load(size), Number.load(size + 1))
        store(Sides(x: Number(0), y: Number(0), width: width, height: height), at[1])
        at += 3
      case .setRect:
        let sides = Sides(
          x: load(at[2]), y: load(at[3]), width: load(at[4]), height: load(at[5]))
        store(sides, at[1])
        at += 6
      }
    }
    return nil
  }

  // MARK: - Lists

  @inline(__always)
  private func eachTarget(_ at: inout UnsafePointer<Int32>, _ body: (Int32) -> Void) {
    let count = Int(at[0])
    let list = at + 1
    at = list + count
    for index in 0..<count { body(list[index]) }
  }

  @inline(__always)
  private func eachPair(_ at: inout UnsafePointer<Int32>, _ body: (Int32, Int32) -> Void) {
    let count = Int(at[0])
    let list = at + 1
    at = list + 2 &* count
    for index in 0..<count { body(list[2 &* index], list[2 &* index &+ 1]) }
  }

  // MARK: - Operations

  @inline(__always)
  private func compute(
    _ operation: CallOperation, _ at: inout UnsafePointer<Int32>
  ) -> Int32? {
    let (source, target, one) = (at[1], at[2], load(at[3]))
    let result: Number
    switch operation {
    case .copy, .negate:
      result = operation == .negate ? -one : one
      at += 4
    case .add:
      result = one + load(at[4])
      at += 5
    case .subtract:
      result = one - load(at[4])
      at += 5
    case .multiply:
      result = one * load(at[4])
      at += 5
    default:
      result = one / load(at[4])
      at += 5
    }
    store(result, target)
    return source >= 0 && !result.isUsable ? source : nil
  }

  @inline(__always)
  private func share(_ at: inout UnsafePointer<Int32>) {
    let target = at[1]
    let room = load(at[2])
    var sum = FlexibleSum<Number>(length: load(at[4]), shares: load(at[3]))
    at += 5
    eachTarget(&at) { sum.add(length: load($0)) }
    store(sum.value(in: room), target)
  }

  @inline(__always)
  private func fit(_ view: Int32) {
    let size = contents[Int(view)]
    let first = frames + 4 * Int(view)
    let (width, height) =
      view == edited ? editedSize : (Number(size.width), Number(size.height))
    if !size.width.isNaN { Number.store(width, first + 2) }
    if !size.height.isNaN { Number.store(height, first + 3) }
  }

  @inline(__always)
  private func align(_ side: Side, _ at: inout UnsafePointer<Int32>) {
    let bounds = cell(at[1])
    let (start, room) = (Number.load(bounds), Number.load(bounds + 2))
    at += 2
    eachTarget(&at) { target in
      let first = cell(target)
      Number.store(side.start(of: Number.load(first + 2), from: start, room: room), first)
    }
  }

  /// A rectangle whose sides moved in by what lies at four addresses: top, left, bottom, right.
  @inline(__always)
  private func inset(_ old: Sides, _ sides: UnsafePointer<Int32>) -> Sides {
    let (top, left) = (load(sides[0]), load(sides[1]))
    let (bottom, right) = (load(sides[2]), load(sides[3]))
    return Sides(
      x: old.x + left, y: old.y + top, width: old.width - left - right,
      height: old.height - top - bottom)
  }
}

/// A number that lies in the memory of a machine.
protocol CellNumber: CallNumber {
  /// Reads a number.
  static func load(_ cell: UnsafeMutablePointer<Self>) -> Self
  /// Writes a number.
  static func store(_ number: Self, _ cell: UnsafeMutablePointer<Self>)
}

extension Double: CellNumber {
  @inline(__always)
  static func load(_ cell: UnsafeMutablePointer<Double>) -> Double { cell.pointee }

  @inline(__always)
  static func store(_ number: Double, _ cell: UnsafeMutablePointer<Double>) {
    cell.pointee = number
  }
}
