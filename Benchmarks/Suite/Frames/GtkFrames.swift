import LayoutBenchManual
import LayoutModel

/// GTK's simple constraints demo: two buttons, a stretchable space, a third button.
enum GtkConstraintsSimpleFrames: HandWrittenScreen {
  static let views = ["button1", "button2", "button3", "space"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = min(200, (root.width - 116) / 2)
    let height = (root.height - 28) / 2
    let right = root.width - 8 - width
    frames[1] = Rect(x: 8, y: 8, width: width, height: height)
    frames[2] = Rect(x: right, y: 8, width: width, height: height)
    frames[3] = Rect(x: 8, y: height + 20, width: root.width - 16, height: height)
    frames[4] = Rect(x: 8 + width, y: 0, width: right - 8 - width, height: 10)
  }
}

/// GTK's words constraints demo: a hundred buttons, as wide as their words have letters.
enum GtkConstraintsWordsFrames: HandWrittenScreen {
  static let views = (1...100).map { "word\($0)" }

  /// The number of letters of each word.
  private static let letters: [Double] = [
    7, 3, 7, 4, 8, 6, 7, 3, 6, 5, 6, 8, 3, 6, 9, 4, 6, 2, 8, 3, 6, 7, 3, 7, 4, 6, 6, 3, 9, 6, 4,
    8, 3, 6, 3, 7, 6, 6, 6, 3, 8, 3, 6, 7, 3, 7, 6, 5, 3, 7, 6, 3, 9, 4, 6, 3, 7, 7, 3, 6, 4, 6,
    3, 7, 4, 7, 4, 3, 7, 5, 3, 7, 4, 6, 3, 9, 5, 3, 7, 4, 6, 4, 7, 3, 8, 4, 5, 4, 10, 4, 6, 3, 8,
    4, 7, 3, 7, 5, 4, 5,
  ]

  static func numberCount(of count: Int) -> Int { 2 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let column = root.width / 50
    let height = root.height / 12
    var left = 0.0
    var y = 0.0
    for (index, count) in letters.enumerated() {
      if left + count > 50 {
        left = 0
        y += height
      }
      frames[index + 1] = Rect(x: left * column, y: y, width: count * column, height: height)
      left += count
    }
    for row in indented { layOut(container: row, root, content, frames) }
  }

  /// The first words of the rows that have an indent.
  private static let indented = [1, 9]

  static func container(ofNumber number: Int, count: Int) -> Int { indented[number] }

  /// Moves the row on whose first word it is.
  @inline(__always)
  static func layOut(
    container first: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let distance = content.number(first / 8) - frames[first].x
    // Both rows have eight words.
    for word in first..<first + 8 { frames[word].x += distance }
  }
}

/// GTK's simple constraints demo from right to left.
enum GtkConstraintsSimpleRtlFrames: HandWrittenScreen {
  static let views = ["button1", "button2", "button3", "space"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = min(200, (root.width - 116) / 2)
    let height = (root.height - 28) / 2
    let right = root.width - 8 - width
    frames[1] = Rect(x: right, y: 8, width: width, height: height)
    frames[2] = Rect(x: 8, y: 8, width: width, height: height)
    frames[3] = Rect(x: 8, y: height + 20, width: root.width - 16, height: height)
    frames[4] = Rect(x: 8 + width, y: 0, width: right - 8 - width, height: 10)
  }
}
