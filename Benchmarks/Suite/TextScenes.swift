import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Messages of two people: a name, a bubble with a text in it, a time.
  ///
  /// A bubble is as wide as its text, and at most 70 % of the screen; LayoutKit's calls have no
  /// minimum of two numbers.
  static let chat = chat(
    "chat", "messages in bubbles at most 70 % wide, from both sides, with names and times",
    .leftToRight
  ).byHand(ChatFrames<LeftToRight>.self).inCSS(SceneBoxes.chat)

  /// The same read from right to left.
  static let chatFromRight = chat(
    "chat-rtl", "the messages of 'chat', read from right to left", .rightToLeft
  ).byHand(ChatFrames<RightToLeft>.self).inCSS(SceneBoxes.chat)

  private static func chat(
    _ name: String, _ summary: String, _ direction: LayoutDirection
  ) -> SceneGenerator {
    SceneGenerator(name: name, summary: summary, step: 4) { count, scene in
      fillChat(count, &scene, direction)
    }
  }

  private static func fillChat(
    _ count: Int, _ scene: inout SceneDraft, _ direction: LayoutDirection
  ) {
    scene.tree.direction = direction
    for number in 1...count / 4 {
      let (name, bubble) = ("name\(number)", "bubble\(number)")
      let (body, time) = ("body\(number)", "time\(number)")
      let words = DrawnText.string(characters: 12 + number * 37 % 110, number: number)
      scene.view(name, content: IntrinsicSize(Double(40 + number * 13 % 60), 16))
      scene.view(bubble)
      scene.view(body, text: Text(words))
      scene.view(time, content: IntrinsicSize(30, 12))
      let isFirst = number % 2 == 1
      let side = isFirst == (direction == .leftToRight) ? "ll" : "rr"
      let (edge, sign) = isFirst ? ("leading", "+") : ("trailing", "-")
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
        "\(bubble).leading == \(body).leading - 10",
        "\(bubble).trailing == \(body).trailing + 10", "\(bubble).top == \(name).bottom + 2",
        "\(bubble).bottom == \(body).bottom + 8",
        "\(body).\(edge) == superview.\(edge) \(sign) 22", "\(body).top == \(bubble).top + 8",
        "\(body).width <= superview.width * 0.7 - 20",
        "\(time).\(edge) == superview.\(edge) \(sign) 12",
        "\(time).top == \(bubble).bottom + 2")
    }
    scene.constraints("time\(count / 4).bottom <= superview.bottom - 12 @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 3), in: scene.tree, characters: 90),
    ]
  }

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
    scene.constraints("line\(count / 4).bottom <= superview.bottom @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 3), in: scene.tree, characters: 120),
    ]
  }.byHand(CommentsFrames.self).inCSS(SceneBoxes.comments)

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
    scene.constraints("rest\(count / 6).bottom <= superview.bottom - 24 @100")
    scene.steps = [
      .resize(Size(width: 415, height: 736)),
      .change(of: ViewID(count / 12 * 6 + 2), in: scene.tree, characters: 260),
    ]
  }.byHand(ArticleFrames.self).inCSS(SceneBoxes.article)

  /// Rows of settings: a label that wraps beside a switch, and a line below.
  ///
  /// A row is as high as its label; in SLL each view is evaluated after its superview.
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
    scene.constraints("row\(count / 4).bottom <= superview.bottom @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 2), in: scene.tree, characters: 60),
    ]
  }.byHand(SettingsFrames.self).inCSS(SceneBoxes.settings)

  /// Items of a feed whose headline has at most three lines.
  static let headlines = SceneGenerator(
    name: "headlines",
    summary: "items of a feed: avatar, author, a headline of three lines, picture, likes", step: 6
  ) { count, scene in
    for number in 1...count / 6 {
      let names = HeadlinesFrames.parts.map { "\($0)\(number)" }
      let (avatar, author, headline) = (names[0], names[1], names[2])
      let (picture, likes, line) = (names[3], names[4], names[5])
      let words = DrawnText.string(characters: 60 + number * 41 % 50, number: number)
      scene.view(avatar)
      scene.view(author, content: IntrinsicSize(Double(60 + number * 17 % 90), 20))
      scene.view(headline, text: Text(words, mostLines: 3))
      scene.view(picture)
      scene.view(likes, content: IntrinsicSize(Double(40 + number * 7 % 30), 16))
      scene.view(line)
      let above = number == 1 ? nil : "line\(number - 1)"
      scene.rule(
        avatar, "ll = 12, tt = \(above == nil ? "" : "%bt + ")12, w = h = 40",
        arguments: above.map { [$0] } ?? [])
      scene.rule(author, "ll = %rl + 8, tt = %tt + 10", avatar, avatar)
      scene.rule(headline, "ll = 12, rr = 12, tt = %bt + 8", avatar)
      scene.rule(picture, "ll = 0, rr = 0, tt = %bt + 8, h = %w * 0.5", headline, "root")
      scene.rule(likes, "ll = 12, tt = %bt + 8", picture)
      scene.rule(line, "ll = 0, rr = 0, tt = %bt + 8, h = 1", likes)
      scene.constraints(
        "\(avatar).left == superview.left + 12",
        "\(avatar).top == \(above.map { "\($0).bottom" } ?? "superview.top") + 12",
        "\(avatar).width == 40", "\(avatar).height == 40", "\(author).left == \(avatar).right + 8",
        "\(author).top == \(avatar).top + 10", "\(headline).left == superview.left + 12",
        "\(headline).right == superview.right - 12", "\(headline).top == \(avatar).bottom + 8",
        "\(picture).left == superview.left", "\(picture).right == superview.right",
        "\(picture).top == \(headline).bottom + 8", "\(picture).height == superview.width * 0.5",
        "\(likes).left == superview.left + 12", "\(likes).top == \(picture).bottom + 8",
        "\(line).left == superview.left", "\(line).right == superview.right",
        "\(line).top == \(likes).bottom + 8", "\(line).height == 1")
      scene.call(.size([avatar], "40", "40"))
      scene.call(.call("sizeToFit", author, likes))
      scene.call(.length("width", [headline], "make.w - 24"))
      scene.call(.call("heightToFit", headline))
      scene.call(.size([picture], "make.w", "make.w * 0.5"))
      scene.call(.size([line], "make.w", "1"))
      scene.call(.call("xPlace", "12", avatar, "8", author))
      scene.call(.call("xPlace", "12", headline))
      scene.call(.call("xPlace", "12", likes))
      scene.call(.call("xLeft", picture, line))
      func place(_ items: String...) -> SourceNode {
        guard let above else { return .mapping([("yPlace", .list(items))]) }
        return .mapping([
          ("yPlace", .mapping([("fixedFirst", .text(above)), ("items", .list(items))]))
        ])
      }
      scene.call(place("22", author))
      scene.call(place("12", avatar, "8", headline, "8", picture, "8", likes, "8", line))
    }
    scene.constraints("line\(count / 6).bottom <= superview.bottom @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 12 * 6 + 3), in: scene.tree, characters: 60),
    ]
  }.byHand(HeadlinesFrames.self).inCSS(SceneBoxes.headlines)

  /// Texts of 10,000 words each, one below the other.
  static let essay = SceneGenerator(
    name: "essay", summary: "texts of 10,000 words each"
  ) { count, scene in
    for number in 1...count {
      let (text, above) = ("text\(number)", number == 1 ? nil : "text\(number - 1)")
      scene.view(text, text: Text(DrawnText.string(words: 10_000, number: number)))
      scene.rule(
        text, "ll = 16, rr = 16, tt = \(above == nil ? "" : "%bt + ")16",
        arguments: above.map { [$0] } ?? [])
      scene.constraints(
        "\(text).left == superview.left + 16", "\(text).right == superview.right - 16",
        "\(text).top == \(above.map { "\($0).bottom" } ?? "superview.top") + 16")
      scene.call(.length("width", [text], "make.w - 32"))
      scene.call(.call("heightToFit", text))
      scene.call(.call("xPlace", "16", text))
      let placed: SourceNode =
        above.map { .mapping([("fixedFirst", .text($0)), ("items", .list(["16", text]))]) }
        ?? .list(["16", text])
      scene.call(.mapping([("yPlace", placed)]))
    }
    scene.constraints("text\(count).bottom <= superview.bottom - 16 @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(1), in: scene.tree, characters: 30_000),
    ]
  }.byHand(EssayFrames.self).inCSS(SceneBoxes.essay)

  /// A table: three columns as wide as their widest cell, and notes that wrap in the remaining
  /// width; rows as high as their highest cell.
  ///
  /// SLL has no maximum of many numbers, and LayoutKit's calls have none of two.
  static let table = table(
    "table",
    "columns as wide as their widest cell, notes that wrap, rows as high as their highest cell",
    .leftToRight
  ).byHand(TableFrames<LeftToRight>.self).inCSS(SceneBoxes.table)

  /// The same read from right to left.
  static let tableFromRight = table(
    "table-rtl", "the rows of 'table', read from right to left", .rightToLeft
  ).byHand(TableFrames<RightToLeft>.self).inCSS(SceneBoxes.tableFromRight)

  private static func table(
    _ name: String, _ summary: String, _ direction: LayoutDirection
  ) -> SceneGenerator {
    SceneGenerator(name: name, summary: summary, step: 4) { count, scene in
      fillTable(count, &scene, direction)
    }
  }

  private static func fillTable(
    _ count: Int, _ scene: inout SceneDraft, _ direction: LayoutDirection
  ) {
    scene.tree.direction = direction
    let columns = TableFrames<LeftToRight>.columns
    let (start, end) = direction == .leftToRight ? ("left", "right") : ("leading", "trailing")
    for row in 1...count / 4 {
      let cells = columns.map { "\($0)\(row)" }
      let above = row == 1 ? nil : "number\(row - 1)"
      let texts = [
        "\(row * 7)", DrawnText.string(characters: 4 + row * 31 % 9, number: row),
        "\(row * row * 37 % 90_000)",
        DrawnText.string(characters: 20 + row * 53 % 70, number: 1000 + row),
      ]
      for (column, cell) in cells.enumerated() {
        let view = scene.view(cell, text: Text(texts[column]))
        if column == 3 {
          // The other columns take precedence.
          scene.tree[view].hugging.horizontal = 200
          scene.tree[view].compression.horizontal = 500
        } else if row > 1 {
          scene.constraints("\(cell).width == \(columns[column])1.width")
        }
        scene.constraints(
          column == 0
            ? "\(cell).\(start) == superview.\(start) + 8"
            : "\(cell).\(start) == \(cells[column - 1]).\(end) + 12")
        // Columns are never narrower than their texts; a table may be wider than the screen.
        if column == 3 { scene.constraints("\(cell).\(end) == superview.\(end) - 8 @600") }
        scene.constraints(
          column == 0
            ? "\(cell).top == \(above.map { "\($0).bottom + 1" } ?? "superview.top")"
            : "\(cell).top == \(cells[0]).top")
        if column > 0 { scene.constraints("\(cell).height == \(cells[0]).height") }
      }
    }
    scene.constraints("number\(count / 4).bottom <= superview.bottom @100")
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .change(of: ViewID(count / 8 * 4 + 2), in: scene.tree, characters: 14),
    ]
  }
}

extension Change {
  /// A change of the text of a view to other words.
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

/// A reading direction as a type, for hand-written code of both directions.
private protocol ReadingDirection: SendableMetatype {
  static var isFromLeft: Bool { get }
}

private enum LeftToRight: ReadingDirection {
  static var isFromLeft: Bool { true }
}

private enum RightToLeft: ReadingDirection {
  static var isFromLeft: Bool { false }
}

/// The frames of `chat` by hand.
private enum ChatFrames<Direction: ReadingDirection>: HandWrittenList {
  static func name(of view: Int) -> String {
    "\(["name", "bubble", "body", "time"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static var viewsInCell: Int { 4 }
  static var inset: Double { 12 }

  static func layOut(
    cell name: Int, y start: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    var y = start
    let limit = root.width * 0.7 - 20
    let isLeft = (name / 4 % 2 == 0) == Direction.isFromLeft
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
    return y
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    let limit = width * 0.7 - 20
    var y = 12.0
    for name in stride(from: 1, to: count, by: 4) {
      let text = content.size(of: name + 2, atWidth: min(content[name + 2].width, limit))
      y += 32 + content[name].height + text.height + content[name + 3].height
    }
    return y
  }
}

/// The frames of `comments` by hand.
enum CommentsFrames: HandWrittenList {
  static func name(of view: Int) -> String {
    "\(["avatar", "name", "body", "line"][(view - 1) % 4])\((view + 3) / 4)"
  }

  /// The indentation of a comment that answers another, points.
  static func indent(_ number: Int) -> Int { [0, 24, 48, 24][(number - 1) % 4] }

  static var viewsInCell: Int { 4 }
  static var inset: Double { 8 }

  static func layOut(
    cell avatar: Int, y start: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    var y = start
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
    return y
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    var y = 0.0
    for avatar in stride(from: 1, to: count, by: 4) {
      let indent = 8 + Double(indent(avatar / 4 + 1))
      y +=
        21 + content[avatar + 1].height
        + content.size(of: avatar + 2, atWidth: width - 50 - indent).height
    }
    return y
  }
}

/// The frames of `article` by hand.
private enum ArticleFrames: HandWrittenList {
  private static let parts = ["heading", "lead", "image", "caption", "quote", "rest"]

  static func name(of view: Int) -> String { "\(parts[(view - 1) % 6])\((view + 5) / 6)" }

  static var viewsInCell: Int { 6 }
  static var inset: Double { 24 }

  static func layOut(
    cell heading: Int, y start: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    var y = start
    func text(_ view: Int, inset: Double, gap: Double) {
      let width = root.width - 2 * inset
      let height = content.size(of: view, atWidth: width).height
      frames[view] = Rect(x: inset, y: y + gap, width: width, height: height)
      y += gap + height
    }
    text(heading, inset: 16, gap: 24)
    text(heading + 1, inset: 16, gap: 8)
    frames[heading + 2] = Rect(x: 0, y: y + 16, width: root.width, height: root.width * 0.6)
    y += 16 + root.width * 0.6
    text(heading + 3, inset: 16, gap: 4)
    text(heading + 4, inset: 48, gap: 20)
    text(heading + 5, inset: 16, gap: 20)
    return y
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    var y = 24.0
    func height(_ view: Int, inset: Double) -> Double {
      content.size(of: view, atWidth: width - 2 * inset).height
    }
    for heading in stride(from: 1, to: count, by: 6) {
      y +=
        92 + width * 0.6 + height(heading, inset: 16) + height(heading + 1, inset: 16)
        + height(heading + 3, inset: 16) + height(heading + 4, inset: 48)
        + height(heading + 5, inset: 16)
    }
    return y
  }
}

/// The frames of `settings` by hand.
private enum SettingsFrames: HandWrittenList {
  static func name(of view: Int) -> String {
    "\(["row", "label", "switch", "line"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static var viewsInCell: Int { 4 }
  static var isCellSuperview: Bool { true }

  static func layOut(
    cell row: Int, y start: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    var y = start
    let width = root.width - 99
    let height = content.size(of: row + 1, atWidth: width).height
    frames[row] = Rect(x: 0, y: y, width: root.width, height: height + 24)
    frames[row + 1] = Rect(x: 16, y: 12, width: width, height: height)
    frames[row + 2] = Rect(x: root.width - 67, y: (height - 7) / 2, width: 51, height: 31)
    frames[row + 3] = Rect(x: 16, y: height + 23.5, width: root.width - 16, height: 0.5)
    y += height + 24
    return y
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    stride(from: 1, to: count, by: 4).reduce(0) {
      $0 + 24 + content.size(of: $1 + 1, atWidth: width - 99).height
    }
  }
}

/// The frames of `headlines` by hand.
private enum HeadlinesFrames: HandWrittenList {
  static let parts = ["avatar", "author", "headline", "picture", "likes", "line"]

  static func name(of view: Int) -> String { "\(parts[(view - 1) % 6])\((view + 5) / 6)" }

  static var viewsInCell: Int { 6 }
  static var inset: Double { 12 }

  static func layOut(
    cell avatar: Int, y start: Double, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) -> Double {
    var y = start
    let (author, likes) = (content[avatar + 1], content[avatar + 4])
    frames[avatar] = Rect(x: 12, y: y + 12, width: 40, height: 40)
    frames[avatar + 1] = Rect(x: 60, y: y + 22, width: author.width, height: author.height)
    y += 60
    let width = root.width - 24
    let height = content.size(of: avatar + 2, atWidth: width).height
    frames[avatar + 2] = Rect(x: 12, y: y, width: width, height: height)
    y += height + 8
    frames[avatar + 3] = Rect(x: 0, y: y, width: root.width, height: root.width * 0.5)
    y += root.width * 0.5 + 8
    frames[avatar + 4] = Rect(x: 12, y: y, width: likes.width, height: likes.height)
    y += likes.height + 8
    frames[avatar + 5] = Rect(x: 0, y: y, width: root.width, height: 1)
    y += 1
    return y
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    stride(from: 1, to: count, by: 6).reduce(0) { y, avatar in
      y + 85 + width * 0.5 + content[avatar + 4].height
        + content.size(of: avatar + 2, atWidth: width - 24).height
    }
  }
}

/// The frames of `essay` by hand.
private enum EssayFrames: HandWrittenCode {
  static func name(of view: Int) -> String { "text\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 16.0
    for view in 1..<frames.count {
      let height = content.size(of: view, atWidth: root.width - 32).height
      frames[view] = Rect(x: 16, y: y, width: root.width - 32, height: height)
      y += height + 16
    }
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    (1..<count).reduce(16) { $0 + 16 + content.size(of: $1, atWidth: width - 32).height }
  }
}

/// The frames of `table` by hand.
private enum TableFrames<Direction: ReadingDirection>: HandWrittenCode {
  static var columns: [String] { ["number", "name", "amount", "note"] }

  static func name(of view: Int) -> String { "\(columns[(view - 1) % 4])\((view + 3) / 4)" }

  /// The widths of the first three columns.
  private static func widths(_ content: some HandWrittenContents, _ count: Int) -> SIMD3<Double> {
    var widths = SIMD3<Double>.zero
    for number in stride(from: 1, to: count, by: 4) {
      for column in 0..<3 { widths[column] = max(widths[column], content[number + column].width) }
    }
    return widths
  }

  /// The height of a row: cells of the first three columns are never narrower than their text.
  private static func height(
    _ content: some HandWrittenContents, _ number: Int, noteWidth: Double
  ) -> Double {
    max(
      content[number].height, content[number + 1].height, content[number + 2].height,
      content.size(of: number + 3, atWidth: noteWidth).height)
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let widths = widths(content, frames.count)
    let (name, amount) = (20 + widths.x, 32 + widths.x + widths.y)
    let note = amount + 12 + widths.z
    let noteWidth = max(0, root.width - 8 - note)
    func x(_ start: Double, _ width: Double) -> Double {
      Direction.isFromLeft ? start : root.width - start - width
    }
    let places = SIMD4(x(8, widths.x), x(name, widths.y), x(amount, widths.z), x(note, noteWidth))
    var y = 0.0
    for number in stride(from: 1, to: frames.count, by: 4) {
      let height = height(content, number, noteWidth: noteWidth)
      frames[number] = Rect(x: places.x, y: y, width: widths.x, height: height)
      frames[number + 1] = Rect(x: places.y, y: y, width: widths.y, height: height)
      frames[number + 2] = Rect(x: places.z, y: y, width: widths.z, height: height)
      frames[number + 3] = Rect(x: places.w, y: y, width: noteWidth, height: height)
      y += height + 1
    }
  }

  static func fittingHeight(
    width: Double, _ content: some HandWrittenContents, count: Int
  ) -> Double? {
    let widths = widths(content, count)
    let noteWidth = max(0, width - 52 - widths.x - widths.y - widths.z)
    return stride(from: 1, to: count, by: 4).reduce(-1) {
      $0 + 1 + height(content, $1, noteWidth: noteWidth)
    }
  }
}
