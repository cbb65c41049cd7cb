import LayoutKitCalls
import LayoutModel
import Testing

/// Conformance scenes of the dialect, written as in a program: the same frames in every state.
@Suite("Scenes in Swift")
struct SceneCallsTests {
  @Test("alignment")
  func alignment() throws {
    try Screen.named("alignment").expectFrames { make, s in
      make.xLeft(s.left)
      make.xRight(s.right, s.second)
      make.xCenter(s.centerX)
      make.yTop(s.top)
      make.yBottom([s.bottom, s.second])
      make.yCenter(s.centerY)
      make.center(s.middle, s.large)
      make.xEqual(s.equalX)
      make.yEqual([s.equalY])
      make.equal(s.same)
      make.insetBounds(top: 10, left: 20, bottom: 40, right: 50)
      make.xLeft([s.insetLeft])
      make.yTop([s.insetLeft])
      make.xRight([s.insetRight])
      make.yCenter([s.insetRight])
      make.center([s.insetMiddle])
      make.yBottom(s.insetBottom)
      make.xCenter([s.insetBottom])
      make.xEqual([s.insetX])
      make.yEqual(s.insetY)
      make.equal([s.insetSame])
    }
  }

  @Test("inset-bounds, by the later names too")
  func insetBounds() throws {
    try Screen.named("inset-bounds").expectFrames { make, s in
      let whole = make.insetBounds(edge: 30)
      make.equal(s.blue)
      make.insetEdges(edge: 30)
      make.equal(s.red)
      make.resetBounds(whole)
      make.insetEdges(top: 10, left: 20, bottom: 40, right: 50)
      make.equal(s.green)
      s.cell.layout { make in
        make.size(s.icon) == (make.w * 0.5, make.h - 20)
        make.center(s.icon)
      }
    }
  }

  @Test("sizes")
  func sizes() throws {
    try Screen.named("sizes").expectFrames { make, s in
      make.size(s.one, s.two) == (80, 60.5)
      make.width(s.wide, s.tall) == 10
      make.width(s.wide) == make.w * 0.3
      make.height([s.tall]) == make.h - 20
      make.size([s.negative]) == (-5, make.w - 400)
      make.size(s.swapped) == Size(width: s.swapped.frame.height, height: s.swapped.frame.width)
      make.width(s.doubled, make.placeHolder) == s.doubled.frame.width * 2
      make.height(make.placeHolder, s.doubled) == 8
      make.sizeToFit(s.both, s.line, s.column, s.bare)
      make.sizeToFit([s.both])
      make.ref(s.one).size([s.two]) == Size(width: 81, height: 61)
      make.ref(s.one).sizeToFit(s.column)
    }
  }

  @Test("value-lists")
  func valueLists() throws {
    try Screen.named("value-lists").expectFrames { make, s in
      let (F, none) = (make.flexible, make.placeHolder)
      let gap = RectHolder(x: 0, y: 0, width: 8, height: 12)
      make.width(s.red, s.blue) == [10, F]
      make.height(s.red, s.blue, s.yellow) == [44, F, 44]
      make.width(s.quarterA, s.quarterB) == [F, F, F * 2]
      make.height(s.quarterA, s.quarterB, s.kept) == [F * 3, 1.5 * F]
      make.width(s.followed, s.follower) == [10, s.followed]
      make.width(s.source, s.reader) == [s.source.frame.width / 2, s.source.frame.width]
      make.height([s.source, s.reader]) == [40, s.source]
      make.width(s.mixedA, s.mixedC, s.mixedB, none) == [s.mixedC, F, gap, F, make.w / 8]
      make.height([none, s.mixedA, none, s.rest]) == [100, F, F, gap]
      make.width(s.rest) == [F, s.mixedA, s.kept, gap]
      make.width(s.rooted) == [s.root]
      make.height(s.rooted) == [s.root, F]
      make.width(s.twice, s.twice) == [30, F]
      make.height(s.twice) == [F]
      make.width(none, s.over, s.under) == [300, F, F, 80]
      make.height(s.over, s.under) == [F * 0.25, F * 0.75]
      make.ref(s.kept).width(s.yellow) == [F, 11]
    }
  }

  @Test("place")
  func place() throws {
    try Screen.named("place").expectFrames { make, s in
      let F = make.flexible
      make.xPlace(20, s.red, F, s.blue, 20)
      make.yPlace(s.red, F, s.blue)
      make.xPlace([5, s.a, 7.5, s.b, 1000])
      make.yPlace([5, s.c, make.h / 10, s.d])
      make.xPlace(fixed: s.anchor, F, s.e, 10, s.f, F)
      make.yPlace(fixed: s.anchor, [40, s.e, F, s.f])
      make.xPlace(F, s.g, 10, fixed: s.anchor)
      make.yPlace([F * 2, s.g, F], fixed: s.anchor)
      make.xPlace([s.h, 4], fixed: s.anchor)
      make.yPlace(3, s.h, fixed: s.anchor)
      make.xPlace(s.twice, 10, s.twice, F, s.after)
      make.yPlace(F, s.twice)
      make.yPlace(30, s.twice, s.after)
      make.xPlace(100, -30, s.back)
      make.yPlace(fixed: s.anchor, -40, s.back)
      make.xPlace(fixed: s.root, [F, s.across])
      make.yPlace(s.across, F, fixed: s.root)
      make.insetBounds(top: 100, left: 200, bottom: 50, right: 25)
      make.xPlace(F, s.whole, F)
      make.yPlace(s.whole)
    }
  }

  @Test("reference")
  func reference() throws {
    try Screen.named("reference").expectFrames { make, s in
      let F = make.flexible
      make.ref(s.target).xLeft(s.left)
      make.ref(s.target).xRight(s.right)
      make.ref(s.target).xCenter(s.middleX)
      make.ref(s.target).yTop(s.top)
      make.ref(s.target).yBottom(s.bottom)
      make.ref(s.target).yCenter(s.middleY)
      make.ref(s.target).center(s.middle)
      make.ref(s.target).xEqual(s.equalX)
      make.ref(s.target).yEqual(s.equalY)
      make.ref(s.target).equal(s.same)
      make.ref(s.target).xPlace(5, s.placedA, F, s.placedB, 5)
      make.ref(s.target).yPlace(F, s.placedA, s.placedB)
      make.ref(s.target).xPlace(fixed: s.fixed, F, s.after, 2 * F)
      make.ref(s.target).yPlace(F, s.before, fixed: s.fixed)
      make.ref(s.target).width(s.sized, make.placeHolder) == [F, F * 3]
      make.ref(s.target).height(s.sized) == [F, 15]
      let share = make.ref(s.target).xFlexibleValue(20, F, 20)
      let shareY = make.ref(s.target).yFlexibleValue([F, 30])
      make.size(s.valued) == (share, shareY)
      make.ref(s.target).width(s.number) == make.w / 10
      make.ref(s.target).xPlace(make.w / 10, s.number)
      make.ref(s.mover).xLeft(s.early)
      make.xPlace(77, s.mover)
      make.ref(s.mover).xLeft(s.late)
      make.ref(s["self"]).xPlace(5, s["self"])
      make.ref(s.root).xRight(s.rooted)
      make.ref(s.root).yBottom(s.rooted)
      make.ref(s.target).xLeft(s.nephew)
      make.ref(s.child).yTop(s.nephew)
      make.ref(s.child).center(s.uncle)
      make.insetBounds(edge: 90)
      make.ref(s.target).xRight(s.right)
    }
  }

  @Test("holders")
  func holders() throws {
    try Screen.named("holders").expectFrames { make, s in
      let F = make.flexible
      let gap = RectHolder(x: 0, y: 0, width: 8, height: 12)
      let strip = RectHolder(
        Rect(x: make.w / 10, y: 6, width: s.b.frame.width / 2, height: s.a.frame.height * 2))
      let rest = RectHolder(x: 1, y: 2, width: 3, height: 4)
      make.xPlace(s.a, gap, s.b, F, strip)
      make.yPlace(gap, s.a, F, strip, s.b)
      make.size(s.readX) == (strip.frame.left, strip.frame.right)
      make.size(s.readY) == (strip.frame.top, strip.frame.bottom)
      make.size(s.readSize) == (strip.frame.width, strip.frame.height)
      make.size(s.readCenter) == (strip.frame.centerX, strip.frame.centerY)
      make.width(s.like, s.share) == [gap, F, strip]
      make.height(s.like, s.share) == [strip, F]
      let value = make.xFlexibleValue(gap, F, strip, F)
      make.width(gap, rest) == 19
      make.height([rest, s.grown]) == [F, F * 3]
      make.width(s.grown) == [gap]
      make.xPlace(rest, s.c)
      make.yPlace(rest, s.c)
      s.a.layout { make in
        let own = RectHolder(x: 0, y: 0, width: 3, height: 5)
        make.xPlace(own, gap, s.inner)
        make.size(s.inner) == (gap.frame.right, own.frame.height + value)
      }
      make.xPlace(fixed: s.a, gap, s.placed, F, rest)
      make.yPlace(strip, s.placed, fixed: s.b)
    }
  }

  @Test("values")
  func values() throws {
    try Screen.named("values").expectFrames { make, s in
      let F = make.flexible
      let gap = RectHolder(x: 0, y: 0, width: 15, height: 20)
      let column = make.xFlexibleValue(10, s.icon, F * 3, F, 30)
      let rowHeight = make.yFlexibleValue([s.icon, F, gap, F])
      make.size(s.badge) == (column, rowHeight)
      make.size(s.fixed) == (column - 5, (rowHeight - 20) / 2)
      make.xPlace(column, s.spaced)
      make.yPlace(-column, s.spaced, fixed: s.icon)
      make.width(s.scaled) == [F, column, rowHeight * 2]
      make.height(s.scaled) == [-rowHeight, F * 2, F]
      let rest = make.xFlexibleValue(column, F, s.icon.frame.right - 10)
      make.size(s.computed) == (rest, make.h - rowHeight)
      make.size(s.rooted) == (make.xFlexibleValue(s.root, F, s.icon), 7)
      make.size(s.none) == (make.xFlexibleValue(5, s.icon), 3)
      make.insetBounds(edge: 25)
      let inset = make.xFlexibleValue([F, s.icon])
      make.width(s.early, s.late) == inset
      make.width(s.icon) == 45
      make.height(s.early) == inset
      make.height(s.late) == make.xFlexibleValue(F, s.icon)
      make.width(s.icon) == 35
      s.cell.layout { make in
        make.size(s.inner) == (make.xFlexibleValue(F, F), rowHeight / 4)
      }
      s.cell.layout { make in
        make.size(s.other) == (column, make.yFlexibleValue(10, F, F))
      }
      let half = make.xFlexibleValue(F, F)
      make.yPlace(half, s.other)
    }
  }
}
