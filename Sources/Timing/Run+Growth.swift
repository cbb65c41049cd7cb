#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Run {
  /// The fewest sizes that determine an exponent.
  package static let fewestSizes = 5
  /// The least ratio of the largest size to the smallest.
  package static let leastSpan = 16

  /// The growth of every engine in every phase over the sizes of each generated scene, where there
  /// are enough sizes.
  func growths() -> [Growth] {
    var groups: [(key: [String], cells: [Cell])] = []
    let isTimed = cells.contains { !$0.samples.isEmpty }
    // Those of a first layout differ by a thousandth between processes: a slope over a decade is the
    // same.
    func work(of cell: Cell) -> Double? { cell.counters?[CounterComparison.instructions] }
    for cell in cells
    where cell.outcome == .timed && (isTimed ? !cell.samples.isEmpty : work(of: cell) != nil) {
      guard let generator = Self.generator(of: cell) else { continue }
      let key = [generator, cell.part, cell.engine]
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].cells.append(cell)
      } else {
        groups.append((key, [cell]))
      }
    }
    return groups.compactMap { key, cells in
      let cells = cells.sorted { $0.views < $1.views }
      guard cells.count >= Self.fewestSizes, let first = cells.first, let last = cells.last,
        last.views >= Self.leastSpan * first.views
      else { return nil }
      // Over the top decade, where there are three sizes in it.
      let top = cells.firstIndex { 21 * $0.views >= 2 * last.views } ?? 0
      func slopeOfWork(from start: Int) -> Double? {
        let points = cells.dropFirst(start).compactMap { cell in
          work(of: cell).map { (log(Double(cell.views)), log(max(1, $0))) }
        }
        return points.count >= 3 && points.count == cells.count - start ? Self.slope(points) : nil
      }
      // A shorter script has a larger share of what only its first steps cost.
      let areAlike = Set(cells[top...].map { steps(of: $0) }).count == 1
      let instructions = areAlike ? slopeOfWork(from: top) : nil
      guard isTimed else {
        guard let exponent = slopeOfWork(from: 0) else { return nil }
        return Growth(
          generator: key[0], phase: key[1], engine: key[2], sizes: cells.map(\.views),
          exponent: Estimate(value: exponent), instructions: instructions,
          largest: slopeOfWork(from: cells.count - 3) ?? exponent,
          counters: Self.counterSlopes(of: cells))
      }
      // Only children that have all sizes count.
      let values = cells.map {
        Dictionary(uniqueKeysWithValues: childValues(of: $0).map { ($0.child, $0) })
      }
      let children = values[0].keys.sorted().filter { child in
        values.allSatisfy { $0[child] != nil }
      }
      func powers(from start: Int) -> [ChildValue] {
        children.map { child in
          let points = zip(cells, values).dropFirst(start).map { cell, value in
            (log(Double(cell.views)), log(value[child]?.value ?? 1))
          }
          return ChildValue(
            child: child, value: exp(Self.slope(points)),
            isQuiet: values.dropFirst(start).allSatisfy { $0[child]?.isQuiet ?? true })
        }
      }
      guard let exponent = slope(powers(from: 0)) else { return nil }
      let decade =
        areAlike && cells.count - top >= 3
        ? slope(powers(from: top)) : nil
      return Growth(
        generator: key[0], phase: key[1], engine: key[2], sizes: cells.map(\.views),
        exponent: exponent, decade: decade, instructions: instructions,
        largest: Statistics.median(powers(from: cells.count - 3).map { log($0.value) }),
        counters: Self.counterSlopes(of: cells))
    }
  }

  /// The number of steps of a cell's script; `nil` for those without a script.
  private func steps(of cell: Cell) -> Int? {
    scripts(of: cell).first?.steps
  }

  /// A slope over children or links, from the power of e that each child has.
  private func slope(_ powers: [ChildValue]) -> Estimate? {
    guard links != nil else { return Statistics.medianOverChildren(powers.map { log($0.value) }) }
    guard let powers = estimate(powers) else { return nil }
    return Estimate(
      value: log(powers.value), low: powers.low.map { log($0) },
      high: powers.high.map { log($0) })
  }

  /// The exponent of every counter that all cells have, above 0.
  private static func counterSlopes(of cells: [Cell]) -> [String: Double]? {
    guard var names = cells.first?.counters.map({ Set($0.keys) }) else { return nil }
    for cell in cells {
      names = names.filter { (cell.counters?[$0] ?? 0) > 0 && cell.unsteady?.contains($0) != true }
    }
    var slopes: [String: Double] = [:]
    for name in names {
      slopes[name] = slope(
        cells.map { (log(Double($0.views)), log($0.counters?[name] ?? 1)) })
    }
    return slopes.isEmpty ? nil : slopes
  }

  /// Returns `chain` of a scene named `chain-1000` that has 1,000 views.
  package static func generator(of cell: Cell) -> String? {
    let ending = "-\(cell.views)"
    return cell.scene.hasSuffix(ending) ? String(cell.scene.dropLast(ending.count)) : nil
  }

  /// Returns true if the Run has a smaller size of the same generated scene.
  package func hasSmallerSize(of scene: String) -> Bool {
    guard let cell = cells.first(where: { $0.scene == scene }),
      let generator = Self.generator(of: cell)
    else { return false }
    return cells.contains { other in
      other.views < cell.views && other.scene == "\(generator)-\(other.views)"
    }
  }

  /// The slope of the least-squares line through points.
  static func slope(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let above = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
    let below = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return above / below
  }
}
