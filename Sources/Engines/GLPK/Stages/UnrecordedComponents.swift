import LayoutBenchFunctions
import LayoutModel

/// The components of a recorded layout that have no record: something in them is left open, or their records
/// were of no use.
///
/// They are solved at the present points alone, from the bases that were best before, and what is left open is
/// settled again where it depends on a change.
struct UnrecordedComponents {
  /// Those that are to be solved.
  private var outdated: Set<Int32> = []
  /// Those in which something is left open.
  private var open: Set<Int32> = [] {
    didSet { if open != oldValue { openNumbers = nil } }
  }
  /// For each that had no record, or one of no use, the number of times that none is tried, and how often
  /// that was so in a row.
  private var waits: [Int32: (left: Int, failures: Int)] = [:]
  /// The numbers of frames that depend on unknowns, in the order in which they are settled; `nil`
  /// until something is left open.
  private var numbers: [Settled]?
  /// Those that depend on open components, with the multiples of unknowns of these; `nil` where other
  /// components are open since.
  private var openNumbers: [Settled]?
  /// The rest of each of these.
  private var rests: [Double] = []
  /// The rest of each, and the components in it, when it was settled, by its output.
  private var settled: [Int: (rest: Double, components: [Int32])] = [:]
  /// Components as they were solved last.
  private var kept: [Key: Kept] = [:]
  /// The number of times in a row that kept ones had no answer.
  private var failures: [Key: Int] = [:]
  /// True if the present solve has found values.
  private var hasTaken = false
  /// The number of inputs of the frames before the unknowns.
  private let inputCount: Int

  /// A number of a frame, with the multiples of unknowns in it.
  private struct Settled {
    let output: Int
    let multiples: [LinearGraph.Multiple]
    /// Their components, where these are open.
    var components: [Int32] = []
  }

  /// The counts of an update.
  struct Counts {
    private(set) var core = CoreWork()
    private(set) var iterations = 0
    private(set) var solves = 0
    private(set) var isAny = false

    /// Adds the counts of a solver.
    mutating func add(_ other: (core: CoreWork, iterations: Int, solves: Int)) {
      core += other.core
      (iterations, solves) = (iterations + other.iterations, solves + other.solves)
      isAny = true
    }
  }

  /// The outcome of a solve.
  enum Outcome {
    /// Nothing has changed.
    case nothing
    case solved
    case noLayout
  }

  /// All components have records.
  ///
  /// - Parameter inputCount: the number of inputs of the frames; the unknowns follow.
  init(inputCount: Int) { self.inputCount = inputCount }

  /// True if something is left open.
  var isOpen: Bool { !open.isEmpty }

  /// True if nothing is left open, and nothing is to be solved.
  var isEmpty: Bool { open.isEmpty && outdated.isEmpty }

  // MARK: - Which ones

  /// Adds a component in which something is left open, and which is settled.
  mutating func addOpen(_ component: Int32) { open.insert(component) }

  /// Adds a component that is to be solved.
  mutating func add(_ component: Int32) { outdated.insert(component) }

  /// Removes a component that has a record, or is a flow.
  mutating func remove(_ component: Int32) {
    guard !isEmpty else { return }
    open.remove(component)
    outdated.remove(component)
  }

  /// Counts a change that a component's record was not right for.
  ///
  /// - Parameters:
  ///   - component: the component.
  ///   - uses: the number of changes that the record was right for; `nil` where there was none.
  /// - Returns: whether no record is to be tried: the last ones were of no use.
  mutating func waits(_ component: Int32, after uses: Int?) -> Bool {
    if let uses {
      if uses < Self.fewestUses {
        noteFailure(of: component)
      } else if !waits.isEmpty {
        waits[component] = nil
      }
    }
    guard !waits.isEmpty, var wait = waits[component], wait.left > 0 else { return false }
    wait.left -= 1
    waits[component] = wait
    return true
  }

  /// Notes that a component has no record, or one that was right nowhere else.
  mutating func noteFailure(of component: Int32) {
    let failures = min(Self.mostFailures, waits[component]?.failures ?? 0) + 1
    waits[component] = (1 << (2 * failures), failures)
  }

  /// The number of uses from which on a record costs less than to solve each time.
  private static let fewestUses = 4
  /// The most failures that are counted: a record is tried again each 64th time.
  private static let mostFailures = 2

  // MARK: - Solving

  /// Solves the components whose points have changed, and settles what is left open.
  ///
  /// - Parameters:
  ///   - solver: the solver of all components.
  ///   - points: the graph of all points, up to date.
  ///   - root: the root's size.
  ///   - frames: receives the unknowns.
  ///   - counts: receives the counts.
  /// - Returns: whether there is a layout.
  mutating func solve(
    _ solver: borrowing BlockSolver, _ points: borrowing LinearGraph, at root: Size,
    into frames: inout LinearGraph, _ counts: inout Counts
  ) -> Outcome {
    hasTaken = false
    do throws(CoreFailure) {
      // What kept bases do not tell is solved from nothing.
      for _ in 0..<Self.mostAttempts {
        if try solveOnce(solver, points, at: root, into: &frames, &counts) {
          outdated = []
          return hasTaken ? .solved : .nothing
        }
      }
    } catch {}
    // The next update finds these again.
    settled = [:]
    return .noLayout
  }

  private static let mostAttempts = 4

  /// The same, with what is kept.
  ///
  /// - Returns: false where something that was kept is of no use, and was discarded.
  /// - Throws: `CoreFailure`.
  private mutating func solveOnce(
    _ solver: borrowing BlockSolver, _ points: borrowing LinearGraph, at root: Size,
    into frames: inout LinearGraph, _ counts: inout Counts
  ) throws(CoreFailure) -> Bool {
    let shortcuts = solver.shortcuts.subtracting([.smallLevels, .withoutPrograms])
    // 1 Those in which nothing is left open, each by itself. What was settled together is so again, as a rule.
    var unsettled: Set<Int32> = []
    var list: Set<Int32> = []
    for component in outdated.sorted() {
      guard open.contains(component) else {
        if !solveAgain(.closed(component), [], solver, points, at: root, into: &frames, &counts) {
          list.insert(component)
        }
        continue
      }
      let group = joined(with: [component], by: openNumbers ?? [])
      if kept[.open(group.sorted())] != nil {
        unsettled.insert(component)
      } else {
        list.formUnion(group)
      }
    }
    for component in list.subtracting(open).sorted() {
      var here = solver.present([component], points, at: root)
      let isOpen = try !here.solve(at: root, shortcuts).isEmpty
      counts.add(here.takeWork())
      if isOpen {
        open.insert(component)
      } else {
        list.remove(component)
        take(here, into: &frames)
        keep(here, as: .closed(component))
      }
    }
    // 2 Those in which something was left open.
    var solved: PresentComponents?
    if !list.isEmpty {
      var here = solver.present(list.sorted(), points, at: root)
      let found = try here.solve(at: root, shortcuts)
      counts.add(here.takeWork())
      open = open.subtracting(list).union(found)
      unsettled.formUnion(found)
      take(here, into: &frames)
      if found == list { solved = consume here }
    }
    guard !open.isEmpty else { return true }
    // 3 Settle what is left open in these, and what depends on them.
    frames.updateUnchecked()
    guard readOpenNumbers(frames, solver) else { throw .unsolved }
    var affected = affectedComponents(by: unsettled)
    var isSettled = true
    while let first = affected.min() {
      let members = joined(with: [first], by: openNumbers ?? [])
      affected.subtract(members)
      let group = members.sorted()
      let numbers = (openNumbers ?? []).enumerated()
        .filter { $1.components.contains { members.contains($0) } }
      let rests = numbers.map { self.rests[$0.offset] }
      if kept[.open(group)] != nil {
        guard solveAgain(.open(group), rests, solver, points, at: root, into: &frames, &counts)
        else {
          outdated.formUnion(group)
          isSettled = false
          continue
        }
      } else {
        var here: PresentComponents
        if members == list, let known = solved.take() {
          here = known
        } else {
          here = solver.present(group, points, at: root)
          let found = try here.solve(at: root, shortcuts)
          counts.add(here.takeWork())
          guard found == members else {
            open = open.subtracting(members).union(found)
            outdated.formUnion(members)
            return false
          }
        }
        try here.settle(
          numbers.map(\.element.multiples), rests, by: inputCount, at: root, shortcuts)
        counts.add(here.takeWork())
        take(here, into: &frames)
        keep(here, as: .open(group))
      }
      for (number, rest) in zip(numbers, rests) {
        settled[number.element.output] = (rest, number.element.components)
      }
    }
    return isSettled
  }

  // MARK: - Kept components

  /// Components that are solved together: one in which nothing is left open, or others with all that numbers
  /// join with them.
  private enum Key: Hashable {
    case closed(Int32)
    case open([Int32])

    var list: [Int32] {
      switch self {
      case .closed(let component): [component]
      case .open(let group): group
      }
    }
  }

  /// Components as they were solved last.
  private final class Kept {
    @exclusivity(unchecked) var components: PresentComponents

    init(_ components: consuming PresentComponents) { self.components = components }
  }

  /// Solves components again that are kept; they are discarded where that gives no answer.
  ///
  /// - Returns: whether they are solved.
  private mutating func solveAgain(
    _ key: Key, _ rests: [Double], _ solver: borrowing BlockSolver,
    _ points: borrowing LinearGraph, at root: Size, into frames: inout LinearGraph,
    _ counts: inout Counts
  ) -> Bool {
    guard let known = kept[key] else { return false }
    let isSolved = solver.solveAgain(&known.components, key.list, rests, points, at: root)
    counts.add(known.components.takeWork())
    if isSolved {
      take(known.components, into: &frames)
      if !failures.isEmpty { failures[key] = nil }
    } else {
      kept[key] = nil
      failures[key, default: 0] += 1
    }
    return isSolved
  }

  /// Keeps components that were solved, unless that was of no use before.
  private mutating func keep(_ components: consuming PresentComponents, as key: Key) {
    guard failures[key, default: 0] < Self.mostDiscarded else { return }
    if kept.count >= Self.mostKept { kept = [:] }
    kept[key] = Kept(components)
  }

  /// The most that are kept, and the number of times in a row that some are discarded before they are not kept
  /// again.
  private static let mostKept = 64
  private static let mostDiscarded = 3

  /// The open components that are to be settled again: some, those with a number that has another rest or
  /// other components than when it was settled, and those that numbers join with them.
  private func affectedComponents(by some: Set<Int32>) -> Set<Int32> {
    var affected = some
    let numbers = openNumbers ?? []
    for (number, rest) in zip(numbers, rests) {
      guard let former = settled[number.output], former.components == number.components,
        abs(rest - former.rest) <= 1e-10 * (1 + abs(rest))
      else {
        affected.formUnion(number.components)
        continue
      }
    }
    return joined(with: affected, by: numbers)
  }

  /// Some open components, and those that numbers join with them.
  private func joined(with some: Set<Int32>, by numbers: [Settled]) -> Set<Int32> {
    var found = some
    var count = 0
    while count != found.count {
      count = found.count
      for number in numbers where number.components.count > 1 {
        if number.components.contains(where: { found.contains($0) }) {
          found.formUnion(number.components)
        }
      }
    }
    return found
  }

  /// Passes the values of components on to the frames.
  private mutating func take(
    _ here: borrowing PresentComponents, into frames: inout LinearGraph
  ) {
    here.forEachValue { frames.set(inputCount + $0, to: $1) }
    hasTaken = true
  }

  /// Finds the numbers of frames that depend on open components, and the rest of each, which does not.
  ///
  /// - Returns: false where they are no sums.
  private mutating func readOpenNumbers(
    _ frames: borrowing LinearGraph, _ solver: borrowing BlockSolver
  ) -> Bool {
    if numbers == nil { numbers = settledNumbers(frames, solver) }
    if openNumbers == nil {
      openNumbers = numbers?.compactMap { number in
        let multiples = number.multiples.filter {
          open.contains(solver.owner(of: $0.input - inputCount))
        }
        guard !multiples.isEmpty else { return nil }
        let components = Set(multiples.map { solver.owner(of: $0.input - inputCount) }).sorted()
        return Settled(output: number.output, multiples: multiples, components: components)
      }
    }
    guard let openNumbers else { return false }
    rests.removeAll(keepingCapacity: true)
    for number in openNumbers {
      var rest = frames.output(number.output)
      for multiple in number.multiples {
        rest -= multiple.coefficient * frames.input(multiple.input)
      }
      rests.append(rest)
    }
    return true
  }

  /// The numbers of frames that depend on unknowns: sizes, then places, in document order.
  private func settledNumbers(
    _ frames: borrowing LinearGraph, _ solver: borrowing BlockSolver
  ) -> [Settled]? {
    let unknowns = inputCount..<inputCount + solver.unknownCount
    guard let multiples = frames.multiples(of: unknowns) else { return nil }
    var numbers: [Settled] = []
    for sides in [2..<4, 0..<2] {
      for view in 1..<max(1, multiples.count / 4) {
        for side in sides where !multiples[4 * view + side].isEmpty {
          numbers.append(
            Settled(output: 4 * view + side, multiples: multiples[4 * view + side]))
        }
      }
    }
    return numbers
  }
}
