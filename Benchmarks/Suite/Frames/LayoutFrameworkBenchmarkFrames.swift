import LayoutBenchManual
import LayoutModel

/// The parts of a feed item, in the order of its view numbers, from 0.
private let parts = [
  "feedItem", "topBar", "actionLabel", "optionsLabel", "miniProfile", "posterImage", "posterName",
  "posterHeadline", "posterTime", "posterComment", "miniContent", "contentImage", "contentTitle",
  "contentDomain", "socialActions", "likeLabel", "commentLabel", "shareLabel", "commentView",
  "actorImage", "actorComment",
]

/// Writes the frames of the feed item that begins with view `item`, and returns its height.
@inline(__always)
private func layOutFeedItem(
  _ item: Int, y: Double, width: Double, _ content: some HandWrittenContents,
  _ frames: some HandWrittenFrames
) -> Double {
  let (action, options) = (content[item + 2], content[item + 3])
  let topBarHeight = max(action.height, options.height)
  let optionsX = width - options.width
  frames[item + 1] = Rect(x: 0, y: 0, width: width, height: topBarHeight)
  frames[item + 2] = Rect(x: 0, y: 0, width: optionsX, height: action.height)
  frames[item + 3] = Rect(x: optionsX, y: 0, width: options.width, height: options.height)
  var bottom = topBarHeight

  let image = content[item + 5]
  let (name, headline, time) = (content[item + 6], content[item + 7], content[item + 8])
  let labelX = image.width + 2
  let labelWidth = width - labelX - 4
  let headlineY = 2 + name.height
  let timeY = headlineY + headline.height + 1
  let commentY = max(image.height, timeY + time.height + 3)
  let commentHeight = content[item + 9].height
  let profileHeight = commentY + commentHeight
  frames[item + 4] = Rect(x: 0, y: bottom, width: width, height: profileHeight)
  frames[item + 5] = Rect(x: 0, y: 0, width: image.width, height: commentY)
  frames[item + 6] = Rect(x: labelX, y: 1, width: labelWidth, height: name.height)
  frames[item + 7] = Rect(x: labelX, y: headlineY, width: labelWidth, height: headline.height)
  frames[item + 8] = Rect(x: labelX, y: timeY, width: labelWidth, height: time.height)
  frames[item + 9] = Rect(x: 0, y: commentY, width: width, height: commentHeight)
  bottom += profileHeight

  let pictureHeight = content[item + 11].height
  let (title, domain) = (content[item + 12], content[item + 13])
  let domainY = pictureHeight + title.height
  frames[item + 10] = Rect(x: 0, y: bottom, width: width, height: domainY + domain.height)
  frames[item + 11] = Rect(x: 0, y: 0, width: width, height: pictureHeight)
  frames[item + 12] = Rect(x: 0, y: pictureHeight, width: width, height: title.height)
  frames[item + 13] = Rect(x: 0, y: domainY, width: width, height: domain.height)
  bottom += domainY + domain.height

  let (like, comment, share) = (content[item + 15], content[item + 16], content[item + 17])
  let actionsHeight = max(like.height, comment.height, share.height)
  frames[item + 14] = Rect(x: 0, y: bottom, width: width, height: actionsHeight)
  frames[item + 15] = Rect(x: 0, y: 0, width: like.width, height: actionsHeight)
  frames[item + 16] = Rect(
    x: (width - comment.width) / 2, y: 0, width: comment.width, height: actionsHeight)
  frames[item + 17] = Rect(
    x: width - share.width, y: 0, width: share.width, height: actionsHeight)
  bottom += actionsHeight

  let (actor, actorComment) = (content[item + 19], content[item + 20])
  let actorHeight = max(actor.height, actorComment.height)
  frames[item + 18] = Rect(x: 0, y: bottom, width: width, height: actorHeight)
  frames[item + 19] = Rect(x: 0, y: 0, width: actor.width, height: actorHeight)
  frames[item + 20] = Rect(
    x: actor.width, y: 0, width: width - actor.width, height: actorComment.height)
  bottom += actorHeight

  frames[item] = Rect(x: 0, y: y, width: width, height: bottom)
  return bottom
}

/// LayoutFrameworkBenchmark: a feed item.
enum LinkedinFeedItemFrames: HandWrittenScreen {
  static let views = parts

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    _ = layOutFeedItem(1, y: 0, width: root.width, content, frames)
  }
}

/// LayoutFrameworkBenchmark: a feed item, read from right to left.
enum LinkedinFeedItemRtlFrames: HandWrittenScreen {
  static let views = parts

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    _ = layOutFeedItem(1, y: 0, width: width, content, frames)
    // Views that do not span the item are on the other side.
    for view in [3, 4, 6, 7, 8, 9, 16, 17, 18, 20, 21] {
      let frame = frames[view]
      frames[view] = Rect(
        x: width - frame.right, y: frame.y, width: frame.width, height: frame.height)
    }
  }
}

/// LayoutFrameworkBenchmark: a feed item of nested stack views.
enum LinkedinFeedItemStackFrames: HandWrittenScreen {
  static let views = [
    "feedItem", "topBar", "actionLabel", "optionsLabel", "posterCard", "posterImage",
    "posterLabels", "posterName", "posterHeadline", "posterTime", "posterComment", "contentImage",
    "contentTitle", "contentDomain", "actions", "likeLabel", "commentLabel", "shareLabel",
    "gap1", "gap2", "comment", "actorImage", "actorComment",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let (action, options) = (content[3], content[4])
    let topBarHeight = max(action.height, options.height)
    let optionsX = width - options.width
    frames[2] = Rect(x: 0, y: 0, width: width, height: topBarHeight)
    frames[3] = Rect(x: 0, y: 0, width: optionsX, height: action.height)
    frames[4] = Rect(x: optionsX, y: 0, width: options.width, height: options.height)

    let image = content[6]
    let (name, headline, time) = (content[8], content[9], content[10])
    let labelsWidth = width - image.width
    let headlineY = 2 + name.height
    let timeY = headlineY + headline.height + 1
    let labelsHeight = timeY + time.height + 3
    let cardHeight = max(image.height, labelsHeight)
    frames[5] = Rect(x: 0, y: topBarHeight, width: width, height: cardHeight)
    frames[6] = Rect(
      x: 0, y: (cardHeight - image.height) / 2, width: image.width, height: image.height)
    frames[7] = Rect(
      x: image.width, y: (cardHeight - labelsHeight) / 2, width: labelsWidth, height: labelsHeight)
    frames[8] = Rect(x: 2, y: 1, width: labelsWidth - 6, height: name.height)
    frames[9] = Rect(x: 2, y: headlineY, width: labelsWidth - 6, height: headline.height)
    frames[10] = Rect(x: 2, y: timeY, width: labelsWidth - 6, height: time.height)

    var y = topBarHeight + cardHeight
    for view in 11...14 {
      let height = content[view].height
      frames[view] = Rect(x: 0, y: y, width: width, height: height)
      y += height
    }

    let (like, comment, share) = (content[16], content[17], content[18])
    let actionsHeight = max(like.height, comment.height, share.height)
    let gap = (width - like.width - comment.width - share.width) / 2
    frames[15] = Rect(x: 0, y: y, width: width, height: actionsHeight)
    frames[16] = Rect(x: 0, y: 0, width: like.width, height: actionsHeight)
    frames[17] = Rect(x: like.width + gap, y: 0, width: comment.width, height: actionsHeight)
    frames[18] = Rect(x: width - share.width, y: 0, width: share.width, height: actionsHeight)
    frames[19] = Rect(x: like.width, y: 0, width: gap, height: 0)
    frames[20] = Rect(x: width - share.width - gap, y: 0, width: gap, height: 0)
    y += actionsHeight

    let actor = content[22]
    let actorHeight = max(actor.height, content[23].height)
    frames[21] = Rect(x: 0, y: y, width: width, height: actorHeight)
    frames[22] = Rect(x: 0, y: 0, width: actor.width, height: actorHeight)
    frames[23] = Rect(x: actor.width, y: 0, width: width - actor.width, height: actorHeight)
    frames[1] = Rect(x: 0, y: 0, width: width, height: y + actorHeight)
  }
}

/// LayoutFrameworkBenchmark: a table of feed items.
enum LinkedinFeedListFrames: HandWrittenScreen, HandWrittenList {
  static let views =
    ["list"] + (1...20).flatMap { item in parts.map { part in "\(part)\(item)" } }

  static var firstCell: Int { 2 }
  static var viewsInCell: Int { 21 }
  static var isCellSuperview: Bool { true }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
  }

  static func layOut(
    cell: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    y + layOutFeedItem(cell, y: y, width: root.width, content, frames)
  }
}
