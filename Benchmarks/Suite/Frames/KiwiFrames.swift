import LayoutBenchManual
import LayoutModel

/// Kiwi's benchmark: the form of labels and fields.
enum KiwiEnamlFormFrames: HandWrittenScreen {
  static let views = [
    "contents", "midline", "label1", "field1", "label2", "field2", "label3", "combo", "field3",
  ]

  static func numberCount(of count: Int) -> Int { 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (inset, spacing) = (content.number(0), content.number(1))
    let contents = Rect(
      x: inset, y: inset, width: root.width - 2 * inset, height: root.height - 2 * inset)
    let labelWidth = 67.0
    let midline = contents.x + labelWidth + 10
    let fieldWidth = contents.right - midline
    frames[1] = contents
    frames[2] = Rect(x: midline, y: contents.y, width: 0, height: contents.height)
    var y = contents.y
    frames[3] = Rect(x: contents.x, y: y + 2.5, width: labelWidth, height: 16)
    frames[4] = Rect(x: midline, y: y, width: fieldWidth, height: 21)
    y += 21 + spacing
    frames[5] = Rect(x: contents.x, y: y + 2.5, width: labelWidth, height: 16)
    frames[6] = Rect(x: midline, y: y, width: fieldWidth, height: 21)
    y += 21 + spacing
    frames[7] = Rect(x: contents.x, y: y + 4, width: labelWidth, height: 16)
    frames[8] = Rect(x: midline, y: y, width: fieldWidth, height: 24)
    y += 24 + spacing
    frames[9] = Rect(x: contents.x, y: y, width: contents.width, height: 21)
  }
}
