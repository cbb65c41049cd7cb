import LayoutBenchManual
import LayoutModel

/// The name form of Apple's Auto Layout Guide, in one direction or the other.
private enum NestedStacks {
  static let views = [
    "rootStack", "upperStack", "photo", "nameStack", "firstRow", "firstLabel", "firstField",
    "middleRow", "middleLabel", "middleField", "lastRow", "lastLabel", "lastField", "notes",
    "buttonStack", "save", "cancel", "clear",
  ]

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames,
    _ mirrored: Bool
  ) {
    let (width, height) = (root.width - 40, root.height - 60)
    frames[1] = Rect(x: 20, y: 40, width: width, height: height)
    // Baselines: 16 below the top of a label, 20 below that of a field or button.
    let label = max(content[6].width, content[9].width, content[12].width)
    var names = -8.0
    for row in stride(from: 5, to: 12, by: 3) {
      names += 8 + max(content[row + 1].height + 4, content[row + 2].height)
    }
    let photo = names
    let rowWidth = width - photo - 8
    frames[2] = Rect(x: 0, y: 0, width: width, height: names)
    frames[3] = Rect(x: mirrored ? width - photo : 0, y: 0, width: photo, height: photo)
    frames[4] = Rect(x: mirrored ? 0 : photo + 8, y: 0, width: rowWidth, height: names)
    let field = rowWidth - label - 8
    var y = 0.0
    for row in stride(from: 5, to: 12, by: 3) {
      let (labelHeight, fieldHeight) = (content[row + 1].height, content[row + 2].height)
      let rowHeight = max(labelHeight + 4, fieldHeight)
      frames[row] = Rect(x: 0, y: y, width: rowWidth, height: rowHeight)
      frames[row + 1] = Rect(x: mirrored ? field + 8 : 0, y: 4, width: label, height: labelHeight)
      frames[row + 2] = Rect(x: mirrored ? 0 : label + 8, y: 0, width: field, height: fieldHeight)
      y += rowHeight + 8
    }
    let buttons = max(content[16].height, content[17].height, content[18].height)
    frames[14] = Rect(x: 0, y: names + 8, width: width, height: height - names - buttons - 16)
    frames[15] = Rect(x: 0, y: height - buttons, width: width, height: buttons)
    let button = (width - 16) / 3
    for index in 0...2 {
      let place = Double(mirrored ? 2 - index : index)
      frames[16 + index] = Rect(
        x: place * (button + 8), y: 0, width: button, height: content[16 + index].height)
    }
  }
}

/// Apple's Auto Layout Guide, Nested Stack Views: a name form with a photo, notes and buttons.
enum AppleGuideNestedStacksFrames: HandWrittenScreen {
  static let views = NestedStacks.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { NestedStacks.layOut(root, content, frames, false) }
}

/// Apple's Auto Layout Guide, Nested Stack Views: the name form right to left.
enum AppleGuideNestedStacksRightToLeftFrames: HandWrittenScreen {
  static let views = NestedStacks.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { NestedStacks.layOut(root, content, frames, true) }
}

/// Apple's Auto Layout Guide, Dynamic Stack View: entries below each other and a button.
enum AppleGuideDynamicStackFrames: HandWrittenScreen {
  private static let count = 12

  static let views: [String] = {
    var views = ["scroll", "stack"]
    for row in 1...count { views += ["entry\(row)", "date\(row)", "number\(row)", "delete\(row)"] }
    return views + ["addItem"]
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 40
    frames[1] = Rect(x: 20, y: 0, width: width, height: root.height - 20)
    var y = 0.0
    for entry in stride(from: 3, to: 3 + 4 * count, by: 4) {
      let (date, number, delete) = (content[entry + 1], content[entry + 2], content[entry + 3])
      let height = max(date.height, number.height, delete.height)
      frames[entry] = Rect(x: 0, y: y, width: width, height: height)
      frames[entry + 1] = Rect(
        x: 0, y: (height - date.height) / 2, width: date.width, height: date.height)
      frames[entry + 2] = Rect(
        x: date.width + 8, y: (height - number.height) / 2,
        width: width - date.width - delete.width - 16, height: number.height)
      frames[entry + 3] = Rect(
        x: width - delete.width, y: (height - delete.height) / 2, width: delete.width,
        height: delete.height)
      y += height
    }
    let add = 3 + 4 * count
    frames[add] = Rect(x: 0, y: y, width: width, height: content[add].height)
    frames[2] = Rect(x: 0, y: 20, width: width, height: y + content[add].height)
  }
}

/// Apple's Auto Layout Guide, Dynamic Height Columns: labels and text fields in two columns.
enum AppleGuideDynamicHeightColumnsFrames: HandWrittenScreen {
  static let views = [
    "firstLabel", "firstField", "middleLabel", "middleField", "lastLabel", "lastField",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let label = max(content[1].width, content[3].width, content[5].width)
    let field = root.width - 48 - label
    // The text field's baseline is 20 below its top, the label's 16.
    var y = 40.0
    for row in stride(from: 1, to: 6, by: 2) {
      let (labelHeight, fieldHeight) = (content[row].height, content[row + 1].height)
      frames[row] = Rect(x: 20, y: y + 4, width: label, height: labelHeight)
      frames[row + 1] = Rect(x: 28 + label, y: y, width: field, height: fieldHeight)
      y += max(labelHeight, fieldHeight) + 8
    }
  }
}

/// Apple's Auto Layout Guide, Self-Sizing Table View Cells: cells as high as their texts.
enum AppleGuideSelfSizingCellsFrames: HandWrittenScreen {
  private static let count = 10

  static let views: [String] = {
    var views = ["table"]
    for row in 1...count {
      views += ["cell\(row)", "content\(row)", "text\(row)", "separator\(row)"]
    }
    return views
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    frames[1] = Rect(x: 0, y: 20, width: width, height: root.height - 20)
    var y = 0.0
    for cell in stride(from: 2, to: 2 + 4 * count, by: 4) {
      let text = content[cell + 2].height
      frames[cell] = Rect(x: 0, y: y, width: width, height: text + 16.5)
      frames[cell + 1] = Rect(x: 0, y: 0, width: width, height: text + 16)
      frames[cell + 2] = Rect(x: 8, y: 8, width: width - 16, height: text)
      frames[cell + 3] = Rect(x: 15, y: text + 16, width: width - 15, height: 0.5)
      y += text + 16.5
    }
  }
}

/// Apple's Auto Layout Guide, Two Views with Complex Widths: one view about twice as wide.
enum AppleGuideComplexWidthsFrames: HandWrittenScreen {
  static let views = ["blue", "red"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let height = root.height - 60
    let width = root.width - 40 - content.number(0)
    let blue = max(150, width / 3)
    frames[1] = Rect(x: 20, y: 40, width: blue, height: height)
    let red = width - blue
    frames[2] = Rect(x: root.width - 20 - red, y: 40, width: red, height: height)
  }
}

/// Apple's Auto Layout Guide, Two Buttons with Equal Spacing: equal room beside and between them.
enum AppleGuideEqualWhiteSpaceFrames: HandWrittenScreen {
  static let views = ["leadingSpace", "short", "centerSpace", "long", "trailingSpace"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (short, long) = (content[2], content[4])
    // At least 20, the margin, on either side and therefore between them too.
    let button = min(max(short.width, long.width), (root.width - 60) / 2)
    let space = (root.width - 2 * button) / 3
    let bottom = root.height - 20
    frames[1] = Rect(x: 0, y: bottom, width: space, height: 0)
    frames[2] = Rect(x: space, y: bottom - short.height, width: button, height: short.height)
    frames[3] = Rect(x: space + button, y: bottom, width: space, height: 0)
    frames[4] = Rect(
      x: 2 * space + button, y: bottom - long.height, width: button, height: long.height)
    frames[5] = Rect(x: 2 * (space + button), y: bottom, width: space, height: 0)
  }
}
