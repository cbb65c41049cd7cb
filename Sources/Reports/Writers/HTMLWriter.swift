import Foundation
internal import Mustache

/// A report as one HTML file: no network, readable without any script, light, dark and printed.
package struct HTMLWriter: Sendable {
  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(Markup(), named: "MARKUP")
    var library = MustacheLibrary()
    do {
      for (name, bytes) in [
        ("page", PackageResources.page_mustache), ("block", PackageResources.block_mustache),
        ("table", PackageResources.table_mustache), ("claim", PackageResources.claim_mustache),
        ("exhibit", PackageResources.exhibit_mustache),
        ("matrix", PackageResources.matrix_mustache),
      ] {
        try library.register(String(decoding: bytes, as: UTF8.self), named: name)
      }
    } catch {
      preconditionFailure("a template of the report: \(error)")
    }
    return library
  }()

  /// Escapes by Unicode scalars: the library's own escaping works on characters, and `<` with a
  /// combining mark is a different character.
  private struct Markup: MustacheContentType {
    func escapeText(_ text: String) -> String { Escaping.markup(text) }
  }

  private let report: Report

  /// A writer of a report.
  package init(_ report: Report) { self.report = report }

  /// The page.
  package var text: String {
    var values: [String: Any] = [
      "title": report.title, "subtitle": report.subtitle, "warnings": report.warnings,
      "hasWarnings": !report.warnings.isEmpty,
      "style": String(decoding: PackageResources.page_css, as: UTF8.self) + ChartStyle.css,
      "script":
        (report.data == nil
        ? [PackageResources.page_js]
        : [PackageResources.page_js, PackageResources.charts_js, PackageResources.explorers_js])
        .map { String(decoding: $0, as: UTF8.self) }.joined(),
      "sections": report.sections.map { section -> [String: Any] in
        [
          "id": section.id, "title": section.title, "blocks": section.blocks.map(Self.values),
        ]
      },
    ]
    values["data"] = report.data
    values["home"] = report.home.map(Self.link)
    return Self.library.render(values, withTemplate: "page") ?? ""
  }

  private static func values(of block: Report.Block) -> [String: Any] {
    switch block {
    case .paragraph(let prose): prose.spans.isEmpty ? [:] : ["paragraph": html(prose)]
    case .list(let items): ["items": ["list": items.map(html)]]
    case .code(let text): ["code": text]
    case .table(let table): ["table": values(of: table)]
    case .heading(let text, let id): ["heading": ["text": text, "id": id]]
    case .fold(let title, let blocks):
      ["fold": ["title": title, "blocks": blocks.map(values)] as [String: Any]]
    case .group(let blocks): ["group": ["blocks": blocks.map(values)]]
    case .figures(let figures):
      [
        "figures": [
          "list": figures.map { ["value": $0.value, "label": $0.label, "note": $0.note] }
        ]
      ]
    case .chart(let chart):
      [
        "chart": [
          "title": chart.title, "svg": chart.svg(isStandalone: false),
          "numbers": values(of: chart.numbers),
        ] as [String: Any]
      ]
    case .claim(let result): ["claim": values(of: result)]
    case .exhibit(let exhibit): ["exhibit": values(of: exhibit)]
    case .matrix(let matrix): ["matrix": values(of: matrix)]
    case .explorer(let explorer):
      [
        "explorer": [
          "kind": explorer.kind.rawValue, "title": explorer.title, "subject": explorer.subject,
        ]
      ]
    }
  }

  private static func values(of matrix: ReportMatrix) -> [String: Any] {
    var rows = ""
    for row in matrix.rows {
      rows += "<tr><th scope=\"row\">\(Escaping.markup(row.scene))</th>"
      for cell in row.cells {
        let shade = cell.shade.map { " s\($0)" } ?? ""
        rows += "<td class=\"n\(shade)\">\(Escaping.markup(cell.text))</td>"
      }
      rows += "</tr>\n"
    }
    return [
      "caption": (matrix.parts.first?.name ?? "")
        + ", times as long as the yardstick",
      "engines": matrix.engines, "rows": rows,
    ]
  }

  private static func values(of table: ReportTable) -> [String: Any] {
    var rows = ""
    for row in table.rows {
      rows += "<tr>"
      for (entry, column) in zip(row, table.columns) {
        let classes = [column.isNumber ? "n" : nil, entry.tone?.rawValue].compactMap(\.self)
        rows += classes.isEmpty ? "<td" : "<td class=\"\(classes.joined(separator: " "))\""
        if table.isSortable, let order = entry.order, order.isFinite {
          rows += " data-s=\"\(Quantity.signed(order))\""
        }
        let words = Escaping.markup(entry.text)
        let text =
          entry.link.map { "<a href=\"\(Escaping.markup(link($0)))\">\(words)</a>" } ?? words
        rows += entry.isStrong ? "><b>\(text)</b>" : ">\(text)"
        rows += entry.emphasis.isEmpty ? "</td>" : " <b>\(Escaping.markup(entry.emphasis))</b></td>"
      }
      rows += "</tr>\n"
    }
    return [
      "columns": table.columns.map {
        ["title": $0.title, "isNumber": $0.isNumber] as [String: Any]
      },
      "rows": rows, "isSortable": table.isSortable,
    ]
  }

  private static func values(of result: ClaimResult) -> [String: Any] {
    let tone =
      switch result.verdict {
      case .holds: "good"
      case .doesNotHold: "bad"
      case .inPart, .cannotBeTold: "doubt"
      }
    var values: [String: Any] = [
      "id": result.claim.id, "verdict": result.verdict.rawValue, "tone": tone,
      "headline": result.claim.translation ?? result.claim.sentence,
      "sentence": result.claim.sentence, "isQuoted": result.claim.isQuoted,
      "source": result.claim.source, "reason": result.reason, "notes": result.notes,
      "measurement": result.measurement, "isOpen": !result.isWhole,
      "isPartly": result.verdict != .cannotBeTold,
      "command": result.claim.command, "hasNumbers": !result.numbers.rows.isEmpty,
      "numbers": Self.values(of: result.numbers),
    ]
    values["link"] = result.claim.link.flatMap { isWeb($0) ? $0 : nil }
    if result.claim.sentence.unicodeScalars.contains(where: { (0x4E00...0x9FFF).contains($0.value) }
    ) {
      values["language"] = "zh"
    }
    return values
  }

  private static func values(of exhibit: SceneExhibit) -> [String: Any] {
    [
      "hasDrawings": !exhibit.drawings.isEmpty, "hasSources": !exhibit.sources.isEmpty,
      "notes": exhibit.notes,
      "dialects": exhibit.sources.map(\.dialect).joined(separator: ", "),
      "drawings": exhibit.drawings.map {
        ["label": $0.label, "svg": $0.svg, "differs": $0.differs] as [String: Any]
      },
      "sources": exhibit.sources.map { source in
        var values: [String: Any] = ["dialect": source.dialect, "text": source.text]
        values["whole"] = source.whole
        return values
      },
    ]
  }

  private static func html(_ prose: Prose) -> String {
    prose.spans.map { span in
      switch span {
      case .text(let text): Escaping.markup(text)
      case .code(let text): "<code>\(Escaping.markup(text))</code>"
      case .strong(let text): "<strong>\(Escaping.markup(text))</strong>"
      case .link(let text, let place):
        "<a href=\"\(Escaping.markup(link(place)))\">\(Escaping.markup(text))</a>"
      }
    }.joined()
  }

  private static func isWeb(_ link: String) -> Bool {
    link.hasPrefix("https://") || link.hasPrefix("http://")
  }

  /// A path as a link whose meaning no name can change.
  static func link(_ place: String) -> String {
    if isWeb(place) { return place }
    if place.hasPrefix("#") { return "#" + Escaping.fileName(String(place.dropFirst())) }
    let path = place.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    return path.hasPrefix("/") || path.hasPrefix(".") ? path : "./\(path)"
  }
}
