import Constraints
import GLPKLayout
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing

/// The page of a photo post in Vincent Sit's article on Auto Layout, written six ways.
@Suite("The photo post")
struct PostTests {
  /// The page's views, named as the article names them.
  final class Page {
    let view = View("self", frame: Rect(x: 0, y: 0, width: 320, height: 480))
    let avatarImageView = View("avatar")
    let nicknameLabel = View("nickname", intrinsicContentSize: IntrinsicSize(86, 17))
    let timestampIndicator = View("timestampIndicator")
    let timestampLabel = View("timestamp", intrinsicContentSize: IntrinsicSize(32, 14))
    let contentImageView = View("content")
    let likeIndicator = View("likeIndicator")
    let likesLabel = View("likes", intrinsicContentSize: IntrinsicSize(64, 14))
    let likeButton = View("likeButton")
    let commentButton = View("commentButton")
    let moreButton = View("moreButton")
    let kAvatarSize = Size(width: 30, height: 30)

    init() {
      for subview in [
        avatarImageView, nicknameLabel, timestampIndicator, timestampLabel, contentImageView,
        likeIndicator, likesLabel, likeButton, commentButton, moreButton,
      ] {
        view.addSubview(subview)
      }
    }

    var frames: [String: Rect] {
      Dictionary(uniqueKeysWithValues: view.subviews.map { ($0.name, $0.frame) })
    }
  }

  /// The frames of the published scene, written in equations.
  static func frames() throws -> [String: Rect] {
    let file = try #require(Suite.files.first { $0.name == "post.yaml" })
    let scene = try SceneFile.scene(from: file.text, file: file.name)
    let engine = try #require(Engines.named("glpk"))
    let solved = try SolvedScene(scene, by: Participant(engine: engine, dialect: "constraints"))
    return Dictionary(
      uniqueKeysWithValues: zip(scene.tree.names, solved.states[0].frames).dropFirst().map { $0 })
  }

  private func check(_ page: Page) throws {
    try page.view.layoutIfNeeded()
    let expected = try Self.frames()
    #expect(page.frames.count == 10 && Set(page.frames.keys) == Set(expected.keys))
    for (name, frame) in page.frames {
      #expect(
        expected[name].map { frame.isClose(to: $0, within: 1e-6) } == true, "\(name) \(frame)")
    }
    #expect(try page.view.constraintFindings() == Findings())
  }

  @Test("in PureLayout's calls, nearly word for word")
  func pureLayout() throws {
    let page = Page()
    page.pureLayout()
    try check(page)
  }

  @Test("in fluent constraints")
  func fluent() throws {
    let page = Page()
    try page.fluent()
    try check(page)
  }

  @Test("in Masonry's manner")
  func closures() throws {
    let page = Page()
    try page.closures()
    try check(page)
  }

  @Test("in anchors")
  func anchors() throws {
    let page = Page()
    try page.anchors()
    try check(page)
  }

  @Test("in visual format")
  func visualFormat() throws {
    let page = Page()
    try page.visualFormat()
    try check(page)
  }
}

extension PostTests.Page {
  /// The article's own order of calls.
  func pureLayout() {
    avatarImageView.autoPinEdge(toSuperviewEdge: .leading, withInset: 10)
    avatarImageView.autoPinEdge(toSuperviewEdge: .top, withInset: 10)
    avatarImageView.autoSetDimensions(to: kAvatarSize)
    nicknameLabel.autoPinEdge(.leading, to: .trailing, of: avatarImageView, withOffset: 10)
    timestampIndicator.autoPinEdge(.trailing, to: .leading, of: timestampLabel, withOffset: -10)
    timestampIndicator.autoSetDimensions(to: Size(width: 10, height: 10))
    timestampLabel.autoPinEdge(toSuperviewEdge: .trailing, withInset: 10)
    [avatarImageView, nicknameLabel, timestampIndicator, timestampLabel]
      .autoAlignViews(toAxis: .horizontal)
    contentImageView.autoPinEdge(.top, to: .bottom, of: avatarImageView, withOffset: 10)
    contentImageView.autoPinEdge(toSuperviewEdge: .leading)
    contentImageView.autoMatch(.width, to: .width, of: view)
    contentImageView.autoMatch(.height, to: .width, of: view)
    likeIndicator.autoPinEdge(.leading, to: .leading, of: avatarImageView)
    likeIndicator.autoPinEdge(.top, to: .bottom, of: contentImageView, withOffset: 10)
    likeIndicator.autoSetDimensions(to: Size(width: 10, height: 10))
    likesLabel.autoAlignAxis(.horizontal, toSameAxisOf: likeIndicator)
    likesLabel.autoPinEdge(.leading, to: .trailing, of: likeIndicator, withOffset: 10)
    let buttons = [likeButton, commentButton, moreButton]
    buttons.autoMatchViewsDimension(.height)
    buttons.autoAlignViews(to: .bottom)
    likeButton.autoPinEdge(.leading, to: .leading, of: avatarImageView)
    likeButton.autoPinEdge(toSuperviewEdge: .bottom, withInset: 10)
    likeButton.autoSetDimensions(to: Size(width: 50, height: 25))
    commentButton.autoPinEdge(.leading, to: .trailing, of: likeButton, withOffset: 5)
    commentButton.autoSetDimension(.width, toSize: 65)
    moreButton.autoPinEdge(toSuperviewEdge: .trailing, withInset: 10)
    moreButton.autoSetDimension(.width, toSize: 40)
  }

  func fluent() throws {
    try View.makeConstraints {
      avatarImageView.layoutLeading.equalTo(10)
      avatarImageView.layoutTop.equalTo(10)
      avatarImageView.layoutSize.equalTo(kAvatarSize)
      nicknameLabel.layoutLeading.equalTo(avatarImageView.layoutTrailing).constant(10)
      timestampIndicator.layoutTrailing.equalTo(timestampLabel.layoutLeading).constant(-10)
      timestampIndicator.layoutSize.equalTo(Size(width: 10, height: 10))
      timestampLabel.layoutTrailing.equalTo(view).constant(-10)
      for label in [nicknameLabel, timestampIndicator, timestampLabel] {
        label.layoutCenterY.equalTo(avatarImageView)
      }
      contentImageView.layoutTop.equalTo(avatarImageView.layoutBottom).constant(10)
      contentImageView.layoutLeading.equalTo(view)
      contentImageView.layoutWidth.equalTo(view)
      contentImageView.layoutHeight.equalTo(view.layoutWidth)
      likeIndicator.layoutLeading.equalTo(avatarImageView)
      likeIndicator.layoutTop.equalTo(contentImageView.layoutBottom).constant(10)
      likeIndicator.layoutSize.equalTo(Size(width: 10, height: 10))
      likesLabel.layoutCenterY.equalTo(likeIndicator)
      likesLabel.layoutLeading.equalTo(likeIndicator.layoutTrailing).constant(10)
      likeButton.layoutLeading.equalTo(avatarImageView)
      likeButton.layoutSize.equalTo(Size(width: 50, height: 25))
      for button in [likeButton, commentButton, moreButton] {
        button.layoutBottom.equalTo(view).constant(-10)
        if button !== likeButton { button.layoutHeight.equalTo(likeButton) }
      }
      commentButton.layoutLeading.equalTo(likeButton.layoutTrailing).constant(5)
      commentButton.layoutWidth.equalTo(65)
      moreButton.layoutTrailing.equalTo(view).constant(-10)
      moreButton.layoutWidth.equalTo(40)
    }
  }

  func closures() throws {
    try avatarImageView.makeConstraints { make in
      make.leading.top.equalToSuperview().inset(10)
      make.size.equalTo(kAvatarSize)
    }
    try nicknameLabel.makeConstraints { make in
      make.leading.equalTo(avatarImageView.layoutTrailing).offset(10)
      make.centerY.equalTo(avatarImageView)
    }
    try timestampLabel.makeConstraints { make in
      make.trailing.equalToSuperview().inset(10)
      make.centerY.equalTo(avatarImageView)
    }
    try timestampIndicator.makeConstraints { make in
      make.trailing.equalTo(timestampLabel.layoutLeading).offset(-10)
      make.centerY.equalTo(avatarImageView)
      make.size.equalTo(10)
    }
    try contentImageView.makeConstraints { make in
      make.top.equalTo(avatarImageView.layoutBottom).offset(10)
      make.leading.width.equalToSuperview()
      make.height.equalTo(contentImageView.layoutWidth)
    }
    try likeIndicator.makeConstraints { make in
      make.leading.equalTo(avatarImageView)
      make.top.equalTo(contentImageView.layoutBottom).offset(10)
      make.size.equalTo(10)
    }
    try likesLabel.makeConstraints { make in
      make.centerY.equalTo(likeIndicator)
      make.leading.equalTo(likeIndicator.layoutTrailing).offset(10)
    }
    try likeButton.makeConstraints { make in
      make.leading.equalTo(avatarImageView)
      make.bottom.equalToSuperview().inset(10)
      make.size.equalTo(Size(width: 50, height: 25))
    }
    try commentButton.makeConstraints { make in
      make.leading.equalTo(likeButton.layoutTrailing).offset(5)
      make.bottom.height.equalTo(likeButton)
      make.width.equalTo(65)
    }
    try moreButton.makeConstraints { make in
      make.trailing.equalToSuperview().inset(10)
      make.bottom.height.equalTo(commentButton)
      make.width.equalTo(40)
    }
  }

  func anchors() throws {
    let (avatar, comment) = (avatarImageView, commentButton)
    try Constraint.activate([
      avatar.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
      avatar.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
      avatar.widthAnchor.constraint(equalToConstant: 30),
      avatar.heightAnchor.constraint(equalToConstant: 30),
      nicknameLabel.leadingAnchor.constraint(equalTo: avatar.trailingAnchor, constant: 10),
      nicknameLabel.centerYAnchor.constraint(equalTo: avatar.centerYAnchor),
      timestampIndicator.trailingAnchor.constraint(
        equalTo: timestampLabel.leadingAnchor, constant: -10),
      timestampIndicator.widthAnchor.constraint(equalToConstant: 10),
      timestampIndicator.heightAnchor.constraint(equalTo: timestampIndicator.widthAnchor),
      timestampIndicator.centerYAnchor.constraint(equalTo: avatar.centerYAnchor),
      timestampLabel.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
      timestampLabel.centerYAnchor.constraint(equalTo: avatar.centerYAnchor),
    ])
    try Constraint.activate([
      contentImageView.topAnchor.constraint(equalTo: avatar.bottomAnchor, constant: 10),
      contentImageView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      contentImageView.widthAnchor.constraint(equalTo: view.widthAnchor),
      contentImageView.heightAnchor.constraint(equalTo: view.widthAnchor),
      likeIndicator.leadingAnchor.constraint(equalTo: avatar.leadingAnchor),
      likeIndicator.topAnchor.constraint(equalTo: contentImageView.bottomAnchor, constant: 10),
      likeIndicator.widthAnchor.constraint(equalToConstant: 10),
      likeIndicator.heightAnchor.constraint(equalToConstant: 10),
      likesLabel.centerYAnchor.constraint(equalTo: likeIndicator.centerYAnchor),
      likesLabel.leadingAnchor.constraint(equalTo: likeIndicator.trailingAnchor, constant: 10),
      likeButton.leadingAnchor.constraint(equalTo: avatar.leadingAnchor),
      likeButton.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -10),
      likeButton.widthAnchor.constraint(equalToConstant: 50),
      likeButton.heightAnchor.constraint(equalToConstant: 25),
      comment.leadingAnchor.constraint(equalTo: likeButton.trailingAnchor, constant: 5),
      comment.bottomAnchor.constraint(equalTo: likeButton.bottomAnchor),
      comment.widthAnchor.constraint(equalToConstant: 65),
      comment.heightAnchor.constraint(equalTo: likeButton.heightAnchor),
      moreButton.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
      moreButton.bottomAnchor.constraint(equalTo: likeButton.bottomAnchor),
      moreButton.widthAnchor.constraint(equalToConstant: 40),
      moreButton.heightAnchor.constraint(equalTo: likeButton.heightAnchor),
    ])
  }

  func visualFormat() throws {
    let views = Dictionary(uniqueKeysWithValues: view.subviews.map { ($0.name, $0) })
    func activate(_ format: String, _ options: FormatOption...) throws {
      try Constraint.activate(
        Constraint.constraints(withVisualFormat: format, options: options, views: views))
    }
    try activate("H:|-10-[avatar(30)]-10-[nickname]", .alignAllCenterY)
    try activate("V:|-10-[avatar(30)]-10-[content]-10-[likeIndicator(10)]")
    try activate("H:[timestampIndicator(10)]-10-[timestamp]-10-|", .alignAllCenterY)
    try activate("V:[timestampIndicator(10)]")
    try activate("H:[nickname]-(>=0@1)-[timestamp]", .alignAllCenterY)
    try activate("H:|[content]|")
    try activate("H:|-10-[likeIndicator(10)]-10-[likes]", .alignAllCenterY)
    try activate(
      "H:|-10-[likeButton(50)]-5-[commentButton(65)]", .alignAllTop, .alignAllBottom)
    try activate("H:[commentButton]-(>=0@1)-[moreButton(40)]-10-|", .alignAllTop, .alignAllBottom)
    try activate("V:[likeButton(25)]-10-|")
    // The only constraint that visual format cannot express: as high as wide.
    try contentImageView.layoutHeight.equalTo(contentImageView.layoutWidth).install()
  }
}
