import LayoutBenchFixtures
import LayoutKitCalls
import LayoutModel
import Testing

/// A scene's views as a program uses them, by name.
@dynamicMemberLookup
struct Screen {
  let scene: Scene
  private var views: [String: View] = [:]
  private var ordered: [View] = []

  init(_ scene: Scene) {
    self.scene = scene
    for id in scene.tree.views {
      let traits = scene.tree[id]
      let view = View(
        scene.tree.name(of: id), frame: traits.givenFrame,
        intrinsicContentSize: traits.intrinsic)
      ordered.append(view)
      views[view.name] = view
      if let superview = scene.tree.superview(of: id) {
        ordered[superview.index].addSubview(view)
      }
    }
    ordered[0].frame = Rect(
      x: 0, y: 0, width: scene.tree.rootSize.width, height: scene.tree.rootSize.height)
  }

  subscript(dynamicMember name: String) -> View { self[name] }

  subscript(name: String) -> View {
    guard let view = views[name] else { preconditionFailure("no view '\(name)'") }
    return view
  }

  /// Lays the scene out by calls, over all its steps, and compares the frames with those expected.
  func expectFrames(_ calls: (inout LayoutMaker, Screen) -> Void) {
    layOut(calls, scene.expected, "first layout")
    for (index, step) in scene.steps.enumerated() {
      switch step.change {
      case .resize(let size):
        ordered[0].frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
      case .intrinsic(let id, let size):
        let view = ordered[id.index]
        var content = view.intrinsicContentSize
        var frame = view.frame
        if let width = size.horizontal { (content.horizontal, frame.width) = (width, width) }
        if let height = size.vertical { (content.vertical, frame.height) = (height, height) }
        view.intrinsicContentSize = content
        view.frame = frame
      case .text(let id, let text): ordered[id.index].text = text
      case .removal, .addition, .activation, .priority, .number, .fit: break
      }
      layOut(calls, step.expected, "step \(index + 1)")
    }
  }

  private func layOut(
    _ calls: (inout LayoutMaker, Screen) -> Void, _ expected: LayoutModel.Expectation,
    _ state: String
  ) {
    ordered[0].layout { calls(&$0, self) }
    for entry in expected.frames {
      let view = ordered[entry.view.index]
      let isClose = view.frame.isClose(to: entry.frame, within: 1e-9)
      #expect(isClose, "\(view.name), \(state): \(view.frame)")
    }
  }

  /// A conformance scene of the dialect.
  static func named(_ name: String) throws -> Screen {
    let file = try #require(
      Fixtures.scenes.first { $0.path.hasSuffix("layoutkit/\(name).yaml") })
    return Screen(try file.scene())
  }
}

extension Rect {
  init(_ sides: [Double]) {
    self.init(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}
