import LayoutModel

/// An entry of a list of items; a rectangle by its address.
enum CallItem {
  case length(CallNumberSource)
  case rect(Int32)
  case flexible(CallNumberSource)
}

// Lists of items as operations: what flexibles are worth, then one number for each item.
extension CallCompiler {
  /// Where a list of items is fixed, by the address of a rectangle.
  enum Anchor {
    case first(Int32)
    case last(Int32)
  }

  /// Has the value of one flexible worked out.
  ///
  /// - Parameters:
  ///   - items: the list.
  ///   - axis: the axis of the lengths.
  ///   - room: the address of the length that the list is to fill.
  /// - Returns: the address of the value.
  mutating func share(_ items: [CallItem], _ axis: Axis, room: Int32) -> Int32 {
    var shares = CallNumberSource.constant(0)
    // Numbers are added from left to right, so that those in front can be added up now.
    var first = 0.0
    var lengths: [Int32] = []
    var isShared = false
    for item in items {
      switch item {
      case .flexible(let share):
        isShared = true
        shares = code.emit(.add, shares, share)
      case .length(.constant(let length)) where lengths.isEmpty && (first + length).isFinite:
        first += length
      case .length(let length): lengths.append(code.address(of: length))
      case .rect(let rect): lengths.append(rect + 2 + Int32(axis.rawValue))
      }
    }
    guard isShared else { return code.constant(0) }
    let value = code.allocate(1)
    let (known, sum) = (code.constant(first), code.address(of: shares))
    code.emit(.share, value, room, sum, known, list: lengths)
    return value
  }

  /// The address of an item's length, where it lies once the flexible value is known.
  mutating func length(of item: CallItem, _ axis: Axis, flexible value: Int32) -> Int32 {
    switch item {
    case .length(let length): code.address(of: length)
    case .rect(let rect): rect + 2 + Int32(axis.rawValue)
    case .flexible(.constant(1)): value
    case .flexible(let share): code.address(of: code.emit(.multiply, share, .address(value)))
    }
  }

  /// Places items one after the other.
  mutating func place(_ items: [CallItem], _ axis: Axis, _ anchor: Anchor?, _ area: Int32) {
    let start = area + Int32(axis.rawValue)
    var pen = start
    var room = start + 2
    let isShared = items.contains { if case .flexible = $0 { true } else { false } }
    switch anchor {
    case nil: break
    case .first(let rect):
      let fixed = rect + Int32(axis.rawValue)
      let end = code.emit(.add, .address(fixed), .address(fixed + 2))
      pen = code.address(of: end)
      if isShared {
        let areaEnd = code.emit(.add, .address(start), .address(start + 2))
        room = code.address(of: code.emit(.subtract, areaEnd, end))
      }
    case .last(let rect) where isShared:
      let fixed = rect + Int32(axis.rawValue)
      room = code.address(of: code.emit(.subtract, .address(fixed), .address(start)))
    case .last: break
    }
    let value = share(items, axis, room: room)
    var pairs: [(Int32, Int32)] = []
    for item in items {
      let length = length(of: item, axis, flexible: value)
      if case .rect(let rect) = item {
        pairs.append((length, rect + Int32(axis.rawValue)))
      } else {
        pairs.append((length, code.nowhere))
      }
    }
    code.emit(.place, pen, pairs: pairs)
  }
}
