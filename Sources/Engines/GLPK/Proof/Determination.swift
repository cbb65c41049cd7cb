import Constraints
import LayoutModel
import LinearSolver

/// Finds a few constraints that hold exactly and together determine a number of a layout.
///
/// The number's gradient is written as a sum of multiples of their gradients. Of all such sums a
/// linear program takes the one whose multiples weigh least, which is sparse: row r requires that
/// the multiples add up to the gradient's number r, columns 2 k and 2 k + 1 are the positive and
/// the negative part of source k's multiple.
struct Determination: ~Copyable {
  /// Something that fixes a combination of the frames' numbers.
  enum Source: Hashable {
    /// A constraint that holds exactly, by its place among the entries.
    case entry(Int)
    /// A size that is 0, or a number of the root's frame.
    case implied(Unknown)
    /// A number that was settled because nothing else determines it.
    case settling(Unknown)

    var isSettling: Bool {
      if case .settling = self { true } else { false }
    }

    /// The numbers of frames that it contains.
    func unknowns(_ check: OptimalityCheck) -> [Unknown] {
      switch self {
      case .entry(let index): check.entries[index].form.terms.map(\.unknown)
      case .implied(let unknown), .settling(let unknown): [unknown]
      }
    }

    /// Returns true if it names a view.
    func names(_ view: ViewID, _ check: OptimalityCheck) -> Bool {
      switch self {
      case .entry(let index): check.entries[index].constraint.names(view)
      case .implied(let unknown), .settling(let unknown): unknown.view == view
      }
    }
  }

  /// Multiples below this count as 0.
  private static let least = 1e-7

  private let check: OptimalityCheck
  private let sources: [Source]
  private let costs: [Double]
  private let count: Int
  private var simplex: Simplex

  /// Collects the sources that hold exactly at a layout.
  ///
  /// - Throws: `SolverError`.
  init(
    _ check: OptimalityCheck, at frames: [Rect], _ sizes: [Double], within work: WorkLimit
  ) throws(SolverError) {
    var sources: [Source] = []
    var gradients: [[(row: Int, coefficient: Double)]] = []
    var weights: [Double] = []
    func add(_ source: Source, _ gradient: [(row: Int, coefficient: Double)], _ weight: Double) {
      sources.append(source)
      gradients.append(gradient)
      weights.append(weight)
    }
    for (index, entry) in check.entries.enumerated()
    where abs(entry.form.value(in: frames)) <= OptimalityCheck.tightness * entry.scale(sizes) {
      let size = entry.steepest
      let gradient = entry.form.terms.map {
        (row: $0.unknown.index, coefficient: $0.coefficient / size)
      }
      let priority = entry.constraint.priority
      let weakness = priority.isRequired ? 0 : 2 - priority.value / 1000
      add(.entry(index), gradient, (entry.isWritten ? 1 : 4) + 2 * weakness)
    }
    for view in check.tree.views {
      for component in Unknown.Component.allCases {
        let unknown = Unknown(view, component)
        let gradient = [(row: unknown.index, coefficient: 1.0)]
        if view == .root {
          add(.implied(unknown), gradient, 0.01)
          continue
        }
        if unknown.isSize, frames[unknown] <= check.zero(unknown, sizes) {
          add(.implied(unknown), gradient, 10)
        }
        add(.settling(unknown), gradient, 1000)
      }
    }
    self.check = check
    self.sources = sources
    costs = weights.flatMap { [$0, $0] }
    count = 4 * check.tree.count
    var rows = [[(column: Int, coefficient: Double)]](repeating: [], count: count)
    for (source, gradient) in gradients.enumerated() {
      for (row, coefficient) in gradient {
        rows[row].append((2 * source, coefficient))
        rows[row].append((2 * source + 1, -coefficient))
      }
    }
    var program = LinearProgram()
    for _ in costs { program.addColumn(lower: 0) }
    for row in rows { program.addRow(row, lower: 0, upper: 0) }
    simplex = try Simplex(program, tolerance: 1e-9, within: work)
  }

  /// The sources that determine a form: those of its own numbers, those of the numbers that these
  /// contain, and so on; each time in file order, then implied ones and settlings.
  ///
  /// - Throws: `SolverError`.
  mutating func sources(of form: LinearForm) throws(SolverError) -> [Source] {
    for term in form.terms {
      let value = term.coefficient
      try simplex.setBounds(term.unknown.index, lower: value, upper: value)
    }
    let outcome = try simplex.minimise(costs)
    var found: [Source] = []
    if outcome == .optimal {
      for (index, source) in sources.enumerated() {
        let column = count + 2 * index
        guard abs(simplex.values[column] - simplex.values[column + 1]) > Self.least else {
          continue
        }
        found.append(source)
      }
    }
    for term in form.terms { try simplex.setBounds(term.unknown.index, lower: 0, upper: 0) }
    guard outcome == .optimal else { throw .gaveUp("no optimum for the reasons of a number") }
    return nearestFirst(found, from: form)
  }

  private func nearestFirst(_ sources: [Source], from form: LinearForm) -> [Source] {
    var reached = Set(form.terms.map(\.unknown))
    var rest = sources
    var sorted: [Source] = []
    while !rest.isEmpty {
      let next = rest.filter { !reached.isDisjoint(with: $0.unknowns(check)) }
      guard !next.isEmpty else { return sorted + rest }
      rest.removeAll { next.contains($0) }
      sorted += next
      for source in next { reached.formUnion(source.unknowns(check)) }
    }
    return sorted
  }
}
