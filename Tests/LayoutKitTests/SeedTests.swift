import LayoutKitCalls
import LayoutModel
import Testing

/// The examples of hjcapple's LayoutKit nearly word for word, with their frames.
@Suite("The examples of hjcapple's LayoutKit")
struct SeedTests {
  private func view(_ name: String, _ width: Double? = nil, _ height: Double? = nil) -> View {
    View(name, intrinsicContentSize: IntrinsicSize(width, height))
  }

  private func screen(_ width: Double, _ height: Double) -> View {
    View("screen", frame: Rect(x: 0, y: 0, width: width, height: height))
  }

  @Test("screen 1, a table cell: the calls give its frames")
  func cell() {
    let iconView = view("icon")
    let titleLabel = view("title", 40, 20)
    let detailLabel = view("detail", 80, 17)
    let longDetalLabel = view("long", 120, 12)
    let timeLabel = view("time", 70, 17)
    var side = 0.0
    screen(320, 100).tk_layoutSubviews { make in
      // 1
      let iconHeight = make.yFlexibleValue(10, make.flexible, 10)
      // 2
      make.size(iconView) == (iconHeight, iconHeight)
      // 3
      make.sizeToFit(titleLabel, detailLabel, longDetalLabel, timeLabel)
      // 4
      make.xPlace(10, iconView, 10, titleLabel, make.flexible, timeLabel, 10)
      // 5
      make.ref(titleLabel).xLeft(detailLabel, longDetalLabel)
      // 6
      make.yCenter(iconView, timeLabel)
      // 7
      make.yPlace(make.flexible, titleLabel, 6, detailLabel, longDetalLabel, make.flexible)
      side = iconHeight
    }
    #expect(side == 80)
    #expect(iconView.frame == Rect([10, 10, 80, 80]))
    #expect(titleLabel.frame == Rect([100, 22.5, 40, 20]))
    #expect(timeLabel.frame == Rect([240, 41.5, 70, 17]))
    #expect(detailLabel.frame == Rect([100, 48.5, 80, 17]))
    #expect(longDetalLabel.frame == Rect([100, 65.5, 120, 12]))
  }

  @Test("screen 2, three buttons: the calls give their frames")
  func buttons() {
    let (redView, blueView, greenView) = (view("red"), view("blue"), view("green"))
    screen(375, 667).tk_layoutSubviews { make in
      // 1
      make.size(redView, blueView, greenView) == (80, 80)

      let F = make.flexible
      // 2
      make.xPlace(F, redView, F, blueView, F, greenView, F)
      // 3
      make.yCenter(redView, blueView, greenView)
      #expect(make.xFlexibleValue(F, redView, F, blueView, F, greenView, F) == 33.75)
    }
    #expect(redView.frame == Rect([33.75, 293.5, 80, 80]))
    #expect(blueView.frame == Rect([147.5, 293.5, 80, 80]))
    #expect(greenView.frame == Rect([261.25, 293.5, 80, 80]))
  }

  @Test("a height that is flexible between two that are not")
  func flexibleHeights() {
    let (redView, blueView, yellowView) = (view("red"), view("blue"), view("yellow"))
    screen(320, 480).tk_layout { make in
      make.height(redView, blueView, yellowView) == [44, make.flexible, 44]
      make.xEqual(redView, blueView, yellowView)
      make.yPlace(redView, blueView, yellowView)
    }
    #expect(redView.frame == Rect([0, 0, 320, 44]))
    #expect(blueView.frame == Rect([0, 44, 320, 392]))
    #expect(yellowView.frame == Rect([0, 436, 320, 44]))
  }

  @Test("bounds move in, and in again, and come back")
  func bounds() {
    let (redView, blueView, greenView) = (view("red"), view("blue"), view("green"))
    screen(320, 480).layout { make in
      make.insetBounds(edge: 30)
      make.equal(blueView)

      make.insetBounds(edge: 30)
      make.equal(redView)

      make.resetBounds(Rect(x: 0, y: 0, width: 320, height: 480))
      do {
        let oldBounds = make.insetBounds(top: 10, left: 20, bottom: 40, right: 50)
        defer {
          make.resetBounds(oldBounds)
        }
        make.equal(greenView)
      }
      #expect(make.bounds == Rect([0, 0, 320, 480]))
    }
    #expect(blueView.frame == Rect([30, 30, 260, 420]))
    #expect(redView.frame == Rect([60, 60, 200, 360]))
    #expect(greenView.frame == Rect([20, 10, 250, 430]))
  }

  @Test("flexibles pull their neighbours together where there is no room")
  func negative() {
    let (redView, blueView) = (view("red", 100, 10), view("blue", 100, 10))
    screen(100, 100).layout { make in
      let F = make.flexible
      #expect(make.xFlexibleValue(F, redView, F * 2, blueView, F) == -25)
      make.xPlace(F, redView, F * 2, blueView, F)
    }
    #expect(redView.frame.x == -25)
    #expect(blueView.frame.x == 25)
  }

  @Test("the library's other lists: the rest to one flexible, to two, to three, to halves")
  func lists() {
    let redView = View("red", frame: Rect([7, 7, 100, 10]))
    let blueView = View("blue", frame: Rect([7, 7, 100, 10]))
    func expect(_ red: Double, _ blue: Double, _ calls: (inout LayoutMaker) -> Void) {
      screen(375, 100).layout(calls)
      #expect(redView.frame.x == red)
      #expect(blueView.frame.x == blue)
    }
    expect(20, 255) { $0.xPlace(20, redView, $0.flexible, blueView, 20) }
    expect(87.5, 187.5) { $0.xPlace($0.flexible, redView, blueView, $0.flexible) }
    let F = Flexible()
    let third = 175.0 / 3
    expect(third, third + 100 + third) { $0.xPlace(F, redView, F, blueView, F) }
    expect(43.75, 231.25) { $0.xPlace(F * 0.5, redView, F, blueView, F * 0.5) }
    expect(25, 175) { $0.xPlace(F * 0.5, redView, F, blueView, 2 * F) }
    #expect(redView.frame.y == 7, "y stays")
  }
}
