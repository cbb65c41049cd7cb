import LayoutBenchManual
import LayoutModel

/// Apple's Implementing Modern Collection Views, Inset Items Grid: five cells in a row.
enum AppleCollectionInsetGridFrames: HandWrittenScreen {
  static let views = ["collection"] + (0...39).flatMap { ["cell\($0)", "label\($0)"] }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let step = root.width / 5
    let side = step - 10
    for cell in 0...39 {
      frames[2 + 2 * cell] = Rect(
        x: 5 + Double(cell % 5) * step, y: 5 + Double(cell / 5) * step, width: side, height: side)
      frames[3 + 2 * cell] = Rect(x: 10, y: 10, width: side - 20, height: side - 20)
    }
  }
}

/// Apple's Implementing Modern Collection Views, Nested Groups: a wide cell and two narrow ones.
enum AppleCollectionNestedGroupsFrames: HandWrittenScreen {
  static let views: [String] = {
    var views = ["collection"]
    for group in 0...5 {
      views.append("group\(group)")
      for cell in ["leading", "upper", "lower"] {
        views += ["\(cell)\(group)", "\(cell)\(group)Label"]
      }
    }
    return views
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let height = root.height * 0.4
    let (wide, narrow) = (root.width * 0.7, root.width * 0.3)
    for group in 0...5 {
      let view = 2 + 7 * group
      frames[view] = Rect(x: 0, y: Double(group) * height, width: root.width, height: height)
      frames[view + 1] = Rect(x: 10, y: 10, width: wide - 20, height: height - 20)
      frames[view + 2] = Rect(x: 10, y: 10, width: wide - 40, height: height - 40)
      let half = height / 2
      let label = Rect(x: 10, y: 10, width: narrow - 40, height: half - 40)
      frames[view + 3] = Rect(x: wide + 10, y: 10, width: narrow - 20, height: half - 20)
      frames[view + 4] = label
      frames[view + 5] = Rect(x: wide + 10, y: half + 10, width: narrow - 20, height: half - 20)
      frames[view + 6] = label
    }
  }
}
