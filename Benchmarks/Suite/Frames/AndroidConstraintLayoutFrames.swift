import LayoutBenchManual
import LayoutModel

/// Android's ConstraintLayout examples, Advanced Chains: the buttons of a calculator.
enum AndroidConstraintLayoutAdvancedChainsFrames: HandWrittenScreen {
  static let views = [
    "title", "display", "seven", "eight", "nine", "divide", "four", "five", "six", "times", "one",
    "two", "three", "plus", "point", "zero", "equals", "minus",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let title = content[1].height
    frames[1] = Rect(x: 0, y: 20, width: root.width, height: title)
    let top = title + 93
    for row in 0...3 {
      var width = 0.0
      for column in 0...3 { width += content[3 + 4 * row + column].width }
      let gap = (root.width - width) / 5
      var x = gap
      for column in 0...3 {
        let view = 3 + 4 * row + column
        let size = content[view]
        frames[view] = Rect(x: x, y: 0, width: size.width, height: size.height)
        x += size.width + gap
      }
    }
    for column in 0...3 {
      var height = 0.0
      for row in 0...3 { height += content[3 + 4 * row + column].height }
      let gap = (root.height - top - height) / 5
      var y = top + gap
      for row in 0...3 {
        let view = 3 + 4 * row + column
        frames[view].y = y
        y += content[view].height + gap
      }
    }
    let x = frames[3].x
    frames[2] = Rect(x: x, y: title + 44, width: frames[6].right - x, height: 49)
  }
}

/// Android's ConstraintLayout examples, Basic Chains: a packed chain down, a spread one across.
enum AndroidConstraintLayoutBasicChainsFrames: HandWrittenScreen {
  static let views = [
    "title", "packed1", "packed2", "packed3", "packed4", "spread1", "spread2", "spread3",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let title = content[1]
    frames[1] = Rect(
      x: (root.width - title.width) / 2, y: 20, width: title.width, height: title.height)
    var height = 0.0
    for view in 2...6 { height += content[view].height }
    let gap = (root.width - content[6].width - content[7].width - content[8].width) / 4
    let right = gap + content[6].width
    var y = (root.height - height) * 0.74
    for view in 2...6 {
      let size = content[view]
      frames[view] = Rect(x: right - size.width, y: y, width: size.width, height: size.height)
      y += size.height
    }
    let row = frames[6].y
    let (second, third) = (content[7], content[8])
    let x = right + gap
    frames[7] = Rect(x: x, y: row, width: second.width, height: second.height)
    frames[8] = Rect(
      x: x + second.width + gap, y: row, width: third.width, height: third.height)
  }
}

/// Android's ConstraintLayout examples, Aspect Ratio: a picture of 16:9 and a square button.
enum AndroidConstraintLayoutAspectRatioFrames: HandWrittenScreen {
  static let views = ["title", "name", "detail", "picture", "button"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (title, name, detail) = (content[1], content[2], content[3])
    let width = root.width - 32
    let height = width * 9 / 16
    frames[1] = Rect(
      x: (root.width - title.width) / 2, y: 16, width: title.width, height: title.height)
    frames[4] = Rect(x: 16, y: 32 + title.height, width: width, height: height)
    let y = 56 + title.height + height
    let side = name.height + detail.height
    frames[5] = Rect(x: 16, y: y, width: side, height: side)
    frames[2] = Rect(x: 24 + side, y: y, width: name.width, height: name.height)
    frames[3] = Rect(
      x: 24 + side, y: y + name.height, width: detail.width, height: detail.height)
  }
}
