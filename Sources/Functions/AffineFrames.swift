package import LayoutModel

/// All frames as affine functions of the root's size.
///
/// Views whose frames depend on the root's size in the same way form a class: a resize adds the
/// same gain to all their frames. Frames that do not depend on the root's size are not written
/// again.
package struct AffineFrames: ~Copyable {
  /// A view and its class.
  struct Member: BitwiseCopyable {
    let view: Int32
    let group: Int32
  }

  private let viewCount: Int
  /// Four numbers per view in three sections: constants, coefficients of the width, coefficients of
  /// the height.
  private let forms: Arena<SIMD4<Double>>
  /// The views that depend on the root's size.
  private var members: Arena<Member>
  /// One view of each class.
  private var classes = Arena<Int32>()
  /// The gain of each class per point of the root's width, and per point of its height.
  private var slopes = Arena<SIMD4<Double>>()
  /// The gain of each class at the present size.
  private var gains = Arena<SIMD4<Double>>()
  /// A hash table of the classes by their coefficients: numbers of classes plus 1; 0 is free.
  private var table = Arena<Int32>()
  /// The members' constants side by side, if some views are no members: constants of others are not
  /// read.
  private var packed = Arena<SIMD4<Double>>()
  /// True if each view computes its own gain, because there are many classes: `forms` then combines
  /// both coefficients in one.
  private var isOwn = false
  /// True if the frames that do not depend on the root's size have been written.
  private var isWritten = false
  /// True if views have been assigned to classes since their forms were set: before the second write,
  /// as many layouts are written once.
  private var isFinished = false

  /// Frames whose functions are not set yet.
  package init(viewCount: Int) {
    self.viewCount = viewCount
    forms = Arena(repeating: .zero, count: 3 * viewCount)
    members = Arena(capacity: viewCount)
  }

  /// Frames of their own that are the same functions.
  package borrowing func copy() -> AffineFrames {
    let copy = AffineFrames(viewCount: viewCount)
    copy.forms.base.update(from: forms.base, count: 3 * viewCount)
    if isOwn { copy.separateSlopes() }
    return copy
  }

  /// Sets the root's own frame, before all others are set.
  package mutating func begin() {
    begin(width: AffineNumber(perWidth: 1), height: AffineNumber(perHeight: 1))
  }

  /// Sets the root's own size if it is not the parameter itself, before all others are set.
  package mutating func begin(width: AffineNumber, height: AffineNumber) {
    isWritten = false
    isFinished = false
    isOwn = false
    set(0, AffineNumber(), AffineNumber(), width, height)
  }

  /// Sets a view's frame.
  @inline(__always)
  package func set(
    _ view: Int, _ x: AffineNumber, _ y: AffineNumber, _ width: AffineNumber,
    _ height: AffineNumber
  ) {
    forms[view] = SIMD4(x.constant, y.constant, width.constant, height.constant)
    forms[viewCount + view] = SIMD4(x.perWidth, y.perWidth, width.perWidth, height.perWidth)
    forms[2 * viewCount + view] = SIMD4(
      x.perHeight, y.perHeight, width.perHeight, height.perHeight)
  }

  /// Makes the next `write` write every frame, because something else has written them since.
  package mutating func forget() { isWritten = false }

  /// Copies numbers of other frames.
  ///
  /// - Parameters:
  ///   - other: the other frames.
  ///   - numbers: the number here of each number there; -1 for those that are not copied.
  package mutating func adopt(_ other: borrowing AffineFrames, as numbers: [Int32]) {
    isWritten = false
    isFinished = false
    if isOwn {
      isOwn = false
      separateSlopes()
    }
    for (number, own) in numbers.enumerated() where own >= 0 { self[Int(own)] = other[number] }
  }

  /// Assigns views with equal coefficients to classes, once all forms are known; the second `write`
  /// does so too.
  package mutating func finish() {
    isFinished = true
    members.removeAll()
    classes.removeAll()
    slopes.removeAll()
    table.removeAll()
    var size = 64
    table.grow(to: size, filling: 0)
    for view in 0..<viewCount {
      let perWidth = forms[viewCount + view]
      let perHeight = forms[2 * viewCount + view]
      guard perWidth != .zero || perHeight != .zero else { continue }
      // Many views are in the class of the one before.
      if !members.isEmpty {
        let group = members[members.count - 1].group
        if slopes[2 * group] == perWidth, slopes[2 * group + 1] == perHeight {
          members.append(Member(view: Int32(view), group: group))
          continue
        }
      }
      if 2 * classes.count >= size {
        size *= 4
        rehash(to: size)
      }
      let slot = slot(of: view, size)
      if table[slot] == 0 {
        classes.append(Int32(view))
        slopes.append(perWidth)
        slopes.append(perHeight)
        table[slot] = Int32(classes.count)
      }
      members.append(Member(view: Int32(view), group: table[slot] - 1))
    }
    gains.removeAll()
    gains.grow(to: classes.count, filling: .zero)
    packed.removeAll()
    if members.count < viewCount {
      packed.reserve(members.count)
      for index in members.indices { packed.append(forms[members[index].view]) }
    }
    isOwn = 4 * classes.count > viewCount && combineSlopes()
  }

  /// Combines both coefficients of each number in one, if x and width depend on the root's width
  /// only and y and height on its height only.
  private func combineSlopes() -> Bool {
    let (perWidth, perHeight) = (forms.base + viewCount, forms.base + 2 * viewCount)
    for view in 0..<viewCount {
      guard perWidth[view].y == 0, perWidth[view].w == 0, perHeight[view].x == 0,
        perHeight[view].z == 0
      else { return false }
    }
    for view in 0..<viewCount { perWidth[view] += perHeight[view] }
    return true
  }

  /// Undoes `combineSlopes`.
  private func separateSlopes() {
    let (perWidth, perHeight) = (forms.base + viewCount, forms.base + 2 * viewCount)
    for view in 0..<viewCount { perWidth[view] -= perHeight[view] }
  }

  /// The slot of a view's class, or the free one where it belongs.
  private func slot(of view: Int, _ size: Int) -> Int {
    let perWidth = forms[viewCount + view]
    let perHeight = forms[2 * viewCount + view]
    var hash: UInt64 = 0
    for side in 0..<4 {
      hash = (hash ^ perWidth[side].bitPattern) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ hash &>> 29 ^ perHeight[side].bitPattern) &* 0xBF58_476D_1CE4_E5B9
    }
    var slot = Int(truncatingIfNeeded: hash &>> 20) & (size - 1)
    while table[slot] != 0 {
      let other = Int(classes[table[slot] - 1])
      if forms[viewCount + other] == perWidth, forms[2 * viewCount + other] == perHeight { break }
      slot = (slot + 1) & (size - 1)
    }
    return slot
  }

  private mutating func rehash(to size: Int) {
    table.removeAll()
    table.grow(to: size, filling: 0)
    for index in classes.indices {
      table[slot(of: Int(classes[index]), size)] = Int32(index + 1)
    }
  }

  /// A number of the frames: x, y, width, height of view v at 4 v … 4 v + 3.
  package subscript(number: Int) -> AffineNumber {
    get {
      let (view, side) = (number >> 2, number & 3)
      let perHeight = forms[2 * viewCount + view][side]
      return AffineNumber(
        constant: forms[view][side],
        perWidth: forms[viewCount + view][side] - (isOwn ? perHeight : 0), perHeight: perHeight)
    }
    nonmutating set {
      let (view, side) = (number >> 2, number & 3)
      forms.base[view][side] = newValue.constant
      forms.base[viewCount + view][side] = newValue.perWidth
      forms.base[2 * viewCount + view][side] = newValue.perHeight
    }
  }

  /// Writes all frames at a size of the root.
  ///
  /// - Parameters:
  ///   - frames: every view's frame as this or a pass has written it last.
  ///   - root: the root's size, points.
  /// - Returns: the number of frames that it wrote, the root's not counted.
  @discardableResult
  package mutating func write(_ frames: UnsafeMutablePointer<Rect>, for root: Size) -> Int {
    let target = UnsafeMutableRawPointer(frames)
    let constants = forms.base
    if !isFinished {
      guard isWritten else {
        isWritten = true
        writeOnce(target, for: root)
        return viewCount - 1
      }
      finish()
    }
    let writesAll = !isWritten
    if writesAll {
      isWritten = true
      // Members are written below.
      let first = members.count < viewCount ? 0 : viewCount
      for view in first..<viewCount {
        target.storeBytes(of: constants[view], toByteOffset: view &* 32, as: SIMD4<Double>.self)
      }
    }
    if isOwn {
      let perWidth = constants + viewCount
      let sides = SIMD4(root.width, root.height, root.width, root.height)
      for view in 0..<viewCount {
        target.storeBytes(
          of: constants[view] + perWidth[view] * sides, toByteOffset: view &* 32,
          as: SIMD4<Double>.self)
      }
      return viewCount - 1
    }
    let gains = gains.base
    for index in classes.indices {
      gains[index] = slopes[2 &* index] * root.width + slopes[2 &* index &+ 1] * root.height
    }
    let members = UnsafePointer(members.base)
    let count = self.members.count
    let written = writesAll ? viewCount - 1 : count - (count > 0 && members[0].view == 0 ? 1 : 0)
    if !packed.isEmpty {
      let packed = UnsafePointer(packed.base)
      for index in 0..<count {
        let member = members[index]
        target.storeBytes(
          of: packed[index] + gains[Int(member.group)],
          toByteOffset: Int(member.view) &* 32, as: SIMD4<Double>.self)
      }
      return written
    }
    for index in 0..<count {
      let member = members[index]
      target.storeBytes(
        of: constants[Int(member.view)] + gains[Int(member.group)],
        toByteOffset: Int(member.view) &* 32, as: SIMD4<Double>.self)
    }
    return written
  }

  /// Writes all frames of views that have no classes yet, as the classes' gains will be added.
  private func writeOnce(_ target: UnsafeMutableRawPointer, for root: Size) {
    let constants = UnsafePointer(forms.base)
    let (perWidth, perHeight) = (constants + viewCount, constants + 2 * viewCount)
    for view in 0..<viewCount {
      let gain = perWidth[view] * root.width + perHeight[view] * root.height
      target.storeBytes(
        of: constants[view] + gain, toByteOffset: view &* 32, as: SIMD4<Double>.self)
    }
  }
}
