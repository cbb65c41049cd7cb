import LayoutBenchManual
import LayoutModel

/// Jetcaster: a player whose square artwork is limited by the width and by the height.
enum JetcasterPlayerFrames: HandWrittenScreen {
  static let views = [
    "bar", "back", "add", "more", "topSpace", "artworkArea", "artwork", "title", "podcast",
    "controls", "time", "slider", "buttons", "previous", "replay", "play", "forward", "next",
    "bottomSpace",
  ]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let barWidth = root.width - 16
    frames[1] = Rect(x: 8, y: 0, width: barWidth, height: 48)
    frames[2] = Rect(x: 0, y: 0, width: 48, height: 48)
    frames[3] = Rect(x: barWidth - 96, y: 0, width: 48, height: 48)
    frames[4] = Rect(x: barWidth - 48, y: 0, width: 48, height: 48)
    let width = root.width - 32
    let (title, podcast, time) = (content[8], content[9], content[11])
    let part = (root.height - 112 - title.height - podcast.height) / 22
    let area = 10 * part
    let artwork = min(width, area, 500)
    frames[5] = Rect(x: root.width / 2, y: 48, width: 0, height: part)
    frames[6] = Rect(x: 16, y: 48 + part, width: width, height: area)
    frames[7] = Rect(
      x: (width - artwork) / 2, y: (area - artwork) / 2, width: artwork, height: artwork)
    var y = 80 + part + area
    let titleWidth = min(title.width, width)
    frames[8] = Rect(
      x: (root.width - titleWidth) / 2, y: y, width: titleWidth, height: title.height)
    y += title.height
    let podcastWidth = min(podcast.width, width)
    frames[9] = Rect(
      x: (root.width - podcastWidth) / 2, y: y, width: podcastWidth, height: podcast.height)
    y += podcast.height + 32
    frames[10] = Rect(x: 16, y: y, width: width, height: area)
    frames[11] = Rect(x: 16, y: 0, width: time.width, height: time.height)
    frames[12] = Rect(x: 16, y: time.height, width: width - 32, height: 48)
    frames[13] = Rect(x: 0, y: time.height + 56, width: width, height: 72)
    let gap = (width - 264) / 6
    frames[14] = Rect(x: gap, y: 12, width: 48, height: 48)
    frames[15] = Rect(x: 2 * gap + 48, y: 12, width: 48, height: 48)
    frames[16] = Rect(x: 3 * gap + 96, y: 0, width: 72, height: 72)
    frames[17] = Rect(x: 4 * gap + 168, y: 12, width: 48, height: 48)
    frames[18] = Rect(x: 5 * gap + 216, y: 12, width: 48, height: 48)
    frames[19] = Rect(x: root.width / 2, y: root.height - part, width: 0, height: part)
  }
}
