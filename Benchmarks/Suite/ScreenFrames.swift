import LayoutBenchManual
import LayoutModel

/// The screens in `scenes` by hand, each named after its file.
///
/// Frames are numbered as `views` lists them, from 1.
protocol HandWrittenScreen: HandWrittenCode {
  /// The names of the views in document order, the root left out.
  static var views: [String] { get }
}

extension HandWrittenScreen {
  static func name(of view: Int) -> String { views[view - 1] }

  /// The layout of these views.
  static var layout: HandWrittenLayout { HandWrittenLayout(Self.self, viewCount: views.count) }
}

/// A photo post: the scene `post`.
enum PostFrames: HandWrittenScreen {
  static let views = [
    "avatar", "nickname", "timestampIndicator", "timestamp", "content", "likeIndicator", "likes",
    "likeButton", "commentButton", "moreButton",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let middle = 25.0
    frames[1] = Rect(x: 10, y: 10, width: 30, height: 30)
    let nickname = content[2]
    frames[2] = Rect(
      x: 50, y: middle - nickname.height / 2, width: nickname.width, height: nickname.height)
    let timestamp = content[4]
    let timestampX = root.width - 10 - timestamp.width
    frames[3] = Rect(x: timestampX - 20, y: middle - 5, width: 10, height: 10)
    frames[4] = Rect(
      x: timestampX, y: middle - timestamp.height / 2, width: timestamp.width,
      height: timestamp.height)
    frames[5] = Rect(x: 0, y: 50, width: root.width, height: root.width)
    let likesY = 60 + root.width
    let likes = content[7]
    frames[6] = Rect(x: 10, y: likesY, width: 10, height: 10)
    frames[7] = Rect(
      x: 30, y: likesY + 5 - likes.height / 2, width: likes.width, height: likes.height)
    let buttonY = root.height - 35
    frames[8] = Rect(x: 10, y: buttonY, width: 50, height: 25)
    frames[9] = Rect(x: 65, y: buttonY, width: 65, height: 25)
    frames[10] = Rect(x: root.width - 50, y: buttonY, width: 40, height: 25)
  }
}

/// The keys Q and W: the scene `keys`.
enum KeysFrames: HandWrittenScreen {
  static let views = ["q", "w"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let q = Rect(x: 10, y: 5, width: 1, height: 1)
    frames[1] = q
    frames[2] = Rect(x: q.right + 0.5, y: q.y, width: q.width, height: q.height)
  }
}

/// Two left edges, of which the weaker yields: the scene `conflicting-edges`.
enum ConflictingEdgesFrames: HandWrittenScreen {
  static let views = ["view"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 100, width: 150, height: 150)
  }
}

/// A view that fills the room that another leaves below it: the scene `combined`.
enum CombinedFrames: HandWrittenScreen {
  static let views = ["view1", "view2"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 20
    let bar = content.number(0)
    let top = 20 + bar + 10
    frames[2] = Rect(x: 10, y: 20, width: width, height: bar)
    frames[1] = Rect(x: 10, y: top, width: width, height: root.height - 10 - top)
  }
}

/// A table cell: the scene `cell`.
enum CellFrames: HandWrittenScreen {
  static let views = ["icon", "title", "detail", "longDetail", "time"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let side = root.height - 20
    frames[1] = Rect(x: 10, y: 10, width: side, height: side)
    let x = 20 + side
    let (title, detail, longDetail, time) = (content[2], content[3], content[4], content[5])
    var y = (root.height - title.height - 6 - detail.height - longDetail.height) / 2
    frames[2] = Rect(x: x, y: y, width: title.width, height: title.height)
    y += title.height + 6
    frames[3] = Rect(x: x, y: y, width: detail.width, height: detail.height)
    y += detail.height
    frames[4] = Rect(x: x, y: y, width: longDetail.width, height: longDetail.height)
    frames[5] = Rect(
      x: root.width - 10 - time.width, y: (root.height - time.height) / 2, width: time.width,
      height: time.height)
  }
}

/// Three buttons with four equal gaps: the scene `buttons`.
enum ButtonsFrames: HandWrittenScreen {
  static let views = ["red", "blue", "green"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let gap = (root.width - 240) / 4
    let height = content.number(0)
    let y = (root.height - height) / 2
    frames[1] = Rect(x: gap, y: y, width: 80, height: height)
    frames[2] = Rect(x: 2 * gap + 80, y: y, width: 80, height: height)
    frames[3] = Rect(x: 3 * gap + 160, y: y, width: 80, height: height)
  }
}
