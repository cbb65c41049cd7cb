/// Exact counts of what the stages of a plan have done.
struct Work {
  var eliminations = 0
  var optimistic = 0
  var core = CoreWork()
  var iterations = 0
  var solves = 0
  var fallbacks = 0
  var framesWritten = 0
}

extension Work {
  static func += (sum: inout Self, other: Self) {
    sum.eliminations += other.eliminations
    sum.optimistic += other.optimistic
    sum.core += other.core
    sum.iterations += other.iterations
    sum.solves += other.solves
    sum.fallbacks += other.fallbacks
    sum.framesWritten += other.framesWritten
  }
}

extension CoreWork {
  static func += (sum: inout Self, other: Self) {
    sum.kept += other.kept
    sum.single += other.single
    sum.greedy += other.greedy
    sum.flows += other.flows
    sum.tableaux += other.tableaux
    sum.programs += other.programs
    sum.settled += other.settled
  }
}
