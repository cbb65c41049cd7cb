/// Call stacks drawn as a flame graph: callers below, a box as wide as all that it does (Gregg 2011).
package struct FlameGraph: Picture {
  /// A function in the context of its callers.
  private struct Box {
    let name: String
    var count = 0.0
    var calls: [String: Box] = [:]
  }

  private static let width = 1200.0
  private static let row = 17.0
  /// Boxes of a smaller share of the width are left out.
  private static let least = 0.0008

  private let root: Box
  private let unit: String
  private let depth: Int

  /// A flame graph.
  ///
  /// - Parameters:
  ///   - stacks: calls from the outermost inwards, with a count.
  ///   - unit: the unit of the counts: `samples`.
  package init(_ stacks: [(calls: [String], count: Double)], unit: String) {
    var root = Box(name: "all")
    for (calls, count) in stacks { Self.add(calls[...], count, to: &root) }
    self.root = root
    self.unit = unit
    depth = Self.depth(of: root, least: root.count * Self.least)
  }

  private static func add(_ calls: ArraySlice<String>, _ count: Double, to box: inout Box) {
    box.count += count
    guard let name = calls.first else { return }
    add(calls.dropFirst(), count, to: &box.calls[name, default: Box(name: name)])
  }

  private static func depth(of box: Box, least: Double) -> Int {
    1
      + (box.calls.values.filter { $0.count >= least }.map { depth(of: $0, least: least) }.max()
        ?? 0)
  }

  /// As high as the deepest stack.
  package var size: (width: Double, height: Double) {
    (Self.width, Double(depth) * Self.row + 4)
  }

  /// The boxes, each with its name, its share and its count as a title.
  package var body: String {
    guard root.count > 0 else { return "" }
    return boxes(root, x: 0, level: 0)
  }

  private func boxes(_ box: Box, x: Double, level: Int) -> String {
    let width = box.count / root.count * Self.width
    guard width >= Self.least * Self.width else { return "" }
    let y = size.height - Double(level + 1) * Self.row
    let share = Quantity.fixed(100 * box.count / root.count, decimals: 1)
    let name = Escaping.markup(box.name)
    var shapes =
      "<g><title>\(name): \(share) %, \(Quantity.short(box.count)) \(unit)</title>"
      + "<rect x=\"\(Shape.f(x))\" y=\"\(Shape.f(y))\" width=\"\(Shape.f(max(0.4, width - 0.6)))\" "
      + "height=\"\(Shape.f(Self.row - 1))\" fill=\"\(Self.colour(of: box.name))\" rx=\"1.5\"/>"
    let letters = Int((width - 6) / 6.6)
    if letters >= 3 {
      let text = box.name.count <= letters ? box.name : box.name.prefix(letters - 1) + "…"
      shapes +=
        "<text x=\"\(Shape.f(x + 3))\" y=\"\(Shape.f(y + 12))\" "
        + "style=\"font:11px ui-monospace,monospace;fill:#1a1a1a\">\(Escaping.markup(String(text)))</text>"
    }
    shapes += "</g>\n"
    var place = x
    for call in box.calls.values.sorted(by: { $0.name < $1.name }) {
      shapes += boxes(call, x: place, level: level + 1)
      place += call.count / root.count * Self.width
    }
    return shapes
  }

  /// A warm colour that a function has in every graph.
  private static func colour(of name: String) -> String {
    let hash = name.unicodeScalars.reduce(UInt32(2_166_136_261)) { ($0 ^ $1.value) &* 16_777_619 }
    return "hsl(\(18 + hash % 36) \(70 + hash / 64 % 20)% \(62 + hash / 4096 % 16)%)"
  }
}
