extension RandomNumberGenerator {
  /// A number from 0 to `count`, exclusive.
  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
