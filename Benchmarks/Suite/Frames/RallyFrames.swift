import LayoutBenchManual
import LayoutModel

/// Rally: alerts, accounts and bills as cards of a dashboard.
enum RallyOverviewFrames: HandWrittenScreen {
  private static let accountWeights = [2215.13, 8676.88, 987.48, 253]
  private static let billWeights = [45.36, 1200, 87.33, 400, 77.4]

  static let views: [String] = {
    var views = [
      "overview", "alerts", "alertsTitle", "alertsAll", "alertsDivider", "alertsMessage",
      "alertsSort",
    ]
    for (card, weights) in [("accounts", accountWeights), ("bills", billWeights)] {
      views += [card, card + "Title", card + "Sum"]
      for part in 1...weights.count { views.append("\(card)Part\(part)") }
      for row in 1...3 {
        views += ["", "Mark", "Texts", "Name", "Detail", "Sign", "Value", "Chevron"].map {
          "\(card)Row\(row)\($0)"
        }
        views.append("\(card)Line\(row)")
      }
      views.append(card + "All")
    }
    return views
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let width = root.width - 32
    let (title, all, message) = (content[3], content[4].width, content[6].height)
    let alerts = 85 + max(48, message)
    frames[2] = Rect(x: 16, y: 16, width: width, height: alerts)
    frames[3] = Rect(x: 12, y: 30 - title.height / 2, width: title.width, height: title.height)
    frames[4] = Rect(x: width - 12 - all, y: 12, width: all, height: 36)
    frames[5] = Rect(x: 12, y: 60, width: width - 24, height: 1)
    frames[6] = Rect(x: 12, y: 73, width: width - 72, height: message)
    frames[7] = Rect(x: width - 60, y: 73, width: 48, height: 48)
    let y = 28 + alerts
    let accounts = layOut(card: 8, y, width, accountWeights, content, frames)
    _ = layOut(card: 43, y + accounts + 12, width, billWeights, content, frames)
  }

  /// Lays out a card and its contents, and returns its height.
  @inline(__always)
  private static func layOut(
    card: Int, _ cardY: Double, _ width: Double, _ weights: [Double],
    _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) -> Double {
    let (title, sum) = (content[card + 1], content[card + 2])
    frames[card + 1] = Rect(x: 12, y: 12, width: title.width, height: title.height)
    frames[card + 2] = Rect(x: 12, y: 12 + title.height, width: sum.width, height: sum.height)
    var y = 24 + title.height + sum.height
    var total = 0.0
    for weight in weights { total += weight }
    var x = 0.0
    var row = card + 3
    for weight in weights {
      let part = width * weight / total
      frames[row] = Rect(x: x, y: y, width: part, height: 1)
      x += part
      row += 1
    }
    y += 5
    let rowWidth = width - 24
    for _ in 1...3 {
      let (name, detail) = (content[row + 3], content[row + 4])
      let (sign, value) = (content[row + 5], content[row + 6])
      frames[row] = Rect(x: 16, y: y, width: rowWidth, height: 68)
      frames[row + 1] = Rect(x: 0, y: 16, width: 4, height: 36)
      let texts = Size(
        width: max(name.width, detail.width), height: name.height + detail.height)
      frames[row + 2] = Rect(
        x: 16, y: 34 - texts.height / 2, width: texts.width, height: texts.height)
      frames[row + 3] = Rect(x: 0, y: 0, width: name.width, height: name.height)
      frames[row + 4] = Rect(x: 0, y: name.height, width: detail.width, height: detail.height)
      let end = rowWidth - 52
      let valueWidth = min(value.width, end - 16 - texts.width - sign.width)
      frames[row + 5] = Rect(
        x: end - valueWidth - sign.width, y: 34 - sign.height / 2, width: sign.width,
        height: sign.height)
      frames[row + 6] = Rect(
        x: end - valueWidth, y: 34 - value.height / 2, width: valueWidth, height: value.height)
      frames[row + 7] = Rect(x: rowWidth - 36, y: 22, width: 24, height: 24)
      frames[row + 8] = Rect(x: 16, y: y + 68, width: rowWidth, height: 1)
      y += 69
      row += 9
    }
    frames[row] = Rect(x: 16, y: y, width: rowWidth, height: 44)
    frames[card] = Rect(x: 16, y: cardY, width: width, height: y + 44)
    return y + 44
  }
}
