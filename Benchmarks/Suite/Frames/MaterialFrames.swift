import LayoutBenchManual
import LayoutModel

/// Material 3, date picker: a month below its weekdays and header.
enum MaterialDatePickerFrames: HandWrittenScreen {
  static let views: [String] = {
    var views = [
      "header", "title", "headline", "toggle", "divider", "monthRow", "yearButton", "previous",
      "next", "weekdays",
    ]
    for day in 1...7 { views += ["weekday\(day)", "initial\(day)"] }
    views.append("month")
    for week in 0...5 {
      views.append("week\(week + 1)")
      for day in 1...7 { views += ["day\(7 * week + day)", "number\(7 * week + day)"] }
    }
    return views
  }()

  static func container(of view: Int) -> Int {
    switch view {
    case 11...24: view - (view - 11) % 2
    case 26...: (view - 26) % 15 == 0 ? 0 : view - ((view - 26) % 15 - 1) % 2
    default: 0
    }
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let title = content[2]
    frames[1] = Rect(x: 0, y: 0, width: width, height: 120)
    frames[2] = Rect(x: 24, y: 16, width: title.width, height: title.height)
    let headline = content[3].height
    frames[3] = Rect(x: 24, y: 83 - headline / 2, width: width - 96, height: headline)
    frames[4] = Rect(x: width - 60, y: 59, width: 48, height: 48)
    frames[5] = Rect(x: 0, y: 119, width: width, height: 1)
    frames[6] = Rect(x: 0, y: 120, width: width, height: 56)
    let year = content[7]
    frames[7] = Rect(x: 12, y: 28 - year.height / 2, width: year.width, height: year.height)
    frames[8] = Rect(x: width - 108, y: 4, width: 48, height: 48)
    frames[9] = Rect(x: width - 60, y: 4, width: 48, height: 48)
    let grid = width - 24
    let gap = (grid - 336) / 8
    frames[10] = Rect(x: 12, y: 176, width: grid, height: 48)
    frames[25] = Rect(x: 12, y: 224, width: grid, height: 288)
    for row in -1...5 {
      let first = row < 0 ? 11 : 27 + 15 * row
      if row >= 0 { frames[first - 1] = Rect(x: 0, y: Double(48 * row), width: grid, height: 48) }
      var x = gap
      for box in stride(from: first, to: first + 14, by: 2) {
        frames[box] = Rect(x: x, y: 0, width: 48, height: 48)
        layOut(container: box, root, content, frames)
        x += gap + 48
      }
    }
  }

  @inline(__always)
  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let text = content[container + 1]
    frames[container + 1] = Rect(
      x: 24 - text.width / 2, y: 24 - text.height / 2, width: text.width, height: text.height)
  }
}

/// The rows of Material 3's settings.
private enum SettingsRow: String, CaseIterable {
  case account, network, bluetooth, alerts, display, storage, language, privacy, system

  var lines: Int {
    switch self {
    case .network, .bluetooth, .storage, .language: 1
    case .account, .alerts, .display, .system: 2
    case .privacy: 3
    }
  }
  var height: Double { 40 + 16 * Double(lines) }
  var icon: Double { self == .account ? 40 : 24 }
  var hasValue: Bool { self == .network || self == .storage || self == .language }
  var hasSwitch: Bool { self == .bluetooth || self == .alerts || self == .privacy }
  var hasChevron: Bool { self == .account || self == .network || self == .language }
  var hasDivider: Bool { self != .system }

  var views: [String] {
    var parts = ["", "Icon", "Title"]
    if lines > 1 { parts.append("Detail") }
    if hasValue { parts.append("Value") }
    if hasSwitch { parts.append("Switch") }
    if hasChevron { parts.append("Chevron") }
    if hasDivider { parts.append("Divider") }
    return parts.map { rawValue + $0 }
  }
  var viewCount: Int {
    var count = lines > 1 ? 4 : 3
    if hasValue { count += 1 }
    if hasSwitch { count += 1 }
    if hasChevron { count += 1 }
    return hasDivider ? count + 1 : count
  }

  /// The parts of the row whose number is `row`, from the leading side.
  @inline(__always)
  func layOut(
    _ row: Int, _ width: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames, _ mirrored: Bool
  ) {
    func set(_ view: Int, _ x: Double, _ y: Double, _ partWidth: Double, _ height: Double) {
      frames[view] = Rect(
        x: mirrored ? width - x - partWidth : x, y: y, width: partWidth, height: height)
    }
    func y(_ height: Double) -> Double { lines == 3 ? 12 : (self.height - height) / 2 }
    let text = 32 + icon
    let detail = lines > 1 ? row + 3 : 0
    set(row + 1, 16, y(icon), icon, icon)
    var view = row + (lines > 1 ? 4 : 3)
    var end = width - 16
    let value = hasValue ? view : 0
    if hasValue { view += 1 }
    if hasSwitch {
      set(view, end - 52, y(32), 52, 32)
      end -= 68
      view += 1
    }
    if hasChevron {
      set(view, end - 24, y(24), 24, 24)
      end -= hasValue ? 32 : 40
      view += 1
    }
    if hasValue {
      let valueWidth = content[value].width
      set(value, end - valueWidth, y(16), valueWidth, 16)
      end -= valueWidth + 16
    }
    if hasDivider { set(view, 56, height - 1, width - 56, 1) }
    let room = end - text
    let titleY = lines == 1 ? 16.0 : lines == 2 ? 14 : 12
    set(row + 2, text, titleY, min(content[row + 2].width, room), 24)
    if detail > 0 {
      let detailHeight = lines == 2 ? 20.0 : 40
      set(detail, text, titleY + 24, min(content[detail].width, room), detailHeight)
    }
  }
}

/// All rows of Material 3's settings, in one direction or the other.
private enum SettingsRows {
  static let views = ["list"] + SettingsRow.allCases.flatMap { $0.views }
  static let firsts: [Int] = {
    var next = 2
    return SettingsRow.allCases.map { row in
      defer { next += row.viewCount }
      return next
    }
  }()

  static func container(of view: Int) -> Int {
    firsts.last { $0 <= view } ?? 0
  }

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames,
    _ mirrored: Bool
  ) {
    frames[1] = Rect(x: 0, y: 64, width: root.width, height: root.height - 64)
    var view = 2
    var y = 0.0
    for row in SettingsRow.allCases {
      frames[view] = Rect(x: 0, y: y, width: root.width, height: row.height)
      row.layOut(view, root.width, content, frames, mirrored)
      view += row.viewCount
      y += row.height
    }
  }

  @inline(__always)
  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames, _ mirrored: Bool
  ) {
    guard let index = firsts.firstIndex(of: container) else { return }
    SettingsRow.allCases[index].layOut(container, root.width, content, frames, mirrored)
  }
}

/// Material 3, lists: settings with icons, texts, values, switches and inset dividers.
enum MaterialSettingsFrames: HandWrittenScreen {
  static let views = SettingsRows.views

  static func container(of view: Int) -> Int { SettingsRows.container(of: view) }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { SettingsRows.layOut(root, content, frames, false) }

  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) { SettingsRows.layOut(container: container, root, content, frames, false) }
}

/// Material 3, lists: the settings right to left.
enum MaterialSettingsRightToLeftFrames: HandWrittenScreen {
  static let views = SettingsRows.views

  static func container(of view: Int) -> Int { SettingsRows.container(of: view) }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { SettingsRows.layOut(root, content, frames, true) }

  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) { SettingsRows.layOut(container: container, root, content, frames, true) }
}
