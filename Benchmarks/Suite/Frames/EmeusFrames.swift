import LayoutBenchManual
import LayoutModel

/// Emeus's details example: a picture and a button beside three panes.
enum EmeusDetailsFrames: HandWrittenScreen {
  static let views = ["picture", "title", "summary", "details", "button"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 152
    let height = (root.height - 32) / 3
    let button = content.number(0)
    frames[1] = Rect(x: 8, y: 8, width: 128, height: 128)
    frames[2] = Rect(x: 144, y: 8, width: width, height: height)
    frames[3] = Rect(x: 144, y: 16 + height, width: width, height: height)
    frames[4] = Rect(x: 144, y: 24 + 2 * height, width: width, height: height)
    frames[5] = Rect(x: 8, y: root.height - 8 - button, width: 128, height: button)
  }
}

/// Emeus's side bar example: two panes on the left, three on the right.
enum EmeusSidebarFrames: HandWrittenScreen {
  static let views = ["upperLeft", "lowerLeft", "upperRight", "middleRight", "lowerRight"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = (root.width - 24) / 2
    let spacing = content.number(0)
    let half = (root.height - 16 - spacing) / 2
    let third = (root.height - 32) / 3
    let right = 16 + width
    frames[1] = Rect(x: 8, y: 8, width: width, height: half)
    frames[2] = Rect(x: 8, y: 8 + half + spacing, width: width, height: half)
    frames[3] = Rect(x: right, y: 8, width: width, height: third)
    frames[4] = Rect(x: right, y: 16 + third, width: width, height: third)
    frames[5] = Rect(x: right, y: 24 + 2 * third, width: width, height: third)
  }
}

/// Emeus's simple grid: two buttons side by side above a third.
enum EmeusSimpleGridFrames: HandWrittenScreen {
  static let views = ["child1", "child2", "child3"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let spacing = content.number(0)
    let width = (root.width - 16 - spacing) / 2
    let height = (root.height - 28) / 2
    frames[1] = Rect(x: 8, y: 8, width: width, height: height)
    frames[2] = Rect(x: 8 + width + spacing, y: 8, width: width, height: height)
    frames[3] = Rect(x: 8, y: 20 + height, width: root.width - 16, height: height)
  }
}
