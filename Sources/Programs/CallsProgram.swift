import LayoutKitCalls
package import LayoutModel

/// Calls of a layout maker on views: the library of `LayoutKitEngine` as a program calls it.
///
/// Each call of the scene is a closure, made before any view: closures stand in for compiled code.
/// Lists of views and items are arrays that the program makes with its views; numbers are stored
/// when they are known.
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

/// A number that is computed when the program runs.
private typealias Number = @Sendable (CallsScreen) -> Double

/// A call of the maker, as a program's source would contain it.
private typealias Statement = @Sendable (inout CallsScreen) -> Void

private struct CallsProgramLayout: ResolvedLayout {
  let list: CallList
  let statements: [Statement]

  init(_ list: CallList) {
    self.list = list
    statements = list.calls.indices.map { CallsProgramLayout.statement(list, $0) }
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ProgramPlan(CallsProgram(self))
  }
}

private struct CallsProgram: Program {
  var screen: Screen { calls.screen }
  private var calls: CallsScreen
  private let layout: CallsProgramLayout
  private var layouts = 0

  init(_ layout: CallsProgramLayout) {
    self.layout = layout
    calls = CallsScreen(layout.list)
  }

  mutating func layOut() throws(LayoutError) {
    layouts += 1
    for statement in layout.statements { statement(&calls) }
    guard calls.failure == nil else {
      let (text, position) = layout.list.texts[calls.failure ?? 0]
      calls.failure = nil
      throw .expressionNotFinite(text, position: position)
    }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let view = screen.views[view.index]
    var frame = view.frame
    frame.size = frame.size.replaced(by: intrinsic)
    view.intrinsicContentSize = view.intrinsicContentSize.replaced(by: intrinsic)
    view.frame = frame
  }

  var counters: [Counter] {
    let calls = Counter("calls", layouts * layout.list.counts.calls)
    guard screen.views.contains(where: \.hasText) else { return [calls] }
    let texts = screen.views.reduce(into: (measures: 0, requests: 0)) { sum, view in
      sum.measures += view.textCounts.measures
      sum.requests += view.textCounts.requests
    }
    return [
      calls, Counter("measures", texts.measures), Counter("measure requests", texts.requests),
    ]
  }
}

/// The views of a screen with the makers, holders and numbers that its calls use.
private struct CallsScreen {
  let screen: Screen
  let viewCount: Int
  /// Rectangles that are no frames, by their number minus the number of views: a maker, a holder,
  /// or the bounds of a stored rectangle.
  var makers: [LayoutMaker]
  let holders: [RectHolder?]
  var numbers: [Double]
  /// The views of each call, and the items of each call.
  let views: [[View]]
  var items: [[any PlaceItem]]
  let targets: [[any LengthTarget]]
  /// The first expression whose value is not finite.
  var failure: Int?

  /// Calls that take a list of items.
  private static let takesItems: [Call.Operation] = [
    .lengths, .place, .placeAfter, .placeBefore, .flexibleValue,
  ]

  init(_ list: CallList) {
    screen = Screen(list.tree)
    viewCount = list.viewCount
    let (all, others) = (screen.views, list.rectCount - list.viewCount)
    makers = Array(repeating: LayoutMaker(bounds: .zero), count: others)
    numbers = Array(repeating: 0, count: list.slotCount)
    var isHolder = Array(repeating: false, count: others)
    for rect in list.targets where Int(rect) >= list.viewCount {
      isHolder[Int(rect) - list.viewCount] = true
    }
    for item in list.items where item.kind == .rect && Int(item.index) >= list.viewCount {
      isHolder[Int(item.index) - list.viewCount] = true
    }
    for call in list.calls
    where [.placeAfter, .placeBefore].contains(call.operation) && Int(call.other) >= list.viewCount
    {
      isHolder[Int(call.other) - list.viewCount] = true
    }
    let holders = isHolder.map { $0 ? RectHolder(.zero) : nil }
    func place(_ rect: Int32) -> any FramedItem {
      Int(rect) < list.viewCount
        ? all[Int(rect)] : holders[Int(rect) - list.viewCount] ?? RectHolder(.zero)
    }
    views = list.calls.map { call in
      guard ![.length, .lengths].contains(call.operation) else { return [] }
      return call.targets.compactMap { list.targets[Int($0)] }
        .filter { $0 >= 0 && Int($0) < list.viewCount }.map { all[Int($0)] }
    }
    targets = list.calls.map { call in
      guard [.length, .lengths].contains(call.operation) else { return [] }
      return call.targets.map { index -> any LengthTarget in
        let rect = list.targets[Int(index)]
        guard rect >= 0 else { return PlaceHolder() }
        return Int(rect) < list.viewCount
          ? all[Int(rect)] : holders[Int(rect) - list.viewCount] ?? RectHolder(.zero)
      }
    }
    items = list.calls.map { call in
      guard Self.takesItems.contains(call.operation) else { return [] }
      return call.items.map { index -> any PlaceItem in
        let item = list.items[Int(index)]
        return switch item.kind {
        case .known, .worked: item.amount
        case .flexible, .workedFlexible: Flexible(shares: item.amount)
        case .rect: place(item.index)
        }
      }
    }
    self.holders = holders
  }

  /// The rectangle of a number, points.
  func rect(_ number: Int32) -> Rect {
    guard Int(number) >= viewCount else { return screen.views[Int(number)].frame }
    let other = Int(number) - viewCount
    return holders[other]?.frame ?? makers[other].bounds
  }

  /// The maker of a call: one of its own, or one on a view's frame.
  func maker(_ area: Int32) -> LayoutMaker {
    Int(area) < viewCount
      ? makers.first.map { $0.ref(screen.views[Int(area)]) } ?? LayoutMaker(bounds: .zero)
      : makers[Int(area) - viewCount]
  }

  /// A view or a holder.
  func framed(_ rect: Int32) -> any FramedItem {
    Int(rect) < viewCount
      ? screen.views[Int(rect)] : holders[Int(rect) - viewCount] ?? RectHolder(.zero)
  }
}

extension CallsProgramLayout {
  /// A call after the numbers that it needs are computed.
  fileprivate static func statement(_ list: CallList, _ place: Int) -> Statement {
    let call = list.calls[place]
    let run = operation(list, place)
    let expressions = call.expressions.map { index in
      (number: Int(index), slot: Int(list.expressions[Int(index)].slot), value: value(list, index))
    }
    let worked = call.items.enumerated().compactMap { own, index -> (Int, Int, Bool)? in
      let item = list.items[Int(index)]
      switch item.kind {
      case .worked: return (own, Int(item.index), false)
      case .workedFlexible: return (own, Int(item.index), true)
      case .known, .flexible, .rect: return nil
      }
    }
    guard !expressions.isEmpty || !worked.isEmpty else { return run }
    return { screen in
      guard screen.failure == nil else { return }
      for expression in expressions {
        let value = expression.value(screen)
        guard value.isFinite else {
          screen.failure = expression.number
          return
        }
        screen.numbers[expression.slot] = value
      }
      for (own, slot, isFlexible) in worked where own < screen.items[place].count {
        let number = screen.numbers[slot]
        screen.items[place][own] = isFlexible ? Flexible(shares: number) : number
      }
      run(&screen)
    }
  }

  private static func operation(_ list: CallList, _ place: Int) -> Statement {
    let call = list.calls[place]
    let (area, other) = (call.area, call.other)
    func along(_ horizontal: @escaping Statement, _ vertical: @escaping Statement) -> Statement {
      call.axis == .horizontal ? horizontal : vertical
    }
    let own = Int(area) - list.viewCount
    func number(_ index: Int) -> Number {
      let item = list.items[Int(call.items.lowerBound) + index]
      let (slot, amount) = (Int(item.index), item.amount)
      if item.kind == .known { return { _ in amount } }
      return { screen in screen.numbers[slot] }
    }
    switch call.operation {
    case .size:
      let (width, height) = (number(0), number(1))
      return { screen in
        screen.maker(area).size(screen.views[place])
          == Size(width: width(screen), height: height(screen))
      }
    case .length:
      let length = number(0)
      return along(
        { $0.maker(area).width($0.targets[place]) == length($0) },
        { $0.maker(area).height($0.targets[place]) == length($0) })
    case .lengths:
      return along(
        { $0.maker(area).width($0.targets[place]) == $0.items[place] },
        { $0.maker(area).height($0.targets[place]) == $0.items[place] })
    case .sizeToFit: return { $0.maker(area).sizeToFit($0.views[place]) }
    case .sizeToFitWidth:
      let width = number(0)
      return { $0.maker(area).sizeToFit($0.views[place], width: width($0)) }
    case .heightToFit: return { $0.maker(area).heightToFit($0.views[place]) }
    case .place:
      return along(
        { $0.maker(area).xPlace($0.items[place]) }, { $0.maker(area).yPlace($0.items[place]) })
    case .placeAfter:
      return along(
        { $0.maker(area).xPlace(after: $0.framed(other), $0.items[place]) },
        { $0.maker(area).yPlace(after: $0.framed(other), $0.items[place]) })
    case .placeBefore:
      return along(
        { $0.maker(area).xPlace($0.items[place], before: $0.framed(other)) },
        { $0.maker(area).yPlace($0.items[place], before: $0.framed(other)) })
    case .alignStart:
      return along(
        { $0.maker(area).xLeft($0.views[place]) }, { $0.maker(area).yTop($0.views[place]) })
    case .alignEnd:
      return along(
        { $0.maker(area).xRight($0.views[place]) }, { $0.maker(area).yBottom($0.views[place]) })
    case .alignCentre:
      return along(
        { $0.maker(area).xCenter($0.views[place]) }, { $0.maker(area).yCenter($0.views[place]) })
    case .center: return { $0.maker(area).center($0.views[place]) }
    case .fill:
      return along(
        { $0.maker(area).xEqual($0.views[place]) }, { $0.maker(area).yEqual($0.views[place]) })
    case .equal: return { $0.maker(area).equal($0.views[place]) }
    case .flexibleValue:
      return along(
        { $0.numbers[Int(other)] = $0.maker(area).xFlexibleValue($0.items[place]) },
        { $0.numbers[Int(other)] = $0.maker(area).yFlexibleValue($0.items[place]) })
    case .inset:
      let (top, left, bottom, right) = (number(0), number(1), number(2), number(3))
      return { screen in
        let sides = (top(screen), left(screen), bottom(screen), right(screen))
        screen.makers[own].insetBounds(
          top: sides.0, left: sides.1, bottom: sides.2, right: sides.3)
      }
    case .set:
      let (x, y, width, height) = (number(0), number(1), number(2), number(3))
      return { screen in
        let rect = Rect(x: x(screen), y: y(screen), width: width(screen), height: height(screen))
        if let holder = screen.holders[own] {
          holder.frame = rect
        } else {
          screen.makers[own].resetBounds(rect)
        }
      }
    case .copy: return { $0.makers[own].resetBounds($0.rect(other)) }
    case .bounds:
      return { screen in
        let bounds = screen.screen.views[Int(other)].bounds
        screen.makers[own] = LayoutMaker(bounds: bounds)
      }
    }
  }

  /// The value of an expression.
  private static func value(
    _ list: CallList, _ expression: Int32
  ) -> Number {
    var stack: [Number] = []
    let written = list.expressions[Int(expression)]
    for term in list.terms[Int(written.firstTerm)..<Int(written.termEnd)] {
      let (index, amount) = (term.index, term.amount)
      func binary(_ apply: @escaping @Sendable (Double, Double) -> Double) {
        let (second, first) = (stack.removeLast(), stack.removeLast())
        stack.append { apply(first($0), second($0)) }
      }
      switch term.operation {
      case .number: stack.append { _ in amount }
      case .slot: stack.append { $0.numbers[Int(index)] }
      case .left: stack.append { $0.rect(index).left }
      case .right: stack.append { $0.rect(index).right }
      case .top: stack.append { $0.rect(index).top }
      case .bottom: stack.append { $0.rect(index).bottom }
      case .width: stack.append { $0.rect(index).width }
      case .height: stack.append { $0.rect(index).height }
      case .centerX: stack.append { $0.rect(index).centerX }
      case .centerY: stack.append { $0.rect(index).centerY }
      case .add: binary(+)
      case .subtract: binary(-)
      case .multiply: binary(*)
      case .divide: binary(/)
      case .negate:
        let operand = stack.removeLast()
        stack.append { -operand($0) }
      }
    }
    return stack.first ?? { _ in 0 }
  }
}

// Overloads for a place or a view that is known only when the program runs, where the library takes
// a type.
extension LayoutMaker {
  fileprivate func xPlace(after fixed: any FramedItem, _ items: [any PlaceItem]) {
    xPlace(fixed: fixed, items)
  }

  fileprivate func yPlace(after fixed: any FramedItem, _ items: [any PlaceItem]) {
    yPlace(fixed: fixed, items)
  }

  fileprivate func xPlace(_ items: [any PlaceItem], before fixed: any FramedItem) {
    xPlace(items, fixed: fixed)
  }

  fileprivate func yPlace(_ items: [any PlaceItem], before fixed: any FramedItem) {
    yPlace(items, fixed: fixed)
  }
}
