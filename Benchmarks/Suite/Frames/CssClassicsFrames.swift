import LayoutBenchManual
import LayoutModel

/// Solved by Flexbox: the Holy Grail layout, with a header, three columns and a sticky footer.
enum CssHolyGrailFrames: HandWrittenScreen {
  static let views = [
    "header", "title", "titleLink", "subtitle", "sourceButton", "sourceButtonLabel", "shareButton",
    "shareButtonLabel", "body", "nav", "item1", "link1", "item2", "link2", "item3", "link3",
    "item4", "link4", "main", "heading", "headingText", "intro", "introText", "story", "storyText",
    "ads", "ad1", "ad2", "footer", "footerText",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let title = content[3]
    let headerHeight = max(84, title.height + 48)
    let middle = headerHeight / 2
    let titleY = middle - title.height / 2
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: headerHeight)
    frames[2] = Rect(x: 24, y: titleY, width: title.width, height: title.height)
    frames[3] = Rect(x: 0, y: 0, width: title.width, height: title.height)
    let subtitle = content[4]
    frames[4] = Rect(
      x: 40 + title.width, y: titleY + 10, width: subtitle.width, height: subtitle.height)
    let (source, share) = (content[6].width, content[8].width)
    let shareX = root.width - 56 - share
    frames[5] = Rect(x: shareX - 48 - source, y: middle - 18, width: source + 32, height: 36)
    frames[6] = Rect(x: 16, y: 8, width: source, height: 20)
    frames[7] = Rect(x: shareX, y: middle - 18, width: share + 32, height: 36)
    frames[8] = Rect(x: 16, y: 8, width: share, height: 20)

    let (heading, intro, story) = (content[21], content[23], content[25])
    let footerText = content[30]
    let footerHeight = footerText.height + 48
    let columnHeight = max(
      heading.height + intro.height + story.height + 32,
      root.height - headerHeight - footerHeight - 48)
    let bodyHeight = columnHeight + 48
    frames[9] = Rect(x: 0, y: headerHeight, width: root.width, height: bodyHeight)
    frames[10] = Rect(x: 24, y: 24, width: 192, height: columnHeight)
    var y = 16.0
    for item in stride(from: 11, through: 17, by: 2) {
      let link = content[item + 1]
      frames[item] = Rect(x: 16, y: y, width: 160, height: link.height + 8)
      frames[item + 1] = Rect(x: 0, y: 4, width: link.width, height: link.height)
      y += link.height + 8
    }
    let mainWidth = root.width - 432
    let width = mainWidth - 64
    frames[19] = Rect(x: 216, y: 24, width: mainWidth, height: columnHeight)
    frames[20] = Rect(x: 32, y: 0, width: width, height: heading.height)
    frames[21] = Rect(x: 0, y: 0, width: heading.width, height: heading.height)
    y = heading.height + 16
    frames[22] = Rect(x: 32, y: y, width: width, height: intro.height)
    frames[23] = Rect(x: 0, y: 0, width: intro.width, height: intro.height)
    y += intro.height + 16
    frames[24] = Rect(x: 32, y: y, width: width, height: story.height)
    frames[25] = Rect(x: 0, y: 0, width: story.width, height: story.height)
    frames[26] = Rect(x: root.width - 216, y: 24, width: 192, height: columnHeight)
    frames[27] = Rect(x: 16, y: 16, width: 160, height: 120)
    frames[28] = Rect(x: 16, y: 152, width: 160, height: 60)
    frames[29] = Rect(
      x: 0, y: headerHeight + bodyHeight, width: root.width, height: footerHeight)
    frames[30] = Rect(x: 24, y: 24, width: footerText.width, height: footerText.height)
  }
}

/// The Odin Project's flex layout exercise: a search page.
enum CssSearchPageFrames: HandWrittenScreen {
  static let views = SearchPage.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { SearchPage.layOut(root, content, frames, mirrored: false) }
}

/// The Odin Project's flex layout exercise from right to left.
enum CssSearchPageRtlFrames: HandWrittenScreen {
  static let views = SearchPage.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { SearchPage.layOut(root, content, frames, mirrored: true) }
}

/// The search page in either direction.
private enum SearchPage {
  static let views = [
    "header", "headerLeft", "about", "aboutLink", "store", "storeLink", "headerRight", "profile",
    "profileLink", "settings", "settingsLink", "content", "logo", "input", "inputField", "buttons",
    "firstButton", "firstLabel", "secondButton", "secondLabel", "footer", "footerLeft",
    "advertising", "advertisingLink", "business", "businessLink", "footerRight", "privacy",
    "privacyLink", "terms", "termsLink",
  ]

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames,
    mirrored: Bool
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: 50)
    group(2, root.width, content, frames, atLeft: !mirrored, mirrored: mirrored)
    group(7, root.width, content, frames, atLeft: mirrored, mirrored: mirrored)
    frames[21] = Rect(x: 0, y: root.height - 50, width: root.width, height: 50)
    group(22, root.width, content, frames, atLeft: !mirrored, mirrored: mirrored)
    group(27, root.width, content, frames, atLeft: mirrored, mirrored: mirrored)

    let height = root.height - 100
    let middle = root.width / 2
    let y = (height - 306) / 2
    frames[12] = Rect(x: 0, y: 50, width: root.width, height: height)
    frames[13] = Rect(x: middle - 300, y: y, width: 600, height: 204)
    frames[14] = Rect(x: middle - 225, y: y + 220, width: 450, height: 38)
    frames[15] = Rect(x: 0, y: 0, width: 450, height: 38)
    let first = content[18].width + 32
    let second = content[20].width + 32
    let width = first + 4 + second
    frames[16] = Rect(x: middle - width / 2, y: y + 274, width: width, height: 32)
    frames[17] = Rect(x: mirrored ? second + 4 : 0, y: 0, width: first, height: 32)
    frames[18] = Rect(x: 16, y: 8, width: first - 32, height: 16)
    frames[19] = Rect(x: mirrored ? 0 : first + 4, y: 0, width: second, height: 32)
    frames[20] = Rect(x: 16, y: 8, width: second - 32, height: 16)
  }

  /// Two links side by side.
  @inline(__always)
  private static func group(
    _ group: Int, _ barWidth: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames, atLeft: Bool, mirrored: Bool
  ) {
    let first = content[group + 2].width
    let second = content[group + 4].width
    let width = first + 16 + second
    frames[group] = Rect(x: atLeft ? 16 : barWidth - 16 - width, y: 16, width: width, height: 18)
    frames[group + 1] = Rect(x: mirrored ? second + 16 : 0, y: 0, width: first, height: 18)
    frames[group + 2] = Rect(x: 0, y: 0, width: first, height: 18)
    frames[group + 3] = Rect(x: mirrored ? 0 : first + 16, y: 0, width: second, height: 18)
    frames[group + 4] = Rect(x: 0, y: 0, width: second, height: 18)
  }
}

/// Solved by Flexbox: comments as media objects.
enum CssMediaCommentsFrames: HandWrittenScreen {
  static let views =
    ["comments"]
    + (1...7).flatMap { comment in
      ["media", "figure", "body", "title", "text"].map { "\($0)\(comment)" }
    }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 32
    frames[1] = Rect(x: 16, y: 16, width: width, height: root.height - 32)
    var y = 0.0
    y += comment(2, y, width, content, frames, figure: 64) + 16
    y += comment(7, y, width, content, frames, indent: 80, figure: 32) + 16
    y += comment(12, y, width, content, frames, indent: 80, figure: 32, centered: true) + 16
    y += comment(17, y, width, content, frames, figure: 64, reversed: true) + 16
    y += comment(22, y, width, content, frames, figure: 64) + 16
    y += comment(27, y, width, content, frames, figure: 64, centered: true) + 16
    _ = comment(32, y, width, content, frames, figure: 48)
  }

  /// One media object.
  ///
  /// - Returns: its height.
  @inline(__always)
  private static func comment(
    _ media: Int, _ y: Double, _ listWidth: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames, indent: Double = 0, figure: Double, centered: Bool = false,
    reversed: Bool = false
  ) -> Double {
    let text = content[media + 4]
    let bodyHeight = text.height + 28
    let height = max(figure, bodyHeight)
    let width = listWidth - indent
    frames[media] = Rect(x: indent, y: y, width: width, height: height)
    frames[media + 1] = Rect(
      x: reversed ? width - figure : 0, y: centered ? (height - figure) / 2 : 0, width: figure,
      height: figure)
    frames[media + 2] = Rect(
      x: reversed ? 0 : figure + 16, y: centered ? (height - bodyHeight) / 2 : 0,
      width: width - figure - 16, height: bodyHeight)
    frames[media + 3] = Rect(x: 0, y: 0, width: content[media + 3].width, height: 24)
    frames[media + 4] = Rect(x: 0, y: 28, width: text.width, height: text.height)
    return height
  }
}

/// MDN's CSS cookbook: six cards in three columns, three of them with a footer.
enum CssCardGridFrames: HandWrittenScreen {
  static let views =
    ["cards"]
    + (1...6).flatMap { card in
      ["card", "header", "heading", "picture", "content", "text"].map { "\($0)\(card)" }
        + (hasFooter(card) ? ["footer\(card)", "note\(card)"] : [])
    }

  private static func hasFooter(_ card: Int) -> Bool { card == 2 || card == 3 || card == 5 }

  static func container(of view: Int) -> Int {
    switch view {
    case 2..<8: 2
    case 8..<16: 8
    case 16..<24: 16
    case 24..<30: 24
    case 30..<38: 30
    case 38...: 38
    default: 0
    }
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = min(800, root.width)
    let height = root.height - 32
    let cardWidth = (width - 40) / 3
    let cardHeight = (height - 20) / 2
    frames[1] = Rect(x: (root.width - width) / 2, y: 16, width: width, height: height)
    let (second, third) = (cardWidth + 20, 2 * cardWidth + 40)
    let lower = cardHeight + 20
    frames[2] = Rect(x: 0, y: 0, width: cardWidth, height: cardHeight)
    frames[8] = Rect(x: second, y: 0, width: cardWidth, height: cardHeight)
    frames[16] = Rect(x: third, y: 0, width: cardWidth, height: cardHeight)
    frames[24] = Rect(x: 0, y: lower, width: cardWidth, height: cardHeight)
    frames[30] = Rect(x: second, y: lower, width: cardWidth, height: cardHeight)
    frames[38] = Rect(x: third, y: lower, width: cardWidth, height: cardHeight)
    layOut(container: 2, root, content, frames)
    layOut(container: 8, root, content, frames)
    layOut(container: 16, root, content, frames)
    layOut(container: 24, root, content, frames)
    layOut(container: 30, root, content, frames)
    layOut(container: 38, root, content, frames)
  }

  @inline(__always)
  static func layOut(
    container card: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let size = frames[card]
    let width = size.width - 2
    let (heading, text) = (content[card + 2], content[card + 5])
    let headerHeight = heading.height + 16
    frames[card + 1] = Rect(x: 1, y: 1, width: width, height: headerHeight)
    frames[card + 2] = Rect(x: 8, y: 8, width: heading.width, height: heading.height)
    frames[card + 3] = Rect(x: 1, y: 1 + headerHeight, width: width, height: 80)
    let y = 81 + headerHeight
    var bottom = size.height - 1
    if card == 8 || card == 16 || card == 30 {
      let note = content[card + 7]
      let footerHeight = note.height + 16
      bottom -= footerHeight
      frames[card + 6] = Rect(x: 1, y: bottom, width: width, height: footerHeight)
      frames[card + 7] = Rect(x: 8, y: 8, width: note.width, height: note.height)
    }
    frames[card + 4] = Rect(x: 1, y: y, width: width, height: bottom - y)
    frames[card + 5] = Rect(x: 8, y: 8, width: text.width, height: text.height)
  }
}

/// Solved by Flexbox: grids of halves, thirds and quarters, and grids within grids.
enum CssFlexGridFrames: HandWrittenScreen {
  static let views =
    ["page"] + grid("halves", 2) + grid("thirds", 3) + grid("quarters", 4) + grid("sized", 3)
    + grid("mixed", 3) + ["nested", "nestedCell1", "nestedDemo1"] + grid("inner", 1)
    + ["innerCell2", "innerDemo2"] + grid("deep", 2)
    + ["nestedCell2", "nestedDemo2", "nestedText2"]

  private static func grid(_ name: String, _ cells: Int) -> [String] {
    [name]
      + (1...cells).flatMap { cell in
        ["Cell", "Demo", "Text"].map { "\(name)\($0)\(cell)" }
      }
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 24, y: 24, width: root.width - 48, height: root.height - 48)
    let width = root.width - 32
    let (half, third, quarter) = (width / 2, width / 3, width / 4)
    var y = -16.0
    for grid in [2, 9, 19, 32, 42] {
      frames[grid] = Rect(x: -16, y: y, width: width, height: 82)
      y += 66
    }
    for index in 0..<2 { cell(3 + 3 * index, Double(index) * half, half, content, frames) }
    for index in 0..<3 { cell(10 + 3 * index, Double(index) * third, third, content, frames) }
    for index in 0..<4 { cell(20 + 3 * index, Double(index) * quarter, quarter, content, frames) }
    cell(33, 0, half, content, frames)
    cell(36, half, quarter, content, frames)
    cell(39, half + quarter, quarter, content, frames)
    let rest = width - quarter - third
    cell(43, 0, quarter, content, frames)
    cell(46, quarter, rest, content, frames)
    cell(49, quarter + rest, third, content, frames)

    frames[52] = Rect(x: -16, y: y, width: width, height: 166)
    let outer = width - third
    frames[53] = Rect(x: 0, y: 0, width: outer, height: 166)
    frames[54] = Rect(x: 16, y: 16, width: outer - 16, height: 134)
    let inner = outer - 32
    let innerThird = inner / 3
    frames[55] = Rect(x: 0, y: -3, width: inner, height: 124)
    cell(56, 0, innerThird, content, frames, height: 124)
    let innerRest = inner - innerThird
    frames[59] = Rect(x: innerThird, y: 0, width: innerRest, height: 124)
    frames[60] = Rect(x: 16, y: 16, width: innerRest - 16, height: 92)
    let deep = innerRest - 32
    frames[61] = Rect(x: 0, y: -3, width: deep, height: 82)
    cell(62, 0, deep / 2, content, frames)
    cell(65, deep / 2, deep / 2, content, frames)
    cell(68, outer, third, content, frames, height: 166, demoHeight: 134)
  }

  /// A cell with its box and text.
  @inline(__always)
  private static func cell(
    _ cell: Int, _ x: Double, _ width: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames, height: Double = 82, demoHeight: Double = 50
  ) {
    let text = content[cell + 2].width
    frames[cell] = Rect(x: x, y: 0, width: width, height: height)
    frames[cell + 1] = Rect(x: 16, y: 16, width: width - 16, height: demoHeight)
    frames[cell + 2] = Rect(x: (width - 16 - text) / 2, y: 13, width: text, height: 24)
  }
}
