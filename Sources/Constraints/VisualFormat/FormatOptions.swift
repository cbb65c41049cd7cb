public import LayoutModel

/// Options of a visual format: alignments across its axis, and at most one direction.
public struct FormatOptions: Hashable, Sendable {
  /// The direction of a horizontal format.
  public enum Direction: String, CaseIterable, Sendable {
    case directionLeadingToTrailing, directionLeftToRight, directionRightToLeft
  }

  /// The names of alignments with their attributes.
  static let alignmentNames: [String: Attribute] = [
    "alignAllTop": .top, "alignAllBottom": .bottom, "alignAllCenterY": .centerY,
    "alignAllFirstBaseline": .firstBaseline, "alignAllLastBaseline": .lastBaseline,
    "alignAllLeft": .left, "alignAllRight": .right, "alignAllLeading": .leading,
    "alignAllTrailing": .trailing, "alignAllCenterX": .centerX,
  ]

  /// Every option's name.
  public static var names: [String] {
    alignmentNames.keys.sorted() + Direction.allCases.map(\.rawValue)
  }

  /// Attributes that every view shares with the next one in the format.
  public private(set) var alignments: [Attribute] = []
  /// The direction; vertical formats ignore it.
  public private(set) var direction: Direction?

  /// No options.
  public init() {}

  /// The options, as the argument of a call.
  var list: [FormatOption] {
    let names = alignments.compactMap { attribute in
      Self.alignmentNames.first { $0.value == attribute }?.key
    }
    return (names + [direction?.rawValue].compactMap(\.self)).compactMap(FormatOption.init)
  }

  /// Adds an option by its name.
  ///
  /// - Parameters:
  ///   - name: the option.
  ///   - isHorizontal: whether the format runs along x; alignments run across.
  /// - Throws: `FormatOptionMistake` for an unknown name, a second direction, or an alignment along
  ///   the format's own axis.
  public mutating func insert(
    _ name: String, isHorizontal: Bool
  ) throws(FormatOptionMistake) {
    if let attribute = Self.alignmentNames[name] {
      guard (attribute.axis == .horizontal) != isHorizontal else {
        throw .alongAxis(attribute, isHorizontal: isHorizontal)
      }
      alignments.append(attribute)
    } else if let way = Direction(rawValue: name) {
      guard direction == nil else { throw .twoDirections }
      direction = way
    } else {
      throw .unknown(name, nearest: Spelling.nearest(to: name, among: Self.names))
    }
  }
}

/// An option that a format does not take.
public enum FormatOptionMistake: SceneMistake, Equatable {
  /// No option of that name.
  case unknown(String, nearest: String?)
  /// A second direction.
  case twoDirections
  /// An alignment along the format's own axis.
  case alongAxis(Attribute, isHorizontal: Bool)

  /// The message behind `error:`.
  public var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "unknown option '\(name.shortened(to: 40))'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .twoDirections: "a format has one direction at most"
    case .alongAxis(let attribute, let isHorizontal):
      "a \(isHorizontal ? "horizontal" : "vertical") format cannot align \(attribute.rawValue): "
        + "alignments run across its axis"
    }
  }
}
