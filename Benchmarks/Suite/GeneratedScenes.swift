import LayoutModel

extension SceneGenerator {
  /// Each view 8 right of the one before and 1 below its top; the first in the root's middle.
  static let chain = SceneGenerator(
    name: "chain", summary: "each view 8 right of and 1 below the one before"
  ) { count, scene in
    let names = (1...count).map { "v\($0)" }
    var horizontal: [String] = []
    var vertical: [String] = []
    for (index, name) in names.enumerated() {
      scene.view(name)
      scene.constraints("\(name).width == 20", "\(name).height == 10")
      guard index > 0 else {
        scene.rule(name, "cl = ct = 50%, w = 20, h = 10")
        scene.constraints(
          "\(name).centerX == superview.centerX", "\(name).centerY == superview.centerY")
        continue
      }
      let before = names[index - 1]
      scene.rule(name, "ll = %rl + 8, tt = %tt + 1, w = 20, h = 10", before, before)
      scene.constraints(
        "\(name).left == \(before).right + 8", "\(name).top == \(before).top + 1")
      horizontal += ["8", name]
      vertical += ["-9", name]
    }
    scene.call(.size(names, "20", "10"))
    scene.call(.mapping([("center", .list([names[0]]))]))
    for (call, items) in [("xPlace", horizontal), ("yPlace", vertical)] where count > 1 {
      scene.call(
        .mapping([(call, .mapping([("fixedFirst", .text(names[0])), ("items", .list(items))]))]))
    }
  }

  /// Each view the only subview of the one before, inset by 1.
  static let nest = SceneGenerator(
    name: "nest", summary: "each view inset by 1 in the one before, as deep as there are views"
  ) { count, scene in
    scene.tree.rootSize = Size(width: Double(320 + 2 * count), height: Double(480 + 2 * count))
    var superview = ViewID.root
    var before = "root"
    for index in 1...count {
      let name = "v\(index)"
      superview = scene.view(name, in: superview)
      scene.rule(name, "ll = tt = rr = bb = 1")
      scene.constraints(
        "\(name).left == superview.left + 1", "\(name).right == superview.right - 1",
        "\(name).top == superview.top + 1", "\(name).bottom == superview.bottom - 1")
      let steps: [SourceNode] = [
        .mapping([("insetBounds", .mapping([("edge", .text("1"))]))]),
        .mapping([("equal", .list([name]))]),
      ]
      scene.call(.mapping([("layout", .text(before)), ("steps", .list(steps))]))
      before = name
    }
  }

  /// Equal widths with gaps of 2 that fill a row.
  static let equal = SceneGenerator(
    name: "equal", summary: "equal widths with gaps fill a row: views that depend on each other"
  ) { count, scene in
    scene.tree.rootSize.width = Double(200 + 20 * count)
    let names = (1...count).map { "v\($0)" }
    var place = ["2"]
    for (index, name) in names.enumerated() {
      scene.view(name)
      let width = "w = (100% - \(2 * (count + 1))) / \(count), h = 20, ct = 50%"
      scene.constraints("\(name).height == 20", "\(name).centerY == superview.centerY")
      place += [name, "2"]
      guard index > 0 else {
        scene.rule(name, "ll = 2, \(width)")
        scene.constraints("\(name).left == superview.left + 2")
        continue
      }
      let before = names[index - 1]
      scene.rule(name, "ll = %rl + 2, \(width)", before)
      scene.constraints(
        "\(name).left == \(before).right + 2", "\(name).width == \(before).width")
    }
    scene.constraints("\(names[count - 1]).right == superview.right - 2")
    let shares = Array(repeating: "flexible", count: count) + ["\(2 * (count + 1))"]
    scene.call(
      .mapping([("width", .mapping([("views", .list(names)), ("to", .list(shares))]))]))
    scene.call(.mapping([("height", .mapping([("views", .list(names)), ("to", .text("20"))]))]))
    scene.call(.mapping([("xPlace", .list(place))]))
    scene.call(.mapping([("yCenter", .list(names))]))
  }

  /// Rows of a label and a field; the labels end at one edge, as far left as the longest lets it be.
  static let form = SceneGenerator(
    name: "form",
    summary: "labels that end at a common edge, each beside a field that fills the row",
    step: 2
  ) { count, scene in
    for row in 1...count / 2 {
      let (label, field) = ("label\(row)", "field\(row)")
      let size = IntrinsicSize(Double(40 + row * 29 % 61), 17)
      scene.view(label, content: size)
      scene.view(field, content: IntrinsicSize(nil, 22))
      scene.constraints(
        "\(label).left >= superview.left + 20", "\(label).centerY == \(field).centerY",
        "\(field).left == \(label).right + 8", "\(field).right == superview.right - 20")
      guard row > 1 else {
        scene.constraints("\(field).top == superview.top + 20")
        continue
      }
      scene.constraints(
        "\(label).right == label\(row - 1).right", "\(field).top == field\(row - 1).bottom + 8")
    }
    // A translation: a label longer than all others.
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID(2 * ((count / 2 + 1) / 2) - 1), IntrinsicSize(140, 17)),
    ]
  }

  /// Places and sizes that all depend on others and of which many cannot be had: nothing but a linear
  /// program decides.
  static let web = SceneGenerator(
    name: "web",
    summary: "optional constraints between views all over the place, many of which yield"
  ) { count, scene in
    let names = (1...count).map { "v\($0)" }
    for name in names { scene.view(name) }
    // A number from 0 to limit - 1 that is different for every use.
    func scatter(_ index: Int, _ use: Int, _ limit: Int) -> Int {
      var hash = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(use) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ hash &>> 31) &* 0x94D0_49BB_1331_11EB
      return Int((hash ^ hash &>> 29) % UInt64(limit))
    }
    for (index, name) in names.enumerated() {
      for (use, places) in [("left", "right", "centerX"), ("top", "bottom", "centerY")].enumerated()
      {
        for turn in 0..<2 {
          let key = 4 * use + turn
          let other = names[scatter(index, key, count)]
          let priority = [250, 500, 750][scatter(index, key + 20, 3)]
          let gap = scatter(index, key + 40, 400) - 200
          guard other != name else { continue }
          scene.constraints(
            "\(name).\(places.0) == \(other).\(places.1) \(gap < 0 ? "-" : "+") \(abs(gap))"
              + " @\(priority)")
        }
        scene.constraints(
          "\(name).\(places.0) >= superview.\(places.0)",
          "\(name).\(places.2) == superview.\(places.2) + \(scatter(index, 60 + use, 800)) @1",
          "\(name).\(["width", "height"][use]) == \(20 + scatter(index, 70 + use, 50))")
      }
    }
  }

  /// Photo posts of seed 002 below each other: a container and nine views each.
  static let feed = SceneGenerator(
    name: "feed", summary: "photo posts stacked, each a container and nine views in it", step: 10
  ) { count, scene in
    let posts = (1...count / 10).map { "post\($0)" }
    scene.call(
      .mapping([("width", .mapping([("views", .list(posts)), ("to", .text("make.w"))]))]))
    scene.call(
      .mapping([("height", .mapping([("views", .list(posts)), ("to", .text("make.w + 115"))]))]))
    scene.call(.mapping([("xLeft", .list(posts))]))
    scene.call(.mapping([("yPlace", .list(posts))]))
    for (index, post) in posts.enumerated() {
      scene.post(post, below: index == 0 ? nil : posts[index - 1], number: index)
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID((count / 20) * 10 + 3), IntrinsicSize(200, 17)),
    ]
  }
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
