/// The look of all charts: legible on light and dark ground and in print, with the reader's own
/// fonts.
package enum ChartStyle {
  /// Colours for light and for dark ground, distinguishable for readers who see no red or green;
  /// the first is for the engine that others are compared with.
  private static let colours: [(light: String, dark: String)] = [
    ("#6b7280", "#9ca3af"), ("#0f766e", "#2dd4bf"), ("#1d5fb4", "#7cb5ff"), ("#a21c5b", "#f48fbf"),
    ("#c2410c", "#ff9a5c"), ("#7c3aed", "#b79cff"), ("#8a6d0f", "#e2c04b"), ("#44701c", "#a3d468"),
  ]

  /// The class of a series by its place in the palette, from 0; places beyond its end start again
  /// from 0.
  package static func series(_ place: Int) -> String { "s\(place % colours.count)" }

  /// The style sheet of a chart.
  package static var css: String {
    let series = colours.enumerated().map { index, colour in
      rules(".s\(index)", colour: colour.light)
    }.joined()
    let dark = colours.enumerated().map { index, colour in
      rules(".s\(index)", colour: colour.dark)
    }.joined()
    return """
      .lb{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-size:14px}\
      .lb text{fill:#1f2933}.lb .q{fill:#5b6673}.lb .h{font-weight:600}.lb .v{font-variant-numeric:tabular-nums}\
      .lb .g{stroke:#c9d0d8;stroke-width:1}.lb .r{stroke:#5b6673;stroke-width:1.25}\
      .lb .w{stroke:#1f2933;stroke-width:1.5;fill:none}\
      .lb .b{fill-opacity:.26}.lb .a{fill-opacity:.16}\
      .lb .d{fill:none;stroke-width:3.4;stroke-linecap:round;stroke-opacity:.5}\
      .lb .l{fill:none;stroke-width:2}\
      \(series)\
      @media screen and (prefers-color-scheme:dark){.lb text{fill:#e6eaf0}.lb .q{fill:#9aa7b6}\
      .lb .g{stroke:#364150}.lb .r{stroke:#9aa7b6}.lb .w{stroke:#e6eaf0}\(dark)}
      """
  }

  private static func rules(_ name: String, colour: String) -> String {
    ".lb \(name) .b,.lb \(name) .a,.lb \(name) .p,.lb \(name) .n{fill:\(colour)}"
      + ".lb \(name) .d,.lb \(name) .l{stroke:\(colour)}"
  }
}

/// Shapes as SVG.
enum Shape {
  static func text(
    _ text: String, x: Double, y: Double, anchor: String? = nil, style: String? = nil
  ) -> String {
    let place = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
    let look = style.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(f(x))\" y=\"\(f(y))\"\(place)\(look)>\(Escaping.markup(text))</text>\n"
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String
  {
    "<path class=\"\(style)\" d=\"M\(f(x1)) \(f(y1))L\(f(x2)) \(f(y2))\"/>\n"
  }

  static func path(_ points: [(x: Double, y: Double)], isClosed: Bool = false, style: String)
    -> String
  {
    let text = points.map { "\(f($0.x)) \(f($0.y))" }.joined(separator: "L")
    return "<path class=\"\(style)\" d=\"M\(text)\(isClosed ? "Z" : "")\"/>\n"
  }

  static func f(_ number: Double) -> String {
    let text = Quantity.fixed(number, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
