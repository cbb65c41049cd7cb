import LayoutBenchManual
import LayoutModel

/// Masonry, aspect fit example: a wide and a high view, each as large as fits into its half.
enum MasonryAspectFitFrames: HandWrittenScreen {
  static let views = ["topHalf", "topInner", "bottomHalf", "bottomInner"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let above = content.number(0)
    let half = (root.height - above) / 2
    frames[1] = Rect(x: 0, y: above, width: width, height: half)
    let topWidth = min(width, 3 * half)
    frames[2] = Rect(
      x: (width - topWidth) / 2, y: (half - topWidth / 3) / 2, width: topWidth,
      height: topWidth / 3)
    frames[3] = Rect(x: 0, y: above + half, width: width, height: half)
    let bottomHeight = min(half, 3 * width)
    frames[4] = Rect(
      x: (width - bottomHeight / 3) / 2, y: (half - bottomHeight) / 2, width: bottomHeight / 3,
      height: bottomHeight)
  }
}

extension HandWrittenScreen {
  /// Lays out two views beside each other and a third one below them, of equal height.
  ///
  /// - Parameters:
  ///   - root: the root's size.
  ///   - frames: receives the frames.
  ///   - across: the space at the sides and between the two, points.
  ///   - down: the space above and below all, points.
  ///   - gap: the space above the third, points.
  @inline(__always)
  fileprivate static func layOutTwoAboveOne(
    _ root: Size, _ frames: some HandWrittenFrames, across: Double, down: Double, gap: Double
  ) {
    let (width, height) = ((root.width - 3 * across) / 2, (root.height - 2 * down - gap) / 2)
    frames[1] = Rect(x: across, y: down, width: width, height: height)
    frames[2] = Rect(x: 2 * across + width, y: down, width: width, height: height)
    frames[3] = Rect(
      x: across, y: down + height + gap, width: root.width - 2 * across, height: height)
  }
}

/// Masonry, basic example: two views above a third, all of equal height.
enum MasonryBasicFrames: HandWrittenScreen {
  static let views = ["green", "red", "blue"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let padding = content.number(0)
    layOutTwoAboveOne(root, frames, across: padding, down: padding, gap: padding)
  }
}

/// Masonry, animated example where its animation begins: three views with narrow gaps.
enum MasonryAnimatedFrames: HandWrittenScreen {
  static let views = ["view1", "view2", "view3"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let padding = content.number(0)
    layOutTwoAboveOne(root, frames, across: padding, down: padding, gap: padding)
  }
}

/// Masonry, animated example where its animation ends: three views with wide gaps.
enum MasonryAnimatedWideFrames: HandWrittenScreen {
  static let views = ["view1", "view2", "view3"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOutTwoAboveOne(root, frames, across: 100, down: 100, gap: content.number(0))
  }
}

/// Masonry, update example: a button that grows until it is as large as the screen.
enum MasonryUpdateFrames: HandWrittenScreen {
  static let views = ["growingButton"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = min(content[1].width, root.width)
    let height = min(content[1].height, root.height)
    frames[1] = Rect(
      x: (root.width - width) / 2, y: (root.height - height) / 2, width: width, height: height)
  }
}

/// Masonry, array example: three buttons whose baselines are the screen's middle.
enum MasonryArrayFrames: HandWrittenScreen {
  static let views = ["raiseButton", "centerButton", "lowerButton"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (raise, center, lower) = (content[1], content[2], content[3])
    let bottom = root.height / 2 + 10
    frames[1] = Rect(
      x: root.width - 10 - raise.width, y: bottom - raise.height, width: raise.width,
      height: raise.height)
    frames[2] = Rect(
      x: (root.width - center.width) / 2, y: bottom - center.height, width: center.width,
      height: center.height)
    frames[3] = Rect(x: 10, y: bottom - lower.height, width: lower.width, height: lower.height)
  }
}

/// Masonry, distribute example, vertical: four views of equal height with fixed spacing.
enum MasonryDistributeSpacingFrames: HandWrittenScreen {
  static let views = ["view1", "view2", "view3", "view4"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let spacing = content.number(0)
    let height = (root.height - 10 - 3 * spacing) / 4
    var y = 5.0
    for view in 1...4 {
      frames[view] = Rect(x: 0, y: y, width: 60, height: height)
      y += height + spacing
    }
  }
}

/// Masonry, distribute example, horizontal: four views of fixed width with equal spacing.
enum MasonryDistributeLengthFrames: HandWrittenScreen {
  static let views = ["view1", "view2", "view3", "view4"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let above = content.number(0)
    let step = (root.width - 260) / 3
    var x = 200.0
    for view in 1...4 {
      frames[view] = Rect(x: x, y: above, width: 30, height: 60)
      x += step
    }
  }
}

/// Masonry, label example: a short label whose baseline is the middle of a long one.
enum MasonryLabelFrames: HandWrittenScreen {
  static let views = ["shortLabel", "longLabel"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (short, long) = (content[1], content[2])
    frames[2] = Rect(x: 10, y: 10, width: long.width, height: long.height)
    frames[1] = Rect(
      x: root.width - 10 - short.width, y: long.height / 2 - 6, width: short.width,
      height: short.height)
  }
}

/// Masonry, attribute chaining example: two views above a third.
enum MasonryChainingFrames: HandWrittenScreen {
  static let views = ["view1", "view2", "view3"]

  static func numberCount(of count: Int) -> Int { 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let down = content.number(1)
    layOutTwoAboveOne(root, frames, across: content.number(0), down: down, gap: down)
  }
}

/// Masonry, basic arrange example: nine views in three arrangements that share the screen.
enum MasonryArrangeFrames: HandWrittenScreen {
  static let views = [
    "top", "top1", "top2", "top3", "middle", "middle1", "middle2", "middle3", "bottom", "bottom1",
    "bottom2", "bottom3",
  ]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let inset = content.number(0)
    let row = width - 2 * inset
    let height = (root.height - 16) / 3
    for part in 0..<3 {
      frames[1 + 4 * part] = Rect(
        x: 0, y: Double(part) * (height + 8), width: width, height: height)
    }
    let topHeight = 0.3 * height
    let middleWidth = (width - 32) / 3
    let bottomHeight = (height - 16) / 3
    for index in 0..<3 {
      let place = Double(index)
      frames[2 + index] = Rect(
        x: inset, y: 5 + place * (topHeight + 5), width: row, height: topHeight)
      frames[6 + index] = Rect(
        x: 8 + place * (middleWidth + 8), y: 0, width: middleWidth, height: height)
      frames[10 + index] = Rect(
        x: inset, y: place * (bottomHeight + 8), width: row, height: bottomHeight)
    }
  }
}

/// Masonry, margin example: ten views, each within the layout margins of the one before.
enum MasonryMarginFrames: HandWrittenScreen {
  static let views = [
    "view1", "view2", "view3", "view4", "view5", "view6", "view7", "view8", "view9", "view10",
  ]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let above = content.number(0)
    var rect = Rect(x: 8, y: 8 + above, width: root.width - 16, height: root.height - 16 - above)
    frames[1] = rect
    for view in 2...10 {
      rect = Rect(
        x: rect.x + 10, y: rect.y + 5, width: rect.width - 30, height: rect.height - 20)
      frames[view] = rect
    }
  }
}

/// Masonry, sides example: ten views, each inset from the edges of the one before.
enum MasonrySidesFrames: HandWrittenScreen {
  static let views = [
    "view1", "view2", "view3", "view4", "view5", "view6", "view7", "view8", "view9", "view10",
  ]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let above = content.number(0)
    var rect = Rect(x: 10, y: above, width: root.width - 30, height: root.height - 15 - above)
    frames[1] = rect
    for view in 2...10 {
      rect = Rect(
        x: rect.x + 10, y: rect.y + 5, width: rect.width - 30, height: rect.height - 20)
      frames[view] = rect
    }
  }
}

/// Masonry, scroll view example: ten bands, each higher than the one before.
enum MasonryScrollFrames: HandWrittenScreen {
  static let views = [
    "scroll", "content", "band1", "band2", "band3", "band4", "band5", "band6", "band7", "band8",
    "band9", "band10",
  ]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let first = content.number(0)
    frames[3] = Rect(x: 0, y: 0, width: root.width, height: first)
    var (y, height) = (first, 50.0)
    for view in 4...12 {
      frames[view] = Rect(x: 0, y: y, width: root.width, height: height)
      y += height
      height += 25
    }
    frames[2] = Rect(x: 0, y: 0, width: root.width, height: y)
  }
}

/// Masonry, table view example: ten cells from 0 to 360 points high.
enum MasonryTableFrames: HandWrittenScreen {
  static let views = [
    "table", "cell0", "content0", "cell1", "content1", "cell2", "content2", "cell3", "content3",
    "cell4", "content4", "cell5", "content5", "cell6", "content6", "cell7", "content7", "cell8",
    "content8", "cell9", "content9",
  ]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var y = 0.0
    for cell in 0..<10 {
      let height = cell == 1 ? content.number(0) : 40 * Double(cell)
      frames[2 + 2 * cell] = Rect(x: 0, y: y, width: root.width, height: height)
      frames[3 + 2 * cell] = Rect(x: 0, y: 0, width: root.width, height: height)
      y += height
    }
  }
}
