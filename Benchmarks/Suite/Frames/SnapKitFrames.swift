import LayoutBenchManual
import LayoutModel

/// SnapKit, simple layout demo: four squares around the middle of the screen.
enum SnapkitSimpleLayoutFrames: HandWrittenScreen {
  static let views = ["black", "red", "yellow", "blue"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (x, y) = (root.width / 2 - 50, root.height / 2 - 50)
    let spacing = content.number(0)
    let (right, below) = (x + 100 + spacing, y + 100 + spacing)
    frames[1] = Rect(x: x, y: y, width: 100, height: 100)
    frames[2] = Rect(x: 20, y: below, width: 100, height: 100)
    frames[3] = Rect(x: right, y: below, width: 100, height: 100)
    frames[4] = Rect(x: right, y: y - 100, width: 100, height: 100)
  }
}

/// SnapKit, basic scroll view demo: a long text that scrolls.
enum SnapkitScrollViewFrames: HandWrittenScreen {
  static let views = ["scroll", "content", "label"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let height = content[3].height
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    frames[2] = Rect(x: 0, y: 0, width: root.width, height: height + 40)
    frames[3] = Rect(x: 20, y: 20, width: root.width - 40, height: height)
  }
}
