#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A time, a ratio or a slope, of one child process.
package struct ChildValue {
  /// The number of the child.
  package let child: Int
  /// The value, above 0.
  package let value: Double
  /// True if at least `fewestUndisturbed` samples had the processor core to themselves.
  package let isQuiet: Bool

  package init(child: Int, value: Double, isQuiet: Bool = true) {
    (self.child, self.value, self.isQuiet) = (child, value, isQuiet)
  }

  /// The ratios in the children that have both values.
  static func ratios(of values: [ChildValue], to others: [ChildValue]) -> [ChildValue] {
    let others = Dictionary(others.map { ($0.child, $0) }, uniquingKeysWith: { $1 })
    return values.compactMap { value in
      others[value.child].map { other in
        ChildValue(
          child: value.child, value: value.value / other.value,
          isQuiet: value.isQuiet && other.isQuiet)
      }
    }
  }
}

extension [ChildValue] {
  /// The values of quiet children, where these are of enough links; else all.
  ///
  /// Another process on the same core takes another share of each engine's time, so that a ratio
  /// beside it is another ratio.
  func quiet(ofLinks links: Int) -> [ChildValue] {
    func count(_ values: [ChildValue]) -> Int { Set(values.map { $0.child % links }).count }
    let quiet = filter(\.isQuiet)
    return count(quiet) >= Swift.min(count(self), Statistics.fewestLinks) ? quiet : self
  }

  /// For each link the geometric median over its quiet children.
  func medians(ofLinks links: Int) -> [Int: Double] {
    Dictionary(grouping: quiet(ofLinks: links)) { $0.child % links }
      .mapValues { exp(Statistics.median($0.map { log($0.value) })) }
  }
}
