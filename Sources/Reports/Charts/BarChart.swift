package import LayoutBenchTiming

/// Bars with intervals on a logarithmic axis.
package struct BarChart: Picture {
  /// A bar.
  package struct Bar: Sendable {
    /// The label of the bar, an engine.
    package let name: String
    /// Its place in the palette: an engine has the same in all charts.
    package let colour: Int
    /// The length of the bar, with its interval.
    package let value: Estimate
    /// The text beside the bar.
    package let text: String

    /// A bar.
    package init(name: String, colour: Int, value: Estimate, text: String) {
      self.name = name
      self.colour = colour
      self.value = value
      self.text = text
    }
  }

  /// Bars that are compared.
  package struct Group: Sendable {
    /// The phase or scene that the bars share.
    package let title: String
    /// The bars.
    package let bars: [Bar]

    /// A group.
    package init(title: String, bars: [Bar]) {
      self.title = title
      self.bars = bars
    }
  }

  private static let width = 544.0
  private static let left = 128.0
  private static let right = 448.0
  private static let barHeight = 20.0
  private static let titleHeight = 24.0

  private let groups: [Group]
  private let caption: String
  private let reference: Double?
  private let mark: @Sendable (Double) -> String
  private let axis: LogAxis

  /// A chart.
  ///
  /// - Parameters:
  ///   - groups: the bars.
  ///   - caption: the text of the axis.
  ///   - reference: the value at which bars begin; the start of the axis if `nil`.
  ///   - mark: the printed form of a value of the axis.
  package init(
    groups: [Group], caption: String, reference: Double?,
    mark: @escaping @Sendable (Double) -> String
  ) {
    self.groups = groups
    self.caption = caption
    self.reference = reference
    self.mark = mark
    let values = groups.flatMap { group in
      group.bars.flatMap { bar in
        [bar.value.value, bar.value.low, bar.value.high].compactMap(\.self)
      }
    }
    axis = LogAxis(
      of: values + (reference.map { [$0] } ?? []), from: Self.left, to: Self.right, most: 6)
  }

  private var plotHeight: Double {
    groups.reduce(0) { $0 + Self.titleHeight + Double($1.bars.count) * Self.barHeight + 6 }
  }

  /// As high as its bars need.
  package var size: (width: Double, height: Double) { (Self.width, plotHeight + 50) }

  /// The shapes.
  package var body: String {
    var shapes = ""
    for value in axis.marks {
      shapes += Shape.text(
        mark(value), x: axis.place(value), y: plotHeight + 20, anchor: "middle", style: "q")
    }
    var y = 0.0
    for group in groups {
      shapes += Shape.text(group.title, x: 0, y: y + 17, style: "h")
      y += Self.titleHeight
      shapes += lines(from: y, to: y + Double(group.bars.count) * Self.barHeight + 2)
      for bar in group.bars {
        shapes += shape(of: bar, y: y)
        y += Self.barHeight
      }
      y += 6
    }
    return shapes + Shape.text(caption, x: Self.left, y: plotHeight + 39, style: "q")
  }

  /// The axis' marks, behind a group's bars and not behind its title.
  private func lines(from top: Double, to bottom: Double) -> String {
    func path(_ values: [Double], _ style: String) -> String {
      let lines = values.map { "M\(Shape.f(axis.place($0))) \(Shape.f(top))V\(Shape.f(bottom))" }
      return lines.isEmpty ? "" : "<path class=\"\(style)\" d=\"\(lines.joined())\"/>\n"
    }
    return path(axis.marks.filter { $0 != reference }, "g")
      + path(reference.map { [$0] } ?? [], "r")
  }

  private func shape(of bar: Bar, y: Double) -> String {
    let origin = reference.map { axis.place($0) } ?? axis.start
    let end = axis.place(bar.value.value)
    let (from, to) = (min(origin, end), max(origin, end))
    let middle = y + Self.barHeight / 2
    var shapes = "<g class=\"\(ChartStyle.series(bar.colour))\">"
    shapes += Shape.text(bar.name, x: Self.left - 8, y: middle + 4.5, anchor: "end", style: "n")
    shapes +=
      "<rect class=\"b\" x=\"\(Shape.f(from))\" y=\"\(Shape.f(y + 2))\" "
      + "width=\"\(Shape.f(max(1.5, to - from)))\" height=\"\(Shape.f(Self.barHeight - 4))\"/>\n"
    if let low = bar.value.low, let high = bar.value.high {
      let (l, h) = (axis.place(low), axis.place(high))
      shapes +=
        "<path class=\"w\" d=\"M\(Shape.f(l)) \(Shape.f(middle - 4))v8M\(Shape.f(l)) "
        + "\(Shape.f(middle))H\(Shape.f(h))M\(Shape.f(h)) \(Shape.f(middle - 4))v8\"/>\n"
    } else {
      shapes += Shape.line(end, middle - 5, end, middle + 5, style: "w")
    }
    shapes += "</g>"
    return shapes
      + Shape.text(bar.text, x: Self.width - 2, y: middle + 4.5, anchor: "end", style: "v")
  }
}
