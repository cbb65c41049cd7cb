import LayoutBenchFunctions
import LayoutModel

/// Unknowns that depend on each other: those that some functional joins.
struct Components: ~Copyable {
  /// One component: its unknowns in `members`, its functionals in `sums`.
  struct Component: BitwiseCopyable {
    let firstMember: Int32
    let lastMember: Int32
    let firstSum: Int32
    let lastSum: Int32

    var members: Range<Int32> { firstMember..<lastMember }
    var sums: Range<Int32> { firstSum..<lastSum }
  }

  /// The components.
  private(set) var all = Arena<Component>(capacity: 16)
  /// The unknowns of the components, one component after the other.
  private(set) var members = Arena<OpenUnknown>(capacity: 16)
  /// Their functionals.
  private(set) var sums = Arena<FunctionalNumber>(capacity: 16)
  /// The component of each unknown.
  private let owners: Arena<Int32>

  /// Finds the components.
  init(of functionals: borrowing Functionals<some ValuedNumber>) {
    let count = functionals.unknowns.count
    // 1 Join the unknowns of each functional; the oldest one of a set stands for it, so that components are in
    //   the order of their first unknowns.
    let joined = JoinedSets(count: count)
    for index in functionals.functionals.indices {
      let functional = functionals.functionals[index]
      guard !functional.isSetAside else { continue }
      let first = functionals.terms[functional.start].unknown.index
      for term in functional.start + 1..<functional.end {
        joined.join(first, functionals.terms[term].unknown.index)
      }
    }
    // 2 Count the members of each component.
    owners = Arena(repeating: -1, count: count)
    let isDerived = Arena<Bool>(repeating: false, count: count)
    for index in functionals.definitions.indices {
      isDerived[functionals.definitions[index].unknown] = true
    }
    for replaced in functionals.replaced?.unknowns ?? [] { isDerived[replaced.unknown] = true }
    for unknown in 0..<count where !isDerived[unknown] {
      let root = joined.find(Int32(unknown))
      if owners[root] < 0 {
        owners[root] = Int32(all.count)
        all.append(Component(firstMember: 0, lastMember: 0, firstSum: 0, lastSum: 0))
      }
      owners[unknown] = owners[root]
    }
    let memberCounts = Arena<Int32>(repeating: 0, count: all.count + 1)
    let sumCounts = Arena<Int32>(repeating: 0, count: all.count + 1)
    for unknown in 0..<count where !isDerived[unknown] { memberCounts[owners[unknown] + 1] += 1 }
    for index in functionals.functionals.indices where !functionals.functionals[index].isSetAside {
      sumCounts[owner(of: functionals.functionals[index], functionals) + 1] += 1
    }
    for index in all.indices {
      memberCounts[index + 1] += memberCounts[index]
      sumCounts[index + 1] += sumCounts[index]
      all[index] = Component(
        firstMember: memberCounts[index], lastMember: memberCounts[index + 1],
        firstSum: sumCounts[index], lastSum: sumCounts[index + 1])
    }
    // 3 List the members of each component.
    members.grow(to: count, filling: .none)
    sums.grow(to: functionals.functionals.count, filling: .none)
    for unknown in 0..<count where !isDerived[unknown] {
      let place = memberCounts[owners[unknown]]
      members[place] = OpenUnknown(unknown)
      memberCounts[owners[unknown]] += 1
    }
    for index in functionals.functionals.indices where !functionals.functionals[index].isSetAside {
      let owner = owner(of: functionals.functionals[index], functionals)
      sums[sumCounts[owner]] = FunctionalNumber(index)
      sumCounts[owner] += 1
    }
  }

  /// The unknowns and the functionals of a component, as lists.
  func lists(of index: Int) -> (members: [OpenUnknown], sums: [FunctionalNumber]) {
    let component = all[index]
    return (component.members.map { members[$0] }, component.sums.map { sums[$0] })
  }

  /// The unknowns of the largest component.
  var largest: Int { all.indices.reduce(0) { max($0, all[$1].members.count) } }

  /// The component of an unknown; -1 for one that follows from others.
  func owner(of unknown: OpenUnknown) -> Int32 { owners[unknown] }

  /// True for some of the components, in the order of their numbers.
  func marks(of some: [Int32]) -> Arena<Bool> {
    let marks = Arena<Bool>(repeating: false, count: all.count)
    for component in some { marks[component] = true }
    return marks
  }

  private func owner(
    of functional: Functional, _ functionals: borrowing Functionals<some ValuedNumber>
  ) -> Int32 {
    owners[functionals.terms[functional.start].unknown]
  }
}
