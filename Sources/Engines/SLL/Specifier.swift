import LayoutModel

/// The four arithmetic operators.
package enum RuleOperator: UInt8, BitwiseCopyable, Sendable {
  case add, subtract, multiply, divide

  func apply(_ first: Double, _ second: Double) -> Double {
    switch self {
    case .add: first + second
    case .subtract: first - second
    case .multiply: first * second
    case .divide: first / second
    }
  }
}

/// A value given by an argument (docs/sll.md, %-references).
struct Specifier: Equatable, BitwiseCopyable {
  enum Kind: Equatable, BitwiseCopyable {
    /// A line of a view, in the coordinates of the rule's superview.
    case line(RuleAttribute)
    /// A view's width or height.
    case size(Axis)
    /// A number, a closure's or an object's: points.
    case length(Source)
    /// The same in hundredths of the superview.
    case percentage(Source, PercentageAxis)
  }

  /// The kind of argument that gives a number.
  enum Source: UInt8, BitwiseCopyable { case number, closure, object }

  let kind: Kind

  var takesView: Bool {
    switch kind {
    case .line, .size: true
    default: false
    }
  }

  /// True if it takes a closure, which is called in each layout.
  var takesClosure: Bool {
    switch kind {
    case .length(let source), .percentage(let source, _): source == .closure
    default: false
    }
  }

  static let names =
    ["tt", "tb", "ll", "lr", "bb", "bt", "rr", "rl", "ct", "cl", "cb", "cr", "w", "h"]
    .map { "%\($0)" } + ["%f", "%p", "%^f", "%^p", "%@f", "%@p"]

  init(_ kind: Kind) { self.kind = kind }

  /// The specifier of a name without its `%`.
  ///
  /// - Parameters:
  ///   - mark: `^` for a closure, `@` for an object, 0 for a plain argument.
  ///   - name: the letters' bytes, the first one highest.
  ///   - axis: the axis of its prefix; only percentages have one.
  init?(mark: UInt8, packed name: UInt32, axis: PercentageAxis) {
    let source: Source =
      mark == UInt8(ascii: "^") ? .closure : mark == UInt8(ascii: "@") ? .object : .number
    switch name {
    case 0x66 where axis == .ofRule: kind = .length(source)
    case 0x70: kind = .percentage(source, axis)
    case 0x77 where mark == 0 && axis == .ofRule: kind = .size(.horizontal)
    case 0x68 where mark == 0 && axis == .ofRule: kind = .size(.vertical)
    default:
      guard mark == 0, axis == .ofRule, let line = RuleAttribute(packed: name), line.isLine else {
        return nil
      }
      kind = .line(line)
    }
  }
}
