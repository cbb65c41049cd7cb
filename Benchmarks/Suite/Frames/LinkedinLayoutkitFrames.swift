import LayoutBenchManual
import LayoutModel

/// The alignments of the overlay sample, in the order in which its cells take them.
private let alignments = [
  "TopLeading", "TopTrailing", "TopCenter", "BottomLeading", "BottomTrailing", "BottomCenter",
  "CenterLeading", "CenterTrailing", "Center", "Fill",
]

/// The numbers of boxes behind and in front of the label of each cell.
private let boxCounts = [(1, 1), (2, 5), (6, 3), (8, 9), (10, 10)]

/// A box within a cell by the number of its alignment.
@inline(__always)
private func align(_ alignment: Int, _ box: Size, in cell: Size) -> Rect {
  if alignment == 9 { return Rect(x: 0, y: 0, width: cell.width, height: cell.height) }
  let (right, bottom) = (cell.width - box.width, cell.height - box.height)
  let x =
    switch alignment % 3 {
    case 0 where alignment != 8: 0.0
    case 1: right
    default: right / 2
    }
  let y =
    switch alignment / 3 {
    case 0: 0.0
    case 1: bottom
    default: bottom / 2
    }
  return Rect(x: x, y: y, width: box.width, height: box.height)
}

/// LinkedIn's LayoutKit, overlay sample: a table of labels between more and more boxes.
enum LinkedinLayoutkitOverlaysFrames: HandWrittenScreen {
  static let views =
    ["table"]
    + boxCounts.enumerated().flatMap { (index, count) in
      let cell = index + 1
      return ["cell\(cell)"] + alignments.prefix(count.0).map { "back\($0)\(cell)" }
        + ["label\(cell)"] + alignments.prefix(count.1).map { "over\($0)\(cell)" }
    }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    var view = 2
    var y = 0.0
    for (backs, overs) in boxCounts {
      let label = content[view + 1 + backs]
      let cell = Size(width: root.width, height: label.height + 140)
      frames[view] = Rect(x: 0, y: y, width: cell.width, height: cell.height)
      y += cell.height
      view += 1
      for alignment in 0..<backs {
        frames[view] = align(alignment, Size(width: 60, height: 40), in: cell)
        view += 1
      }
      frames[view] = Rect(
        x: 70, y: 70, width: min(label.width, cell.width - 140), height: label.height)
      view += 1
      for alignment in 0..<overs {
        frames[view] = align(alignment, Size(width: 40, height: 80), in: cell)
        view += 1
      }
    }
  }
}

/// The table of ten skill cards, in one direction or the other.
protocol SkillCards: HandWrittenScreen, HandWrittenList {
  static var isRightToLeft: Bool { get }
}

extension SkillCards {
  static var firstCell: Int { 2 }
  static var viewsInCell: Int { 4 }
  static var isCellSuperview: Bool { true }

  static func layOutAround(_ root: Size, _ frames: some HandWrittenFrames) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
  }

  @inline(__always)
  static func layOut(
    cell card: Int, y: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    let width = root.width
    let (skill, count) = (content[card + 1], content[card + 2])
    let height = 16 + max(skill.height, count.height, 20)
    let countX = width - 36 - count.width
    let skillWidth = min(skill.width, countX - 16)
    let skillX = (countX - skillWidth) / 2
    frames[card] = Rect(x: 0, y: y, width: width, height: height)
    frames[card + 1] = Rect(
      x: isRightToLeft ? width - skillX - skillWidth : skillX, y: (height - skill.height) / 2,
      width: skillWidth, height: skill.height)
    frames[card + 2] = Rect(
      x: isRightToLeft ? 36 : countX, y: (height - count.height) / 2, width: count.width,
      height: count.height)
    frames[card + 3] = Rect(
      x: isRightToLeft ? 8 : width - 28, y: (height - 20) / 2, width: 20, height: 20)
    return y + height
  }
}

/// The names of the views of the table of skill cards.
private let skillViews =
  ["table"]
  + (1...10).flatMap { card in
    ["card", "skill", "count", "image"].map { part in "\(part)\(card)" }
  }

/// LinkedIn's LayoutKit, skills card: a table of ten.
enum LinkedinLayoutkitSkillsFrames: SkillCards {
  static let views = skillViews
  static var isRightToLeft: Bool { false }
}

/// LinkedIn's LayoutKit, skills card: a table of ten, read from right to left.
enum LinkedinLayoutkitSkillsRtlFrames: SkillCards {
  static let views = skillViews
  static var isRightToLeft: Bool { true }
}

/// LinkedIn's LayoutKit, feed sample: a feed item with a profile card.
enum LinkedinLayoutkitFeedItemFrames: HandWrittenScreen {
  static let views = [
    "feedItem", "actionText", "options", "profileCard", "profileImage", "labels", "name",
    "connectionDegree", "headline", "timestamp", "posterComment", "contentImage", "contentTitle",
    "contentDomain", "socialActions", "like", "comment", "share", "actorRow", "actorPhoto",
    "actorComment",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 16
    let (action, options) = (content[2], content[3])
    frames[2] = Rect(
      x: 8, y: 8, width: min(action.width, width - options.width), height: action.height)
    frames[3] = Rect(
      x: root.width - 8 - options.width, y: 8, width: options.width, height: options.height)
    var y = 12 + max(action.height, options.height)

    let (name, degree) = (content[7], content[8])
    let (headline, timestamp) = (content[9], content[10])
    let labelWidth = width - 54
    let nameWidth = min(name.width, labelWidth - 4)
    let degreeX = nameWidth + 4
    let degreeWidth = min(degree.width, labelWidth - degreeX)
    let headlineWidth = min(headline.width, labelWidth)
    let timestampWidth = min(timestamp.width, labelWidth)
    let headlineY = max(name.height, degree.height) + 2
    let timestampY = headlineY + headline.height + 2
    let labelsHeight = timestampY + timestamp.height
    let cardHeight = max(50, labelsHeight)
    frames[4] = Rect(x: 8, y: y, width: width, height: cardHeight)
    frames[5] = Rect(x: 0, y: (cardHeight - 50) / 2, width: 50, height: 50)
    frames[6] = Rect(
      x: 54, y: (cardHeight - labelsHeight) / 2,
      width: max(degreeX + degreeWidth, headlineWidth, timestampWidth), height: labelsHeight)
    frames[7] = Rect(x: 0, y: 0, width: nameWidth, height: name.height)
    frames[8] = Rect(x: degreeX, y: 0, width: degreeWidth, height: degree.height)
    frames[9] = Rect(x: 0, y: headlineY, width: headlineWidth, height: headline.height)
    frames[10] = Rect(x: 0, y: timestampY, width: timestampWidth, height: timestamp.height)
    y += cardHeight + 4

    let (posterComment, title, domain) = (content[11], content[13], content[14])
    frames[11] = Rect(
      x: 8, y: y, width: min(posterComment.width, width), height: posterComment.height)
    y += posterComment.height + 4
    frames[12] = Rect(x: 8, y: y, width: width, height: 200)
    y += 200
    frames[13] = Rect(x: 8, y: y, width: min(title.width, width), height: title.height)
    y += title.height
    frames[14] = Rect(x: 8, y: y, width: min(domain.width, width), height: domain.height)
    y += domain.height + 4

    let (like, comment, share) = (content[16], content[17], content[18])
    let actionsHeight = max(like.height, comment.height, share.height)
    let commentWidth = min(comment.width, width / 3)
    let shareWidth = min(share.width, width / 3)
    frames[15] = Rect(x: 8, y: y, width: width, height: actionsHeight)
    frames[16] = Rect(
      x: 0, y: (actionsHeight - like.height) / 2, width: min(like.width, width / 3),
      height: like.height)
    frames[17] = Rect(
      x: (width - commentWidth) / 2, y: (actionsHeight - comment.height) / 2,
      width: commentWidth, height: comment.height)
    frames[18] = Rect(
      x: width - shareWidth, y: (actionsHeight - share.height) / 2, width: shareWidth,
      height: share.height)
    y += actionsHeight + 4

    let actorComment = content[21]
    let rowHeight = max(50, actorComment.height)
    frames[19] = Rect(x: 8, y: y, width: width, height: rowHeight)
    frames[20] = Rect(x: 0, y: (rowHeight - 50) / 2, width: 50, height: 50)
    frames[21] = Rect(
      x: 50, y: (rowHeight - actorComment.height) / 2, width: min(actorComment.width, width - 50),
      height: actorComment.height)
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: y + rowHeight + 8)
  }
}
