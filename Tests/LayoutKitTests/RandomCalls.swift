import LayoutBenchFixtures
import LayoutKitCalls
import LayoutModel
import LayoutBenchTiming

/// A number as a call takes it: written in a scene, or computed by a program.
indirect enum TestNumber {
  case known(Double)
  case boundsWidth, boundsHeight
  case kept(String)
  case attribute(Int, String)
  case negated(TestNumber)
  case operation(TestNumber, String, TestNumber)

  var text: String {
    switch self {
    case .known(let number): "\(number)"
    case .boundsWidth: "make.w"
    case .boundsHeight: "make.h"
    case .kept(let name): name
    case .attribute(let view, let name): "v\(view).\(name)"
    case .negated(let number): "(-\(number.text))"
    case .operation(let one, let sign, let other): "(\(one.text) \(sign) \(other.text))"
    }
  }

  func value(_ make: LayoutMaker, _ program: TestProgram) -> Double {
    switch self {
    case .known(let number): return number
    case .boundsWidth: return make.w
    case .boundsHeight: return make.h
    case .kept(let name): return program.kept[name] ?? .nan
    case .attribute(let view, let name):
      let frame = program.views[view].frame
      switch name {
      case "left": return frame.x
      case "top": return frame.y
      case "width": return frame.width
      case "height": return frame.height
      case "right": return frame.x + frame.width
      case "bottom": return frame.y + frame.height
      case "centerX": return frame.x + frame.width / 2
      default: return frame.y + frame.height / 2
      }
    case .negated(let number): return -number.value(make, program)
    case .operation(let one, let sign, let other):
      let (first, second) = (one.value(make, program), other.value(make, program))
      switch sign {
      case "+": return first + second
      case "-": return first - second
      case "*": return first * second
      default: return first / second
      }
    }
  }
}

/// An item of a list.
enum TestItem {
  case number(TestNumber)
  case view(Int)
  case flexible(TestNumber)

  var text: String {
    switch self {
    case .number(let number): number.text
    case .view(let view): "v\(view)"
    case .flexible(let shares): "flexible * \(shares.text)"
    }
  }
}

/// A call, written in a scene or made by a program.
indirect enum TestCall {
  case size([Int], TestNumber, TestNumber)
  case length(Axis, [Int], TestNumber)
  case lengths(Axis, [Int], [TestItem])
  case fit([Int])
  case place(Axis, [TestItem], first: Int?, last: Int?)
  case align(String, [Int], reference: Int?)
  case keep(String, Axis, [TestItem])
  case inset(top: TestNumber, left: TestNumber, bottom: TestNumber, right: TestNumber)
  case reset(TestNumber, TestNumber, TestNumber, TestNumber)
  case layout(Int, [TestCall])

  private static func list(_ views: [Int]) -> String {
    "[" + views.map { "v\($0)" }.joined(separator: ", ") + "]"
  }

  private static func list(_ items: [TestItem]) -> String {
    "[" + items.map { "\"\($0.text)\"" }.joined(separator: ", ") + "]"
  }

  var text: String {
    func letter(_ axis: Axis) -> String { axis == .horizontal ? "x" : "y" }
    func side(_ axis: Axis) -> String { axis == .horizontal ? "width" : "height" }
    switch self {
    case .size(let views, let width, let height):
      return "{ size: { views: \(Self.list(views)), to: [\"\(width.text)\", \"\(height.text)\"] } }"
    case .length(let axis, let views, let length):
      return "{ \(side(axis)): { views: \(Self.list(views)), to: \"\(length.text)\" } }"
    case .lengths(let axis, let views, let items):
      return "{ \(side(axis)): { views: \(Self.list(views)), to: \(Self.list(items)) } }"
    case .fit(let views): return "{ sizeToFit: \(Self.list(views)) }"
    case .place(let axis, let items, let first, let last):
      let list = Self.list(items)
      let call = "\(letter(axis))Place"
      if let first { return "{ \(call): { fixedFirst: v\(first), items: \(list) } }" }
      if let last { return "{ \(call): { fixedLast: v\(last), items: \(list) } }" }
      return "{ \(call): \(list) }"
    case .align(let call, let views, let reference):
      let prefix = reference.map { "ref: v\($0), " } ?? ""
      return "{ \(prefix)\(call): \(Self.list(views)) }"
    case .keep(let name, let axis, let items):
      return "{ let: \(name), \(letter(axis))FlexibleValue: \(Self.list(items)) }"
    case .inset(let top, let left, let bottom, let right):
      return "{ insetBounds: { top: \"\(top.text)\", left: \"\(left.text)\", "
        + "bottom: \"\(bottom.text)\", right: \"\(right.text)\" } }"
    case .reset(let x, let y, let width, let height):
      let sides = [x, y, width, height].map { "\"\($0.text)\"" }.joined(separator: ", ")
      return "{ resetBounds: [\(sides)] }"
    case .layout(let view, let calls):
      let steps = calls.map(\.text).joined(separator: ", ")
      return "{ layout: v\(view), steps: [\(steps)] }"
    }
  }
}

/// Views on which calls are made as a program makes them: the reference that compiled calls must
/// equal.
final class TestProgram {
  let views: [View]
  fileprivate(set) var kept: [String: Double] = [:]
  /// True after a number that was not finite, which a scene must not give.
  private(set) var hasFailed = false

  init(_ views: [View]) { self.views = views }

  /// Makes all calls on the bounds of the first view.
  func run(_ calls: [TestCall]) {
    hasFailed = false
    kept = [:]
    views[0].layout { run(calls, &$0) }
    if !views.allSatisfy(\.frame.isFinite) { hasFailed = true }
  }

  private func number(_ number: TestNumber, _ make: LayoutMaker) -> Double {
    let value = number.value(make, self)
    if !value.isFinite { hasFailed = true }
    return value
  }

  private func items(_ items: [TestItem], _ make: LayoutMaker) -> [any PlaceItem] {
    items.map { item in
      switch item {
      case .number(let length): number(length, make)
      case .view(let view): views[view]
      case .flexible(let shares): make.flexible * number(shares, make)
      }
    }
  }

  private func run(_ calls: [TestCall], _ make: inout LayoutMaker) {
    for call in calls { run(call, &make) }
  }

  private func run(_ call: TestCall, _ make: inout LayoutMaker) {
    func targets(_ indices: [Int]) -> [View] { indices.map { views[$0] } }
    switch call {
    case .size(let views, let width, let height):
      make.size(targets(views)) == (number(width, make), number(height, make))
    case .length(.horizontal, let views, let length):
      make.width(targets(views)) == number(length, make)
    case .length(.vertical, let views, let length):
      make.height(targets(views)) == number(length, make)
    case .lengths(.horizontal, let views, let list):
      make.width(targets(views)) == items(list, make)
    case .lengths(.vertical, let views, let list):
      make.height(targets(views)) == items(list, make)
    case .fit(let views): make.sizeToFit(targets(views))
    case .place(let axis, let list, let first, let last):
      place(axis, items(list, make), first, last, make)
    case .align(let name, let views, let reference):
      align(name, targets(views), reference.map { make.ref(self.views[$0]) } ?? make)
    case .keep(let name, .horizontal, let list):
      kept[name] = make.xFlexibleValue(items(list, make))
    case .keep(let name, .vertical, let list):
      kept[name] = make.yFlexibleValue(items(list, make))
    case .inset(let top, let left, let bottom, let right):
      make.insetBounds(
        top: number(top, make), left: number(left, make), bottom: number(bottom, make),
        right: number(right, make))
    case .reset(let x, let y, let width, let height):
      make.resetBounds(
        Rect(
          x: number(x, make), y: number(y, make), width: number(width, make),
          height: number(height, make)))
    case .layout(let view, let calls):
      let before = kept
      views[view].layout { run(calls, &$0) }
      kept = before
    }
  }

  private func place(
    _ axis: Axis, _ items: [any PlaceItem], _ first: Int?, _ last: Int?, _ make: LayoutMaker
  ) {
    switch (axis, first, last) {
    case (.horizontal, let first?, _): make.xPlace(fixed: views[first], items)
    case (.horizontal, _, let last?): make.xPlace(items, fixed: views[last])
    case (.horizontal, _, _): make.xPlace(items)
    case (.vertical, let first?, _): make.yPlace(fixed: views[first], items)
    case (.vertical, _, let last?): make.yPlace(items, fixed: views[last])
    case (.vertical, _, _): make.yPlace(items)
    }
  }

  private func align(_ name: String, _ views: [View], _ make: LayoutMaker) {
    switch name {
    case "xLeft": make.xLeft(views)
    case "xRight": make.xRight(views)
    case "xCenter": make.xCenter(views)
    case "yTop": make.yTop(views)
    case "yBottom": make.yBottom(views)
    case "yCenter": make.yCenter(views)
    case "center": make.center(views)
    case "xEqual": make.xEqual(views)
    case "yEqual": make.yEqual(views)
    default: make.equal(views)
    }
  }
}

/// Calls made up at random.
struct RandomCalls {
  private var numbers: SplitMix64
  /// The views that calls may name.
  private let views: Range<Int>
  private var names: [String] = []

  init(seed: UInt64, views: Range<Int>) {
    numbers = SplitMix64(seed: seed)
    self.views = views
  }

  mutating func below(_ count: Int) -> Int { numbers.below(count) }

  private mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  private mutating func view() -> Int { views.lowerBound + below(views.count) }

  private mutating func some() -> [Int] { (0...below(3)).map { _ in view() } }

  mutating func number(_ depth: Int = 0) -> TestNumber {
    switch below(depth > 2 ? 8 : 14) {
    case 0...2: return .known(Double(below(60)))
    case 3: return .known(Double(below(1000)) / 7)
    case 4: return element([.boundsWidth, .boundsHeight])
    case 5 where !names.isEmpty: return .kept(element(names))
    case 5...7:
      let names = [
        "left", "right", "top", "bottom", "width", "height", "centerX", "centerY",
      ]
      return .attribute(view(), element(names))
    case 8...9: return .operation(number(depth + 1), "+", number(depth + 1))
    case 10: return .operation(number(depth + 1), "-", number(depth + 1))
    case 11:
      return .operation(number(depth + 1), "*", element([.known(2), .known(0.3), number(3)]))
    case 12: return .operation(number(depth + 1), "/", element([.known(3), .known(4), number(3)]))
    default: return .negated(number(depth + 1))
    }
  }

  mutating func items() -> [TestItem] {
    (0...below(5)).map { _ in
      switch below(6) {
      case 0: .flexible(.known(1))
      case 1: .flexible(.known(element([2, 0.5, 0, -1])))
      case 2: below(6) == 0 ? .flexible(number(2)) : .flexible(.known(1))
      case 3: .number(number())
      default: .view(view())
      }
    }
  }

  mutating func calls(_ count: Int, depth: Int = 0) -> [TestCall] {
    let outer = names
    defer { names = outer }
    return (0..<count).map { _ in call(depth) }
  }

  private mutating func call(_ depth: Int) -> TestCall {
    let axis: Axis = element([.horizontal, .vertical])
    switch below(depth > 1 ? 11 : 13) {
    case 0: return .size(some(), number(), number())
    case 1: return .length(axis, some(), number())
    case 2: return .lengths(axis, some(), items())
    case 3, 4: return .fit(some())
    case 5: return .place(axis, items(), first: nil, last: nil)
    case 6:
      let anchor = view()
      return below(2) == 0
        ? .place(axis, items(), first: anchor, last: nil)
        : .place(axis, items(), first: nil, last: anchor)
    case 7, 8:
      let names = [
        "xLeft", "xRight", "xCenter", "yTop", "yBottom", "yCenter", "center", "xEqual", "yEqual",
        "equal",
      ]
      return .align(element(names), some(), reference: below(4) == 0 ? view() : nil)
    case 9:
      let name = "n\(numbers.next() % 1_000_000)"
      let list = items()
      names.append(name)
      return .keep(name, axis, list)
    case 10: return .inset(top: number(2), left: number(2), bottom: number(2), right: number(2))
    case 11: return .reset(number(2), .known(0), number(2), .boundsHeight)
    default: return .layout(view(), calls(1 + below(3), depth: depth + 1))
    }
  }
}
