import LayoutBenchManual
import LayoutModel

/// DereGuide, wipe data screen: a list of names that give way to sizes.
enum DereguideDataListFrames: HandWrittenScreen {
  static let views =
    ["table"] + (1...6).flatMap { ["cell\($0)", "guide\($0)", "left\($0)", "right\($0)"] }

  static func container(of view: Int) -> Int { view < 2 ? 0 : (view - 2) / 4 * 4 + 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var y = 0.0
    for cell in stride(from: 2, to: 26, by: 4) {
      frames[cell] = Rect(x: 0, y: y, width: root.width, height: 44)
      y += 44
      layOut(container: cell, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container cell: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let (left, right) = (content[cell + 2], content[cell + 3])
    let width = min(672, root.width - 32)
    let x = (root.width - width) / 2
    frames[cell + 1] = Rect(x: x, y: 0, width: width, height: 44)
    frames[cell + 2] = Rect(
      x: x, y: 22 - left.height / 2, width: min(left.width, width - 5 - right.width),
      height: left.height)
    frames[cell + 3] = Rect(
      x: x + width - right.width, y: 22 - right.height / 2, width: right.width,
      height: right.height)
  }
}

/// DereGuide, advanced options screen: rows of a label and a control.
enum DereguideOptionsFrames: HandWrittenScreen {
  static let views = [
    "table", "cell1", "guide1", "option1", "switch1", "label1", "cell2", "guide2", "option2",
    "slider2", "label2", "value2", "cell3", "guide3", "option3", "stepper3", "decrease3",
    "increase3", "number3", "label3", "cell4", "guide4", "option4", "label4", "field4", "cell5",
    "guide5", "option5", "segmented5", "label5", "cell6", "guide6", "option6", "switch6", "label6",
    "cell7", "guide7", "option7", "slider7", "label7", "value7", "cell8", "guide8", "option8",
    "label8", "field8",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let width = min(672, root.width - 32)
    let x = (root.width - width) / 2
    var y = 0.0

    /// A cell with its guide and its option.
    func row(_ cell: Int, _ height: Double) {
      frames[cell] = Rect(x: 0, y: y, width: root.width, height: height + 20)
      frames[cell + 1] = Rect(x: x, y: 0, width: width, height: height + 20)
      frames[cell + 2] = Rect(x: x, y: 10, width: width, height: height)
      y += height + 20
    }
    /// A label before a control, in the middle of a row.
    func label(_ view: Int, _ room: Double, _ height: Double) {
      let size = content[view]
      frames[view] = Rect(
        x: 0, y: (height - size.height) / 2, width: min(size.width, room), height: size.height)
    }
    /// A control as large as its content, and its label.
    func control(_ view: Int) {
      let size = content[view]
      row(view - 3, size.height)
      let controlWidth = min(size.width, width)
      frames[view] = Rect(
        x: width - controlWidth, y: 0, width: controlWidth, height: size.height)
      label(view + 1, width - controlWidth, size.height)
    }
    /// A slider, its label and its value.
    func slider(_ view: Int) {
      let height = content[view].height
      row(view - 3, height)
      let sliderX = width / 2 - 5
      frames[view] = Rect(x: sliderX, y: 0, width: width / 2, height: height)
      label(view + 1, sliderX - 50, height)
      let value = content[view + 2]
      frames[view + 2] = Rect(
        x: sliderX - 50, y: (height - value.height) / 2, width: 50, height: value.height)
    }
    /// A label and a field.
    func field(_ view: Int) {
      let size = content[view]
      let height = max(24, size.height)
      row(view - 3, height)
      let fieldX = width / 2 + 10
      frames[view] = Rect(x: 0, y: 0, width: min(size.width, fieldX - 5), height: height)
      let field = content[view + 1]
      frames[view + 1] = Rect(
        x: fieldX, y: (height - field.height) / 2, width: width - fieldX, height: field.height)
    }

    control(5)
    slider(10)
    let height = content[16].height
    row(13, height)
    frames[16] = Rect(x: width - 140, y: 0, width: 140, height: height)
    frames[17] = Rect(x: 0, y: 0, width: height, height: height)
    frames[18] = Rect(x: 140 - height, y: 0, width: height, height: height)
    let number = content[19]
    frames[19] = Rect(
      x: 70 - number.width / 2, y: (height - number.height) / 2, width: number.width,
      height: number.height)
    label(20, width - 140, height)
    field(24)
    control(29)
    control(34)
    slider(39)
    field(45)
  }
}

/// DereGuide, unit list: rows of six cards as wide as the screen allows.
enum DereguideUnitsFrames: HandWrittenScreen, HandWrittenList {
  static let views =
    ["table"]
    + (1...3).flatMap { cell in
      ["cell\(cell)", "row\(cell)"]
        + (1...6).flatMap {
          [
            "card\(cell)x\($0)", "skill\(cell)x\($0)", "icon\(cell)x\($0)",
            "potential\(cell)x\($0)",
          ]
        }
    }

  static var firstCell: Int { 2 }
  static var viewsInCell: Int { 26 }
  static var isCellSuperview: Bool { true }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
  }

  static func layOut(
    cell: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    let rowWidth = min(601, root.width - 20)
    let width = (rowWidth - 25) / 6
    let cards = stride(from: cell + 2, to: cell + 26, by: 4)
    // All labels of a row are as high as its highest.
    var labelHeight = 0.0
    for card in cards {
      labelHeight = max(labelHeight, content[card + 1].height, content[card + 3].height)
    }
    let height = width + 2 * labelHeight
    frames[cell] = Rect(x: 0, y: y, width: root.width, height: height + 20)
    frames[cell + 1] = Rect(
      x: (root.width - rowWidth) / 2, y: 10, width: rowWidth, height: height)
    var x = 0.0
    for card in cards {
      frames[card] = Rect(x: x, y: 0, width: width, height: height)
      x += width + 5
      let skillWidth = min(content[card + 1].width, width)
      frames[card + 1] = Rect(
        x: (width - skillWidth) / 2, y: labelHeight + width, width: skillWidth,
        height: labelHeight)
      frames[card + 2] = Rect(x: 0, y: labelHeight, width: width, height: width)
      let potentialWidth = min(content[card + 3].width, width)
      frames[card + 3] = Rect(
        x: (width - potentialWidth) / 2, y: 0, width: potentialWidth, height: labelHeight)
    }
    return y + height + 20
  }
}
