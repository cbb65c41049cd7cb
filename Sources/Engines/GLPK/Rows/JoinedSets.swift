import LayoutBenchFunctions

/// Sets of numbers from 0 on, each a set of its own until it is joined with others.
struct JoinedSets: ~Copyable {
  private let parents: Arena<Int32>

  init(count: Int) {
    parents = Arena(repeating: 0, count: count)
    for number in 0..<count { parents[number] = Int32(number) }
  }

  /// The least number of a number's set.
  func find(_ number: Int32) -> Int32 {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Makes the sets of two numbers one.
  func join(_ one: Int32, _ other: Int32) {
    let (first, second) = (find(one), find(other))
    parents[max(first, second)] = min(first, second)
  }
}
