import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Photo posts, as in the scene `post`, below each other: a container and nine views each.
  static let feed = SceneGenerator(
    name: "feed", summary: "photo posts stacked, each a container and nine views in it", step: 10
  ) { count, scene in
    scene.isList = true
    let posts = (1...count / 10).map { "post\($0)" }
    scene.call(.length("width", posts, "make.w"))
    scene.call(.length("height", posts, "make.w + 115"))
    scene.call(.mapping([("xLeft", .list(posts))]))
    scene.call(.mapping([("yPlace", .list(posts))]))
    for (index, post) in posts.enumerated() {
      scene.post(post, below: index == 0 ? nil : posts[index - 1], number: index)
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID((count / 20) * 10 + 3), IntrinsicSize(200, 17)),
    ]
  }.byHand(FeedFrames.self).inCSS(SceneBoxes.feed)

  /// Cells of a list with texts that change, as they do when a list reuses its cells.
  static let cells = SceneGenerator(
    name: "cells", summary: "cells of a list, each with texts that change as they are used again",
    step: 4
  ) { count, scene in
    scene.isList = true
    for row in 1...count / 4 {
      let (cell, icon, title, time) = ("cell\(row)", "icon\(row)", "title\(row)", "time\(row)")
      let container = scene.view(cell)
      scene.view(icon, in: container)
      scene.view(title, in: container, content: IntrinsicSize(Double(50 + row * 17 % 90), 18))
      scene.view(time, in: container, content: IntrinsicSize(Double(20 + row * 7 % 20), 14))
      let above = row == 1 ? [] : ["cell\(row - 1)"]
      scene.rule(
        cell, row == 1 ? "ll = rr = tt = 0, h = 44" : "ll = rr = 0, tt = %bt, h = 44",
        arguments: above)
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 28")
      scene.rule(title, "ll = %rl + 8, ct = 50%", icon)
      scene.rule(time, "rr = 8, ct = 50%")
      scene.constraints(
        "\(cell).left == superview.left", "\(cell).right == superview.right",
        "\(cell).height == 44",
        "\(cell).top == " + (row == 1 ? "superview.top" : "cell\(row - 1).bottom"),
        "\(icon).left == superview.left + 8", "\(icon).centerY == superview.centerY",
        "\(icon).width == 28", "\(icon).height == 28", "\(title).left == \(icon).right + 8",
        "\(title).centerY == superview.centerY", "\(time).right == superview.right - 8",
        "\(time).centerY == superview.centerY", "\(time).left >= \(title).right + 8 @900")
      scene.call(.size([cell], "make.w", "44"))
      scene.call(.mapping([("xLeft", .list([cell]))]))
      scene.call(
        row == 1
          ? .mapping([("yTop", .list([cell]))])
          : .mapping([
            (
              "yPlace",
              .mapping([("fixedFirst", .text("cell\(row - 1)")), ("items", .list([cell]))])
            )
          ]))
      let steps: [SourceNode] = [
        .size([icon], "28", "28"), .mapping([("sizeToFit", .list([title, time]))]),
        .mapping([("xPlace", .list(["8", icon, "8", title, "flexible", time, "8"]))]),
        .mapping([("yCenter", .list([icon, title, time]))]),
      ]
      scene.call(.mapping([("layout", .text(cell)), ("steps", .list(steps))]))
    }
    let rows = count / 4
    scene.steps = (0..<3).flatMap { turn -> [Change] in
      let row = (turn * 7 + rows / 2) % rows
      return [
        .intrinsic(ViewID(4 * row + 3), IntrinsicSize(Double(70 + 20 * turn), 18)),
        .intrinsic(ViewID(4 * row + 4), IntrinsicSize(Double(25 + 5 * turn), 14)),
      ]
    }
  }.byHand(CellsFrames.self).inCSS(SceneBoxes.cells)
}

extension SceneDraft {
  /// One post of a feed.
  fileprivate mutating func post(_ post: String, below other: String?, number: Int) {
    let container = view(post)
    func name(_ part: String) -> String { "\(post)-\(part)" }
    let (avatar, nickname, time) = (name("avatar"), name("nickname"), name("time"))
    let (content, mark, likes) = (name("content"), name("mark"), name("likes"))
    let (like, comment, more) = (name("like"), name("comment"), name("more"))
    view(avatar, in: container)
    view(nickname, in: container, content: IntrinsicSize(Double(60 + number * 7 % 90), 17))
    view(time, in: container, content: IntrinsicSize(Double(16 + number % 5 * 8), 15))
    view(content, in: container)
    view(mark, in: container)
    view(likes, in: container, content: IntrinsicSize(Double(50 + number * 13 % 40), 16))
    for button in [like, comment, more] { view(button, in: container) }

    if let other {
      rule(post, "ll = 0, tt = %bt, w = 100%, h = H:100% + 115", other)
      constraints("\(post).top == \(other).bottom")
    } else {
      rule(post, "ll = tt = 0, w = 100%, h = H:100% + 115")
      constraints("\(post).top == superview.top")
    }
    rule(avatar, "ll = tt = 10, w = h = 30")
    rule(nickname, "ll = %rl + 10, ct = %ct", avatar, avatar)
    rule(time, "rr = 10, ct = %ct", avatar)
    rule(content, "ll = rr = 0, tt = %bt + 10, h = H:100%", avatar)
    rule(mark, "ll = 10, tt = %bt + 10, w = h = 10", content)
    rule(likes, "ll = %rl + 10, ct = %ct", mark, mark)
    rule(like, "ll = bb = 10, w = 50, h = 25")
    rule(comment, "ll = %rl + 5, tt = %tt, w = 65, h = 25", like, like)
    rule(more, "rr = bb = 10, w = 40, h = 25")

    constraints(
      "\(post).left == superview.left", "\(post).width == superview.width",
      "\(post).height == superview.width + 115",
      "\(avatar).left == superview.left + 10", "\(avatar).top == superview.top + 10",
      "\(avatar).width == 30", "\(avatar).height == 30",
      "\(nickname).left == \(avatar).right + 10", "\(nickname).centerY == \(avatar).centerY",
      "\(time).right == superview.right - 10", "\(time).centerY == \(avatar).centerY",
      "\(content).left == superview.left", "\(content).right == superview.right",
      "\(content).top == \(avatar).bottom + 10", "\(content).height == \(content).width",
      "\(mark).left == superview.left + 10", "\(mark).top == \(content).bottom + 10",
      "\(mark).width == 10", "\(mark).height == 10",
      "\(likes).left == \(mark).right + 10", "\(likes).centerY == \(mark).centerY",
      "\(like).left == superview.left + 10", "\(like).bottom == superview.bottom - 10",
      "\(like).width == 50", "\(like).height == 25",
      "\(comment).left == \(like).right + 5", "\(comment).top == \(like).top",
      "\(comment).width == 65", "\(comment).height == 25",
      "\(more).right == superview.right - 10", "\(more).bottom == superview.bottom - 10",
      "\(more).width == 40", "\(more).height == 25")

    func on(_ reference: String, _ call: String, _ items: String...) -> SourceNode {
      .mapping([("ref", .text(reference)), (call, .list(items))])
    }
    func inset(_ sides: (String, String)...) -> SourceNode {
      .mapping([("insetBounds", .mapping(sides.map { ($0, .text($1)) }))])
    }
    let steps: [SourceNode] = [
      .size([avatar], "30", "30"), .size([content], "make.w", "make.w"), .size([mark], "10", "10"),
      .size([like], "50", "25"), .size([comment], "65", "25"), .size([more], "40", "25"),
      .call("sizeToFit", nickname, time, likes),
      .call("xPlace", "10", avatar, "10", nickname, "flexible", time, "10"),
      .call("yPlace", "10", avatar, "10", content, "10", mark),
      on(avatar, "yCenter", nickname, time), on(mark, "yCenter", likes),
      .call("xLeft", content), .call("xPlace", "10", mark, "10", likes),
      .call("xPlace", "10", like, "5", comment, "flexible", more, "10"),
      inset(("bottom", "10")), .call("yBottom", like, comment, more),
    ]
    call(.mapping([("layout", .text(post)), ("steps", .list(steps))]))
  }
}

/// The frames of `feed` by hand.
private enum FeedFrames: HandWrittenCode {
  private static let parts = [
    "", "-avatar", "-nickname", "-time", "-content", "-mark", "-likes", "-like", "-comment",
    "-more",
  ]

  static func name(of view: Int) -> String {
    "post\((view - 1) / 10 + 1)\(parts[(view - 1) % 10])"
  }

  static func container(of view: Int) -> Int { (view - 1) / 10 * 10 + 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let height = width + 115
    var y = 0.0
    for post in stride(from: 1, to: frames.count, by: 10) {
      frames[post] = Rect(x: 0, y: y, width: width, height: height)
      y += height
      layOut(container: post, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container post: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    let height = width + 115
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

/// The frames of `cells` by hand.
private enum CellsFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["cell", "icon", "title", "time"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static func container(of view: Int) -> Int { (view - 1) / 4 * 4 + 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for cell in stride(from: 1, to: frames.count, by: 4) {
      frames[cell] = Rect(x: 0, y: y, width: root.width, height: 44)
      y += 44
      layOut(container: cell, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container cell: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let (title, time) = (content[cell + 2], content[cell + 3])
    frames[cell + 1] = Rect(x: 8, y: 8, width: 28, height: 28)
    frames[cell + 2] = Rect(
      x: 44, y: 22 - title.height / 2, width: title.width, height: title.height)
    frames[cell + 3] = Rect(
      x: root.width - 8 - time.width, y: 22 - time.height / 2, width: time.width,
      height: time.height)
  }
}
