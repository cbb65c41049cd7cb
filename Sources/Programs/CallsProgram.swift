import LayoutKitCalls
package import LayoutModel

/// Calls of a layout maker on views: the library of `LayoutKitEngine` as a program calls it.
///
/// Each pass runs every call of the scene through the library, on views, holders and makers as a
/// program has them: makers and numbers are local variables. The list of calls stands in for
/// compiled code, which would contain the numbers of its views as addresses.
package struct CallsProgramEngine: LayoutEngine {
  package let traits = LayoutKitEngine().traits

  /// The program.
  package init() {}

  package func dialects(of scene: Scene) -> [DialectName] {
    scene.layouts[.layoutkit] == nil ? [] : [.layoutkit]
  }

  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    CallsProgramLayout(try LayoutKitDialect().read(scene))
  }
}

private struct CallsProgramLayout: ResolvedLayout {
  let list: CallList
  /// True for the rectangles that are holders, by their number minus the number of views; the others
  /// are the bounds of makers.
  let isHolder: [Bool]

  init(_ list: CallList) {
    self.list = list
    var isHolder = Array(repeating: false, count: list.rectCount - list.viewCount)
    func note(_ rect: Int32) {
      if Int(rect) >= list.viewCount { isHolder[Int(rect) - list.viewCount] = true }
    }
    for target in list.targets { note(target) }
    for item in list.items where item.kind == .rect { note(item.index) }
    for call in list.calls where [.placeAfter, .placeBefore].contains(call.operation) {
      note(call.other)
    }
    self.isHolder = isHolder
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(CallsProgram(self))
  }
}

private struct CallsProgram: Program {
  let screen: Screen
  private let layout: CallsProgramLayout
  private var layouts = 0
  /// The values of the scene's numbers, which calls read.
  private var numbers: [Double]

  init(_ layout: CallsProgramLayout) {
    self.layout = layout
    screen = Screen(layout.list.tree)
    numbers = layout.list.tree.numbers.values
  }

  mutating func layOut() throws(LayoutError) {
    layouts += 1
    guard
      let failure = CallsOnViews.failure(
        of: layout, on: screen.views, numbers)
    else { return }
    let (text, position) = layout.list.texts[failure]
    throw .expressionNotFinite(text, position: position)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let view = screen.views[view.index]
    var frame = view.frame
    frame.size = frame.size.replaced(by: intrinsic)
    view.intrinsicContentSize = view.intrinsicContentSize.replaced(by: intrinsic)
    view.frame = frame
  }

  mutating func set(number: Int, to value: Double) { numbers[number] = value }

  var counters: [Counter] {
    let own = [
      Counter("frames written", layouts * (layout.list.viewCount - 1)),
      Counter("calls", layouts * layout.list.counts.calls),
    ]
    guard screen.views.contains(where: \.hasText) else { return own }
    let texts = screen.views.reduce(into: (measures: 0, requests: 0)) { sum, view in
      sum.measures += view.textCounts.measures
      sum.requests += view.textCounts.requests
    }
    return own + [
      Counter("measures", texts.measures), Counter("measure requests", texts.requests),
    ]
  }
}

/// A pass of calls on views.
///
/// A call on several views runs as the library's call on one, for each: so its calls compile, which
/// take any number of views of any type.
private struct CallsOnViews {
  private let views: UnsafePointer<Unmanaged<View>>
  private let viewCount: Int
  private let isHolder: UnsafePointer<Bool>
  private let makers: UnsafeMutablePointer<LayoutMaker>
  private let holders: UnsafeMutablePointer<RectHolder?>
  private let numbers: UnsafeMutablePointer<Double>
  private let stack: UnsafeMutablePointer<Double>

  /// Runs all calls.
  ///
  /// - Returns: the first expression whose value is not finite; no call behind it runs.
  static func failure(
    of layout: CallsProgramLayout, on views: [View], _ given: [Double]
  ) -> Int? {
    let list = layout.list
    // No memory of 0 bytes has an address.
    let (others, numbers) = (
      max(1, layout.isHolder.count), max(1, list.slotCount + list.stackDepth)
    )
    return withUnsafeTemporaryAllocation(of: LayoutMaker.self, capacity: others) { makers in
      withUnsafeTemporaryAllocation(of: RectHolder?.self, capacity: others) { holders in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: numbers) { numbers in
          makers.initialize(repeating: LayoutMaker(bounds: .zero))
          holders.initialize(repeating: nil)
          numbers.initialize(repeating: 0)
          for place in given.indices { numbers[place] = given[place] }
          defer { holders.deinitialize() }
          guard let maker = makers.baseAddress, let holder = holders.baseAddress,
            let number = numbers.baseAddress
          else { return nil }
          return layout.isHolder.withUnsafeBufferPointer { isHolder in
            views.withUnsafeBufferPointer { views in
              // References that are not counted: a program's local constants are not, either.
              views.withMemoryRebound(to: Unmanaged<View>.self) { views in
                guard let view = views.baseAddress, let isHolder = isHolder.baseAddress else {
                  return nil
                }
                let run = CallsOnViews(
                  views: view, viewCount: views.count, isHolder: isHolder, makers: maker,
                  holders: holder, numbers: number, stack: number + list.slotCount)
                return list.withLists { run.failure(of: $0) }
              }
            }
          }
        }
      }
    }
  }

  private func failure(of lists: CallList.Lists) -> Int? {
    for call in lists.calls {
      for number in call.expressions {
        let expression = lists.expressions[Int(number)]
        let terms = expression.firstTerm..<expression.termEnd
        let value = value(of: UnsafeBufferPointer(rebasing: lists.terms[terms.asInt]))
        guard value.isFinite else { return Int(number) }
        numbers[Int(expression.slot)] = value
      }
      run(
        call, UnsafeBufferPointer(rebasing: lists.targets[call.targets.asInt]),
        UnsafeBufferPointer(rebasing: lists.items[call.items.asInt]))
    }
    return nil
  }

  // MARK: - Views, holders, makers

  private func isView(_ rect: Int32) -> Bool { Int(rect) < viewCount }

  @inline(__always)
  private func withView<Result>(_ rect: Int32, _ use: (View) -> Result) -> Result {
    views[Int(rect)]._withUnsafeGuaranteedRef { use($0) }
  }

  private func holder(_ rect: Int32) -> RectHolder {
    let place = Int(rect) - viewCount
    if let known = holders[place] { return known }
    let made = RectHolder(.zero)
    holders[place] = made
    return made
  }

  /// The rectangle of a number, points.
  private func rect(_ number: Int32) -> Rect {
    if isView(number) { return withView(number) { $0.frame } }
    let other = Int(number) - viewCount
    return isHolder[other] ? holder(number).frame : makers[other].bounds
  }

  /// The maker of a call: one of its own, or one on a view's frame.
  private func maker(_ area: Int32) -> LayoutMaker {
    isView(area) ? withView(area) { makers[0].ref($0) } : makers[Int(area) - viewCount]
  }

  private func number(_ item: CallItem) -> Double {
    item.kind == .known ? item.amount : numbers[Int(item.index)]
  }

  @inline(__always)
  private func withItem<Result>(_ item: CallItem, _ use: (LayoutItem) -> Result) -> Result {
    switch item.kind {
    case .known: use(.length(item.amount))
    case .worked: use(.length(numbers[Int(item.index)]))
    case .flexible: use(.flexible(item.amount))
    case .workedFlexible: use(.flexible(numbers[Int(item.index)]))
    case .rect:
      isView(item.index)
        ? withView(item.index) { use(.view($0)) } : use(.holder(holder(item.index)))
    }
  }

  // MARK: - Calls

  private func run(
    _ call: Call, _ targets: UnsafeBufferPointer<Int32>, _ items: UnsafeBufferPointer<CallItem>
  ) {
    let isHorizontal = call.axis == .horizontal
    func each(_ set: (LayoutMaker, View) -> Void) {
      let maker = maker(call.area)
      for target in targets { withView(target) { set(maker, $0) } }
    }
    func list() -> [View] { targets.map { views[Int($0)].takeUnretainedValue() } }
    switch call.operation {
    case .size:
      let size = Size(width: number(items[0]), height: number(items[1]))
      each { $0.size($1) == size }
    case .length: setLength(call, targets, number(items[0]))
    case .lengths: setLengths(call, targets, items)
    case .sizeToFit: each { $0.sizeToFit($1) }
    case .sizeToFitWidth: maker(call.area).sizeToFit(list(), width: number(items[0]))
    case .heightToFit: maker(call.area).heightToFit(list())
    case .place: place(items, maker(call.area).run(call.axis))
    case .placeAfter: place(items, maker(call.area).run(call.axis, after: rect(call.other)))
    case .placeBefore: place(items, maker(call.area).run(call.axis, before: rect(call.other)))
    case .alignStart:
      if isHorizontal { each { $0.xLeft($1) } } else { each { $0.yTop($1) } }
    case .alignEnd:
      if isHorizontal { each { $0.xRight($1) } } else { each { $0.yBottom($1) } }
    case .alignCentre:
      if isHorizontal { each { $0.xCenter($1) } } else { each { $0.yCenter($1) } }
    case .center: each { $0.center($1) }
    case .fill:
      if isHorizontal { each { $0.xEqual($1) } } else { each { $0.yEqual($1) } }
    case .equal: each { $0.equal($1) }
    case .flexibleValue:
      var run = maker(call.area).run(call.axis)
      for item in items { withItem(item) { run.add($0) } }
      numbers[Int(call.other)] = run.share()
    case .inset:
      makers[Int(call.area) - viewCount].insetBounds(
        top: number(items[0]), left: number(items[1]), bottom: number(items[2]),
        right: number(items[3]))
    case .set:
      let rect = Rect(
        x: number(items[0]), y: number(items[1]), width: number(items[2]),
        height: number(items[3]))
      let place = Int(call.area) - viewCount
      if !isHolder[place] {
        makers[place].resetBounds(rect)
      } else if let known = holders[place] {
        known.frame = rect
      } else {
        holders[place] = RectHolder(rect)
      }
    case .copy: makers[Int(call.area) - viewCount].resetBounds(rect(call.other))
    case .bounds:
      makers[Int(call.area) - viewCount] = withView(call.other) { LayoutMaker(bounds: $0.bounds) }
    }
  }

  private func setLength(
    _ call: Call, _ targets: UnsafeBufferPointer<Int32>, _ length: Double
  ) {
    let maker = maker(call.area)
    func set(_ target: some LengthTarget) {
      if call.axis == .horizontal {
        maker.width(target) == length
      } else {
        maker.height(target) == length
      }
    }
    for target in targets where target >= 0 {
      if isView(target) { withView(target) { set($0) } } else { set(holder(target)) }
    }
  }

  private func setLengths(
    _ call: Call, _ targets: UnsafeBufferPointer<Int32>, _ items: UnsafeBufferPointer<CallItem>
  ) {
    // The values are an array in a program, too.
    let values = items.map { item -> any PlaceItem in
      switch item.kind {
      case .known, .worked: number(item)
      case .flexible: Flexible(shares: item.amount)
      case .workedFlexible: Flexible(shares: numbers[Int(item.index)])
      case .rect:
        isView(item.index) ? views[Int(item.index)].takeUnretainedValue() : holder(item.index)
      }
    }
    let run = ItemRun(call.axis, in: maker(call.area).bounds, values)
    for (target, value) in zip(targets, values) where target >= 0 {
      if isView(target) {
        withView(target) { run.set($0, to: value.layoutItem) }
      } else {
        run.set(holder(target), to: value.layoutItem)
      }
    }
  }

  private func place(_ items: UnsafeBufferPointer<CallItem>, _ run: ItemRun) {
    var run = run
    for item in items { withItem(item) { run.add($0) } }
    run.share()
    for item in items { withItem(item) { run.place($0) } }
  }

  // MARK: - Expressions

  private func value(of terms: UnsafeBufferPointer<CallTerm>) -> Double {
    var depth = 0
    for term in terms {
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
    return stack[0]
  }

  private func operand(_ term: CallTerm) -> Double {
    switch term.operation {
    case .slot: numbers[Int(term.index)]
    case .left: rect(term.index).left
    case .right: rect(term.index).right
    case .top: rect(term.index).top
    case .bottom: rect(term.index).bottom
    case .width: rect(term.index).width
    case .height: rect(term.index).height
    case .centerX: rect(term.index).centerX
    case .centerY: rect(term.index).centerY
    default: term.amount
    }
  }
}

// In the module that calls it: Swift would not specialise it for another one.
extension CallList {
  /// Hands the lists to a run of the calls.
  @inline(__always)
  fileprivate func withLists<Result>(_ run: (Lists) -> Result) -> Result {
    calls.withUnsafeBufferPointer { calls in
      targets.withUnsafeBufferPointer { targets in
        items.withUnsafeBufferPointer { items in
          expressions.withUnsafeBufferPointer { expressions in
            terms.withUnsafeBufferPointer { terms in
              run((calls, targets, items, expressions, terms))
            }
          }
        }
      }
    }
  }
}
