import LayoutBenchManual
import LayoutModel

/// MessageKit: a chat of bubbles to the left and right.
enum MessageKitChatFrames: HandWrittenScreen {
  private struct Message {
    var isMine = false
    var hasDate = false
    var hasName = false
    var hasStatus = false
  }

  private static let messages = [
    Message(hasDate: true, hasName: true), Message(), Message(isMine: true, hasStatus: true),
    Message(hasName: true), Message(isMine: true, hasDate: true),
    Message(isMine: true, hasStatus: true), Message(hasName: true), Message(isMine: true),
    Message(hasDate: true, hasName: true), Message(isMine: true, hasStatus: true),
  ]

  static let views: [String] = {
    var views = ["messages"]
    for (index, message) in messages.enumerated() {
      var parts = ["cell"]
      if message.hasDate { parts.append("date") }
      if message.hasName { parts.append("name") }
      parts += ["avatar", "bubble", "text"]
      if message.hasStatus { parts.append("status") }
      views += parts.map { "\($0)\(index + 1)" }
    }
    return views
  }()

  /// The number of each message's cell.
  private static let cells: [Int] = {
    var cells = [2]
    for message in messages.dropLast() {
      let parts = [message.hasDate, message.hasName, message.hasStatus].count { $0 }
      cells.append((cells.last ?? 2) + 4 + parts)
    }
    return cells
  }()

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var y = 4.0
    for (cell, message) in zip(cells, messages) {
      y += 8 + layOut(message, in: cell, y: y, width: root.width - 16, content, frames)
    }
  }

  static func container(of view: Int) -> Int { cells.last { $0 <= view } ?? 0 }

  static func layOut(
    container cell: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    guard let place = cells.firstIndex(of: cell) else { return }
    var y = frames[cell].y
    y += 8 + layOut(messages[place], in: cell, y: y, width: root.width - 16, content, frames)
    for next in cells[(place + 1)...] {
      guard frames[next].y != y else { return }
      frames[next].y = y
      y += 8 + frames[next].height
    }
  }

  /// Writes the frames of a message, and returns its height.
  private static func layOut(
    _ message: Message, in cell: Int, y: Double, width: Double,
    _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) -> Double {
    var view = cell + 1
    var top = 0.0
    if message.hasDate {
      frames[view] = Rect(x: 0, y: 0, width: width, height: 18)
      top = 18
      view += 1
    }
    let name = message.hasName ? view : 0
    if message.hasName { view += 1 }
    let text = content[view + 2]
    // The avatar is 30 wide, 4 from the bubble, which keeps 30 from the other side.
    let bubbleWidth = min(text.width + 32, width - 64)
    let bubbleHeight = text.height + 14
    let above = message.hasName ? 20.0 : 0
    let bottom = top + max(30, bubbleHeight + above)
    let bubbleY = bottom - bubbleHeight
    if message.hasName {
      frames[name] = Rect(x: 42, y: bubbleY - 20, width: content[name].width, height: 20)
    }
    frames[view] = Rect(
      x: message.isMine ? width - 30 : 0, y: bottom - 30, width: 30, height: 30)
    frames[view + 1] = Rect(
      x: message.isMine ? width - 34 - bubbleWidth : 34, y: bubbleY, width: bubbleWidth,
      height: bubbleHeight)
    frames[view + 2] = Rect(
      x: message.isMine ? 14 : 18, y: 7, width: bubbleWidth - 32, height: text.height)
    view += 3
    var height = bottom
    if message.hasStatus {
      let status = content[view].width
      frames[view] = Rect(x: width - 42 - status, y: bottom, width: status, height: 16)
      height += 16
      view += 1
    }
    frames[cell] = Rect(x: 8, y: y, width: width, height: height)
    return height
  }
}
