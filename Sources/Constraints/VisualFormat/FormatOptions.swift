public import LayoutModel

/// Options of a visual format: alignments across its axis, and at most one direction.
public struct FormatOptions: Hashable, Sendable {
  /// The direction of a horizontal format.
  public enum Direction: String, CaseIterable, Sendable {
    case directionLeadingToTrailing, directionLeftToRight, directionRightToLeft
  }

  /// Every option's name.
  public static var names: [String] { FormatOption.allCases.map(\.rawValue) }

  /// Attributes that every view shares with the next one in the format.
  public private(set) var alignments: [Attribute] = []
  /// The direction; vertical formats ignore it.
  public private(set) var direction: Direction?

  /// No options.
  public init() {}

  /// The options, as the argument of a call.
  var list: [FormatOption] {
    let alignments = alignments.compactMap { attribute in
      FormatOption.allCases.first { $0.alignment == attribute }
    }
    let way = direction.flatMap { FormatOption(rawValue: $0.rawValue) }
    return alignments + [way].compactMap(\.self)
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
    guard let option = FormatOption(rawValue: name) else {
      throw .unknown(name, nearest: Spelling.nearest(to: name, among: Self.names))
    }
    try insert(option, isHorizontal: isHorizontal)
  }

  /// Adds an option.
  ///
  /// - Throws: `FormatOptionMistake`.
  mutating func insert(
    _ option: FormatOption, isHorizontal: Bool
  ) throws(FormatOptionMistake) {
    if let attribute = option.alignment {
      guard (attribute.axis == .horizontal) != isHorizontal else {
        throw .alongAxis(attribute, isHorizontal: isHorizontal)
      }
      alignments.append(attribute)
    } else {
      guard direction == nil else { throw .twoDirections }
      direction = option.direction
    }
  }
}

extension FormatOption {
  /// The attribute that it aligns; `nil` for directions.
  fileprivate var alignment: Attribute? {
    switch self {
    case .alignAllTop: .top
    case .alignAllBottom: .bottom
    case .alignAllCenterY: .centerY
    case .alignAllFirstBaseline: .firstBaseline
    case .alignAllLastBaseline: .lastBaseline
    case .alignAllLeft: .left
    case .alignAllRight: .right
    case .alignAllLeading: .leading
    case .alignAllTrailing: .trailing
    case .alignAllCenterX: .centerX
    case .directionLeadingToTrailing, .directionLeftToRight, .directionRightToLeft: nil
    }
  }

  /// The direction that it gives the format; `nil` for alignments.
  fileprivate var direction: FormatOptions.Direction? {
    FormatOptions.Direction(rawValue: rawValue)
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
