/// The name of an entry of a layout, and the states in which the entry applies.
public struct EntryCondition: Hashable, Sendable {
  /// The name by which steps refer to the entry, where it has one; several entries may share it.
  public var name: String?
  /// The widths of the root at which it applies, points, the upper bound excluded; `nil` for any.
  public var widths: Range<Double>?
  /// The heights of the root at which it applies, points, the upper bound excluded; `nil` for any.
  public var heights: Range<Double>?
  /// True if it is active before a step activates or deactivates it.
  public var isActive: Bool

  /// A condition.
  public init(
    name: String? = nil, widths: Range<Double>? = nil, heights: Range<Double>? = nil,
    isActive: Bool = true
  ) {
    self.name = name
    self.widths = widths
    self.heights = heights
    self.isActive = isActive
  }
}

/// A layout in which some entries apply only in some states.
public struct Variations: Hashable, Sendable {
  /// Every entry with its condition, where it has one; in file order.
  public var entries: [(node: SourceNode, condition: EntryCondition?)]
  /// The place of the list in the file.
  public var position: SourcePosition

  /// A layout's entries.
  public init(
    entries: [(node: SourceNode, condition: EntryCondition?)], position: SourcePosition
  ) {
    self.entries = entries
    self.position = position
  }

  /// The changes that steps have made to named entries.
  public struct Switches: Hashable, Sendable {
    /// The names of the entries that steps changed: true if they are active.
    public var active: [String: Bool] = [:]
    /// The priorities that steps have set, by the entries' name.
    public var priorities: [String: Double] = [:]

    /// No changes yet.
    public init() {}
  }

  /// True if some entries apply only at some sizes of the root.
  public var hasSizes: Bool {
    entries.contains { $0.condition?.widths != nil || $0.condition?.heights != nil }
  }

  /// The names of entries.
  public var names: Set<String> { Set(entries.compactMap(\.condition?.name)) }

  /// The indices of the entries that apply.
  ///
  /// - Parameters:
  ///   - size: the root's size, points.
  ///   - switches: the changes that steps have made.
  /// - Returns: indices of `entries`, in ascending order.
  public func holding(at size: Size, _ switches: Switches) -> [Int] {
    entries.indices.filter { place in
      guard let condition = entries[place].condition else { return true }
      return condition.widths?.contains(size.width) != false
        && condition.heights?.contains(size.height) != false
        && (condition.name.flatMap { switches.active[$0] } ?? condition.isActive)
    }
  }

  /// A layout of some of the entries.
  ///
  /// - Parameters:
  ///   - places: the indices of the entries.
  ///   - switches: the changes that steps have made.
  ///   - dialect: the dialect, which changes priorities of entries.
  ///   - scene: the scene.
  /// - Returns: the layout of a scene with these entries alone.
  /// - Throws: `SceneError` for an entry that can have no other priority.
  public func layout(
    of places: [Int], _ switches: Switches = Switches(), in dialect: any Dialect, of scene: Scene
  ) throws(SceneError) -> SourceNode {
    var nodes: [SourceNode] = []
    for place in places {
      let (node, condition) = entries[place]
      if let priority = condition?.name.flatMap({ switches.priorities[$0] }) {
        nodes.append(try dialect.entry(node, withPriority: priority, of: scene))
      } else {
        nodes.append(node)
      }
    }
    return SourceNode(.sequence(nodes), at: position)
  }

  /// The entries as a scene file has them, conditions included.
  public var written: SourceNode {
    let nodes = entries.map { node, condition -> SourceNode in
      guard let condition else { return node }
      var fields: [SourceNode.Entry] = []
      func add(_ key: String, _ value: SourceNode) {
        fields.append(.init(key: key, keyPosition: node.position, value: value))
      }
      func scalar(_ text: String) -> SourceNode {
        SourceNode(.scalar(text, offset: nil), at: node.position)
      }
      func bounds(_ range: Range<Double>) -> SourceNode {
        let numbers = [range.lowerBound, range.upperBound].map {
          scalar($0.isFinite ? NumberText.write($0) : "~")
        }
        return SourceNode(.sequence(numbers), at: node.position)
      }
      if let name = condition.name { add("name", scalar(name)) }
      if !condition.isActive { add("active", scalar("no")) }
      let sides = [("width", condition.widths), ("height", condition.heights)].compactMap {
        key, range in
        range.map {
          SourceNode.Entry(key: key, keyPosition: node.position, value: bounds($0))
        }
      }
      if !sides.isEmpty { add("when", SourceNode(.mapping(sides), at: node.position)) }
      if let own = node.entries { fields += own } else { add("is", node) }
      return SourceNode(.mapping(fields), at: node.position)
    }
    return SourceNode(.sequence(nodes), at: position)
  }

  /// The same entries under the same conditions.
  public static func == (one: Self, other: Self) -> Bool {
    one.position == other.position && one.entries.elementsEqual(other.entries, by: ==)
  }

  /// Hashes entries and conditions.
  public func hash(into hasher: inout Hasher) {
    for (node, condition) in entries {
      hasher.combine(node)
      hasher.combine(condition)
    }
  }
}
