public import LayoutModel

/// The sizes of the root at which affine numbers are not negative.
///
/// Numbers that depend on one side only are kept as bounds of that side.
@usableFromInline
package struct SizeRegion: ~Copyable {
  /// Conditions on width and height together.
  @usableFromInline var conditions = Arena<AffineNumber>(capacity: 4)
  @usableFromInline var least = Size(width: -.infinity, height: -.infinity)
  @usableFromInline var most = Size(width: .infinity, height: .infinity)

  /// The region of all sizes.
  package init() {}

  /// Removes all conditions.
  package mutating func removeAll() {
    conditions.removeAll()
    least = Size(width: -.infinity, height: -.infinity)
    most = Size(width: .infinity, height: .infinity)
  }

  /// Requires that a number is not negative.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - surely: whether the number must exceed its rounding error. Otherwise it may be negative by
  ///     rounding.
  @inlinable
  package mutating func require(_ number: AffineNumber, surely: Bool) {
    let doubt = AffineNumber.relativeDoubt
    var bounded = number
    if surely {
      bounded.constant -= doubt * (1 + abs(number.constant))
      bounded.perWidth -= doubt * abs(number.perWidth)
      bounded.perHeight -= doubt * abs(number.perHeight)
    } else {
      bounded.constant += doubt * (1 + abs(number.constant))
    }
    if number.perHeight == 0 {
      Self.bound(bounded.constant, bounded.perWidth, &least.width, &most.width)
    } else if number.perWidth == 0 {
      Self.bound(bounded.constant, bounded.perHeight, &least.height, &most.height)
    } else {
      conditions.append(bounded)
    }
  }

  /// Keeps the sizes that are in another region too.
  package mutating func intersect(_ other: borrowing SizeRegion) {
    for index in other.conditions.indices { conditions.append(other.conditions[index]) }
    least.width = max(least.width, other.least.width)
    least.height = max(least.height, other.least.height)
    most.width = min(most.width, other.most.width)
    most.height = min(most.height, other.most.height)
  }

  /// The number of conditions on width and height together.
  package var conditionCount: Int { conditions.count }

  /// Reduces the region to one size.
  @inlinable
  package mutating func pin(to size: Size) {
    conditions.removeAll()
    least = size
    most = size
  }

  @usableFromInline
  static func bound(
    _ constant: Double, _ slope: Double, _ least: inout Double, _ most: inout Double
  ) {
    if slope > 0 {
      least = max(least, -constant / slope)
    } else if slope < 0 {
      most = min(most, constant / -slope)
    } else if constant < 0 {
      // No size satisfies it.
      most = -.infinity
    }
  }

  /// Returns true if all conditions hold at a size.
  @inlinable @inline(__always)
  package func holds(at root: Size) -> Bool {
    guard root.width >= least.width, root.width <= most.width, root.height >= least.height,
      root.height <= most.height
    else { return false }
    for index in conditions.indices where conditions[index].value(at: root) < 0 { return false }
    return true
  }
}
