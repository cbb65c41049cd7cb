import LayoutBenchManual
import LayoutModel

/// COSLayout: the examples of the article and the read-me in one screen.
enum CoslayoutExamplesFrames: HandWrittenScreen {
  static let views = [
    "contentView", "badge", "caption", "panel", "half", "wide", "mark", "tag", "side", "pin",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (width, height) = (root.width - 20, root.height - 30)
    frames[1] = Rect(x: 10, y: 20, width: width, height: height)
    let (badge, caption) = (content[2], content[3])
    let captionX = width - 10 - caption.width
    frames[2] = Rect(x: width - 5 - badge.width, y: 5, width: badge.width, height: badge.height)
    frames[3] = Rect(
      x: captionX, y: 15 + badge.height, width: caption.width, height: caption.height)

    let (panelWidth, panelHeight) = (width - 20, height / 2 - 10)
    let (halfWidth, halfHeight) = (panelWidth / 2, panelHeight * 0.3)
    let (mark, tag) = (content[7], content[8])
    frames[4] = Rect(x: 10, y: height / 2, width: panelWidth, height: panelHeight)
    frames[5] = Rect(x: 10, y: 10, width: halfWidth, height: halfHeight)
    frames[6] = Rect(x: 10, y: 15 + halfHeight, width: halfWidth + 5, height: halfHeight / 2)
    frames[7] = Rect(
      x: panelWidth * 0.4 - mark.width / 2, y: panelHeight / 2 - 10 - mark.height / 2,
      width: mark.width, height: mark.height)
    frames[8] = Rect(
      x: 0, y: panelHeight - 10 - tag.height, width: tag.width, height: tag.height)
    frames[9] = Rect(x: panelWidth - 30, y: panelHeight / 4, width: 20, height: panelHeight / 2)
    frames[10] = Rect(x: captionX + caption.width / 2 - 20, y: 10, width: 20, height: 20)
  }
}

/// COSLayout: boxes with least and greatest widths and heights.
enum CoslayoutLimitsFrames: HandWrittenScreen {
  static let views = ["bar", "column", "chip", "picture", "note"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let barWidth = min(root.width - 20, 300)
    frames[1] = Rect(x: root.width - 10 - barWidth, y: 10, width: barWidth, height: 44)
    let columnHeight = min(max(root.height * 0.8, 200), 400)
    frames[2] = Rect(x: 10, y: (root.height - columnHeight) / 2, width: 24, height: columnHeight)
    let chip = content[3]
    let chipWidth = min(max(chip.width, 80), 100)
    frames[3] = Rect(
      x: root.width - 10 - chipWidth, y: 64, width: chipWidth, height: chip.height)
    frames[4] = Rect(
      x: root.width / 4, y: root.height - 50, width: root.width / 2, height: 40)
    frames[5] = Rect(
      x: 44, y: 74 + chip.height, width: min(max(root.width - 74, 120), 200),
      height: content[5].height)
  }
}
