/// A small generator of random numbers whose whole state is its seed (Steele, Lea, Flood 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that gives the same numbers for the same seed.
  package init(seed: UInt64) { state = seed }

  /// A generator for a part of a run: one child, one round.
  package init(seed: UInt64, child: Int, round: Int = 0) {
    state = seed
    state = next() ^ UInt64(truncatingIfNeeded: child) &* 0x9E37_79B9_7F4A_7C15
    state = next() ^ UInt64(truncatingIfNeeded: round) &* 0xD1B5_4A32_D192_ED03
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
