import LayoutModel

/// An entry of a list of items; a rectangle by its address.
enum CallItem {
  case length(CallGraph.Value)
  case rect(Int32)
  case flexible(CallGraph.Value)
}

// Lists of items as numbers: what flexibles are worth, then a length for each item.
extension CallCompiler {
  /// Where a list of items is fixed, by the address of a rectangle.
  enum Anchor {
    case first(Int32)
    case last(Int32)
  }

  /// What one flexible of a list is worth that has so much room.
  mutating func share(
    _ items: [CallItem], _ axis: Axis, room: CallGraph.Value
  ) -> CallGraph.Value {
    var (length, shares) = (graph.known(0), graph.known(0))
    var isShared = false
    for item in items {
      switch item {
      case .flexible(let share):
        isShared = true
        shares = graph.add(shares, share)
      case .length(let number): length = graph.add(length, number)
      case .rect(let rect):
        length = graph.add(length, graph[rect + 2 + Int32(axis.rawValue)])
      }
    }
    guard isShared else { return graph.known(0) }
    graph.counts.flexibleValues += 1
    return graph.share(of: graph.subtract(room, length), among: shares)
  }

  /// The length of an item at this moment, once the flexible value is known.
  mutating func length(
    of item: CallItem, _ axis: Axis, flexible value: CallGraph.Value
  ) -> CallGraph.Value {
    switch item {
    case .length(let length): length
    case .rect(let rect): graph[rect + 2 + Int32(axis.rawValue)]
    case .flexible(let share): graph.multiply(share, value)
    }
  }

  /// Places items one after the other.
  mutating func place(_ items: [CallItem], _ axis: Axis, _ anchor: Anchor?, _ area: Int32) {
    let start = area + Int32(axis.rawValue)
    var pen = graph[start]
    var room = graph[start + 2]
    switch anchor {
    case nil: break
    case .first(let rect):
      let fixed = rect + Int32(axis.rawValue)
      pen = graph.add(graph[fixed], graph[fixed + 2])
      room = graph.subtract(graph.add(graph[start], room), pen)
    case .last(let rect):
      room = graph.subtract(graph[rect + Int32(axis.rawValue)], pen)
    }
    let value = share(items, axis, room: room)
    for item in items {
      let length = length(of: item, axis, flexible: value)
      if case .rect(let rect) = item {
        graph[rect + Int32(axis.rawValue)] = pen
        graph.counts.viewsSet += 1
      }
      pen = graph.add(pen, length)
    }
  }
}
