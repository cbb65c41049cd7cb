import LayoutBenchManual
import LayoutModel

/// JetNews: a top story, rows of articles and popular cards.
enum JetnewsHomeFrames: HandWrittenScreen {
  static let views: [String] = {
    var views = [
      "posts", "heading", "top", "topImage", "topTitle", "topAuthor", "topDate", "topLine",
    ]
    for row in 1...5 {
      views += ["", "Image", "Title", "Author", "Bookmark", "Line"].map { "simple\(row)\($0)" }
    }
    views += ["popularHeading", "popular"]
    for card in 1...3 {
      views += ["", "Image", "Title", "Author", "Date"].map { "card\(card)\($0)" }
    }
    views.append("popularLine")
    for row in 1...3 {
      views += ["", "Image", "Reason", "Title", "Author", "More", "Line"].map {
        "history\(row)\($0)"
      }
    }
    return views
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    /// Lays out texts below each other, as wide as they need and the room allows; returns the end
    /// of the last one.
    func texts(_ views: ClosedRange<Int>, _ x: Double, _ y: Double, _ room: Double) -> Double {
      var y = y
      for view in views {
        let size = content[view]
        frames[view] = Rect(x: x, y: y, width: min(size.width, room), height: size.height)
        y += size.height
      }
      return y
    }
    frames[1] = Rect(x: 0, y: 0, width: width, height: root.height)
    let heading = content[2]
    frames[2] = Rect(x: 16, y: 16, width: heading.width, height: heading.height)
    var y = 16 + heading.height
    frames[4] = Rect(x: 16, y: 16, width: width - 32, height: 180)
    let top = texts(5...7, 16, 212, width - 32) + 16
    frames[3] = Rect(x: 0, y: y, width: width, height: top)
    y += top
    frames[8] = Rect(x: 14, y: y, width: width - 28, height: 1)
    y += 1
    for row in stride(from: 9, to: 39, by: 6) {
      frames[row + 1] = Rect(x: 16, y: 16, width: 40, height: 40)
      let height = max(72, texts(row + 2...row + 3, 72, 10, width - 132) + 10)
      frames[row + 4] = Rect(x: width - 54, y: 2, width: 48, height: 48)
      frames[row] = Rect(x: 0, y: y, width: width, height: height)
      frames[row + 5] = Rect(x: 14, y: y + height, width: width - 28, height: 1)
      y += height + 1
    }
    let popular = content[39]
    frames[39] = Rect(x: 16, y: y + 16, width: popular.width, height: popular.height)
    y += 32 + popular.height
    frames[40] = Rect(x: 0, y: y, width: width, height: 240)
    var x = 16.0
    for card in stride(from: 41, to: 56, by: 5) {
      frames[card] = Rect(x: x, y: 0, width: 280, height: 240)
      frames[card + 1] = Rect(x: 0, y: 0, width: 280, height: 100)
      _ = texts(card + 2...card + 4, 16, 116, 248)
      x += 288
    }
    y += 256
    frames[56] = Rect(x: 14, y: y, width: width - 28, height: 1)
    y += 1
    for row in stride(from: 57, to: 78, by: 7) {
      frames[row + 1] = Rect(x: 16, y: 16, width: 40, height: 40)
      let titleBottom = texts(row + 2...row + 3, 72, 12, width - 120)
      let bottom = texts(row + 4...row + 4, 72, titleBottom + 4, width - 120)
      let height = max(72, bottom + 12)
      frames[row + 5] = Rect(x: width - 48, y: 0, width: 48, height: 48)
      frames[row] = Rect(x: 0, y: y, width: width, height: height)
      frames[row + 6] = Rect(x: 14, y: y + height, width: width - 28, height: 1)
      y += height + 1
    }
  }
}
