package import LayoutBenchTiming

/// Lines with bands on a logarithmic axis, over sizes or over results in turn.
package struct LineChart: Picture {
  /// A line.
  package struct Series: Sendable {
    /// The name of the line, an engine.
    package let name: String
    /// Its place in the palette: an engine has the same in all charts.
    package let colour: Int
    /// The text at the end of the line.
    package let label: String
    /// Places along the horizontal axis, rising, with the value and its interval there.
    package let points: [(x: Double, value: Estimate)]

    /// A line.
    package init(
      name: String, colour: Int, label: String, points: [(x: Double, value: Estimate)]
    ) {
      self.name = name
      self.colour = colour
      self.label = label
      self.points = points
    }
  }

  /// The kind of the horizontal axis.
  package enum Horizontal: Sendable {
    /// Numbers, logarithmic.
    case logarithmic(caption: String)
    /// Consecutive places, from 0, each with its name.
    case places([String], caption: String)
  }

  private static let width = 520.0
  private static let height = 300.0
  private static let left = 58.0
  private static let right = 400.0
  private static let top = 26.0
  private static let bottom = 246.0

  private let series: [Series]
  private let horizontal: Horizontal
  private let caption: String
  private let mark: @Sendable (Double) -> String
  private let axis: LogAxis

  /// A chart.
  ///
  /// - Parameters:
  ///   - series: the lines.
  ///   - horizontal: the horizontal axis.
  ///   - caption: the text of the vertical axis.
  ///   - mark: the printed form of a value of the vertical axis.
  package init(
    series: [Series], horizontal: Horizontal, caption: String,
    mark: @escaping @Sendable (Double) -> String
  ) {
    self.series = series
    self.horizontal = horizontal
    self.caption = caption
    self.mark = mark
    axis = LogAxis(
      of: series.flatMap { line in
        line.points.flatMap { [$0.value.value, $0.value.low, $0.value.high].compactMap(\.self) }
      }, from: Self.bottom, to: Self.top, most: 6)
  }

  /// A fixed size.
  package var size: (width: Double, height: Double) { (Self.width, Self.height) }

  /// The shapes.
  package var body: String {
    var shapes = Shape.text(caption, x: 0, y: 14, style: "q")
    for value in axis.marks {
      let y = axis.place(value)
      shapes += Shape.line(Self.left, y, Self.right, y, style: "g")
      shapes += Shape.text(mark(value), x: Self.left - 6, y: y + 4.5, anchor: "end", style: "q")
    }
    let place = places()
    shapes += place.marks
    var ends: [(y: Double, text: String)] = []
    for line in series {
      let points = line.points.map { point in
        (x: place.of(point.x), value: point.value)
      }
      guard let last = points.last else { continue }
      shapes += "<g class=\"\(ChartStyle.series(line.colour))\">"
      let band =
        points.compactMap { point in point.value.high.map { (x: point.x, y: axis.place($0)) } }
        + points.reversed().compactMap { point in
          point.value.low.map { (x: point.x, y: axis.place($0)) }
        }
      if band.count > 2 { shapes += Shape.path(band, isClosed: true, style: "a") }
      let middle = points.map { (x: $0.x, y: axis.place($0.value.value)) }
      if middle.count > 1 { shapes += Shape.path(middle, style: "l") }
      for point in middle {
        shapes +=
          "<circle class=\"p\" cx=\"\(Shape.f(point.x))\" cy=\"\(Shape.f(point.y))\" r=\"2.8\"/>\n"
      }
      shapes += "</g>"
      ends.append((axis.place(last.value.value), line.label))
    }
    return shapes + labels(ends)
  }

  /// The lines' names at their ends, moved apart where they would overlap.
  private func labels(_ ends: [(y: Double, text: String)]) -> String {
    let order = ends.indices.sorted { ends[$0].y < ends[$1].y }
    var places = ends.map(\.y)
    for (one, next) in zip(order, order.dropFirst()) where places[next] - places[one] < 15 {
      places[next] = places[one] + 15
    }
    let over = max(0, (order.last.map { places[$0] } ?? 0) - Self.bottom)
    var shapes = ""
    for (index, end) in ends.enumerated() {
      let y = places[index] - over
      shapes +=
        "<g class=\"\(ChartStyle.series(series[index].colour))\">"
        + Shape.line(Self.right + 3, end.y, Self.right + 13, y, style: "l")
        + Shape.text(end.text, x: Self.right + 17, y: y + 4.5, style: "n") + "</g>"
    }
    return shapes
  }

  private func places() -> (of: (Double) -> Double, marks: String) {
    var marks = ""
    switch horizontal {
    case .logarithmic(let caption):
      let along = LogAxis(
        of: series.flatMap { $0.points.map(\.x) }, from: Self.left, to: Self.right, most: 6)
      for value in along.marks {
        let x = along.place(value)
        marks += Shape.line(x, Self.top, x, Self.bottom, style: "g")
        marks += Shape.text(
          Quantity.short(value), x: x, y: Self.bottom + 18, anchor: "middle", style: "q")
      }
      marks += Shape.text(
        caption, x: (Self.left + Self.right) / 2, y: Self.bottom + 40, anchor: "middle", style: "q")
      return ({ along.place($0) }, marks)
    case .places(let names, let caption):
      let step = (Self.right - Self.left - 24) / Double(max(1, names.count - 1))
      let every = max(1, (names.count + 4) / 5)
      func place(_ x: Double) -> Double { Self.left + 12 + x * step }
      for (index, name) in names.enumerated() where index % every == 0 {
        let x = place(Double(index))
        marks += Shape.line(x, Self.top, x, Self.bottom, style: "g")
        marks += Shape.text(name, x: x, y: Self.bottom + 18, anchor: "middle", style: "q")
      }
      marks += Shape.text(
        caption, x: (Self.left + Self.right) / 2, y: Self.bottom + 40, anchor: "middle", style: "q")
      return (place, marks)
    }
  }
}
