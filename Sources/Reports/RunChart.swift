#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif
public import Timing

/// A Run as a picture: ratios to the yardstick on a logarithmic axis, with intervals.
public struct RunChart {
  private static let width = 760.0
  private static let labelWidth = 220.0
  private static let rowHeight = 22.0
  private static let colours = ["#2f6f9f", "#b3541e", "#4a7c3a", "#7a4a8c", "#8c6d1f"]

  private let run: Run

  /// A chart of a Run.
  public init(_ run: Run) { self.run = run }

  /// SVG that needs no script and no font of its own, legible on light and dark.
  public var svg: String {
    let cells = run.cells.filter { cell in
      guard let ratio = cell.ratio else { return false }
      return cell.engine != ratio.to
    }
    let engines = run.engineNames.filter { name in cells.contains { $0.engine == name } }
    let highest = cells.compactMap { $0.ratio?.high ?? $0.ratio?.value }.max() ?? 10
    let lowest = min(1, cells.compactMap { $0.ratio?.low ?? $0.ratio?.value }.min() ?? 1)
    let axis = Axis(
      from: floor(log10(lowest)), to: max(1, ceil(log10(highest))), left: Self.labelWidth,
      right: Self.width - 70)
    var body = ""
    var y = 56.0
    for (index, engine) in engines.enumerated() {
      let x = Self.labelWidth + Double(index) * 110
      body += "<rect x=\"\(f(x))\" y=\"30\" width=\"12\" height=\"12\" fill=\"\(colour(index))\"/>"
      body += text(engine, x: x + 18, y: 40)
    }
    let top = y
    var rows = ""
    for scene in run.sceneNames {
      for phase in run.phaseNames {
        let group = cells.filter { $0.scene == scene && $0.phase == phase }
        guard !group.isEmpty else { continue }
        rows += text("\(scene), \(phase)", x: Self.labelWidth - 10, y: y + 14, anchor: "end")
        for cell in group {
          guard let ratio = cell.ratio else { continue }
          rows += bar(ratio, colour: colour(engines.firstIndex(of: cell.engine) ?? 0), axis, y: y)
          y += Self.rowHeight
        }
        y += 6
      }
      y += 8
    }
    body += grid(axis, from: top - 4, to: y) + rows
    let height = y + 30
    body += text(
      "times the yardstick's time, logarithmic; lines are 95 % intervals",
      x: Self.labelWidth, y: y + 20)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(f(Self.width)) \(f(height))" \
      width="\(f(Self.width))" height="\(f(height))" role="img" \
      font-family="system-ui, sans-serif" font-size="12">
      <title>LayoutBench \(escaped(run.id)): ratios to the yardstick</title>
      <style>text{fill:#24292f}.g{stroke:#8c959f;stroke-opacity:.4}.i{stroke:#24292f}\
      @media(prefers-color-scheme:dark){text{fill:#d0d7de}.i{stroke:#d0d7de}}</style>
      \(text("What a layout costs next to frames written by hand", x: 10, y: 18, bold: true))
      \(body)
      </svg>

      """
  }

  private struct Axis {
    let from: Double
    let to: Double
    let left: Double
    let right: Double

    func place(_ ratio: Double) -> Double {
      let share = (log10(ratio) - from) / (to - from)
      return left + min(max(share, 0), 1) * (right - left)
    }
  }

  private func grid(_ axis: Axis, from top: Double, to bottom: Double) -> String {
    var lines = ""
    var power = axis.from
    while power <= axis.to {
      let x = f(axis.place(pow(10, power)))
      lines += "<line class=\"g\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(f(top))\" y2=\"\(f(bottom))\"/>"
      let name = power >= 0 ? "\(Int(pow(10, power)))" : "\(pow(10, power))"
      lines += text("\(name)×", x: axis.place(pow(10, power)), y: bottom + 4, anchor: "middle")
      power += 1
    }
    return lines
  }

  private func bar(_ ratio: Cell.Ratio, colour: String, _ axis: Axis, y: Double) -> String {
    let start = axis.place(min(1, ratio.value))
    let end = axis.place(max(1, ratio.value))
    var shapes =
      "<rect x=\"\(f(start))\" y=\"\(f(y + 2))\" width=\"\(f(max(1, end - start)))\" "
      + "height=\"\(f(Self.rowHeight - 6))\" fill=\"\(colour)\" fill-opacity=\".75\"/>"
    if let low = ratio.low, let high = ratio.high {
      let middle = f(y + Self.rowHeight / 2 - 1)
      shapes +=
        "<line class=\"i\" x1=\"\(f(axis.place(low)))\" x2=\"\(f(axis.place(high)))\" "
        + "y1=\"\(middle)\" y2=\"\(middle)\" stroke-width=\"2\"/>"
    }
    return shapes
      + text(Quantity.number(ratio.estimate) + "×", x: end + 6, y: y + Self.rowHeight - 8)
  }

  private func colour(_ index: Int) -> String { Self.colours[index % Self.colours.count] }

  private func text(
    _ text: String, x: Double, y: Double, anchor: String = "start", bold: Bool = false
  ) -> String {
    let weight = bold ? " font-weight=\"600\" font-size=\"14\"" : ""
    return
      "<text x=\"\(f(x))\" y=\"\(f(y))\" text-anchor=\"\(anchor)\"\(weight)>\(escaped(text))</text>"
  }

  private func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x20 }
    return String(String.UnicodeScalarView(scalars))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  private func f(_ number: Double) -> String { Quantity.fixed(number, decimals: 1) }
}
