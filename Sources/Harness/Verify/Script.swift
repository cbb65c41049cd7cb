import LayoutBenchTiming
package import LayoutModel

/// The steps that a plan goes through in a phase: the same for all engines of a scene.
package struct Script: Equatable, Sendable {
  /// All changes, in order.
  package private(set) var changes: [Change] = []
  /// The number of changes up to the end of each step; one pass follows each step.
  package private(set) var ends: [Int] = []
  /// The kind of each step.
  package private(set) var kinds: [Phase] = []

  /// No steps.
  init() {}

  /// The number of steps.
  package var count: Int { ends.count }

  /// Adds a step.
  mutating func append(_ step: [Change], _ kind: Phase) {
    changes += step
    ends.append(changes.count)
    kinds.append(kind)
  }

  /// The changes of a step.
  func step(_ index: Int) -> ArraySlice<Change> {
    changes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The script up to a step.
  func prefix(_ count: Int) -> Script {
    var script = Script()
    for index in 0..<min(count, self.count) { script.append(Array(step(index)), kinds[index]) }
    return script
  }

  /// The script with some of its steps.
  func keeping(_ isKept: (_ step: Int) -> Bool) -> Script {
    var script = Script()
    for index in 0..<count where isKept(index) { script.append(Array(step(index)), kinds[index]) }
    return script
  }

  /// The script followed by the first steps of another, up to that one's length.
  func extended(by other: Script) -> Script {
    var script = self
    for index in 0..<max(0, other.count - count) {
      script.append(Array(other.step(index)), other.kinds[index])
    }
    return script
  }

  /// The number of steps up to which each kind of step occurs a number of times, or as often as in
  /// the whole.
  func countOfEveryKind(_ times: Int) -> Int {
    var seen: [Phase: Int] = [:]
    var last = 0
    for index in 0..<count {
      seen[kinds[index], default: 0] += 1
      if seen[kinds[index], default: 0] <= times { last = index + 1 }
    }
    return last
  }

  /// The views that are out after each step, by their number; a view takes its subviews along.
  func absences(in tree: ViewTree) -> [Set<Int>] {
    var out: Set<ViewID> = []
    return (0..<count).map { index in
      for change in step(index) { change.update(absent: &out) }
      return tree.indices(in: out)
    }
  }

  /// A number that distinguishes scripts.
  package var digest: String {
    var digest = Digest()
    for row in rows { for number in row { digest.add(number ?? .infinity) } }
    for string in strings { for byte in string.utf8 { digest.add(UInt64(byte)) } }
    for end in ends { digest.add(Double(end)) }
    return digest.text
  }

  /// Each change as numbers: its kind, and its values; `nil` for an axis without content.
  private var rows: [[Double?]] {
    var strings = 0.0
    return changes.map { change in
      switch change {
      case .resize(let size): return [0, size.width, size.height]
      case .intrinsic(let view, let size):
        return [1, Double(view.index), size.horizontal, size.vertical]
      case .removal(let view): return [2, Double(view.index)]
      case .addition(let view): return [3, Double(view.index)]
      case .text(let view, let text):
        strings += 1
        return [
          4, Double(view.index), strings - 1, text.advance, text.line, text.ascent,
          Double(text.mostLines),
        ]
      case .activation(_, let isActive):
        strings += 1
        return [5, strings - 1, isActive ? 1 : 0]
      case .priority(_, let priority):
        strings += 1
        return [6, strings - 1, priority]
      case .fit(let width): return [7, width]
      case .number(let place, let value): return [8, Double(place), value]
      }
    }
  }

  /// The strings of texts and the names of entries, in order.
  private var strings: [String] {
    changes.compactMap { change in
      if case .text(_, let text) = change { return text.string }
      return change.entryName
    }
  }
}

extension Script: Codable {
  private enum Keys: String, CodingKey { case changes, ends, kinds, strings }

  /// Writes changes as lists of numbers.
  ///
  /// - Throws: `EncodingError`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(rows, forKey: .changes)
    try container.encode(ends, forKey: .ends)
    try container.encode(kinds, forKey: .kinds)
    if !strings.isEmpty { try container.encode(strings, forKey: .strings) }
  }

  /// Reads them back.
  ///
  /// - Throws: `DecodingError`, also where the numbers are not a script.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    func broken(_ key: Keys, _ text: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: text)
    }
    let strings = try container.decodeIfPresent([String].self, forKey: .strings) ?? []
    for row in try container.decode([[Double?]].self, forKey: .changes) {
      guard let change = Change(row, strings) else { throw broken(.changes, "not a change") }
      changes.append(change)
    }
    ends = try container.decode([Int].self, forKey: .ends)
    kinds = try container.decode([Phase].self, forKey: .kinds)
    let isOrdered = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    guard isOrdered, ends.first ?? 0 >= 0, ends.last ?? 0 == changes.count,
      kinds.count == ends.count
    else { throw broken(.ends, "not the ends of steps") }
  }
}

extension Change {
  /// The change that numbers encode; `nil` where they encode none.
  fileprivate init?(_ row: [Double?], _ strings: [String]) {
    func view(_ number: Double?) -> ViewID? {
      number.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? ViewID($0) : nil }
    }
    switch (row.first ?? nil, row.count) {
    case (0, 3):
      guard let width = row[1], let height = row[2] else { return nil }
      self = .resize(Size(width: width, height: height))
    case (1, 4):
      guard let view = view(row[1]) else { return nil }
      self = .intrinsic(view, IntrinsicSize(row[2], row[3]))
    case (2, 2):
      guard let view = view(row[1]) else { return nil }
      self = .removal(view)
    case (3, 2):
      guard let view = view(row[1]) else { return nil }
      self = .addition(view)
    case (7, 2):
      guard let width = row[1], width >= 0 else { return nil }
      self = .fit(width: width)
    case (8, 3):
      guard let place = row[1].flatMap({ Int(exactly: $0) }), place >= 0, let value = row[2],
        value.isFinite
      else { return nil }
      self = .number(place, value)
    case (5, 3):
      guard let place = row[1].flatMap({ Int(exactly: $0) }), strings.indices.contains(place)
      else { return nil }
      self = .activation(strings[place], row[2] == 1)
    case (6, 3):
      guard let place = row[1].flatMap({ Int(exactly: $0) }), strings.indices.contains(place),
        let priority = row[2], priority > 0, priority <= 1000
      else { return nil }
      self = .priority(strings[place], priority)
    case (4, 7):
      let numbers = row.compactMap(\.self)
      guard numbers.count == 7, let view = view(row[1]), let place = Int(exactly: numbers[2]),
        strings.indices.contains(place), let most = Int(exactly: numbers[6]), most >= 0,
        numbers[3] > 0, numbers[4] > 0
      else { return nil }
      let text = Text(
        strings[place], advance: numbers[3], line: numbers[4], ascent: numbers[5],
        mostLines: most)
      self = .text(view, text)
    default: return nil
    }
  }

  /// Adds to the views that are out, or removes from them; a view within another one is listed by
  /// itself.
  func update(absent: inout Set<ViewID>) {
    switch self {
    case .removal(let view): absent.insert(view)
    case .addition(let view): absent.remove(view)
    case .resize, .intrinsic, .text, .activation, .priority, .number, .fit: break
    }
  }

  /// The view that it changes.
  var view: ViewID? {
    switch self {
    case .resize, .activation, .priority, .number, .fit: nil
    case .intrinsic(let view, _), .text(let view, _), .removal(let view), .addition(let view): view
    }
  }
}

extension ViewTree {
  /// The numbers of some views and of all that they contain.
  func indices(in views: Set<ViewID>) -> Set<Int> { Set(views.flatMap { indices(in: $0) }) }
}
