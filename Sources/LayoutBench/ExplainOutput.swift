import LayoutBenchHarness
import LayoutModel

/// The explanations of views as `explain` prints them.
struct ExplainOutput {
  /// The maximum number of indirect constraints per edge that a table lists.
  private static let longest = 4

  private let scene: Scene
  private let explained: ExplainedScene
  private let step: Int
  /// True if the scene has a text, in which constraints have lines.
  private let isFile: Bool

  /// Explanations of a layout.
  init(scene: Scene, isFile: Bool, explained: ExplainedScene, step: Int) {
    self.scene = scene
    self.explained = explained
    self.step = step
    self.isFile = isFile
  }

  // MARK: - Table

  /// A paragraph for each view, under a heading that names the layout.
  var table: String {
    let change = step == 0 ? "" : "step \(step), "
    let heading =
      "\(scene.name): \(explained.participant.engine.name), "
      + "\(explained.participant.dialect.text), \(change)"
      + "root \(NumberText.write(explained.root))"
    var parts = [heading] + explained.views.map(paragraph)
    let isWhole = explained.views.allSatisfy { view in
      view.edges.allSatisfy(\.isLookedFor) && view.losses.allSatisfy(\.isLookedFor)
    }
    if !isWhole {
      parts.append(
        "not looked for: the search reached its limit of work, for many constraints depend on each other"
          + (explained.views.count > 1 ? "; name one view to have the whole search for it" : ""))
    }
    return parts.joined(separator: "\n\n")
  }

  private func paragraph(_ item: ViewExplanation) -> String {
    let tree = scene.tree
    let place = tree.superview(of: item.view).map { " in \(tree.name(of: $0))" } ?? ""
    // Each line with the position of its constraint, followed by a value where there is one.
    var lines: [(text: String, place: String)] = []
    lines.append((tree.name(of: item.view) + place, ""))
    for edge in item.edges { lines += self.lines(edge) }
    if !item.slack.isEmpty { lines.append(("  slack", "")) }
    for slack in item.slack {
      lines.append(line(slack.reason, indent: 4, "by \(Self.short(slack.amount))"))
    }
    if !item.losses.isEmpty { lines.append(("  lost", "")) }
    for loss in item.losses {
      lines.append(line(loss.reason, indent: 4, "by \(Self.short(loss.amount))"))
      lines += loss.to.map { line($0, indent: 6, label: "to ") }
      if !loss.isLookedFor {
        lines.append(("      the cause was not looked for", ""))
      } else if loss.isImpossible {
        lines.append(("      it cannot hold, even without the others", ""))
      } else if loss.to.isEmpty, loss.tradedAgainst.isEmpty {
        lines.append(("      the cause is below rounding error for numbers of this size", ""))
      }
      lines += loss.tradedAgainst.map { line($0, indent: 6, label: "traded against ") }
    }
    let width = lines.reduce(0) { $1.place.isEmpty ? $0 : max($0, $1.text.count) }
    return lines.map { text, place in
      guard !place.isEmpty else { return text }
      return text + String(repeating: " ", count: width - text.count + 3) + place
    }.joined(separator: "\n")
  }

  private func lines(_ edge: ViewExplanation.Edge) -> [(text: String, place: String)] {
    var lines = [("  \(edge.name) \(Self.short(edge.value))", "")]
    if !edge.isLookedFor { lines.append(("    not looked for", "")) }
    lines += edge.determinedBy.map { line($0, indent: 4) }
    lines += edge.through.prefix(Self.longest).map { line($0, indent: 4, label: "through ") }
    let rest = edge.through.count - Self.longest
    if rest > 0 { lines.append(("    and \(rest) more", "")) }
    if edge.isAmbiguous {
      let settled = edge.settled.isEmpty ? "" : "; settled \(edge.settled.joined(separator: ", "))"
      lines.append(("    ambiguous\(settled)", ""))
    }
    return lines
  }

  private func line(
    _ reason: ViewExplanation.Reason, indent: Int, _ amount: String = "", label: String = ""
  ) -> (text: String, place: String) {
    let place = isFile ? reason.line.map { "\(scene.file):\($0)" } ?? "" : ""
    return (
      String(repeating: " ", count: indent) + label + reason.text,
      [place, amount].filter { !$0.isEmpty }.joined(separator: ", ")
    )
  }

  /// A number rounded to 6 decimals.
  private static func short(_ number: Double) -> String {
    guard abs(number) < 1e12 else { return NumberText.write(number) }
    return NumberText.write((number * 1e6).rounded() / 1e6)
  }

  // MARK: - JSON

  /// The same explanations as one object, with every constraint.
  var json: String {
    let size = explained.root
    return JSONText.object([
      ("scene", .text(scene.name)), ("engine", .text(explained.participant.engine.name)),
      ("layout", .text(explained.participant.dialect.text)), ("step", .number(Double(step))),
      ("root", .list([.number(size.width), .number(size.height)])),
      (
        "views",
        .object(explained.views.map { (scene.tree.name(of: $0.view), .object(fields(of: $0))) })
      ),
    ]).written()
  }

  private func fields(of item: ViewExplanation) -> [(String, JSONText)] {
    var all = item.edges.map { ($0.name, JSONText.object(fields(of: $0))) }
    let slack = item.slack.map { slack in
      JSONText.object(fields(of: slack.reason) + [("by", .number(slack.amount))])
    }
    all.append(("slack", .list(slack)))
    all.append(("lost", .list(item.losses.map { .object(fields(of: $0)) })))
    return all
  }

  private func fields(of edge: ViewExplanation.Edge) -> [(String, JSONText)] {
    var fields: [(String, JSONText)] = [
      ("value", .number(edge.value)), ("determinedBy", list(edge.determinedBy)),
      ("through", list(edge.through)),
    ]
    if !edge.isLookedFor { fields.append(("notLookedFor", .truth(true))) }
    if edge.isAmbiguous { fields.append(("settled", .list(edge.settled.map { .text($0) }))) }
    return fields
  }

  private func fields(of loss: ViewExplanation.Loss) -> [(String, JSONText)] {
    var fields = fields(of: loss.reason)
    fields.append(("priority", .number(loss.priority)))
    fields.append(("by", .number(loss.amount)))
    fields.append(("to", list(loss.to)))
    fields.append(("tradedAgainst", list(loss.tradedAgainst)))
    if !loss.isLookedFor { fields.append(("notLookedFor", .truth(true))) }
    return fields
  }

  private func list(_ reasons: [ViewExplanation.Reason]) -> JSONText {
    .list(reasons.map { .object(fields(of: $0)) })
  }

  private func fields(of reason: ViewExplanation.Reason) -> [(String, JSONText)] {
    [("constraint", .text(reason.text))]
      + (reason.line.map { [("line", .number(Double($0)))] } ?? [])
  }
}
