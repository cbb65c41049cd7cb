import LayoutBenchManual
import LayoutModel

/// The mails of Reply, in one direction or the other.
private enum ReplyMails {
  private static let mails: [(hasBody: Bool, hasAttachments: Bool)] = [
    (true, false), (true, true), (false, false), (true, true), (true, false), (true, false),
    (false, true), (false, false), (true, false), (true, true),
  ]

  static let views: [String] = {
    var views = ["mails"]
    for (index, mail) in mails.enumerated() {
      var parts = ["mail", "card", "sender", "subject"]
      if mail.hasBody { parts.append("body") }
      if mail.hasAttachments { parts.append("attachments") }
      parts.append("profile")
      views += parts.map { "\($0)\(index + 1)" }
    }
    return views
  }()

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames,
    _ mirrored: Bool
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let width = root.width - 8
    let x = mirrored ? 74.0 : 16
    var mailY = 2.0
    var mail = 2
    for (hasBody, hasAttachments) in mails {
      let (sender, subject) = (content[mail + 2].height, content[mail + 3].height)
      frames[mail + 2] = Rect(x: x, y: 24, width: width - 90, height: sender)
      frames[mail + 3] = Rect(x: x, y: 32 + sender, width: width - 90, height: subject)
      var bottom = 32 + sender + subject
      var view = mail + 4
      if hasBody {
        let body = content[view].height
        frames[view] = Rect(x: 16, y: bottom + 8, width: width - 32, height: body)
        bottom += 8 + body
        view += 1
      }
      if hasAttachments {
        frames[view] = Rect(x: 0, y: bottom + 16, width: width, height: 96)
        bottom += 112
        view += 1
      }
      frames[view] = Rect(x: mirrored ? 16 : width - 58, y: 24, width: 42, height: 42)
      let height = max(66, bottom) + 16
      frames[mail] = Rect(x: 4, y: mailY, width: width, height: height)
      frames[mail + 1] = Rect(x: 0, y: 0, width: width, height: height)
      mailY += height + 4
      mail = view + 1
    }
  }
}

/// Reply: mails as cards, with or without a text and attachments.
enum ReplyMailListFrames: HandWrittenScreen {
  static let views = ReplyMails.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { ReplyMails.layOut(root, content, frames, false) }
}

/// Reply: the mails right to left.
enum ReplyMailListRightToLeftFrames: HandWrittenScreen {
  static let views = ReplyMails.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { ReplyMails.layOut(root, content, frames, true) }
}

/// Reply: navigation and panes that depend on the width.
enum ReplyAdaptiveFrames: HandWrittenScreen {
  static let views = ["bar", "rail", "drawer", "list", "detail"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (isCompact, isExpanded) = (root.width < 600, root.width >= 840)
    let bar = isCompact ? 80.0 : 0
    let rail = isCompact || isExpanded ? 0 : 80.0
    let drawer = isExpanded ? 240.0 : 0
    let x = rail + drawer
    let list = isExpanded ? (root.width - x) / 2 : root.width - x
    let height = root.height - bar
    frames[1] = Rect(x: 0, y: height, width: root.width, height: bar)
    frames[2] = Rect(x: 0, y: 0, width: rail, height: root.height)
    frames[3] = Rect(x: rail, y: 0, width: drawer, height: root.height)
    frames[4] = Rect(x: x, y: 0, width: list, height: height)
    frames[5] = Rect(x: x + list, y: 0, width: root.width - x - list, height: height)
  }
}
