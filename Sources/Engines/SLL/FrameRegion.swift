import LayoutModel

/// A number that is `constant + perWidth × root's width + perHeight × root's height`.
struct AffineNumber: BitwiseCopyable {
  var constant = 0.0
  var perWidth = 0.0
  var perHeight = 0.0

  /// Where every coefficient is less, the number is 0 whatever the root's size.
  private static let smallest = 1e-12

  static let relativeDoubt = 1e-9

  var isConstant: Bool { perWidth == 0 && perHeight == 0 }
  var isZero: Bool {
    abs(constant) < Self.smallest && abs(perWidth) < Self.smallest
      && abs(perHeight) < Self.smallest
  }
  /// Whether it is finite, and stays so in sums and at every size that a root can have.
  var isTame: Bool { abs(constant) < 1e100 && abs(perWidth) < 1e100 && abs(perHeight) < 1e100 }

  func value(at root: Size) -> Double {
    constant + perWidth * root.width + perHeight * root.height
  }

  /// How large the value can be for its digits to be trusted: what is lost in the sum.
  func doubt(at root: Size) -> Double {
    Self.relativeDoubt
      * (1 + abs(constant) + abs(perWidth) * root.width + abs(perHeight) * root.height)
  }

  static func + (one: AffineNumber, other: AffineNumber) -> AffineNumber {
    AffineNumber(
      constant: one.constant + other.constant, perWidth: one.perWidth + other.perWidth,
      perHeight: one.perHeight + other.perHeight)
  }

  static func - (one: AffineNumber, other: AffineNumber) -> AffineNumber { one + other * -1 }

  static func * (one: AffineNumber, factor: Double) -> AffineNumber {
    AffineNumber(
      constant: one.constant * factor, perWidth: one.perWidth * factor,
      perHeight: one.perHeight * factor)
  }
}

/// All frames as affine functions of the root's size, with the conditions under which they hold.
///
/// A resize within them adds to each frame what the views of its class all gain: those whose numbers
/// depend on the root's size in the same way. Views that do not depend on it are left alone.
/// Conditions are what clamps decided; one that cannot be told for certain at a size leaves that size
/// to the rules themselves.
struct FrameRegion: ~Copyable {
  /// A view and its class.
  struct Member: BitwiseCopyable {
    let view: Int32
    let group: Int32
  }

  /// Whether there are forms for the present given sizes.
  var isValid = false
  /// Whether the rules are affine at all, and mostly away from the points where clamps decide.
  var isUsable = true
  var failures = 0
  /// Conditions on width and height together; those on one of them are in `least` and `most`.
  private var conditions = Arena<AffineNumber>()
  private var least = Size(width: -.infinity, height: -.infinity)
  private var most = Size(width: .infinity, height: .infinity)
  let registers: Arena<AffineNumber>
  private let viewCount: Int
  /// Four numbers a view, three times: constants, coefficients of the width, of the height.
  private let forms: Arena<SIMD4<Double>>
  /// The views that depend on the root's size.
  private var members: Arena<Member>
  /// A view of each class.
  private var classes = Arena<Int32>()
  /// What each class gains for each point of the root's width, and of its height.
  private var slopes = Arena<SIMD4<Double>>()
  /// What each class gains at the present size.
  private var gains = Arena<SIMD4<Double>>()
  /// Classes by a hash of their coefficients, as numbers plus 1; 0 is free.
  private var table = Arena<Int32>()
  /// Whether views gain each in its own way: `forms` then holds their slopes as one.
  private var isOwn = false
  /// Whether the frames of views that do not depend on the root's size have been written.
  private var isWritten = false

  init(viewCount: Int, registerCount: Int) {
    self.viewCount = viewCount
    forms = Arena(repeating: .zero, count: 3 * viewCount)
    registers = Arena(repeating: AffineNumber(), count: registerCount)
    members = Arena(capacity: viewCount)
  }

  /// Forgets all conditions, and sets the root's own frame.
  mutating func begin() {
    isValid = false
    isWritten = false
    conditions.removeAll()
    least = Size(width: -.infinity, height: -.infinity)
    most = Size(width: .infinity, height: .infinity)
    forms[0] = .zero
    forms[viewCount] = SIMD4(0, 0, 1, 0)
    forms[2 * viewCount] = SIMD4(0, 0, 0, 1)
  }

  /// Puts views that gain alike into classes, once all forms are known.
  mutating func finish() {
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
    isOwn = 4 * classes.count > viewCount && combineSlopes()
    isValid = true
  }

  /// Puts both coefficients of each number into one, where x and width depend on the root's width only
  /// and y and height on its height.
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
  subscript(number: Int) -> AffineNumber {
    get {
      let (view, side) = (number >> 2, number & 3)
      return AffineNumber(
        constant: forms[view][side], perWidth: forms[viewCount + view][side],
        perHeight: forms[2 * viewCount + view][side])
    }
    nonmutating set {
      let (view, side) = (number >> 2, number & 3)
      forms.base[view][side] = newValue.constant
      forms.base[viewCount + view][side] = newValue.perWidth
      forms.base[2 * viewCount + view][side] = newValue.perHeight
    }
  }

  /// Decides whether a number is at least 0, and makes the answer a condition.
  ///
  /// - Returns: `nil` where it cannot be told for certain at this size.
  mutating func isNotNegative(_ number: AffineNumber, at root: Size) -> Bool? {
    if number.isZero { return true }
    let value = number.value(at: root)
    guard abs(value) > number.doubt(at: root) else { return nil }
    if !number.isConstant { require(value > 0 ? number : number * -1) }
    return value > 0
  }

  /// Makes it a condition that a number is surely above 0.
  private mutating func require(_ number: AffineNumber) {
    if number.perHeight == 0 {
      Self.bound(number.constant, number.perWidth, &least.width, &most.width)
    } else if number.perWidth == 0 {
      Self.bound(number.constant, number.perHeight, &least.height, &most.height)
    } else {
      conditions.append(number)
    }
  }

  /// Narrows a side to where `constant + slope × side` exceeds its own doubt.
  private static func bound(
    _ constant: Double, _ slope: Double, _ least: inout Double, _ most: inout Double
  ) {
    let doubt = AffineNumber.relativeDoubt * (1 + abs(constant))
    if slope > 0 {
      least = max(least, (doubt - constant) / (slope * (1 - AffineNumber.relativeDoubt)))
    } else {
      most = min(most, (constant - doubt) / (-slope * (1 + AffineNumber.relativeDoubt)))
    }
  }

  /// Whether what clamps decided is surely the same at a size.
  @inline(__always)
  private func holds(at root: Size) -> Bool {
    guard root.width > least.width, root.width < most.width, root.height > least.height,
      root.height < most.height
    else { return false }
    for index in conditions.indices
    where conditions[index].value(at: root) <= conditions[index].doubt(at: root) {
      return false
    }
    return true
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
    guard isValid, holds(at: root) else { return false }
    let target = UnsafeMutableRawPointer(frames)
    let constants = forms.base
    if !isWritten {
      isWritten = true
      for view in 0..<viewCount {
        target.storeBytes(of: constants[view], toByteOffset: view &* 32, as: SIMD4<Double>.self)
      }
    }
    work.views &+= members.count
    if isOwn {
      let perWidth = constants + viewCount
      let sides = SIMD4(root.width, root.height, root.width, root.height)
      for view in 0..<viewCount {
        target.storeBytes(
          of: constants[view] + perWidth[view] * sides, toByteOffset: view &* 32,
          as: SIMD4<Double>.self)
      }
      return true
    }
    let gains = gains.base
    for index in classes.indices {
      gains[index] = slopes[2 &* index] * root.width + slopes[2 &* index &+ 1] * root.height
    }
    let members = UnsafePointer(members.base)
    let count = self.members.count
    for index in 0..<count {
      let member = members[index]
      target.storeBytes(
        of: constants[Int(member.view)] + gains[Int(member.group)],
        toByteOffset: Int(member.view) &* 32, as: SIMD4<Double>.self)
    }
    return true
  }
}

extension SLLPlan {
  /// Computes all frames as functions of the root's size, as the clamps decide at its present one.
  ///
  /// - Returns: whether that could be done.
  func buildRegion(_ region: inout FrameRegion) -> Bool {
    guard region.isUsable else { return false }
    region.begin()
    guard fill(&region) else {
      // Sizes on which nothing can be decided come alone; rules that are not affine, always.
      region.failures += 1
      if region.failures >= 16 { region.isUsable = false }
      return false
    }
    region.failures = 0
    region.finish()
    return true
  }

  private func fill(_ region: inout FrameRegion) -> Bool {
    let root = given[0].size
    for view in 1..<max(1, viewCount) where positions[view] < 0 {
      let frame = given[view]
      for (side, value) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
        region[4 * view + side] = AffineNumber(constant: value)
      }
    }
    for index in steps.indices {
      let step = steps[index]
      let view = Int(step.view)
      let start = given[view]
      guard
        let (x, width) = place(step.horizontal, start.x, start.width, &region, root),
        let (y, height) = place(step.vertical, start.y, start.height, &region, root),
        x.isTame, y.isTame, width.isTame, height.isTame
      else { return false }
      region[4 * view] = x
      region[4 * view + 1] = y
      region[4 * view + 2] = width
      region[4 * view + 3] = height
    }
    return true
  }

  /// One axis of a view: size, clamp, place, as in a pass.
  private func place(
    _ step: AxisStep, _ givenStart: Double, _ givenSize: Double, _ region: inout FrameRegion,
    _ root: Size
  ) -> (start: AffineNumber, size: AffineNumber)? {
    var size = AffineNumber(constant: givenSize)
    var last = AffineNumber(constant: givenStart)
    if step.lineCount > 0 {
      guard let value = value(step.last, region) else { return nil }
      last = value
    }
    if step.lineCount == 2 {
      guard let first = value(step.first, region) else { return nil }
      // Its own size along a line: 1 is wanted where the last line lies after the first.
      let direction = Self.distance(step.firstLine, 0, step.lastLine, 1)
      size = (last - first) * direction
    } else if step.size >= 0 {
      guard let value = value(step.size, region) else { return nil }
      size = value
    }
    if step.minimum >= 0 {
      guard let minimum = value(step.minimum, region),
        let counts = region.isNotNegative(minimum, at: root)
      else { return nil }
      if counts {
        guard let isKept = region.isNotNegative(size - minimum, at: root) else { return nil }
        if !isKept { size = minimum }
      }
    }
    if step.maximum >= 0 {
      guard let maximum = value(step.maximum, region),
        let counts = region.isNotNegative(maximum, at: root)
      else { return nil }
      if counts {
        guard let isKept = region.isNotNegative(maximum - size, at: root) else { return nil }
        if !isKept { size = maximum }
      }
    }
    guard let isSize = region.isNotNegative(size, at: root) else { return nil }
    if !isSize { size = AffineNumber() }
    guard step.lineCount > 0 else { return (last, size) }
    return switch step.lastLine {
    case .start: (last, size)
    case .end: (last - size, size)
    case .centre: (last - size * 0.5, size)
    }
  }

  /// The form of a code, or `nil` where it is not affine, divides by zero, or passes through numbers so
  /// large that they may not be finite at another size.
  private func value(_ index: Int32, _ region: borrowing FrameRegion) -> AffineNumber? {
    let code = program.codes[index]
    switch code.kind {
    case .constant: return AffineNumber(constant: code.constant)
    case .sum: return sum(code.start, code.end, region)
    case .program:
      for index in Int(code.start)..<Int(code.end) {
        let instruction = program.instructions[index]
        guard let result = result(of: instruction, region), result.isTame else { return nil }
        region.registers[instruction.target] = result
      }
      return region.registers[Int(code.constant)]
    }
  }

  private func result(
    of instruction: RuleInstruction, _ region: borrowing FrameRegion
  ) -> AffineNumber? {
    guard let operation = instruction.operation else {
      return sum(instruction.first, instruction.second, region)
    }
    let one = region.registers[instruction.first]
    let other = region.registers[instruction.second]
    switch operation {
    case .add: return one + other
    case .subtract: return one - other
    case .multiply:
      guard one.isConstant || other.isConstant else { return nil }
      return other.isConstant ? one * other.constant : other * one.constant
    case .divide:
      guard other.isConstant, other.constant != 0 else { return nil }
      return one * (1 / other.constant)
    }
  }

  private func sum(
    _ start: Int32, _ end: Int32, _ region: borrowing FrameRegion
  ) -> AffineNumber? {
    var sum = AffineNumber()
    for index in Int(start)..<Int(end) {
      let term = program.terms[index]
      if term.number >= 0 {
        let part = region[Int(term.number)] * term.coefficient
        guard part.isTame else { return nil }
        sum = sum + part
      } else {
        let factor = term.number == -1 ? 1 : provided[-2 - term.number]
        sum = sum + AffineNumber(constant: term.coefficient * factor)
      }
      guard sum.isTame else { return nil }
    }
    return sum
  }
}
