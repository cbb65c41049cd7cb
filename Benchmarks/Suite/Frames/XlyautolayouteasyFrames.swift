import LayoutBenchManual
import LayoutModel

/// The views of the screen that is written in code.
private let simpleViews = [
  "topGuide", "bottomGuide", "label", "imageView", "titleLabel", "contentLabel", "centerView",
  "purpleView",
]

/// Writes the frames of the screen that is written in code; the reading direction decides the x.
@inline(__always)
private func layOutSimple(
  labelX: Double, imageX: Double, titleX: Double, _ root: Size,
  _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
) {
  let (label, titleHeight, textHeight) = (content[3], content[5].height, content[6].height)
  frames[1] = Rect(x: 0, y: 0, width: root.width, height: 64)
  frames[2] = Rect(x: 0, y: root.height - 49, width: root.width, height: 49)
  frames[3] = Rect(
    x: labelX, y: root.height - 57 - label.height, width: label.width, height: label.height)
  frames[4] = Rect(x: imageX, y: 74, width: 60, height: 60)
  let width = root.width - 90
  frames[5] = Rect(x: titleX, y: 74, width: width, height: titleHeight)
  frames[6] = Rect(x: titleX, y: 84 + titleHeight, width: width, height: textHeight)
  let centerY = (root.height - titleHeight - 20) / 2
  frames[7] = Rect(x: titleX + 10, y: centerY, width: width, height: titleHeight + 20)
  frames[8] = Rect(x: titleX + 15, y: centerY + 5, width: width - 25, height: titleHeight + 10)
}

/// XLYAutoLayoutEasy's demo: title and text beside a picture.
enum XlyautolayouteasySimpleFrames: HandWrittenScreen {
  static let views = simpleViews

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOutSimple(labelX: 16, imageX: 10, titleX: 80, root, content, frames)
  }
}

/// XLYAutoLayoutEasy's demo: title and text beside a picture, read from right to left.
enum XlyautolayouteasySimpleRtlFrames: HandWrittenScreen {
  static let views = simpleViews

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOutSimple(
      labelX: root.width - 16 - content[3].width, imageX: root.width - 70, titleX: 10, root,
      content, frames)
  }
}

/// XLYAutoLayoutEasy's demo: a table of ten cells, the last four of which were used again.
enum XlyautolayouteasyTableFrames: HandWrittenScreen {
  static let views =
    ["table"]
    + (1...10).flatMap { cell in
      ["cell", "contentView", "image", "label", "custom", "leftView", "rightView"].map { part in
        "\(part)\(cell)"
      }
    }

  static func container(of view: Int) -> Int { view == 1 ? 0 : (view - 2) / 7 * 7 + 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var y = 0.0
    for cell in stride(from: 2, to: frames.count, by: 7) {
      frames[cell] = Rect(x: 0, y: y, width: root.width, height: 150)
      y += 150
      layOut(container: cell, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container cell: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let isUsedAgain = cell > 6 * 7 + 1
    let edge = isUsedAgain ? 8.0 : 15
    let image =
      isUsedAgain
      ? Rect(x: edge, y: edge, width: 50, height: 30)
      : Rect(x: edge, y: edge, width: 120, height: 120)
    let x = image.right + 8
    let custom = Rect(
      x: x, y: edge, width: root.width - x - 8, height: isUsedAgain ? 30 : 60)
    let label = content[cell + 3]
    frames[cell + 1] = Rect(x: 0, y: 0, width: root.width, height: 150)
    frames[cell + 2] = image
    frames[cell + 3] = Rect(
      x: x, y: edge + custom.height + 8, width: label.width, height: label.height)
    frames[cell + 4] = custom
    let width = (custom.width - 24) / 2
    frames[cell + 5] = Rect(x: 8, y: 8, width: width, height: custom.height - 16)
    frames[cell + 6] = Rect(x: 16 + width, y: 8, width: width, height: custom.height - 16)
  }
}
