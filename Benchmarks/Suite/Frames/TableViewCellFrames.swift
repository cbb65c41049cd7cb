import LayoutBenchManual
import LayoutModel

/// TableViewCellWithAutoLayout: a table of cells, each as high as its title and its body.
enum TableViewCellListFrames: HandWrittenScreen {
  static let views =
    ["table"] + (1...12).flatMap { ["cell\($0)", "title\($0)", "body\($0)"] }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    frames[1] = Rect(x: 0, y: 0, width: width, height: root.height)
    var y = 0.0
    for cell in stride(from: 2, to: 38, by: 3) {
      let (title, body) = (content[cell + 1].height, content[cell + 2].height)
      let height = title + body + 30
      frames[cell] = Rect(x: 0, y: y, width: width, height: height)
      frames[cell + 1] = Rect(x: 15, y: 10, width: width - 30, height: title)
      frames[cell + 2] = Rect(x: 15, y: 20 + title, width: width - 30, height: body)
      y += height
    }
  }
}
