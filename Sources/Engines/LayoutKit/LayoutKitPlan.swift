import LayoutModel

/// Calls that run again from the first in each pass, on the frames that the pass before left.
struct LayoutKitPlan: LayoutPlan, ~Copyable {
  private struct Failure: Error { let operation: Int32 }

  private let code: CallCode
  private let names: [String]
  private let viewCount: Int
  private var rootSize: Size
  private var intrinsic: [IntrinsicSize]
  private var pending: [(view: Int, size: IntrinsicSize)] = []
  private var makers: [Rect]
  private var holders: [Rect]
  private var keptNumbers: [Double]
  private var keptRects: [Rect]
  private var stack: [Double]
  private var lengths: [Double]

  init(_ code: CallCode, in tree: ViewTree) {
    self.code = code
    names = tree.names
    viewCount = tree.count
    rootSize = tree.rootSize
    intrinsic = tree.traits.map(\.intrinsic)
    makers = Array(repeating: .zero, count: code.makerCount)
    holders = Array(repeating: .zero, count: code.holderCount)
    keptNumbers = Array(repeating: 0, count: code.keptNumberCount)
    keptRects = Array(repeating: .zero, count: code.keptRectCount)
    stack = Array(repeating: 0, count: code.deepestStack)
    lengths = Array(repeating: 0, count: code.longestList)
  }

  mutating func resize(to size: Size) { rootSize = size }

  mutating func edit(_ view: ViewID, intrinsic size: IntrinsicSize) {
    for axis in Axis.allCases where size[axis] != nil {
      intrinsic[view.index][axis] = size[axis]
    }
    pending.append((view.index, size))
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    for (view, size) in pending {
      if let width = size.horizontal { frames[view].width = width }
      if let height = size.vertical { frames[view].height = height }
    }
    pending.removeAll(keepingCapacity: true)
    frames[0] = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
    makers[0] = frames[0]
    do throws(Failure) {
      for index in code.steps.indices { try run(code.steps[index], &frames) }
    } catch {
      guard let (text, position) = code.sources[error.operation] else {
        throw .notFinite(view: "root", rule: nil)
      }
      throw .expressionNotFinite(text, position: position)
    }
    var check = 0.0
    for index in 1..<max(1, viewCount) {
      let frame = frames[index]
      check += (frame.x + frame.y + frame.width + frame.height) * 0
    }
    guard check != 0 else { return }
    for index in 1..<viewCount where !frames[index].isFinite {
      throw .notFinite(view: names[index], rule: nil)
    }
  }

  // MARK: - Calls

  @inline(__always)
  private func rect(_ index: Int32, _ frames: borrowing MutableSpan<Rect>) -> Rect {
    let index = Int(index)
    return index < viewCount ? frames[index] : holders[index - viewCount]
  }

  @inline(__always)
  private mutating func change(
    _ index: Int32, _ frames: inout MutableSpan<Rect>, _ body: (inout Rect) -> Void
  ) {
    let index = Int(index)
    if index < viewCount {
      body(&frames[index])
    } else {
      body(&holders[index - viewCount])
    }
  }

  @inline(__always)
  private func bounds(_ bounds: CallCode.Bounds, _ frames: borrowing MutableSpan<Rect>) -> Rect {
    switch bounds {
    case .maker(let maker): makers[Int(maker)]
    case .frame(let view): rect(view, frames)
    }
  }

  private mutating func run(
    _ step: CallCode.Step, _ frames: inout MutableSpan<Rect>
  ) throws(Failure) {
    switch step {
    case .size(let targets, let width, let height):
      let width = try number(width, frames)
      let height = try number(height, frames)
      for target in targets.indices {
        change(code.targets[target], &frames) { rect in
          rect.width = width
          rect.height = height
        }
      }
    case .setAll(let axis, let targets, let length):
      let length = try number(length, frames)
      for target in targets.indices where code.targets[target] >= 0 {
        change(code.targets[target], &frames) { $0.set(axis, length: length) }
      }
    case .setEach(let axis, let targets, let items, let area):
      try setEach(axis, targets, items, area, &frames)
    case .sizeToFit(let targets):
      for target in targets.indices {
        let view = Int(code.targets[target])
        if let width = intrinsic[view].horizontal { frames[view].width = width }
        if let height = intrinsic[view].vertical { frames[view].height = height }
      }
    case .place(let axis, let items, let anchor, let area):
      try place(axis, items, anchor, area, &frames)
    case .align(let axis, let side, let targets, let area):
      let area = bounds(area, frames)
      for target in targets.indices {
        change(code.targets[target], &frames) { rect in
          let start =
            switch side {
            case .start: area.start(axis)
            case .end: area.start(axis) + area.length(axis) - rect.length(axis)
            case .centre: area.start(axis) + area.length(axis) / 2 - rect.length(axis) / 2
            }
          rect.set(axis, start: start)
        }
      }
    case .equal(let axis, let targets, let area):
      let area = bounds(area, frames)
      for target in targets.indices {
        change(code.targets[target], &frames) { rect in
          rect.set(axis, start: area.start(axis))
          rect.set(axis, length: area.length(axis))
        }
      }
    case .flexibleValue(let kept, let axis, let items, let area):
      let room = bounds(area, frames).length(axis)
      keptNumbers[Int(kept)] = try flexible(axis, items, room: room, frames)
    default: try runOnMaker(step, &frames)
    }
  }

  /// Calls that change a maker, or make one.
  private mutating func runOnMaker(
    _ step: CallCode.Step, _ frames: inout MutableSpan<Rect>
  ) throws(Failure) {
    switch step {
    case .inset(let maker, let top, let left, let bottom, let right, let keep):
      let old = makers[Int(maker)]
      let (top, left) = (try number(top, frames), try number(left, frames))
      let (bottom, right) = (try number(bottom, frames), try number(right, frames))
      if keep >= 0 { keptRects[Int(keep)] = old }
      makers[Int(maker)] = Rect(
        x: old.x + left, y: old.y + top, width: old.width - left - right,
        height: old.height - top - bottom)
    case .resetToKept(let maker, let kept): makers[Int(maker)] = keptRects[Int(kept)]
    case .resetToRect(let maker, let sides): makers[Int(maker)] = try rect(sides, frames)
    case .makerOfView(let maker, let view):
      let frame = rect(view, frames)
      makers[Int(maker)] = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    case .makerOfRect(let maker, let sides): makers[Int(maker)] = try rect(sides, frames)
    case .holder(let holder, let sides): holders[Int(holder)] = try rect(sides, frames)
    default: break
    }
  }

  private mutating func rect(
    _ sides: CallCode.Slice, _ frames: borrowing MutableSpan<Rect>
  ) throws(Failure) -> Rect {
    var numbers = (0.0, 0.0, 0.0, 0.0)
    for (place, index) in sides.indices.enumerated() {
      guard case .length(let length) = code.items[index] else { continue }
      let value = try number(length, frames)
      switch place {
      case 0: numbers.0 = value
      case 1: numbers.1 = value
      case 2: numbers.2 = value
      default: numbers.3 = value
      }
    }
    return Rect(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3)
  }

  /// The value of one flexible: what is left of the room, shared.
  private mutating func flexible(
    _ axis: Axis, _ items: CallCode.Slice, room: Double, _ frames: borrowing MutableSpan<Rect>
  ) throws(Failure) -> Double {
    var length = 0.0
    var shares = 0.0
    for (place, index) in items.indices.enumerated() {
      switch code.items[index] {
      case .length(let own):
        lengths[place] = try number(own, frames)
        length += lengths[place]
      case .rect(let view): length += rect(view, frames).length(axis)
      case .flexible(let share):
        lengths[place] = try number(share, frames)
        shares += lengths[place]
      }
    }
    return shares < 0x1p-52 ? 0 : (room - length) / shares
  }

  private mutating func place(
    _ axis: Axis, _ items: CallCode.Slice, _ anchor: CallCode.Anchor, _ area: CallCode.Bounds,
    _ frames: inout MutableSpan<Rect>
  ) throws(Failure) {
    let area = bounds(area, frames)
    var pen = area.start(axis)
    var end = pen + area.length(axis)
    switch anchor {
    case .none: break
    case .first(let view):
      let fixed = rect(view, frames)
      pen = fixed.start(axis) + fixed.length(axis)
    case .last(let view): end = rect(view, frames).start(axis)
    }
    let room: Double
    if case .none = anchor { room = area.length(axis) } else { room = end - pen }
    let value = try flexible(axis, items, room: room, frames)
    for (place, index) in items.indices.enumerated() {
      switch code.items[index] {
      case .length: pen += lengths[place]
      case .flexible: pen += lengths[place] * value
      case .rect(let view):
        change(view, &frames) { $0.set(axis, start: pen) }
        pen += rect(view, frames).length(axis)
      }
    }
  }

  /// One value for each view; numbers are read before the call, sizes of views as they become.
  private mutating func setEach(
    _ axis: Axis, _ targets: CallCode.Slice, _ items: CallCode.Slice, _ area: CallCode.Bounds,
    _ frames: inout MutableSpan<Rect>
  ) throws(Failure) {
    let value = try flexible(
      axis, items, room: bounds(area, frames).length(axis), frames)
    for (place, (target, index)) in zip(targets.indices, items.indices).enumerated() {
      let length =
        switch code.items[index] {
        case .length: lengths[place]
        case .flexible: lengths[place] * value
        case .rect(let view): rect(view, frames).length(axis)
        }
      guard code.targets[target] >= 0 else { continue }
      change(code.targets[target], &frames) { $0.set(axis, length: length) }
    }
  }

  // MARK: - Numbers

  @inline(__always)
  private mutating func number(
    _ number: CallCode.Number, _ frames: borrowing MutableSpan<Rect>
  ) throws(Failure) -> Double {
    number.start == number.end ? number.constant : try evaluate(number, frames)
  }

  private mutating func evaluate(
    _ number: CallCode.Number, _ frames: borrowing MutableSpan<Rect>
  ) throws(Failure) -> Double {
    var top = -1
    for index in Int(number.start)..<Int(number.end) {
      switch code.operations[index] {
      case .push(let value):
        top += 1
        stack[top] = value
      case .makerWidth(let maker):
        top += 1
        stack[top] = makers[Int(maker)].width
      case .makerHeight(let maker):
        top += 1
        stack[top] = makers[Int(maker)].height
      case .kept(let kept):
        top += 1
        stack[top] = keptNumbers[Int(kept)]
      case .attribute(let view, let attribute):
        top += 1
        stack[top] = attribute.value(of: rect(view, frames))
      case .add:
        top -= 1
        stack[top] += stack[top + 1]
      case .subtract:
        top -= 1
        stack[top] -= stack[top + 1]
      case .multiply:
        top -= 1
        stack[top] *= stack[top + 1]
      case .divide:
        top -= 1
        stack[top] /= stack[top + 1]
      case .negate: stack[top] = -stack[top]
      }
    }
    let value = stack[0]
    guard value.isFinite else { throw Failure(operation: number.start) }
    return value
  }
}
