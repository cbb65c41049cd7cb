import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Messages of two people: a name, a bubble with a text in it, a time.
  ///
  /// A bubble is as wide as its text, and at most 70 % of the screen; LayoutKit's calls have no least of two
  /// numbers.
  static let chat = SceneGenerator(
    name: "chat",
    summary: "messages in bubbles at most 70 % wide, from both sides, with names and times", step: 4
  ) { count, scene in
    for number in 1...count / 4 {
      let (name, bubble) = ("name\(number)", "bubble\(number)")
      let (body, time) = ("body\(number)", "time\(number)")
      let words = DrawnText.string(characters: 12 + number * 37 % 110, number: number)
      scene.view(name, content: IntrinsicSize(Double(40 + number * 13 % 60), 16))
      scene.view(bubble)
      scene.view(body, text: Text(words))
      scene.view(time, content: IntrinsicSize(30, 12))
      let (side, edge) = number % 2 == 1 ? ("ll", "left") : ("rr", "right")
      let sign = number % 2 == 1 ? "+" : "-"
      if number == 1 {
        scene.rule(name, "\(side) = 12, tt = 12")
        scene.constraints("\(name).top == superview.top + 12")
      } else {
        scene.rule(name, "\(side) = 12, tt = %bt + 12", "time\(number - 1)")
        scene.constraints("\(name).top == time\(number - 1).bottom + 12")
      }
      scene.rule(
        bubble, "ll = %ll - 10, tt = %tt - 8, w = %w + 20, h = %h + 16",
        arguments: [body, body, body, body])
      scene.rule(
        body, "\(side) = 22, tt = %bt + 10, maxw = %w * 0.7 - 20", arguments: [name, "root"])
      scene.rule(time, "\(side) = 12, tt = %bt + 2", bubble)
      scene.constraints(
        "\(name).\(edge) == superview.\(edge) \(sign) 12",
        "\(bubble).left == \(body).left - 10", "\(bubble).right == \(body).right + 10",
        "\(bubble).top == \(name).bottom + 2", "\(bubble).bottom == \(body).bottom + 8",
        "\(body).\(edge) == superview.\(edge) \(sign) 22", "\(body).top == \(bubble).top + 8",
        "\(body).width <= superview.width * 0.7 - 20",
        "\(time).\(edge) == superview.\(edge) \(sign) 12",
        "\(time).top == \(bubble).bottom + 2")
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 3), in: scene.tree, characters: 90),
    ]
  }.byHand(ChatFrames.self)

  /// Comments with answers: an avatar, a name, a text of some lines beside it, and a line below.
  static let comments = SceneGenerator(
    name: "comments", summary: "comments with nested answers: avatar, name, a text of 1 to 6 lines",
    step: 4
  ) { count, scene in
    for number in 1...count / 4 {
      let (avatar, name) = ("avatar\(number)", "name\(number)")
      let (body, line) = ("body\(number)", "line\(number)")
      let above = number == 1 ? nil : "line\(number - 1)"
      let indent = 8 + CommentsFrames.indent(number)
      let words = DrawnText.string(characters: 8 + number * 53 % 120, number: number)
      scene.view(avatar)
      scene.view(name, content: IntrinsicSize(Double(40 + number * 13 % 60), 16))
      scene.view(body, text: Text(words))
      scene.view(line)
      scene.rule(
        avatar, "ll = \(indent), tt = \(above == nil ? "" : "%bt + ")8, w = h = 34",
        arguments: above.map { [$0] } ?? [])
      scene.rule(name, "ll = %rl + 8, tt = %tt", avatar, avatar)
      scene.rule(body, "ll = %ll, rr = 8, tt = %bt + 4", name, name)
      scene.rule(line, "ll = \(indent), rr = 0, tt = %bt + 8, h = 1", body)
      scene.constraints(
        "\(avatar).left == superview.left + \(indent)",
        above.map { "\(avatar).top == \($0).bottom + 8" } ?? "\(avatar).top == superview.top + 8",
        "\(avatar).width == 34", "\(avatar).height == 34",
        "\(name).left == \(avatar).right + 8", "\(name).top == \(avatar).top",
        "\(body).left == \(name).left", "\(body).right == superview.right - 8",
        "\(body).top == \(name).bottom + 4", "\(line).left == superview.left + \(indent)",
        "\(line).right == superview.right", "\(line).top == \(body).bottom + 8",
        "\(line).height == 1")
      scene.call(.size([avatar], "34", "34"))
      scene.call(.size([line], "make.w - \(indent)", "1"))
      scene.call(.call("sizeToFit", name))
      scene.call(.length("width", [body], "make.w - \(indent + 50)"))
      scene.call(.call("heightToFit", body))
      scene.call(.call("xPlace", "\(indent)", avatar, "8", name))
      scene.call(.call("xPlace", "\(indent + 42)", body))
      scene.call(.call("xRight", line))
      func place(_ items: String...) -> SourceNode {
        guard let above else { return .mapping([("yPlace", .list(items))]) }
        return .mapping([
          ("yPlace", .mapping([("fixedFirst", .text(above)), ("items", .list(items))]))
        ])
      }
      scene.call(place("8", avatar))
      scene.call(place("8", name, "4", body, "8", line))
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 3), in: scene.tree, characters: 120),
    ]
  }.byHand(CommentsFrames.self)

  /// Sections of an article: heading, paragraph, image with caption, pull quote, paragraph.
  static let article = SceneGenerator(
    name: "article", summary: "headings, paragraphs, an image with its caption, a pull quote",
    step: 6
  ) { count, scene in
    var above: String?
    func add(
      _ name: String, _ scene: inout SceneDraft, inset: Int, gap: Int, text: Text?
    ) {
      if let text { scene.view(name, text: text) } else { scene.view(name) }
      let width = "w = %w - \(2 * inset)"
      let height = text == nil ? ", h = %w * 0.6" : ""
      let size = text == nil ? ["root", "root"] : ["root"]
      scene.rule(
        name,
        "ll = \(inset), " + (above == nil ? "tt = \(gap), " : "tt = %bt + \(gap), ") + width
          + height,
        arguments: (above.map { [$0] } ?? []) + size)
      scene.constraints(
        "\(name).left == superview.left + \(inset)", "\(name).right == superview.right - \(inset)",
        above.map { "\(name).top == \($0).bottom + \(gap)" }
          ?? "\(name).top == superview.top + \(gap)")
      if text == nil { scene.constraints("\(name).height == superview.width * 0.6") }
      scene.call(.length("width", [name], "make.w - \(2 * inset)"))
      scene.call(
        text == nil
          ? .length("height", [name], "make.w * 0.6") : .call("heightToFit", name))
      scene.call(.call("xPlace", "\(inset)", name))
      let placed: SourceNode =
        above.map {
          .mapping([("fixedFirst", .text($0)), ("items", .list(["\(gap)", name]))])
        } ?? .list(["\(gap)", name])
      scene.call(.mapping([("yPlace", placed)]))
      above = name
    }
    func words(_ characters: Int, _ number: Int) -> String {
      DrawnText.string(characters: characters, number: number)
    }
    for number in 1...count / 6 {
      let heading = Text(words(24, 6 * number), advance: 14, line: 32, ascent: 24)
      let caption = Text(words(50, 6 * number + 1), advance: 6, line: 14, ascent: 10)
      let quote = Text(words(70, 6 * number + 2), advance: 11, line: 28, ascent: 21)
      add("heading\(number)", &scene, inset: 16, gap: 24, text: heading)
      add(
        "lead\(number)", &scene, inset: 16, gap: 8,
        text: Text(words(150 + number * 31 % 200, 6 * number + 3)))
      add("image\(number)", &scene, inset: 0, gap: 16, text: nil)
      add("caption\(number)", &scene, inset: 16, gap: 4, text: caption)
      add("quote\(number)", &scene, inset: 48, gap: 20, text: quote)
      add(
        "rest\(number)", &scene, inset: 16, gap: 20,
        text: Text(words(220 + number * 47 % 300, 6 * number + 4)))
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 12 * 6 + 2), in: scene.tree, characters: 260),
    ]
  }.byHand(ArticleFrames.self)

  /// Rows of settings: a label that wraps beside a switch, and a line below.
  ///
  /// A row is as high as the label that it holds; in SLL each view waits for its superview.
  static let settings = SceneGenerator(
    name: "settings", summary: "labels that wrap beside switches, rows as high as their labels",
    step: 4
  ) { count, scene in
    scene.isList = true
    let rows = (1...count / 4).map { "row\($0)" }
    scene.call(.length("width", rows, "make.w"))
    for number in 1...count / 4 {
      let (row, label) = (rows[number - 1], "label\(number)")
      let (toggle, line) = ("switch\(number)", "line\(number)")
      let words = DrawnText.string(characters: 45 + number * 29 % 50, number: number)
      let container = scene.view(row)
      scene.view(label, in: container, text: Text(words))
      scene.view(toggle, in: container)
      scene.view(line, in: container)
      scene.constraints(
        number == 1
          ? "\(row).top == superview.top" : "\(row).top == \(rows[number - 2]).bottom")
      scene.constraints(
        "\(row).left == superview.left", "\(row).right == superview.right",
        "\(label).left == superview.left + 16", "\(label).right == \(toggle).left - 16",
        "\(label).top == superview.top + 12", "\(row).bottom == \(label).bottom + 12",
        "\(toggle).right == superview.right - 16", "\(toggle).centerY == superview.centerY",
        "\(toggle).width == 51", "\(toggle).height == 31", "\(line).left == superview.left + 16",
        "\(line).right == superview.right", "\(line).bottom == superview.bottom",
        "\(line).height == 0.5")
      scene.call(.length("width", [label], "make.w - 99"))
      scene.call(.call("heightToFit", label))
      scene.call(.length("height", [row], "\(label).height + 24"))
      let steps: [SourceNode] = [
        .size([toggle], "51", "31"), .size([line], "make.w - 16", "0.5"),
        .call("xPlace", "16", label, "16", toggle), .call("xRight", line),
        .call("yPlace", "12", label), .call("yCenter", toggle), .call("yBottom", line),
      ]
      scene.call(.mapping([("layout", .text(row)), ("steps", .list(steps))]))
    }
    scene.call(.mapping([("xLeft", .list(rows))]))
    scene.call(.mapping([("yPlace", .list(rows))]))
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 2), in: scene.tree, characters: 60),
    ]
  }.byHand(SettingsFrames.self)
}

extension Change {
  /// Other words for a view of a scene that shows a text.
  fileprivate static func change(of view: ViewID, in tree: ViewTree, characters: Int) -> Change {
    let number = min(view.index, tree.count - 1)
    let view = tree.texts.keys.filter { $0.index >= number }.min() ?? tree.texts.keys.max()
    guard let view, var text = tree.texts[view] else {
      preconditionFailure("a generated scene without texts")
    }
    text.string = DrawnText.string(characters: characters, number: 1000 + number)
    return .text(view, text)
  }
}

// MARK: - By hand

/// The frames of `chat` by hand.
private enum ChatFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["name", "bubble", "body", "time"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let limit = root.width * 0.7 - 20
    var y = 0.0
    for name in stride(from: 1, to: frames.count, by: 4) {
      let isLeft = name / 4 % 2 == 0
      func x(_ width: Double) -> Double { isLeft ? 12 : root.width - 12 - width }
      let (nameSize, timeSize) = (content[name], content[name + 3])
      let width = min(content[name + 2].width, limit)
      let height = content.size(of: name + 2, atWidth: width).height
      y += 12
      frames[name] = Rect(
        x: x(nameSize.width), y: y, width: nameSize.width, height: nameSize.height)
      y += nameSize.height + 2
      let bubble = x(width + 20)
      frames[name + 1] = Rect(x: bubble, y: y, width: width + 20, height: height + 16)
      frames[name + 2] = Rect(x: bubble + 10, y: y + 8, width: width, height: height)
      y += height + 18
      frames[name + 3] = Rect(
        x: x(timeSize.width), y: y, width: timeSize.width, height: timeSize.height)
      y += timeSize.height
    }
  }
}

/// The frames of `comments` by hand.
private enum CommentsFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["avatar", "name", "body", "line"][(view - 1) % 4])\((view + 3) / 4)"
  }

  /// How far a comment is moved in as an answer to another, points.
  static func indent(_ number: Int) -> Int { [0, 24, 48, 24][(number - 1) % 4] }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for avatar in stride(from: 1, to: frames.count, by: 4) {
      let indent = 8 + Double(indent(avatar / 4 + 1))
      let name = content[avatar + 1]
      let width = root.width - 50 - indent
      let height = content.size(of: avatar + 2, atWidth: width).height
      frames[avatar] = Rect(x: indent, y: y + 8, width: 34, height: 34)
      frames[avatar + 1] = Rect(x: indent + 42, y: y + 8, width: name.width, height: name.height)
      frames[avatar + 2] = Rect(
        x: indent + 42, y: y + 12 + name.height, width: width, height: height)
      y += 20 + name.height + height
      frames[avatar + 3] = Rect(x: indent, y: y, width: root.width - indent, height: 1)
      y += 1
    }
  }
}

/// The frames of `article` by hand.
private enum ArticleFrames: HandWrittenCode {
  private static let parts = ["heading", "lead", "image", "caption", "quote", "rest"]

  static func name(of view: Int) -> String { "\(parts[(view - 1) % 6])\((view + 5) / 6)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    func text(_ view: Int, inset: Double, gap: Double) {
      let width = root.width - 2 * inset
      let height = content.size(of: view, atWidth: width).height
      frames[view] = Rect(x: inset, y: y + gap, width: width, height: height)
      y += gap + height
    }
    for heading in stride(from: 1, to: frames.count, by: 6) {
      text(heading, inset: 16, gap: 24)
      text(heading + 1, inset: 16, gap: 8)
      frames[heading + 2] = Rect(x: 0, y: y + 16, width: root.width, height: root.width * 0.6)
      y += 16 + root.width * 0.6
      text(heading + 3, inset: 16, gap: 4)
      text(heading + 4, inset: 48, gap: 20)
      text(heading + 5, inset: 16, gap: 20)
    }
  }
}

/// The frames of `settings` by hand.
private enum SettingsFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["row", "label", "switch", "line"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for row in stride(from: 1, to: frames.count, by: 4) {
      let width = root.width - 99
      let height = content.size(of: row + 1, atWidth: width).height
      frames[row] = Rect(x: 0, y: y, width: root.width, height: height + 24)
      frames[row + 1] = Rect(x: 16, y: 12, width: width, height: height)
      frames[row + 2] = Rect(x: root.width - 67, y: (height - 7) / 2, width: 51, height: 31)
      frames[row + 3] = Rect(x: 16, y: height + 23.5, width: root.width - 16, height: 0.5)
      y += height + 24
    }
  }
}
