import LayoutModel

/// Generated scenes as boxes with CSS, as a developer would write them for the web.
enum SceneBoxes {
  /// Boxes that neither grow nor shrink.
  private static let rigid = "flex-shrink: 0"
  /// A box that fills the rest of its row.
  private static let elastic = "flex-grow: 1; flex-shrink: 1; flex-basis: 0px"
  private static let column = "flex-direction: column"

  static func flat(_ count: Int, _ scene: inout SceneDraft) {
    for index in 0..<count {
      scene.box(
        "v\(index + 1)",
        "position: absolute; left: \(index * 37 % 290)px; top: \(index * 53 % 460)px; "
          + "width: \(20 + index % 7)px; height: \(10 + index % 5)px")
    }
  }

  static func chain(_ count: Int, _ scene: inout SceneDraft) {
    scene.plainBox(
      "row", in: "root",
      "position: absolute; left: 50%; top: 50%; margin-left: -10px; margin-top: -5px; "
        + "align-items: flex-start")
    for index in 0..<count {
      scene.box(
        "v\(index + 1)", in: "row",
        "width: 20px; height: 10px; \(rigid); margin-left: \(index > 0 ? 8 : 0)px; margin-top: \(index)px"
      )
    }
  }

  static func nest(_ count: Int, _ scene: inout SceneDraft) {
    for index in 1...count {
      scene.box("v\(index)", "position: absolute; left: 1px; top: 1px; right: 1px; bottom: 1px")
    }
  }

  static func equal(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", "align-items: center; padding-right: 2px")
    for index in 1...count {
      scene.box("v\(index)", "\(elastic); height: 20px; margin-left: 2px")
    }
  }

  static func grid(_ count: Int, _ scene: inout SceneDraft) {
    let columns = Int(Double(count).squareRoot().rounded(.up))
    scene.box("root", "\(column); padding-top: 4px")
    for row in 0...(count - 1) / columns {
      scene.plainBox(
        "row\(row)", in: "root",
        "height: 30px; \(rigid); margin-bottom: 4px; padding-right: 4px")
      for place in row * columns + 1...(row + 1) * columns {
        let style = "\(elastic); margin-left: 4px"
        if place <= count {
          scene.box("v\(place)", in: "row\(row)", style)
        } else {
          scene.plainBox("none\(place)", in: "row\(row)", style)
        }
      }
    }
  }

  static func split(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for row in 1...count / 2 {
      scene.plainBox(
        "row\(row)", in: "root", "height: 20px; \(rigid); margin-top: \(row > 1 ? 4 : 0)px")
      scene.box(
        "pane\(row)", in: "row\(row)", "width: 30%; min-width: \(80 + row * 7 % 60)px; \(rigid)")
      scene.box("rest\(row)", in: "row\(row)", "\(elastic); margin-left: 4px")
    }
  }

  static func form(_ count: Int, _ scene: inout SceneDraft) {
    scene.box(
      "root",
      "display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: 8px; "
        + "row-gap: 8px; padding: 20px; align-content: start")
    for row in 1...count / 2 {
      // A label that is higher than its field does not move any row.
      scene.plainBox(
        "place\(row)", in: "root",
        "height: 0px; align-self: center; justify-self: end; align-items: center")
      scene.box("label\(row)", in: "place\(row)", rigid)
      scene.box("field\(row)", "")
    }
  }

  static func stack(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for row in 1...count / 6 {
      scene.box("box\(row)", box(row))
      scene.box("icon\(row)", "width: 20px; height: 20px; margin-left: 8px; \(rigid)")
      scene.box("before\(row)", "\(elastic); height: 1px")
      scene.box("note\(row)", rigid)
      scene.box("after\(row)", "\(elastic); height: 1px")
      scene.box("button\(row)", "width: 40px; height: 24px; margin-right: 8px; \(rigid)")
    }
  }

  static func unspaced(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for row in 1...count / 4 {
      scene.box("box\(row)", box(row) + "; justify-content: space-between")
      scene.box("icon\(row)", "width: 20px; height: 20px; margin-left: 8px; \(rigid)")
      scene.box("note\(row)", rigid)
      scene.box("button\(row)", "width: 40px; height: 24px; margin-right: 8px; \(rigid)")
    }
  }

  private static func box(_ row: Int) -> String {
    "height: 40px; margin-top: \(row > 1 ? 2 : 0)px; align-items: center; \(rigid)"
  }

  static func feed(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count / 10 {
      let post = "post\(number)"
      func name(_ part: String) -> String { "\(post)-\(part)" }
      scene.box(post, "\(column); \(rigid); padding-bottom: 10px")
      let row = "align-items: center; margin-top: 10px; \(rigid)"
      scene.plainBox(name("head"), in: post, "\(row); height: 30px")
      scene.box(
        name("avatar"), in: name("head"), "width: 30px; height: 30px; margin-left: 10px; \(rigid)")
      scene.box(name("nickname"), in: name("head"), "margin-left: 10px; \(rigid)")
      scene.box(name("time"), in: name("head"), "position: absolute; right: 10px")
      scene.box(name("content"), "width: 100%; aspect-ratio: 1; margin-top: 10px; \(rigid)")
      scene.plainBox(name("notes"), in: post, "\(row); height: 10px")
      scene.box(
        name("mark"), in: name("notes"), "width: 10px; height: 10px; margin-left: 10px; \(rigid)")
      scene.box(name("likes"), in: name("notes"), "margin-left: 10px; \(rigid)")
      scene.plainBox(name("foot"), in: post, "\(row); height: 25px")
      for (part, width, margin) in [("like", 50, 10), ("comment", 65, 5)] {
        scene.box(
          name(part), in: name("foot"),
          "width: \(width)px; height: 25px; margin-left: \(margin)px; \(rigid)")
      }
      scene.box(
        name("more"), in: name("foot"), "position: absolute; width: 40px; height: 25px; right: 10px"
      )
    }
  }

  static func cells(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for row in 1...count / 4 {
      scene.box("cell\(row)", "height: 44px; align-items: center; \(rigid)")
      scene.box("icon\(row)", "width: 28px; height: 28px; margin-left: 8px; \(rigid)")
      scene.box("title\(row)", "margin-left: 8px")
      scene.plainBox("gap\(row)", in: "cell\(row)", elastic)
      scene.box("time\(row)", "margin-left: 8px; margin-right: 8px; \(rigid)")
    }
  }

  // MARK: - Texts

  static func chat(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count / 4 {
      let isLeft = (number % 2 == 1) == (scene.tree.direction == .leftToRight)
      let side =
        isLeft
        ? "align-self: flex-start; margin-left: 12px; \(rigid)"
        : "align-self: flex-end; margin-right: 12px; \(rigid)"
      scene.box("name\(number)", "\(side); margin-top: 12px")
      scene.box(
        "bubble\(number)",
        "\(side); margin-top: 2px; padding-left: 10px; padding-right: 10px; padding-top: 8px; "
          + "padding-bottom: 8px; max-width: 70%")
      scene.box("body\(number)", in: "bubble\(number)", "")
      scene.box("time\(number)", "\(side); margin-top: 2px")
    }
  }

  static func comments(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count / 4 {
      let indent = 8 + CommentsFrames.indent(number)
      scene.plainBox(
        "row\(number)", in: "root",
        "align-items: flex-start; padding: 8px; padding-left: \(indent)px; \(rigid)")
      // Few words make a row that is lower than the avatar.
      scene.plainBox("face\(number)", in: "row\(number)", "height: 0px; \(rigid)")
      scene.box("avatar\(number)", in: "face\(number)", "width: 34px; height: 34px; \(rigid)")
      scene.plainBox(
        "words\(number)", in: "row\(number)", "\(column); \(elastic); margin-left: 8px")
      scene.box("name\(number)", in: "words\(number)", "align-self: flex-start; \(rigid)")
      scene.box("body\(number)", in: "words\(number)", "margin-top: 4px; \(rigid)")
      scene.box("line\(number)", "height: 1px; margin-left: \(indent)px; \(rigid)")
    }
  }

  static func article(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    func text(_ name: String, _ scene: inout SceneDraft, inset: Int, gap: Int) {
      scene.box(
        name,
        "margin-left: \(inset)px; margin-right: \(inset)px; margin-top: \(gap)px; \(rigid)")
    }
    for number in 1...count / 6 {
      text("heading\(number)", &scene, inset: 16, gap: 24)
      text("lead\(number)", &scene, inset: 16, gap: 8)
      scene.box("image\(number)", "width: 100%; aspect-ratio: 5 / 3; margin-top: 16px; \(rigid)")
      text("caption\(number)", &scene, inset: 16, gap: 4)
      text("quote\(number)", &scene, inset: 48, gap: 20)
      text("rest\(number)", &scene, inset: 16, gap: 20)
    }
  }

  static func settings(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count / 4 {
      scene.box("row\(number)", rigid)
      scene.box(
        "label\(number)",
        "\(elastic); margin-left: 16px; margin-right: 83px; margin-top: 12px; margin-bottom: 12px")
      scene.box(
        "switch\(number)",
        "position: absolute; right: 16px; width: 51px; height: 31px; top: 50%; margin-top: -15.5px")
      scene.box(
        "line\(number)", "position: absolute; left: 16px; right: 0px; bottom: 0px; height: 0.5px")
    }
  }

  static func headlines(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count / 6 {
      scene.plainBox(
        "head\(number)", in: "root", "align-items: flex-start; height: 52px; \(rigid)")
      scene.box(
        "avatar\(number)", in: "head\(number)",
        "width: 40px; height: 40px; margin-left: 12px; margin-top: 12px; \(rigid)")
      scene.box(
        "author\(number)", in: "head\(number)", "margin-left: 8px; margin-top: 22px; \(rigid)")
      scene.box(
        "headline\(number)",
        "margin-left: 12px; margin-right: 12px; margin-top: 8px; \(rigid)")
      scene.box("picture\(number)", "width: 100%; aspect-ratio: 2; margin-top: 8px; \(rigid)")
      scene.box(
        "likes\(number)",
        "align-self: flex-start; margin-left: 12px; margin-top: 8px; \(rigid)")
      scene.box("line\(number)", "height: 1px; margin-top: 8px; \(rigid)")
    }
  }

  static func table(_ count: Int, _ scene: inout SceneDraft) {
    scene.box(
      "root",
      "display: grid; grid-template-columns: max-content max-content max-content minmax(0, 1fr); "
        + "column-gap: 12px; row-gap: 1px; grid-auto-rows: max-content; padding-left: 8px; padding-right: 8px; "
        + "align-content: start")
    for row in 1...count / 4 {
      for cell in ["number", "name", "amount", "note"] { scene.box("\(cell)\(row)", "") }
    }
  }

  /// The same columns from the right, in physical sides: each cell names its own.
  static func tableFromRight(_ count: Int, _ scene: inout SceneDraft) {
    scene.box(
      "root",
      "display: grid; grid-template-columns: minmax(0, 1fr) max-content max-content max-content; "
        + "column-gap: 12px; row-gap: 1px; grid-auto-rows: max-content; padding-left: 8px; padding-right: 8px; "
        + "align-content: start")
    for row in 1...count / 4 {
      for (place, cell) in ["number", "name", "amount", "note"].enumerated() {
        scene.box("\(cell)\(row)", "grid-column-start: \(4 - place); grid-row-start: \(row)")
      }
    }
  }

  static func essay(_ count: Int, _ scene: inout SceneDraft) {
    scene.box("root", column)
    for number in 1...count {
      scene.box(
        "text\(number)", "margin-left: 16px; margin-right: 16px; margin-top: 16px; \(rigid)")
    }
  }
}
