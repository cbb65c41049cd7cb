/// A large value at an address of its own, where it is changed.
///
/// Taking a plan out of a property and putting it back moves all of its bytes, which costs more than
/// many a layout does.
package final class Placed<Value: ~Copyable> {
  /// The value's address, valid as long as this object lives.
  package let address: UnsafeMutablePointer<Value>

  /// Moves a value to its place.
  package init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
