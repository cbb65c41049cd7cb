import LayoutBenchManual
import LayoutModel

/// Enaml's button ring: fifty buttons around a label.
enum EnamlButtonRingFrames: HandWrittenScreen {
  static let views = (0..<50).map { "button\($0)" } + ["label"]

  /// Half of cosine + 1 of each button's angle.
  private static let across: [Double] = [
    1, 0.9958950069, 0.9836474315, 0.9634583787, 0.9356593521, 0.9007068109, 0.859174675,
    0.8117449009, 0.7591962842, 0.7023916716, 0.6422637933, 0.5797999475, 0.5160257888,
    0.451988487, 0.388739533, 0.3273174728, 0.2687308549, 0.2139416699, 0.1638495549,
    0.1192770208, 0.0809559476, 0.049515566, 0.0254721265, 0.0092204215, 0.0010273036,
    0.0010273036, 0.0092204215, 0.0254721265, 0.049515566, 0.0809559476, 0.1192770208,
    0.1638495549, 0.2139416699, 0.2687308549, 0.3273174728, 0.388739533, 0.451988487,
    0.5160257888, 0.5797999475, 0.6422637933, 0.7023916716, 0.7591962842, 0.8117449009,
    0.859174675, 0.9007068109, 0.9356593521, 0.9634583787, 0.9836474315, 0.9958950069, 1,
  ]

  /// Half of sine + 1 of each button's angle.
  private static let down: [Double] = [
    0.5, 0.5639385808, 0.626827292, 0.6876335024, 0.745358776, 0.7990552652, 0.8478412753,
    0.8909157412, 0.9275713815, 0.9572063115, 0.9793339265, 0.9935908917, 0.9997431081,
    0.9976895565, 0.9874639561, 0.969234211, 0.9432996532, 0.9100861273, 0.8701389985,
    0.8241141977, 0.7727674506, 0.7169418696, 0.657554109, 0.5955793144, 0.53203511, 0.46796489,
    0.4044206856, 0.342445891, 0.2830581304, 0.2272325494, 0.1758858023, 0.1298610015,
    0.0899138727, 0.0567003468, 0.030765789, 0.0125360439, 0.0023104435, 0.0002568919,
    0.0064091083, 0.0206660735, 0.0427936885, 0.0724286185, 0.1090842588, 0.1521587247,
    0.2009447348, 0.254641224, 0.3123664976, 0.373172708, 0.4360614192, 0.5,
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    for index in 0..<50 {
      let button = content[index + 1]
      frames[index + 1] = Rect(
        x: across[index] * (root.width - button.width),
        y: down[index] * (root.height - button.height), width: button.width, height: button.height)
    }
    let label = content[51]
    frames[51] = Rect(
      x: (root.width - label.width) / 2, y: (root.height - label.height) / 2, width: label.width,
      height: label.height)
  }
}

/// Enaml's find and replace dialog: two rows of buttons that end at one edge.
enum EnamlFindReplaceFrames: HandWrittenScreen {
  static let views = [
    "find", "findLabel", "findNext", "findNextLabel", "findField", "replace", "replaceLabel",
    "replaceAndFind", "replaceAndFindLabel", "replaceField",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let buttons =
      max(
        content[2].width + content[4].width, content[7].width + content[9].width) + 48
    row(1, y: 10, buttons, root, content, frames)
    row(6, y: 44, buttons, root, content, frames)
  }

  /// A row: two buttons that are `buttons` wide together, and a field.
  @inline(__always)
  private static func row(
    _ first: Int, y: Double, _ buttons: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let (left, right) = (content[first + 1].width, content[first + 3].width)
    let width = min(max(buttons / 2, left + 24), buttons - right - 24)
    frames[first] = Rect(x: 10, y: y, width: width, height: 24)
    frames[first + 1] = Rect(x: 12, y: 4, width: left, height: 16)
    frames[first + 2] = Rect(x: 20 + width, y: y, width: buttons - width, height: 24)
    frames[first + 3] = Rect(x: 12, y: 4, width: right, height: 16)
    let x = 30 + buttons
    frames[first + 4] = Rect(x: x, y: y + 1, width: root.width - 10 - x, height: 22)
  }
}

/// Enaml's fluid layout: a page above a row of buttons, one of them centred where there is room.
enum EnamlFluidFrames: HandWrittenScreen {
  static let views = [
    "page", "add", "addLabel", "remove", "removeLabel", "mode", "modeLabel", "share", "shareLabel",
    "gapBefore", "gapAfter",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (add, remove) = (content[3].width, content[5].width)
    let (mode, share) = (content[7].width, content[9].width)
    let y = root.height - 34
    frames[1] = Rect(x: 10, y: 10, width: root.width - 20, height: root.height - 54)
    frames[2] = Rect(x: 10, y: y, width: add + 24, height: 24)
    frames[3] = Rect(x: 12, y: 4, width: add, height: 16)
    let removeX = add + 44
    let removeRight = removeX + remove + 24
    frames[4] = Rect(x: removeX, y: y, width: remove + 24, height: 24)
    frames[5] = Rect(x: 12, y: 4, width: remove, height: 16)
    let modeX = max((root.width - mode) / 2 - 12, removeRight + 10)
    let modeRight = modeX + mode + 24
    frames[6] = Rect(x: modeX, y: y, width: mode + 24, height: 24)
    frames[7] = Rect(x: 12, y: 4, width: mode, height: 16)
    let shareX = root.width - share - 34
    frames[8] = Rect(x: shareX, y: y, width: share + 24, height: 24)
    frames[9] = Rect(x: 12, y: 4, width: share, height: 16)
    frames[10] = Rect(x: removeRight, y: y, width: modeX - removeRight, height: 24)
    frames[11] = Rect(x: modeRight, y: y, width: shareX - modeRight, height: 24)
  }
}
