import LayoutBenchManual
import LayoutModel

/// The mails of Reply, in one direction or the other.
///
/// Where a content changes, its mail is laid out again, and the mails below it move.
protocol ReplyMails: HandWrittenScreen {
  static var isMirrored: Bool { get }
}

/// The parts of each mail of Reply.
private enum ReplyMailParts {
  static let mails: [(hasBody: Bool, hasAttachments: Bool)] = [
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

  /// The numbers of the mails' first views; the root is view 0.
  static let starts = views.indices.filter { views[$0].hasPrefix("mail") }.dropFirst().map {
    $0 + 1
  }

  /// The index of the mail that each view is in; -1 for the list and the root.
  static let mailOfView = (0...views.count).map { view in starts.count { $0 <= view } - 1 }
}

extension ReplyMails {
  static var views: [String] { ReplyMailParts.views }

  static func container(of view: Int) -> Int {
    let mail = ReplyMailParts.mailOfView[view]
    return mail < 0 ? 0 : ReplyMailParts.starts[mail]
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var (mail, y) = (2, 2.0)
    for parts in ReplyMailParts.mails {
      (mail, y) = layOut(mail, parts, y: y, root, content, frames)
    }
  }

  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let number = ReplyMailParts.mailOfView[container]
    let parts = ReplyMailParts.mails[number]
    let (next, y) = layOut(container, parts, y: frames[container].y, root, content, frames)
    guard next < frames.count, frames[next].y != y else { return }
    let distance = y - frames[next].y
    for mail in ReplyMailParts.starts[(number + 1)...] { frames[mail].y += distance }
  }

  /// Writes the frames of a mail; returns the number of the next one's first view, and its top, points.
  @inline(__always)
  private static func layOut(
    _ mail: Int, _ parts: (hasBody: Bool, hasAttachments: Bool), y: Double, _ root: Size,
    _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) -> (next: Int, y: Double) {
    let width = root.width - 8
    let x = isMirrored ? 74.0 : 16
    let (sender, subject) = (content[mail + 2].height, content[mail + 3].height)
    frames[mail + 2] = Rect(x: x, y: 24, width: width - 90, height: sender)
    frames[mail + 3] = Rect(x: x, y: 32 + sender, width: width - 90, height: subject)
    var bottom = 32 + sender + subject
    var view = mail + 4
    if parts.hasBody {
      let body = content[view].height
      frames[view] = Rect(x: 16, y: bottom + 8, width: width - 32, height: body)
      bottom += 8 + body
      view += 1
    }
    if parts.hasAttachments {
      frames[view] = Rect(x: 0, y: bottom + 16, width: width, height: 96)
      bottom += 112
      view += 1
    }
    frames[view] = Rect(x: isMirrored ? 16 : width - 58, y: 24, width: 42, height: 42)
    let height = max(66, bottom) + 16
    frames[mail] = Rect(x: 4, y: y, width: width, height: height)
    frames[mail + 1] = Rect(x: 0, y: 0, width: width, height: height)
    return (view + 1, y + height + 4)
  }
}

/// Reply: mails as cards, with or without a text and attachments.
enum ReplyMailListFrames: ReplyMails {
  static var isMirrored: Bool { false }
}

/// Reply: the mails right to left.
enum ReplyMailListRightToLeftFrames: ReplyMails {
  static var isMirrored: Bool { true }
}

/// Reply: navigation and panes that depend on the width.
enum ReplyAdaptiveFrames: HandWrittenScreen {
  static let views = ["bar", "rail", "drawer", "list", "detail"]

  static func numberCount(of count: Int) -> Int { 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (isCompact, isExpanded) = (root.width < 600, root.width >= 840)
    let bar = isCompact ? 80.0 : 0
    let rail = isCompact || isExpanded ? 0 : content.number(0)
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
