import LayoutBenchManual
import LayoutModel

/// Taffy's deep tree with automatic sizes: rows within rows, each with a label that grows.
enum TaffyDeepAutoFrames: HandWrittenScreen {
  static let views =
    ["leaf1", "text1"] + (2...17).flatMap { ["row\($0)", "leaf\($0)", "text\($0)"] }
    + ["leaf18", "text18"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    // The texts are views 2, 5, 8 … 50, and 52; 17 levels have margins of 40 points each.
    var used = 680 + content[52].width
    for text in stride(from: 2, through: 50, by: 3) { used += content[text].width }
    var grow = (root.width - used) / 2
    var row = root
    for leaf in stride(from: 1, through: 49, by: 3) {
      let text = content[leaf + 1]
      let width = text.width + grow
      let height = row.height - 20
      frames[leaf] = Rect(x: 10, y: 10, width: width, height: height)
      frames[leaf + 1] = Rect(x: 0, y: 0, width: text.width, height: text.height)
      let rest = Size(width: row.width - 40 - width, height: height)
      frames[leaf + 2] = Rect(x: 30 + width, y: 10, width: rest.width, height: height)
      row = rest
      grow /= 2
    }
    let text = content[52]
    frames[52] = Rect(x: 0, y: 0, width: text.width, height: text.height)
  }
}

/// Taffy's mixed benchmark: a grid of rows and columns of labels.
enum TaffyMixedFrames: HandWrittenScreen {
  static let views = (1...8).flatMap { box in
    ["box\(box)"] + (1...8).map { "box\(box)Text\($0)" }
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let right = root.width * 0.3
    let middle = root.width - 40 - right
    let (outer, inner) = (root.height * 0.35, root.height * 0.3)
    var (x, y, height) = (0.0, 0.0, outer)
    for box in 0..<8 {
      let view = 9 * box + 1
      let width = box % 3 == 0 ? 40 : box % 3 == 1 ? middle : right
      frames[view] = Rect(x: x, y: y, width: width, height: height)
      if box == 1 || box == 5 || box == 7 {
        row(view, height, content, frames)
      } else {
        column(view, width, content, frames)
      }
      x += width
      if box % 3 == 2 {
        x = 0
        y += height
        height = box == 2 ? inner : outer
      }
    }
  }

  static func container(of view: Int) -> Int { (view - 1) / 9 * 9 + 1 }

  @inline(__always)
  static func layOut(
    container box: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    if box == 10 || box == 46 || box == 64 {
      row(box, frames[box].height, content, frames)
    } else {
      column(box, frames[box].width, content, frames)
    }
  }

  /// The labels of a row, side by side.
  @inline(__always)
  private static func row(
    _ box: Int, _ height: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    var x = 0.0
    for text in box + 1...box + 8 {
      let width = content[text].width
      frames[text] = Rect(x: x, y: 0, width: width, height: height)
      x += width
    }
  }

  /// The labels of a column, one above the other.
  @inline(__always)
  private static func column(
    _ box: Int, _ width: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for text in box + 1...box + 8 {
      let height = content[text].height
      frames[text] = Rect(x: 0, y: y, width: width, height: height)
      y += height
    }
  }
}
