import LayoutBenchFunctions
import LayoutModel

extension FunctionalSolver<AffineNumber> {
  /// Solves unknowns again whose hinges have other points, several of them by a small linear program from the
  /// basis that was best before.
  ///
  /// - Parameters:
  ///   - group: the unknowns, and all functionals over them.
  ///   - key: the number under which the linear program is kept.
  ///   - root: the parameters.
  /// - Returns: whether they have one best value each; false also where a small program cannot tell.
  mutating func solveAgain(_ group: Group, key: Int32, at root: Size) -> Bool {
    functionals.forgetIntervals()
    for sum in group.sums {
      guard (try? functionals.narrow(sum, at: root)) != nil else { return false }
    }
    if group.members.count == 1, group.sums.count == 1 {
      guard let interval = functionals.lastInterval(of: group.sums[0]), interval.isPoint else {
        return false
      }
      values[group.members[0]] = functionals.hinges[interval.low].point
      work.single += 1
      return true
    }
    let program = programs[key] ?? ComponentProgram<AffineNumber>()
    programs[key] = program
    let before = (iterations: program.iterations, solves: program.solves)
    defer { count(program.iterations - before.iterations, program.solves - before.solves) }
    let values = UnsafeMutablePointer(values.base)
    let isUnique = program.solveOnTableau(group.members, group.sums, of: &functionals, at: root) {
      values[Int($0.index)] = AffineNumber(constant: $1)
    }
    guard isUnique == true else { return false }
    work.tableaux += 1
    return true
  }

  /// Returns the components in which nothing is left open, each as a group.
  ///
  /// - Parameter open: the others.
  /// - Returns: the groups.
  func closedGroups(besides open: [Int32]) -> [Group] {
    components.all.indices.filter { !open.contains(Int32($0)) }.map {
      let (members, sums) = components.lists(of: $0)
      return Group(members: members, sums: sums)
    }
  }
}
