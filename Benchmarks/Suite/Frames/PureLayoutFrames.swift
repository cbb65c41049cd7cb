import LayoutBenchManual
import LayoutModel

/// PureLayout, demo 1: four views at fixed positions around the middle of the screen.
enum PurelayoutDemo1Frames: HandWrittenScreen {
  static let views = ["blue", "red", "yellow", "green"]

  static func numberCount(of count: Int) -> Int { 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (middleX, middleY) = (root.width / 2, root.height / 2)
    let (inset, spacing) = (content.number(0), content.number(1))
    let yellow = middleY + 65 + spacing
    frames[1] = Rect(x: middleX - 25, y: middleY - 25, width: 50, height: 50)
    frames[2] = Rect(x: middleX + 25, y: middleY + 25, width: 50, height: 40)
    frames[3] = Rect(x: inset, y: yellow, width: root.width - 2 * inset, height: 25)
    frames[4] = Rect(x: middleX - 75, y: yellow + 25 + spacing, width: 150, height: 50)
  }
}

/// PureLayout, demo 2: a staircase of equal widths and two heights.
enum PurelayoutDemo2Frames: HandWrittenScreen {
  static let views = ["topGuide", "blue", "red", "yellow", "green"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let top = guide.height + 20
    let width = root.width / 4
    frames[3] = Rect(x: 0, y: top, width: width, height: 50)
    frames[2] = Rect(x: width, y: top + 50, width: width, height: 70)
    frames[4] = Rect(x: 2 * width, y: top + 120, width: width, height: 50)
    frames[5] = Rect(x: 3 * width, y: top + 170, width: width, height: 70)
  }
}

/// PureLayout, demo 3: four equally wide views with fixed spacing across the middle.
enum PurelayoutDemo3Frames: HandWrittenScreen {
  static let views = ["blue", "red", "yellow", "green"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let spacing = content.number(0)
    let width = (root.width - 5 * spacing) / 4
    let y = root.height / 2 - 20
    frames[2] = Rect(x: spacing, y: y, width: width, height: 40)
    frames[1] = Rect(x: 2 * spacing + width, y: y, width: width, height: 40)
    frames[3] = Rect(x: 3 * spacing + 2 * width, y: y, width: width, height: 40)
    frames[4] = Rect(x: 4 * spacing + 3 * width, y: y, width: width, height: 40)
  }
}

/// PureLayout, demo 4: two labels and a square.
enum PurelayoutDemo4Frames: HandWrittenScreen {
  static let views = ["topGuide", "blueLabel", "redLabel", "green"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let blueWidth = root.width - 40
    let blueHeight = content[2].height
    frames[2] = Rect(x: 20, y: guide.height + 20, width: blueWidth, height: blueHeight)
    let y = guide.height + blueHeight + 40
    let redWidth = 0.6 * blueWidth
    frames[3] = Rect(x: 20, y: y, width: redWidth, height: root.height - 50 - y)
    let x = 70 + redWidth
    let side = root.width - 20 - x
    frames[4] = Rect(x: x, y: y, width: side, height: side)
  }
}

/// PureLayout, demo 4 in Arabic: two labels and a square from right to left.
enum PurelayoutDemo4RtlFrames: HandWrittenScreen {
  static let views = ["topGuide", "blueLabel", "redLabel", "green"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let blueWidth = root.width - 40
    let blueHeight = content[2].height
    frames[2] = Rect(x: 20, y: guide.height + 20, width: blueWidth, height: blueHeight)
    let y = guide.height + blueHeight + 40
    let redWidth = 0.6 * blueWidth
    let redX = root.width - 20 - redWidth
    frames[3] = Rect(x: redX, y: y, width: redWidth, height: root.height - 50 - y)
    let side = redX - 70
    frames[4] = Rect(x: 20, y: y, width: side, height: side)
  }
}

/// PureLayout, demo 5: a label and a square on the edges of a larger square.
enum PurelayoutDemo5Frames: HandWrittenScreen {
  static let views = ["blue", "red", "purpleLabel"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (middleX, middleY) = (root.width / 2, root.height / 2)
    let label = content[3]
    frames[1] = Rect(x: middleX - 75, y: middleY - 75, width: 150, height: 150)
    frames[2] = Rect(x: middleX - 25, y: middleY + 50, width: 50, height: 50)
    frames[3] = Rect(
      x: middleX - label.width / 2, y: middleY - 70 - label.height, width: label.width,
      height: label.height)
  }
}

/// PureLayout, demo 6: the largest square that keeps its distance from every edge.
enum PurelayoutDemo6Frames: HandWrittenScreen {
  static let views = ["topGuide", "blue"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let side = min(root.width - 40, root.height - 40 - 2 * guide.height)
    frames[2] = Rect(
      x: (root.width - side) / 2, y: (root.height - side) / 2, width: side, height: side)
  }
}

/// PureLayout, demo 7 where its animation begins: a view that grows, and one below it.
enum PurelayoutDemo7Frames: HandWrittenScreen {
  static let views = ["topGuide", "blue", "red"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    let height = content[2].height
    let middle = root.width / 2
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    frames[2] = Rect(x: middle - 25, y: guide.height + 20, width: 50, height: height)
    let width = 1.5 * height
    frames[3] = Rect(x: middle - width / 2, y: guide.height + height + 40, width: width, height: 50)
  }
}

/// PureLayout, demo 7 where its animation ends: a view that grows, and one at the bottom.
enum PurelayoutDemo7EndFrames: HandWrittenScreen {
  static let views = ["topGuide", "blue", "red"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    let height = content[2].height
    let middle = root.width / 2
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    frames[2] = Rect(x: middle - 25, y: guide.height + 20, width: 50, height: height)
    let width = 1.5 * height
    frames[3] = Rect(x: middle - width / 2, y: root.height - 200, width: width, height: 50)
  }
}

/// PureLayout, demo 8: four views of fixed size with equal spacing in a container.
enum PurelayoutDemo8Frames: HandWrittenScreen {
  static let views = ["topGuide", "container", "blue", "red", "yellow", "green"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let y = guide.height + 10
    let (width, height) = (root.width - 20, root.height - 10 - y)
    frames[2] = Rect(x: 10, y: y, width: width, height: height)
    let x = width / 2 - 30
    let gap = (height - 160) / 5
    frames[4] = Rect(x: x, y: gap, width: 60, height: 40)
    frames[3] = Rect(x: x, y: 2 * gap + 40, width: 60, height: 40)
    frames[5] = Rect(x: x, y: 3 * gap + 80, width: 60, height: 40)
    frames[6] = Rect(x: x, y: 4 * gap + 120, width: 60, height: 40)
  }
}

/// PureLayout, demo 9: four views within each other, at layout margins.
enum PurelayoutDemo9Frames: HandWrittenScreen {
  static let views = ["topGuide", "blue", "red", "yellow", "green"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let guide = content[1]
    frames[1] = Rect(x: 0, y: 0, width: guide.width, height: guide.height)
    let y = guide.height + 10
    let width = root.width - 20
    let height = root.height - 10 - y
    frames[2] = Rect(x: 10, y: y, width: width, height: height)
    let redHeight = height - 90
    frames[3] = Rect(x: 20, y: 10, width: width - 40, height: redHeight)
    let yellowHeight = redHeight / 2
    frames[4] = Rect(
      x: 20, y: 10 + (redHeight - 90 - yellowHeight) / 2, width: width - 80, height: yellowHeight)
    frames[5] = Rect(x: 8, y: 8, width: width - 96, height: 50)
  }
}

/// PureLayout, demo 10, horizontal: four equally wide views across the middle and a button.
enum PurelayoutDemo10Frames: HandWrittenScreen {
  static let views = ["blue", "red", "yellow", "green", "toggleButton"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = (root.width - 50) / 4
    let y = root.height / 2 - 20
    frames[2] = Rect(x: 10, y: y, width: width, height: 40)
    frames[1] = Rect(x: 20 + width, y: y, width: width, height: 40)
    frames[3] = Rect(x: 30 + 2 * width, y: y, width: width, height: 40)
    frames[4] = Rect(x: 40 + 3 * width, y: y, width: width, height: 40)
    let button = content[5]
    frames[5] = Rect(
      x: (root.width - button.width) / 2, y: root.height - 10 - button.height,
      width: button.width, height: button.height)
  }
}

/// PureLayout, demo 10, vertical: four equally high views down the middle and a button.
enum PurelayoutDemo10VerticalFrames: HandWrittenScreen {
  static let views = ["blue", "red", "yellow", "green", "toggleButton"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let height = (root.height - 350) / 4
    let x = root.width / 2 - 30
    frames[2] = Rect(x: x, y: 70, width: 60, height: height)
    frames[1] = Rect(x: x, y: 140 + height, width: 60, height: height)
    frames[3] = Rect(x: x, y: 210 + 2 * height, width: 60, height: height)
    frames[4] = Rect(x: x, y: 280 + 3 * height, width: 60, height: height)
    let button = content[5]
    frames[5] = Rect(
      x: (root.width - button.width) / 2, y: root.height - 10 - button.height,
      width: button.width, height: button.height)
  }
}
