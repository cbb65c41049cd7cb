import LayoutBenchManual
import LayoutModel

/// hjcapple's LayoutKit, demo 0: four boxes in the corners and one in the middle.
enum HjcappleLayoutkitCornersFrames: HandWrittenScreen {
  static let views = ["red", "blue", "yellow", "green", "purple"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let edge = 20.0
    let width = (root.width - 2 * edge) * 0.3
    let height = (root.height - 2 * edge) * 0.3
    let right = root.width - edge - width
    let bottom = root.height - edge - height
    frames[1] = Rect(x: edge, y: edge, width: width, height: height)
    frames[2] = Rect(x: edge + content.number(0), y: bottom, width: width, height: height)
    frames[3] = Rect(x: right, y: edge, width: width, height: height)
    frames[4] = Rect(x: right, y: bottom, width: width, height: height)
    frames[5] = Rect(
      x: (root.width - width) / 2, y: (root.height - height) / 2, width: width, height: height)
  }
}

/// hjcapple's LayoutKit, demo 1: six boxes, each within the one before.
enum HjcappleLayoutkitEdgesFrames: HandWrittenScreen {
  static let views = ["red", "blue", "yellow", "green", "purple", "orange"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let inset = content.number(0)
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var box = Rect(
      x: inset, y: inset, width: root.width - 2 * inset, height: root.height - 2 * inset)
    for view in 2...6 {
      frames[view] = box
      box = Rect(x: box.x + 20, y: box.y + 20, width: box.width - 40, height: box.height - 40)
    }
  }
}

/// hjcapple's LayoutKit, demo 6: labels on the four sides of a box in the middle.
enum HjcappleLayoutkitAroundFrames: HandWrittenScreen {
  static let views = ["middle", "leftLabel", "rightLabel", "topLabel", "bottomLabel"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (centerX, centerY) = (root.width / 2, root.height / 2)
    let gap = 22.0 + 40
    let (left, right, top, bottom) = (content[2], content[3], content[4], content[5])
    frames[1] = Rect(x: centerX - 22, y: centerY - 22, width: 44, height: 44)
    frames[2] = Rect(
      x: centerX - gap - left.width, y: centerY - left.height / 2, width: left.width,
      height: left.height)
    frames[3] = Rect(
      x: centerX + gap, y: centerY - right.height / 2, width: right.width, height: right.height)
    frames[4] = Rect(
      x: centerX - top.width / 2, y: centerY - gap - top.height, width: top.width,
      height: top.height)
    frames[5] = Rect(
      x: centerX - bottom.width / 2, y: centerY + gap, width: bottom.width, height: bottom.height)
  }
}
