import LayoutKitCalls
import LayoutModel
import SLL
import Testing

/// Calls that a program may make and a scene cannot.
@Suite("Calls in Swift")
struct LayoutMakerTests {
  private let a = View("a", frame: Rect([1, 2, 30, 40]))
  private let b = View("b", frame: Rect([5, 6, 50, 60]))
  private let screen = View("screen", frame: Rect([9, 9, 320, 480]))

  @Test("a view's maker stands at 0, 0 with the view's size; a rectangle's is the rectangle")
  func bounds() {
    screen.layout { make in
      #expect(make.bounds == Rect([0, 0, 320, 480]))
      #expect(make.w == 320 && make.h == 480)
      #expect(make.ref(a).bounds == a.frame)
    }
    Rect([9, 9, 60, 40]).layout { make in
      #expect(make.bounds == Rect([9, 9, 60, 40]))
      make.center(a)
    }
    #expect(a.frame == Rect([24, 9, 30, 40]))
    Rect([9, 9, 60, 40]).tk_layout { $0.equal(a) }
    #expect(a.frame == Rect([9, 9, 60, 40]))
  }

  @Test("an empty list does nothing, one by one and as an array")
  func empty() {
    screen.layout { make in
      make.size() == (5, 5)
      make.size([]) == Size(width: 5, height: 5)
      make.width() == 5
      make.width([]) == [5, make.flexible]
      make.height(a, b) == []
      make.sizeToFit()
      make.sizeToFit([])
      make.xPlace()
      make.xPlace([])
      make.yPlace(fixed: a)
      make.yPlace([], fixed: a)
      make.xLeft()
      make.center([])
      make.equal([])
      #expect(make.xFlexibleValue() == 0)
      #expect(make.yFlexibleValue([]) == 0)
    }
    #expect(a.frame == Rect([1, 2, 30, 40]))
    #expect(b.frame == Rect([5, 6, 50, 60]))
  }

  @Test("no call fails: a number that is none goes into the frame")
  func notANumber() {
    screen.layout { make in
      make.width(a) == 0.0 / 0.0
      make.xPlace(a, b)
      make.height(b) == [1 / 0.0]
    }
    #expect(a.frame.width.isNaN && a.frame.height == 40)
    #expect(b.frame.x.isNaN && b.frame.height == .infinity)
  }

  @Test("Int and Double stand for numbers, in variables too")
  func numbers() {
    let (count, ratio) = (3, 0.5)
    screen.layout { make in
      make.size(a) == (count, ratio)
      #expect(a.frame.size == Size(width: 3, height: 0.5))
      make.width(a, b) == count
      make.height([a, b]) == ratio
      #expect(b.frame.size == Size(width: 3, height: 0.5))
      let widths: [Double] = [7, 8]
      make.width(a, b) == widths
      let views = [b, a]
      make.height(a, b) == views
      make.xPlace(count, a, ratio, b)
      #expect(a.frame == Rect([3, 2, 7, 0.5]))
      #expect(b.frame == Rect([10.5, 6, 8, 0.5]))
    }
    #expect(make(count * Flexible()) == 3 && make(Flexible() * ratio * 4) == 2)
    func make(_ flexible: Flexible) -> Double { flexible.shares }
  }

  @Test("shares that cancel, or are less than none, give nothing")
  func shares() {
    screen.layout { make in
      let F = make.flexible
      #expect(make.xFlexibleValue(F, F * -1) == 0)
      #expect(make.xFlexibleValue(F * -2, F) == 0)
      #expect(make.xFlexibleValue(F * 2, F * -1, 20) == 300)
    }
  }

  @Test("a frame that calls set is not the one that layouts start from")
  func given() {
    screen.layout { $0.equal(a) }
    #expect(a.frame == Rect([0, 0, 320, 480]))
    #expect(a.givenFrame == Rect([1, 2, 30, 40]))
  }

  @Test("rules in a view follow when calls give it another size")
  func rulesWithin() throws {
    let (cell, label) = (View("cell", frame: Rect([0, 0, 100, 20])), View("label"))
    cell.addSubview(label)
    try label.sll.addRule("ll = rr = 10, tt = bb = 0")
    try cell.sll.layout()
    #expect(label.frame == Rect([10, 0, 80, 20]))
    screen.layout { make in make.size(cell) == (make.w, 44) }
    try cell.sll.layout()
    #expect(label.frame == Rect([10, 0, 300, 44]))
    label.layout { _ in Rect([1, 1, 1, 1]).layout { $0.equal(label) } }
    #expect(label.frame == Rect([1, 1, 1, 1]))
    try cell.sll.layout()
    #expect(label.frame == Rect([10, 0, 300, 44]), "the layout that came last decides")
  }

  @Test("calls that run again and again between two layouts by rules are not kept one by one")
  func manyMoves() throws {
    let (cell, label) = (View("cell", frame: Rect([0, 0, 100, 20])), View("label"))
    cell.addSubview(label)
    try label.sll.addRule("ll = rr = 10, tt = bb = 0")
    try cell.sll.layout()
    for step in 1...40_000 {
      Rect([0, 0, Double(100 + step % 7), 20]).layout { make in make.equal(cell, label) }
    }
    #expect(try #require(cell.log).changed.count <= 1 << 16)
    try cell.sll.layout()
    #expect(label.frame == Rect([10, 0, cell.frame.width - 20, 20]))
  }
}
