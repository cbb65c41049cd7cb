import LayoutBenchTiming

/// A Run's cells and growth as JSON, embedded once in a page: its script draws charts and tables of
/// these numbers, and other programs can read them.
struct RunData {
  private let main: ReportedRun

  /// The most values of children that are embedded: a page remains small, however many processes
  /// the Run had.
  private static let mostChildValues = 25_000

  /// The fields of a cell, in order; missing ones at the end are left out.
  private static let columns = [
    "scene", "phase", "engine", "time", "timeLow", "timeHigh", "ratio", "ratioLow", "ratioHigh",
    "yardstick", "remark", "counters", "parts", "steps", "children",
  ]

  init(_ main: ReportedRun) { self.main = main }

  /// The data.
  ///
  /// Times are nanoseconds. Scenes, phases, engines and remarks are indexes of the lists of their
  /// texts. The ends of an interval and the values of children are told by how far they are from
  /// the estimate, in parts per 10,000. A cell's counters have the names listed for its phase and
  /// engine; `parts` are build, layout, and plans per second on one and two threads; `steps` are
  /// the median, the 95 % quantile and the longest.
  var json: String {
    let run = main.run
    let engines = main.engines
    let phases = main.phases
    var counters = Array(
      repeating: Array(repeating: Set<String>(), count: engines.count), count: phases.count)
    var remarks: [String] = []
    let scenes = Self.places(main.scenes)
    let (phasePlaces, enginePlaces) = (Self.places(phases), Self.places(engines))
    for cell in run.cells {
      if let phase = phasePlaces[cell.part], let engine = enginePlaces[cell.engine] {
        counters[phase][engine].formUnion((cell.counters ?? [:]).filter { $0.value != 0 }.keys)
      }
      if let remark = remark(of: cell), !remarks.contains(remark) { remarks.append(remark) }
    }
    let counterNames = counters.map { $0.map { $0.sorted() } }
    let remarkPlaces = Self.places(remarks)
    let hasChildren =
      run.cells.reduce(0) { $0 + $1.samples.count } <= Self.mostChildValues
    let cells = run.cells.compactMap { cell -> String? in
      // What no engine reads is in the table of what was excluded.
      guard cell.outcome != .unsupported, let scene = scenes[cell.scene],
        let phase = phasePlaces[cell.part], let engine = enginePlaces[cell.engine]
      else { return nil }
      let ratio = cell.ratio.flatMap { $0.to == cell.engine ? nil : $0 }
      var fields = ["\(scene)", "\(phase)", "\(engine)"]
      fields += Self.numbers(cell.time) + Self.numbers(ratio?.estimate)
      fields += [
        ratio.flatMap { enginePlaces[$0.to] }.map { "\($0)" } ?? "null",
        remark(of: cell).flatMap { remarkPlaces[$0] }.map { "\($0)" } ?? "null",
        Self.list(
          counterNames[phase][engine].map { cell.counters?[$0].map(Self.number) ?? "null" }),
        Self.list(parts(of: cell)),
        Self.list(
          cell.steps.map { [$0.p50, $0.p95, $0.longest].map { Self.number($0, digits: 4) } } ?? []),
        Self.list(
          hasChildren && cell.outcome == .timed
            ? run.childValues(of: cell).map { Self.distance($0.value, from: cell.time?.value) }
            : []),
      ]
      while fields.last == "null" { fields.removeLast() }
      return "[\(fields.joined(separator: ","))]"
    }
    let views = main.scenes.map { "\(main.cells(of: $0).first?.views ?? 0)" }
    return """
      {"run":\(ReportBuilder.json(run.id)),"unit":"ns",
      "scenes":\(Self.texts(main.scenes)),"views":[\(views.joined(separator: ","))],
      "phases":\(Self.texts(phases)),"engines":\(Self.texts(engines)),
      "colours":[\(engines.map { "\(main.colour(of: $0))" }.joined(separator: ","))],
      "yardsticks":\(Self.texts(engines.filter(run.yardsticks.contains))),
      "remarks":\(Self.texts(remarks)),
      "counters":[\(counterNames.map { "[\($0.map(Self.texts).joined(separator: ","))]" }.joined(separator: ","))],
      "columns":\(Self.texts(Self.columns)),
      "cells":[
      \(cells.joined(separator: ",\n"))
      ],
      "growth":[
      \((run.growth ?? []).map(Self.growth).joined(separator: ",\n"))
      ]}
      """
  }

  /// The words beside a cell's numbers, or in place of them.
  private func remark(of cell: Cell) -> String? {
    guard cell.hasFigures else { return cell.outcome.rawValue }
    var words = cell.notes ?? []
    if cell.suspect == true { words.append("suspect: faster than a copy of the frames") }
    if main.run.label(of: cell) != cell.engine { words.append("reads \(cell.dialect)") }
    if let unsteady = cell.unsteady, !unsteady.isEmpty {
      words.append("differs between processes: \(unsteady.joined(separator: ", "))")
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  private func parts(of cell: Cell) -> [String] {
    guard cell.hasFigures else { return [] }
    let first = main.run.firstParts(of: cell)
    let rates = cell.throughput.flatMap { $0.count == 2 ? $0 : nil }
    let values = [first?.build.value, first?.layout.value, rates?[0], rates?[1]]
    return values.map { value in value.map { Self.number($0, digits: 4) } ?? "null" }
  }

  /// Growth: the generator, phase and engine, the exponent with its interval and that of the top
  /// decade, the verdict, and the exponents of the counters by name.
  private static func growth(_ entry: Run.Growth) -> String {
    let counters = (entry.counters ?? [:]).sorted { $0.key < $1.key }.map { name, slope in
      "\(ReportBuilder.json(name)):\(Quantity.fixed(slope, decimals: 2))"
    }
    let exponent = entry.exponent
    let numbers = [exponent.value, exponent.low, exponent.high, entry.decisive]
      .map { $0.map(signed) ?? "null" }
    let verdict = (entry.order ?? .open).rawValue
    let names = [entry.generator, entry.phase, entry.engine, verdict]
    return "[\(names.map(ReportBuilder.json).joined(separator: ",")),"
      + "\(numbers.joined(separator: ",")),{\(counters.joined(separator: ","))}]"
  }

  private static func places(_ names: [String]) -> [String: Int] {
    Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  private static func texts(_ texts: [String]) -> String {
    "[\(texts.map(ReportBuilder.json).joined(separator: ","))]"
  }

  /// A list, or `null` where it is empty or holds nothing.
  private static func list(_ values: [String]) -> String {
    values.allSatisfy { $0 == "null" } ? "null" : "[\(values.joined(separator: ","))]"
  }

  private static func numbers(_ estimate: Estimate?) -> [String] {
    guard let estimate else { return ["null", "null", "null"] }
    return [number(estimate.value, digits: 5)]
      + [estimate.low, estimate.high].map { end in
        end.map { distance($0, from: estimate.value) } ?? "null"
      }
  }

  /// A number that is not negative, without zeros at its end.
  private static func number(_ value: Double, digits: Int) -> String {
    guard value > 0, value.isFinite else { return "0" }
    if value == value.rounded(), value < 1e7 { return "\(Int(value))" }
    return trimmed(Quantity.digits(value, count: digits))
  }

  private static func number(_ value: Double) -> String { number(value, digits: 5) }

  /// The distance from an estimate, in parts per 10,000 of it.
  private static func distance(_ value: Double, from estimate: Double?) -> String {
    guard let estimate, estimate > 0 else { return "null" }
    let parts = ((value / estimate - 1) * 1e4).rounded()
    return abs(parts) < 1e12 ? "\(Int(parts))" : "null"
  }

  private static func signed(_ value: Double) -> String {
    trimmed(Quantity.fixed(value, decimals: 4))
  }

  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}
