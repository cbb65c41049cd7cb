import LayoutBenchManual
import LayoutModel

/// Yoga's huge nested layout: four levels of three boxes that grow from 10 points.
enum YogaHugeNestedFrames: HandWrittenScreen {
  static let views: [String] = {
    var names: [String] = []
    for first in 1...3 {
      names.append("node\(first)")
      for second in 1...3 {
        names.append("node\(first)\(second)")
        for third in 1...3 {
          names.append("node\(first)\(second)\(third)")
          for fourth in 1...3 { names.append("node\(first)\(second)\(third)\(fourth)") }
        }
      }
    }
    return names
  }()

  static func numberCount(of count: Int) -> Int { 3 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let outer = max(10, root.height / 3)
    let inner = max(10, outer / 3)
    var view = 1
    var outerY = 0.0
    for box in 0..<3 {
      frames[view] = Rect(x: 0, y: outerY, width: content.number(box), height: outer)
      view += 1
      outerY += outer
      var innerY = 0.0
      for _ in 0..<3 {
        frames[view] = Rect(x: 0, y: innerY, width: 10, height: inner)
        view += 1
        innerY += inner
        for x in stride(from: 0.0, to: 30, by: 10) {
          frames[view] = Rect(x: x, y: 0, width: 10, height: 10)
          frames[view + 1] = Rect(x: 0, y: 0, width: 10, height: 10)
          frames[view + 2] = Rect(x: 0, y: 10, width: 10, height: 10)
          frames[view + 3] = Rect(x: 0, y: 20, width: 10, height: 10)
          view += 4
        }
      }
    }
  }

  /// Only the outer boxes follow the root, and the boxes in them.
  @inline(__always)
  static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let outer = max(10, root.height / 3)
    let inner = max(10, outer / 3)
    var outerY = 0.0
    for box in stride(from: 1, through: 81, by: 40) {
      frames[box].y = outerY
      frames[box].height = outer
      outerY += outer
      var innerY = 0.0
      for view in stride(from: box + 1, through: box + 27, by: 13) {
        frames[view].y = innerY
        frames[view].height = inner
        innerY += inner
      }
    }
  }

  static func container(ofNumber number: Int, count: Int) -> Int { 40 * number + 1 }

  static func layOut(
    container box: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    frames[box].width = content.number(box / 40)
  }
}

/// Yoga's nested flex: ten boxes in a column, each with ten boxes.
enum YogaNestedFlexFrames: HandWrittenScreen {
  static let views = (1...10).flatMap { box in
    ["box\(box)"] + (1...10).map { "box\(box)Part\($0)" }
  }

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let above = content.number(0)
    let height = (root.height - above) / 10
    let part = height / 10
    var view = 1
    for box in 0..<10 {
      frames[view] = Rect(
        x: 0, y: above + Double(box) * height, width: root.width, height: height)
      view += 1
      for index in 0..<10 {
        frames[view] = Rect(x: 0, y: Double(index) * part, width: root.width, height: part)
        view += 1
      }
    }
  }
}

/// Yoga's capture of an iOS profile page: filters, a notice, a photo with a panel, shortcuts.
enum YogaProfileFrames: HandWrittenScreen {
  static let views =
    [
      "filters", "filter1", "dot", "dotFill", "filterLabel1", "filter2", "filterLabel2", "filter3",
      "filterLabel3", "notice", "noticeBox", "close", "closeIcon", "noticeRow", "noticeIcon",
      "noticeGlyph", "noticeTexts", "noticeTitle", "noticeText", "noticeActions", "action", "hero",
      "cover", "media", "photo", "shade", "panel", "actions", "like", "likeArea", "likeIcon",
      "message", "messageArea", "messageIcon", "heroTitle", "heroSubtitle",
    ]
    + (1...5).flatMap { shortcut in
      ["shortcut", "circle", "glyph", "labelBox", "label"].map { "\($0)\(shortcut)" }
    } + ["badge", "badgeLabel"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 8, y: 0, width: root.width - 16, height: 52)
    var x = 8.0
    x = filter(2, label: 5, x, content, frames)
    frames[3] = Rect(x: frames[2].width - 10.5, y: 0, width: 9, height: 9)
    frames[4] = Rect(x: 1.5, y: 1.5, width: 6, height: 6)
    x = filter(6, label: 7, x, content, frames)
    _ = filter(8, label: 9, x, content, frames)

    let width = root.width - 40
    let inner = width - 32
    let (title, text) = (content[18].height, content[19].height)
    let textsHeight = title + text + 3
    let noticeHeight = textsHeight + 68
    frames[10] = Rect(x: 20, y: 68, width: width, height: noticeHeight)
    frames[11] = Rect(x: 16, y: 16, width: inner, height: textsHeight + 36)
    frames[12] = Rect(x: inner - 16, y: 0, width: 16, height: 16)
    frames[13] = Rect(x: 0, y: 0, width: 16, height: 16)
    frames[14] = Rect(x: 0, y: 0, width: inner, height: textsHeight)
    frames[15] = Rect(x: 0, y: 0, width: 34, height: textsHeight)
    frames[16] = Rect(x: 0, y: 0, width: 24, height: 24)
    let textWidth = inner * 0.8
    frames[17] = Rect(x: 34, y: 0, width: textWidth, height: textsHeight)
    frames[18] = Rect(x: 0, y: -4.33, width: textWidth, height: title)
    frames[19] = Rect(x: 0, y: title - 5.33, width: textWidth, height: text)
    frames[20] = Rect(x: inner / 2 - 16, y: textsHeight, width: 32, height: 36)
    frames[21] = Rect(x: 0, y: 0, width: 32, height: 36)

    let heroY = 88 + noticeHeight
    frames[22] = Rect(x: 20, y: heroY, width: width, height: 468)
    let cover = Rect(x: 0, y: 0, width: width, height: 468)
    frames[23] = cover
    frames[24] = cover
    frames[25] = cover
    frames[26] = cover
    let (heroTitle, subtitle) = (content[35].height, content[36].height)
    let panelHeight = heroTitle + subtitle + 31.34
    frames[27] = Rect(x: 0, y: 468 - panelHeight, width: width, height: panelHeight)
    frames[28] = Rect(x: width - 161.6, y: -32.4, width: 145.6, height: 64.8)
    frames[29] = Rect(x: 0, y: 0, width: 64.8, height: 64.8)
    frames[30] = Rect(x: 0, y: 0, width: 64.8, height: 64.8)
    frames[31] = Rect(x: 16.4, y: 16.4, width: 32, height: 32)
    frames[32] = Rect(x: 80.8, y: 0, width: 64.8, height: 64.8)
    frames[33] = Rect(x: 0, y: 0, width: 64.8, height: 64.8)
    frames[34] = Rect(x: 16.4, y: 16.4, width: 32, height: 32)
    frames[35] = Rect(x: 16, y: 14, width: inner, height: heroTitle)
    frames[36] = Rect(x: 16, y: 15.67 + heroTitle, width: inner, height: subtitle)

    x = 20
    for shortcut in stride(from: 37, through: 57, by: 5) {
      let label = content[shortcut + 4].height
      frames[shortcut] = Rect(x: x, y: heroY + 496, width: 84, height: label + 60.67)
      frames[shortcut + 1] = Rect(x: 12, y: 0, width: 60, height: 60)
      frames[shortcut + 2] = Rect(x: 18, y: 18, width: 24, height: 24)
      frames[shortcut + 3] = Rect(x: 0, y: 68, width: 84, height: label - 7.33)
      frames[shortcut + 4] = Rect(x: 0, y: -4, width: 84, height: label)
      x += 84
    }

    let badge = content[63]
    frames[62] = Rect(
      x: root.width - badge.width - 4, y: 0, width: badge.width + 4, height: badge.height + 4)
    frames[63] = Rect(x: 2, y: 2, width: badge.width, height: badge.height)
  }

  /// One filter.
  ///
  /// - Returns: where the next one starts.
  @inline(__always)
  private static func filter(
    _ filter: Int, label: Int, _ x: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    let text = content[label].width
    let width = max(44, text + 24)
    frames[filter] = Rect(x: x, y: 16, width: width, height: 36)
    frames[label] = Rect(x: (width - text) / 2, y: -0.5, width: text, height: 36)
    return x + width + 8
  }
}
