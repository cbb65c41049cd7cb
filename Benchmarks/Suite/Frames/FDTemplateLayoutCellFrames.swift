import LayoutBenchManual
import LayoutModel

/// UITableView-FDTemplateLayoutCell, feed demo: a list of posts.
enum FdFeedListFrames: HandWrittenScreen, HandWrittenList {
  static let views =
    ["table"]
    + (1...8).flatMap {
      ["cell\($0)", "title\($0)", "username\($0)", "content\($0)", "time\($0)", "image\($0)"]
    }

  static var firstCell: Int { 2 }
  static var viewsInCell: Int { 6 }
  static var isCellSuperview: Bool { true }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
  }

  static func layOut(
    cell: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    let width = root.width
    let (title, username, text) = (content[cell + 1], content[cell + 2], content[cell + 3])
    let (time, image) = (content[cell + 4], content[cell + 5])
    frames[cell + 1] = Rect(x: 16, y: 10, width: width - 26, height: title.height)
    var bottom = title.height + 16
    frames[cell + 3] = Rect(x: 16, y: bottom, width: width - 26, height: text.height)
    bottom += text.height + 8
    frames[cell + 5] = Rect(
      x: 16, y: bottom, width: min(image.width, width - 32), height: image.height)
    bottom += image.height + 8
    frames[cell + 2] = Rect(x: 16, y: bottom, width: username.width, height: username.height)
    bottom += username.height
    frames[cell + 4] = Rect(
      x: width - 16 - time.width, y: bottom - time.height, width: time.width,
      height: time.height)
    frames[cell] = Rect(x: 0, y: y, width: width, height: bottom + 8)
    return y + bottom + 8
  }
}

/// UITableView-FDTemplateLayoutCell, feed demo: a list of posts from right to left.
enum FdFeedListRtlFrames: HandWrittenScreen, HandWrittenList {
  static let views =
    ["table"]
    + (1...4).flatMap {
      ["cell\($0)", "title\($0)", "username\($0)", "content\($0)", "time\($0)", "image\($0)"]
    }

  static var firstCell: Int { 2 }
  static var viewsInCell: Int { 6 }
  static var isCellSuperview: Bool { true }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
  }

  static func layOut(
    cell: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    let width = root.width
    let (title, username, text) = (content[cell + 1], content[cell + 2], content[cell + 3])
    let (time, image) = (content[cell + 4], content[cell + 5])
    frames[cell + 1] = Rect(x: 10, y: 10, width: width - 26, height: title.height)
    var bottom = title.height + 16
    frames[cell + 3] = Rect(x: 10, y: bottom, width: width - 26, height: text.height)
    bottom += text.height + 8
    let imageWidth = min(image.width, width - 32)
    frames[cell + 5] = Rect(
      x: width - 16 - imageWidth, y: bottom, width: imageWidth, height: image.height)
    bottom += image.height + 8
    frames[cell + 2] = Rect(
      x: width - 16 - username.width, y: bottom, width: username.width,
      height: username.height)
    bottom += username.height
    frames[cell + 4] = Rect(
      x: 16, y: bottom - time.height, width: time.width, height: time.height)
    frames[cell] = Rect(x: 0, y: y, width: width, height: bottom + 8)
    return y + bottom + 8
  }
}
