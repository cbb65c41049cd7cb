import LayoutModel

/// The scenes of any size by hand. A scene's name is the generator's and its number of views.
extension HandWrittenLayout {
  /// The layout of a generated scene.
  static func generated(_ scene: Scene) -> HandWrittenLayout? {
    let count = scene.tree.count - 1
    guard let dash = scene.name.lastIndex(of: "-"), count > 0,
      scene.name[scene.name.index(after: dash)...] == "\(count)"
    else { return nil }
    let (names, layOut): ((Int) -> String, Function)
    switch scene.name[..<dash] {
    case "chain": (names, layOut) = (numbered, chain)
    case "flat": (names, layOut) = (numbered, flat)
    case "grid": (names, layOut) = (numbered, grid)
    case "split": (names, layOut) = (partOfSplit, split)
    case "crosstalk": (names, layOut) = (partOfBox, crosstalk)
    case "keyboard": (names, layOut) = ({ "key\($0)" }, keyboard)
    case "stack": (names, layOut) = (partOfStack, stack)
    case "unspaced": (names, layOut) = (partOfUnspaced, unspaced)
    case "cells": (names, layOut) = (partOfCell, cells)
    case "conflict": (names, layOut) = (partOfConflict, conflict)
    case "form": (names, layOut) = (partOfRow, form)
    case "nest": (names, layOut) = (numbered, nest)
    case "equal": (names, layOut) = (numbered, equal)
    case "feed": (names, layOut) = (partOfPost, feed)
    default: return nil
    }
    // Views of other names are another scene, whatever it is called.
    guard (1...count).allSatisfy({ scene.tree.names[$0] == names($0) }) else { return nil }
    return HandWrittenLayout(
      scene: scene.name, views: Array(scene.tree.names.dropFirst()), layOut: layOut)
  }

  private static func numbered(_ view: Int) -> String { "v\(view)" }

  private static let partsOfPost = [
    "", "-avatar", "-nickname", "-time", "-content", "-mark", "-likes", "-like", "-comment",
    "-more",
  ]

  private static func partOfPost(_ view: Int) -> String {
    "post\((view - 1) / 10 + 1)\(partsOfPost[(view - 1) % 10])"
  }

  private static func partOfRow(_ view: Int) -> String {
    "\(view % 2 == 1 ? "label" : "field")\((view + 1) / 2)"
  }

  private static let form: Function = { root, content, frames in
    var edge = 0.0
    for label in stride(from: 1, to: frames.count, by: 2) { edge = max(edge, content[label].width) }
    edge += 20
    let left = edge + 8
    let width = root.width - 20 - left
    var y = 20.0
    for label in stride(from: 1, to: frames.count, by: 2) {
      let (text, height) = (content[label], content[label + 1].height)
      frames[label] = Rect(
        x: edge - text.width, y: y + (height - text.height) / 2, width: text.width,
        height: text.height)
      frames[label + 1] = Rect(x: left, y: y, width: width, height: height)
      y += height + 8
    }
  }

  private static let flat: Function = { _, _, frames in
    for view in 1..<frames.count {
      let index = view - 1
      frames[view] = Rect(
        x: Double(index * 37 % 290), y: Double(index * 53 % 460), width: Double(20 + index % 7),
        height: Double(10 + index % 5))
    }
  }

  private static let grid: Function = { root, _, frames in
    let count = frames.count - 1
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let width = (root.width - Double(4 * (columns + 1))) / Double(columns)
    var (x, y, column) = (4.0, 4.0, 0)
    for view in 1..<frames.count {
      frames[view] = Rect(x: x, y: y, width: width, height: 30)
      x += width + 4
      column += 1
      guard column == columns else { continue }
      (x, column) = (4, 0)
      y += 34
    }
  }

  private static func partOfSplit(_ view: Int) -> String {
    "\(view % 2 == 1 ? "pane" : "rest")\((view + 1) / 2)"
  }

  private static let split: Function = { root, _, frames in
    let share = 0.3 * root.width
    var y = 0.0
    for pane in stride(from: 1, to: frames.count, by: 2) {
      let width = max(share, Double(80 + (pane + 1) / 2 * 7 % 60))
      frames[pane] = Rect(x: 0, y: y, width: width, height: 20)
      frames[pane + 1] = Rect(x: width + 4, y: y, width: root.width - width - 4, height: 20)
      y += 24
    }
  }

  private static func partOfBox(_ view: Int) -> String {
    "\(["box", "label", "value"][(view - 1) % 3])\((view + 2) / 3)"
  }

  private static let crosstalk: Function = { root, _, frames in
    // The place of all values, in the root.
    let edge = 4.0 + 3 + 5 + Double(40 + 17) + 60
    var y = 4.0
    for box in stride(from: 1, to: frames.count, by: 3) {
      let group = (box + 2) / 3
      let inset = Double(4 + group * 3 % 11)
      let width = root.width - 2 * inset
      frames[box] = Rect(x: inset, y: y, width: width, height: 30)
      frames[box + 1] = Rect(x: 5, y: 9, width: Double(40 + group * 17 % 30), height: 12)
      let left = edge - inset
      frames[box + 2] = Rect(x: left, y: 5, width: width - 6 - left, height: 20)
      y += 34
    }
  }

  private static let keyboard: Function = { root, _, frames in
    let width = 0.09 * root.width
    var y = 6.0
    for first in stride(from: 1, to: frames.count, by: 10) {
      var x = Double(4 + (first / 10) % 3 * 6)
      for key in first..<first + 10 {
        frames[key] = Rect(x: x, y: y, width: width, height: 30)
        x += width + 0.5
      }
      y += 36
    }
  }

  private static func partOfStack(_ view: Int) -> String {
    "\(["box", "icon", "before", "note", "after", "button"][(view - 1) % 6])\((view + 5) / 6)"
  }

  private static let stack: Function = { root, content, frames in
    var y = 0.0
    for box in stride(from: 1, to: frames.count, by: 6) {
      let note = content[box + 3]
      let space = (root.width - 76 - note.width) / 2
      frames[box] = Rect(x: 0, y: y, width: root.width, height: 40)
      frames[box + 1] = Rect(x: 8, y: 10, width: 20, height: 20)
      frames[box + 2] = Rect(x: 28, y: 19.5, width: space, height: 1)
      frames[box + 3] = Rect(
        x: 28 + space, y: 20 - note.height / 2, width: note.width, height: note.height)
      frames[box + 4] = Rect(x: 28 + space + note.width, y: 19.5, width: space, height: 1)
      frames[box + 5] = Rect(x: root.width - 48, y: 8, width: 40, height: 24)
      y += 42
    }
  }

  private static func partOfUnspaced(_ view: Int) -> String {
    "\(["box", "icon", "note", "button"][(view - 1) % 4])\((view + 3) / 4)"
  }

  private static let unspaced: Function = { root, content, frames in
    var y = 0.0
    for box in stride(from: 1, to: frames.count, by: 4) {
      let note = content[box + 2]
      frames[box] = Rect(x: 0, y: y, width: root.width, height: 40)
      frames[box + 1] = Rect(x: 8, y: 10, width: 20, height: 20)
      frames[box + 2] = Rect(
        x: 28 + (root.width - 76 - note.width) / 2, y: 20 - note.height / 2, width: note.width,
        height: note.height)
      frames[box + 3] = Rect(x: root.width - 48, y: 8, width: 40, height: 24)
      y += 42
    }
  }

  private static func partOfCell(_ view: Int) -> String {
    "\(["cell", "icon", "title", "time"][(view - 1) % 4])\((view + 3) / 4)"
  }

  private static let cells: Function = { root, content, frames in
    var y = 0.0
    for cell in stride(from: 1, to: frames.count, by: 4) {
      let (title, time) = (content[cell + 2], content[cell + 3])
      frames[cell] = Rect(x: 0, y: y, width: root.width, height: 44)
      frames[cell + 1] = Rect(x: 8, y: 8, width: 28, height: 28)
      frames[cell + 2] = Rect(
        x: 44, y: 22 - title.height / 2, width: title.width, height: title.height)
      frames[cell + 3] = Rect(
        x: root.width - 8 - time.width, y: 22 - time.height / 2, width: time.width,
        height: time.height)
      y += 44
    }
  }

  private static func partOfConflict(_ view: Int) -> String {
    "\(view % 2 == 1 ? "first" : "second")\((view + 1) / 2)"
  }

  private static let conflict: Function = { root, _, frames in
    var y = 0.0
    for first in stride(from: 1, to: frames.count, by: 2) {
      let width = Double(120 + (first + 1) / 2 * 13 % 50)
      frames[first] = Rect(x: 8, y: y, width: width, height: 20)
      frames[first + 1] = Rect(x: width + 16, y: y, width: root.width - width - 24, height: 20)
      y += 24
    }
  }

  private static let chain: Function = { root, _, frames in
    var x = root.width / 2 - 10
    var y = root.height / 2 - 5
    for view in 1..<frames.count {
      frames[view] = Rect(x: x, y: y, width: 20, height: 10)
      x += 28
      y += 1
    }
  }

  private static let nest: Function = { root, _, frames in
    var size = root
    for view in 1..<frames.count {
      size.width = max(0, size.width - 2)
      size.height = max(0, size.height - 2)
      frames[view] = Rect(x: 1, y: 1, width: size.width, height: size.height)
    }
  }

  private static let equal: Function = { root, _, frames in
    let count = Double(frames.count - 1)
    let width = (root.width - 2 * (count + 1)) / count
    let y = root.height / 2 - 10
    var x = 2.0
    for view in 1..<frames.count {
      frames[view] = Rect(x: x, y: y, width: width, height: 20)
      x += width + 2
    }
  }

  private static let feed: Function = { root, content, frames in
    let width = root.width
    let height = width + 115
    var y = 0.0
    for post in stride(from: 1, to: frames.count, by: 10) {
      frames[post] = Rect(x: 0, y: y, width: width, height: height)
      y += height
      let (nickname, time, likes) = (content[post + 2], content[post + 3], content[post + 6])
      frames[post + 1] = Rect(x: 10, y: 10, width: 30, height: 30)
      frames[post + 2] = Rect(
        x: 50, y: 25 - nickname.height / 2, width: nickname.width, height: nickname.height)
      frames[post + 3] = Rect(
        x: width - 10 - time.width, y: 25 - time.height / 2, width: time.width, height: time.height)
      frames[post + 4] = Rect(x: 0, y: 50, width: width, height: width)
      frames[post + 5] = Rect(x: 10, y: width + 60, width: 10, height: 10)
      frames[post + 6] = Rect(
        x: 30, y: width + 65 - likes.height / 2, width: likes.width, height: likes.height)
      let button = height - 35
      frames[post + 7] = Rect(x: 10, y: button, width: 50, height: 25)
      frames[post + 8] = Rect(x: 65, y: button, width: 65, height: 25)
      frames[post + 9] = Rect(x: width - 50, y: button, width: 40, height: 25)
    }
  }
}
