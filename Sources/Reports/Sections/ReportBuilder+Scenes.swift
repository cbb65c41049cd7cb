import LayoutBenchTiming

extension ReportBuilder {
  /// Each scene: its frames, the times of the form that applications run, its sources, and all its
  /// numbers to open.
  var scenes: Report.Section {
    var blocks: [Report.Block] = [
      .paragraph(
        "Each table has the yardstick’s time per pass, and the times of the others divided by it. “Every time and counter” opens what was measured of a scene: bars with 95 % intervals and a dot per process in the order in which they ran, parts of first, steps of a session, memory and the engines’ counts of their own work; without the page’s script, ‘layoutbench report --format csv’ prints the same numbers."
      )
    ]
    let meanings = phaseMeanings
    if !meanings.isEmpty { blocks.append(.fold(title: "What each phase is", [.list(meanings)])) }
    if exhibits.values.contains(where: \.isBorrowed) {
      blocks.append(
        .paragraph(
          "The Run does not contain its scenes: the pictures show this program’s own scenes of the same names."
        )
      )
    }
    let families = families
    if families.count > 3 {
      blocks.append(
        .paragraph(
          Prose(
            families.flatMap { family -> [Prose.Span] in
              let name = family[0]
              return [
                .link(name, to: "#" + Self.anchor(name)),
                .text(family.count > 1 ? " (\(family.count) sizes) " : " "),
              ]
            })))
    }
    for family in families {
      for (index, scene) in family.enumerated() {
        let heading =
          "\(scene), \(Quantity.plural(main.cells(of: scene).first?.views ?? 0, "view"))"
        let explorer = Report.Block.explorer(
          Report.Explorer(
            kind: .scene, title: index == 0 ? "Every time and counter" : heading, subject: scene))
        // Further sizes of a scene have no picture.
        guard index == 0 else {
          blocks.append(explorer)
          continue
        }
        blocks.append(.heading(heading, id: Self.anchor(scene)))
        blocks.append(.group(content(of: scene) + [explorer]))
      }
    }
    blocks += [
      .heading("All scenes", id: "cells"),
      .explorer(Report.Explorer(kind: .cells, title: "All \(main.run.cells.count) cells")),
    ]
    return Report.Section("scenes", "Scene by scene", blocks)
  }

  private static func anchor(_ scene: String) -> String { "scene-\(Escaping.fileName(scene))" }

  /// The scenes, those of one generator together, the smallest first.
  var families: [[String]] {
    var families: [[String]] = []
    var places: [String: Int] = [:]
    for scene in main.scenes {
      guard let cell = main.cells(of: scene).first,
        let generator = Run.generator(of: cell)
      else {
        families.append([scene])
        continue
      }
      if let place = places[generator] {
        families[place].append(scene)
      } else {
        places[generator] = families.count
        families.append([scene])
      }
    }
    return families
  }

  /// The phases of the Run in words.
  private var phaseMeanings: [Prose] {
    var seen: Set<String> = []
    return main.run.cells.compactMap { cell in
      guard seen.insert(cell.phase).inserted, let meaning = phases[cell.phase] else { return nil }
      return [.strong(cell.phase), .text(": \(meaning).")]
    }
  }

  private func content(of scene: String) -> [Report.Block] {
    let cells = main.cells(of: scene)
    var content: [Report.Block] = []
    let summary = exhibits[scene]?.summary ?? ""
    if !summary.isEmpty { content.append(.paragraph(Prose([.text(Self.sentence(summary))]))) }
    let missing = unsupported(in: cells)
    if !missing.spans.isEmpty { content.append(.paragraph(missing)) }
    let table = usualTable(of: cells)
    if !table.rows.isEmpty { content.append(.table(table)) }
    if let exhibit = exhibits[scene] { content.append(.exhibit(exhibit)) }
    return content
  }

  /// A row per phase, of programs where there are any; a column per engine.
  private func usualTable(of cells: [Cell]) -> ReportTable {
    let timed = cells.filter(\.hasFigures)
    let isProgram = timed.contains { $0.form == "program" }
    let shown = timed.filter { !isProgram || $0.form == "program" }
    let engines = main.engines.filter { engine in shown.contains { $0.engine == engine } }
    var table = ReportTable([.words("phase")] + engines.map { .number($0) })
    table.isSortable = false
    for phase in main.phases where shown.contains(where: { $0.part == phase }) {
      table.rows.append(
        [ReportTable.Entry(phase)]
          + engines.map { engine in
            guard let cell = shown.first(where: { $0.part == phase && $0.engine == engine })
            else { return .none }
            if let ratio = cell.ratio, ratio.to != engine {
              return ReportTable.Entry(
                Quantity.ratio(ratio.estimate), order: ratio.value,
                tone: cell.suspect == true ? .doubt : nil)
            }
            return cell.time.map { ReportTable.Entry(Quantity.time($0), order: $0.value) } ?? .none
          })
    }
    return table
  }

  /// A sentence with a capital and a full stop.
  static func sentence(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private func unsupported(in cells: [Cell]) -> Prose {
    let names = main.engines.filter { engine in
      let own = cells.filter { $0.engine == engine }
      return !own.isEmpty && own.allSatisfy { $0.outcome == .unsupported }
    }
    guard !names.isEmpty else { return Prose([]) }
    var spans: [Prose.Span] = ["Left out: "]
    for (index, name) in names.enumerated() {
      if index > 0 { spans.append(", ") }
      spans.append(.code(name))
    }
    return Prose(
      spans + [.text(", which \(names.count == 1 ? "reads" : "read") no dialect of this scene.")])
  }
}
