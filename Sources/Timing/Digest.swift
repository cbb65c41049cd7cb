/// A hash of 64 bits (FNV-1a) of texts and numbers, which detects damage and edits but is no
/// signature.
package struct Digest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of nothing.
  package init() {}

  /// Adds a number, bit for bit.
  package mutating func add(_ number: Double) { add(number.bitPattern) }

  /// Adds eight bytes.
  package mutating func add(_ bits: UInt64) {
    var bits = bits
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte: byte) } }

  private mutating func add(byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The digest in base 16.
  package var text: String { String(hash, radix: 16) }
}
