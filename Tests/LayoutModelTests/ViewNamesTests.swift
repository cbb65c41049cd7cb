import LayoutModel
import Testing

/// Names of views of programs, which need not differ.
@Suite("Names of views")
struct ViewNamesTests {
  private static func tree(_ names: [String]) -> ViewTree {
    let root = View("screen")
    for name in names { root.addSubview(View(name)) }
    return View.tree(of: root.subtree)
  }

  @Test("names that are the same are told apart, and each leads to its view")
  func apart() {
    let tree = Self.tree(["title", "title", "title#2", "screen", "title"])
    #expect(Set(tree.names).count == tree.count && tree.names[0] == "screen")
    #expect(tree.names[1] == "title" && tree.names[2] == "title#2")
    for view in tree.views { #expect(tree.view(named: tree.name(of: view)) == view) }
    #expect(tree.view(named: "nobody") == nil)
  }

  @Test("a copy that grows has names of its own, and trees are the same where their names are")
  func copies() {
    let tree = Self.tree(["a", "b"])
    var copy = tree
    #expect(copy == tree && copy.hashValue == tree.hashValue)
    #expect(copy.add("a") == nil)
    #expect(copy.add("c") == ViewID(3))
    #expect(copy.names == ["screen", "a", "b", "c"] && tree.names == ["screen", "a", "b"])
    #expect(copy != tree && tree == Self.tree(["a", "b"]) && tree != Self.tree(["a", "c"]))
  }

  @Test("superviews and depths are those of the views")
  func depths() {
    let root = View("root")
    var views: [View] = []
    for number in 0..<60 {
      let view = View("v\(number)")
      (number == 0 ? root : number % 3 == 0 ? views[number / 2] : views[number - 1]).addSubview(
        view)
      views.append(view)
    }
    let subtree = root.subtree
    let tree = View.tree(of: subtree)
    for (index, view) in subtree.enumerated().dropFirst() {
      let superview = tree.superview(of: ViewID(index))
      #expect(superview.map { subtree[$0.index] } === view.superview)
      #expect(tree.name(of: ViewID(index)) == view.name)
    }
  }
}
