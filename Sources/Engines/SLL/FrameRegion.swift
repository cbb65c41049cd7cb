import LayoutModel

/// A number that is `constant + perWidth × root's width + perHeight × root's height`.
struct AffineNumber: BitwiseCopyable {
  var constant = 0.0
  var perWidth = 0.0
  var perHeight = 0.0

  /// Where every coefficient is less, the number is 0 whatever the root's size.
  private static let smallest = 1e-12

  var isConstant: Bool { perWidth == 0 && perHeight == 0 }
  var isZero: Bool {
    abs(constant) < Self.smallest && abs(perWidth) < Self.smallest
      && abs(perHeight) < Self.smallest
  }
  var isFinite: Bool { constant.isFinite && perWidth.isFinite && perHeight.isFinite }

  func value(at root: Size) -> Double {
    constant + perWidth * root.width + perHeight * root.height
  }

  /// How large the value can be for its digits to be trusted: what is lost in the sum.
  func doubt(at root: Size) -> Double {
    1e-9 * (1 + abs(constant) + abs(perWidth) * root.width + abs(perHeight) * root.height)
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
/// A resize within them is two multiply-adds a view. Conditions are what clamps decided; one that
/// cannot be told for certain at a size leaves that size to the rules themselves.
struct FrameRegion {
  /// Whether there are forms for the present given sizes.
  var isValid = false
  /// Whether the rules are affine at all, and mostly away from the points where clamps decide.
  var isUsable = true
  var failures = 0
  private(set) var conditions: [AffineNumber] = []
  let registers: UnsafeMutablePointer<AffineNumber>
  private let viewCount: Int
  /// Four numbers a view, three times: constants, coefficients of the width, of the height.
  private let forms: UnsafeMutablePointer<SIMD4<Double>>

  init(viewCount: Int, registerCount: Int) {
    self.viewCount = viewCount
    forms = .allocate(capacity: 3 * viewCount)
    forms.initialize(repeating: .zero, count: 3 * viewCount)
    registers = .allocate(capacity: registerCount)
    registers.initialize(repeating: AffineNumber(), count: registerCount)
  }

  func deallocate() {
    forms.deallocate()
    registers.deallocate()
  }

  /// Forgets all conditions, and sets the root's own frame.
  mutating func begin() {
    isValid = false
    conditions.removeAll(keepingCapacity: true)
    forms[0] = .zero
    forms[viewCount] = SIMD4(0, 0, 1, 0)
    forms[2 * viewCount] = SIMD4(0, 0, 0, 1)
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
      forms[view][side] = newValue.constant
      forms[viewCount + view][side] = newValue.perWidth
      forms[2 * viewCount + view][side] = newValue.perHeight
    }
  }

  /// Decides whether a number is at least 0, and makes the answer a condition.
  ///
  /// - Returns: `nil` where it cannot be told for certain at this size.
  mutating func isNotNegative(_ number: AffineNumber, at root: Size) -> Bool? {
    if number.isZero { return true }
    let value = number.value(at: root)
    guard abs(value) > number.doubt(at: root) else { return nil }
    if !number.isConstant { conditions.append(value > 0 ? number : number * -1) }
    return value > 0
  }

  /// Writes all frames, where the conditions hold at a size.
  @inline(__always)
  func writes(_ frames: UnsafeMutableBufferPointer<Rect>, for root: Size) -> Bool {
    guard isValid, let base = frames.baseAddress else { return false }
    for condition in conditions
    where condition.value(at: root) <= condition.doubt(at: root) {
      return false
    }
    let target = UnsafeMutableRawPointer(base)
    let (perWidth, perHeight) = (forms + viewCount, forms + 2 * viewCount)
    for view in 0..<viewCount {
      let frame =
        forms[view] + perWidth[view] * root.width + perHeight[view] * root.height
      target.storeBytes(of: frame, toByteOffset: view &* 32, as: SIMD4<Double>.self)
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
    region.isValid = true
    return true
  }

  private func fill(_ region: inout FrameRegion) -> Bool {
    let root = given[0].size
    for index in unruled {
      let frame = given[Int(index)]
      for (side, value) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
        region[4 * Int(index) + side] = AffineNumber(constant: value)
      }
    }
    for index in steps.indices {
      let step = steps[index]
      let view = Int(step.view)
      let start = given[view]
      guard
        let (x, width) = place(step.horizontal, start.x, start.width, &region, root),
        let (y, height) = place(step.vertical, start.y, start.height, &region, root),
        x.isFinite, y.isFinite, width.isFinite, height.isFinite
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

  /// The form of a code, or `nil` where it is not affine or divides by zero.
  private func value(_ index: Int32, _ region: FrameRegion) -> AffineNumber? {
    let code = codes[Int(index)]
    switch code.kind {
    case .constant: return AffineNumber(constant: code.constant)
    case .sum: return sum(code.start, code.end, region)
    case .program:
      for index in Int(code.start)..<Int(code.end) {
        let instruction = instructions[index]
        let target = Int(instruction.target)
        guard let operation = instruction.operation else {
          region.registers[target] = sum(instruction.first, instruction.second, region)
          continue
        }
        let one = region.registers[Int(instruction.first)]
        let other = region.registers[Int(instruction.second)]
        switch operation {
        case .add: region.registers[target] = one + other
        case .subtract: region.registers[target] = one - other
        case .multiply:
          guard one.isConstant || other.isConstant else { return nil }
          region.registers[target] =
            other.isConstant ? one * other.constant : other * one.constant
        case .divide:
          guard other.isConstant, other.constant != 0 else { return nil }
          region.registers[target] = one * (1 / other.constant)
        }
      }
      let result = region.registers[Int(code.constant)]
      return result.isFinite ? result : nil
    }
  }

  private func sum(_ start: Int32, _ end: Int32, _ region: FrameRegion) -> AffineNumber {
    var sum = AffineNumber()
    for index in Int(start)..<Int(end) {
      let term = terms[index]
      sum =
        term.number < 0
        ? sum + AffineNumber(constant: term.coefficient)
        : sum + region[Int(term.number)] * term.coefficient
    }
    return sum
  }
}
