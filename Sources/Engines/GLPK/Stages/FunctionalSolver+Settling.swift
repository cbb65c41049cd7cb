import LayoutBenchFunctions
import LayoutModel

// Settling of what constraints leave open: each size as small as possible, then each place as near to 0 as
// possible, as levels below all others (docs/constraints.md, Ambiguity).
extension FunctionalSolver {
  /// A sum of unknowns of open components, and a number that is added to them.
  struct OpenSum {
    var terms: [Term<OpenSide>] = []
    var form = Form.zero

    /// Adds a multiple of an unknown.
    mutating func add(_ unknown: OpenUnknown, _ coefficient: Double) {
      if let place = terms.firstIndex(where: { $0.unknown == unknown }) {
        terms[place].coefficient += coefficient
      } else {
        terms.append(Term(unknown: unknown, coefficient: coefficient))
      }
    }

    /// Adds a multiple of another sum.
    mutating func add(_ other: OpenSum, times factor: Double) {
      form = form + other.form * factor
      for term in other.terms { add(term.unknown, term.coefficient * factor) }
    }
  }

  /// A number of a frame, a place relative to the superview, that depends on open unknowns.
  struct OpenNumber {
    let unknown: FrameNumber
    let sum: OpenSum
  }

  /// Components in which something is left open, joined by the numbers that depend on them.
  struct Group {
    let members: [OpenUnknown]
    let sums: [FunctionalNumber]
  }

  /// A number of a frame on a level of its own: `scale` times a functional, plus `form`.
  struct Settling {
    let unknown: FrameNumber
    let functional: FunctionalNumber
    let scale: Double
    let form: Form
  }

  /// The numbers that were settled, and the components that they join.
  struct Settlement {
    var groups: [Group] = []
    var settlings: [Settling] = []
  }

  /// Settles open numbers, and finds the values of all unknowns in their components.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of frames that depend on these, in the order in which they are settled.
  ///   - open: the components.
  ///   - isComplete: whether numbers are settled too that have one best value at these parameters.
  ///   - root: the parameters.
  ///   - shortcuts: the shortcuts around linear programs that may be used.
  ///   - region: receives the conditions on the parameters under which the values stay right.
  /// - Returns: what was settled.
  /// - Throws: `CoreFailure`.
  mutating func settle(
    _ numbers: [OpenNumber], of open: [Int32], isComplete: Bool = false, at root: Size,
    _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Settlement {
    var settlement = Settlement()
    let joined = JoinedSets(count: components.all.count)
    // 1 A level for every number of a frame that is not known.
    var sums: [Int32: [FunctionalNumber]] = [:]
    for (place, number) in numbers.enumerated() {
      guard isComplete || !number.sum.terms.allSatisfy({ isTied($0.unknown) }) else { continue }
      let (sum, scale) = number.sum.terms.map {
        Term(unknown: functionals.unknowns[$0.unknown], coefficient: $0.coefficient)
      }.withUnsafeBufferPointer { functionals.place($0) }
      functionals.settle(
        sum, at: number.sum.form * (-1 / scale), priority: -Double(place + 1))
      settlement.settlings.append(
        Settling(unknown: number.unknown, functional: sum, scale: scale, form: number.sum.form))
      // Components that a number joins are settled together.
      let first = components.owner(of: number.sum.terms[0].unknown)
      for term in number.sum.terms.dropFirst() {
        joined.join(first, components.owner(of: term.unknown))
      }
      sums[first, default: []].append(sum)
    }
    // 2 Group by group, with all functionals of their components.
    var all: [Int32: (members: [OpenUnknown], sums: Set<FunctionalNumber>)] = [:]
    for component in open {
      let parts = components.all[component]
      let key = joined.find(component)
      all[key, default: ([], [])].members += parts.members.map { components.members[$0] }
      all[key]?.sums.formUnion(parts.sums.map { components.sums[$0] })
      all[key]?.sums.formUnion(sums[component] ?? [])
    }
    settlement.groups = all.sorted { $0.key < $1.key }.map {
      Group(members: $1.members, sums: $1.sums.sorted())
    }
    for (index, group) in settlement.groups.enumerated() {
      try settle(group, key: Int32(components.all.count + index), at: root, shortcuts, &region)
    }
    return settlement
  }

  private mutating func settle(
    _ group: Group, key: Int32, at root: Size, _ shortcuts: Shortcuts,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    work.settled += 1
    for sum in group.sums { try narrow(sum, at: root, &region) }
    // A flow finds all its numbers again as fast as some.
    if group.members.contains(where: { isTied($0) && !isOfFlow($0) }) {
      let mark = region.mark
      do throws(CoreFailure) {
        try solveLoose(among: group.members, group.sums, at: root, shortcuts, &region)
        return
      } catch {
        // The values of the others are rounded, and may leave these no point: all are solved again.
        region.drop(since: mark)
      }
    }
    // Values proved by substitution are right in a region; where a program leaves something open
    // that moves no number, they are right at these parameters only.
    let isSettled = try solve(
      group.members, group.sums, key: key, at: root, shortcuts, &region)
    guard !isSettled, shortcuts.contains(.greedy) else { return }
    // A program settles what substitution leaves open, at least at these parameters.
    _ = try solve(
      group.members, group.sums, key: key, at: root, shortcuts.subtracting(.greedy), &region)
  }

  // MARK: - Unknowns that follow from open ones

  /// Adds a multiple of an unknown to a sum of unknowns of open components.
  ///
  /// - Parameters:
  ///   - unknown: the unknown; its value counts where nothing open is in it.
  ///   - coefficient: the multiple.
  ///   - sum: the sum.
  ///   - isOpen: true for the open components.
  ///   - following: the unknowns that follow from open ones.
  func add(
    _ unknown: OpenUnknown, _ coefficient: Double, to sum: inout OpenSum,
    _ isOpen: borrowing Arena<Bool>, _ following: [OpenUnknown: OpenSum]
  ) {
    let owner = components.owner(of: unknown)
    if let known = following[unknown] {
      sum.add(known, times: coefficient)
    } else if owner >= 0, isOpen[owner] {
      sum.add(unknown, coefficient)
    } else {
      sum.form = sum.form + values[unknown] * coefficient
    }
  }

  /// The replaced and the derived unknowns that follow from those of open components, once the values of
  /// all others are known.
  ///
  /// - Parameter open: the components.
  /// - Returns: each as a sum of these, and the definitions of those that have bounds; `nil` where sums
  ///   are long.
  func openOutsiders(
    _ open: [Int32]
  ) -> (sums: [OpenUnknown: OpenSum], bounded: [Int])? {
    let isOpen = components.marks(of: open)
    var sums: [OpenUnknown: OpenSum] = [:]
    var bounded: [Int] = []
    for replaced in functionals.replaced?.unknowns ?? [] {
      var sum = OpenSum(form: replaced.form)
      for term in replaced.terms { add(term.unknown, term.coefficient, to: &sum, isOpen, sums) }
      guard sum.terms.count <= Self.mostOpenTerms else { return nil }
      if !sum.terms.isEmpty { sums[replaced.unknown] = sum }
    }
    for index in functionals.definitions.indices.reversed() {
      let definition = functionals.definitions[index]
      var sum = OpenSum()
      let (point, own) = functionals.parts(of: definition) { unknown, coefficient in
        add(unknown, -coefficient, to: &sum, isOpen, sums)
      }
      guard sum.terms.count <= Self.mostOpenTerms else { return nil }
      guard !sum.terms.isEmpty else { continue }
      sum.form = (sum.form + point) * (1 / own)
      for place in sum.terms.indices { sum.terms[place].coefficient /= own }
      sums[definition.unknown] = sum
      if !definition.bounds.isNone { bounded.append(index) }
    }
    return (sums, bounded)
  }

  /// The most terms of a sum of open unknowns.
  private static var mostOpenTerms: Int { 64 }
}
