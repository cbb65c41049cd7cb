import LayoutModel

/// The memory that calls run on.
struct CallRun {
  let frames: UnsafeMutablePointer<Rect>
  /// Other rectangles, at the same numbers: the first has number `viewCount`.
  let others: UnsafeMutablePointer<Rect>
  let viewCount: Int32
  let slots: UnsafeMutablePointer<Double>
  let stack: UnsafeMutablePointer<Double>
  let contents: UnsafeMutablePointer<Size>
  /// The texts that views show; `nil` where none does.
  unowned(unsafe) let texts: ShownTexts?

  @inline(__always)
  private func rect(_ number: Int32) -> UnsafeMutablePointer<Rect> {
    (number < viewCount ? frames : others) + Int(number)
  }

  /// Runs all calls.
  ///
  /// - Returns: the first expression whose value is not finite; no call behind it runs.
  func failure(of list: CallList) -> Int? {
    list.calls.withUnsafeBufferPointer { calls in
      list.targets.withUnsafeBufferPointer { targets in
        list.items.withUnsafeBufferPointer { items in
          list.expressions.withUnsafeBufferPointer { expressions in
            list.terms.withUnsafeBufferPointer { terms in
              for call in calls {
                for number in call.expressions where !work(out: expressions[Int(number)], terms) {
                  return Int(number)
                }
                run(
                  call, UnsafeBufferPointer(rebasing: targets[call.targets.asInt]),
                  UnsafeBufferPointer(rebasing: items[call.items.asInt]))
              }
              return nil
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func run(
    _ call: Call, _ targets: UnsafeBufferPointer<Int32>, _ items: UnsafeBufferPointer<CallItem>
  ) {
    let area = rect(call.area)
    let axis = call.axis
    switch call.operation {
    case .size:
      let size = Size(width: number(items[0]), height: number(items[1]))
      for target in targets { rect(target).pointee.size = size }
    case .length:
      let length = number(items[0])
      for target in targets where target >= 0 { rect(target).pointee.set(axis, length: length) }
    case .lengths:
      let value = share(items, axis, room: area.pointee.length(axis))
      for (target, item) in zip(targets, items) {
        let length = length(of: item, axis, flexible: value)
        if target >= 0 { rect(target).pointee.set(axis, length: length) }
      }
    case .sizeToFit:
      for target in targets {
        let (view, content) = (frames + Int(target), contents[Int(target)])
        if !content.width.isNaN { view.pointee.width = content.width }
        if !content.height.isNaN { view.pointee.height = content.height }
      }
    case .sizeToFitWidth:
      let width = number(items[0])
      for target in targets { fit(Int(target), width, keepsWidth: false) }
    case .heightToFit:
      for target in targets {
        fit(Int(target), frames[Int(target)].width, keepsWidth: true)
      }
    case .place, .placeAfter, .placeBefore: place(call, area, items)
    case .alignStart: align(targets, .start, area.pointee, axis)
    case .alignEnd: align(targets, .end, area.pointee, axis)
    case .alignCentre: align(targets, .centre, area.pointee, axis)
    case .center:
      // A target may be the area itself.
      let bounds = area.pointee
      align(targets, .centre, bounds, .horizontal)
      align(targets, .centre, bounds, .vertical)
    case .fill:
      let bounds = area.pointee
      for target in targets {
        rect(target).pointee.set(axis, start: bounds.start(axis))
        rect(target).pointee.set(axis, length: bounds.length(axis))
      }
    case .equal:
      let bounds = area.pointee
      for target in targets { rect(target).pointee = bounds }
    case .flexibleValue:
      slots[Int(call.other)] = share(items, axis, room: area.pointee.length(axis))
    case .inset:
      area.pointee = area.pointee.inset(
        top: number(items[0]), left: number(items[1]), bottom: number(items[2]),
        right: number(items[3]))
    case .set:
      area.pointee = Rect(
        x: number(items[0]), y: number(items[1]), width: number(items[2]),
        height: number(items[3]))
    case .copy: area.pointee = rect(call.other).pointee
    case .bounds:
      let view = rect(call.other).pointee
      area.pointee = Rect(x: 0, y: 0, width: view.width, height: view.height)
    }
  }

  /// Gives a view the size of its content at a width: that of its text, else the content's own.
  private func fit(_ view: Int, _ width: Double, keepsWidth: Bool) {
    let size = texts?.size(of: view, atWidth: width) ?? contents[view]
    if !keepsWidth, !size.width.isNaN { frames[view].width = size.width }
    if !size.height.isNaN { frames[view].height = size.height }
  }

  // MARK: - Lists of items

  private func place(
    _ call: Call, _ area: UnsafeMutablePointer<Rect>, _ items: UnsafeBufferPointer<CallItem>
  ) {
    let axis = call.axis
    var pen = area.pointee.start(axis)
    var room = area.pointee.length(axis)
    switch call.operation {
    case .placeAfter:
      let end = pen + room
      let fixed = rect(call.other).pointee
      pen = fixed.start(axis) + fixed.length(axis)
      room = end - pen
    case .placeBefore: room = rect(call.other).pointee.start(axis) - pen
    default: break
    }
    let value = share(items, axis, room: room)
    for item in items {
      let length = length(of: item, axis, flexible: value)
      if item.kind == .rect { rect(item.index).pointee.set(axis, start: pen) }
      pen += length
    }
  }

  /// The value of one flexible of a list, given its room, points.
  private func share(
    _ items: UnsafeBufferPointer<CallItem>, _ axis: Axis, room: Double
  ) -> Double {
    var (length, shares) = (0.0, 0.0)
    for item in items {
      switch item.kind {
      case .flexible: shares += item.amount
      case .workedFlexible: shares += slots[Int(item.index)]
      case .known: length += item.amount
      case .worked: length += slots[Int(item.index)]
      case .rect: length += rect(item.index).pointee.length(axis)
      }
    }
    return Double.share(of: room - length, among: shares)
  }

  /// The present length of an item, points.
  @inline(__always)
  private func length(of item: CallItem, _ axis: Axis, flexible value: Double) -> Double {
    switch item.kind {
    case .known: item.amount
    case .worked: slots[Int(item.index)]
    case .flexible: item.amount * value
    case .workedFlexible: slots[Int(item.index)] * value
    case .rect: rect(item.index).pointee.length(axis)
    }
  }

  @inline(__always)
  private func number(_ item: CallItem) -> Double {
    item.kind == .known ? item.amount : slots[Int(item.index)]
  }

  @inline(__always)
  private func align(
    _ targets: UnsafeBufferPointer<Int32>, _ side: Side, _ bounds: Rect, _ axis: Axis
  ) {
    let (start, room) = (bounds.start(axis), bounds.length(axis))
    for target in targets {
      let view = rect(target)
      view.pointee.set(
        axis, start: side.start(of: view.pointee.length(axis), from: start, room: room))
    }
  }

  // MARK: - Expressions

  /// Puts the value of an expression into its slot.
  ///
  /// - Returns: whether it is finite.
  @inline(__always)
  private func work(
    out expression: CallExpression, _ terms: UnsafeBufferPointer<CallTerm>
  ) -> Bool {
    var depth = 0
    for place in expression.firstTerm..<expression.termEnd {
      let term = terms[Int(place)]
      switch term.operation {
      case .add:
        depth -= 1
        stack[depth - 1] += stack[depth]
      case .subtract:
        depth -= 1
        stack[depth - 1] -= stack[depth]
      case .multiply:
        depth -= 1
        stack[depth - 1] *= stack[depth]
      case .divide:
        depth -= 1
        stack[depth - 1] /= stack[depth]
      case .negate: stack[depth - 1] = -stack[depth - 1]
      default:
        stack[depth] = operand(term)
        depth += 1
      }
    }
    slots[Int(expression.slot)] = stack[0]
    return stack[0].isFinite
  }

  private func operand(_ term: CallTerm) -> Double {
    switch term.operation {
    case .slot: slots[Int(term.index)]
    case .left: rect(term.index).pointee.left
    case .right: rect(term.index).pointee.right
    case .top: rect(term.index).pointee.top
    case .bottom: rect(term.index).pointee.bottom
    case .width: rect(term.index).pointee.width
    case .height: rect(term.index).pointee.height
    case .centerX: rect(term.index).pointee.centerX
    case .centerY: rect(term.index).pointee.centerY
    default: term.amount
    }
  }
}
