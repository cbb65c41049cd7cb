package import LayoutModel

/// The 18 names that SLL rules assign to and read (seed 001, "COSLayout supports 18 constraints").
package enum RuleAttribute: UInt8, CaseIterable, Sendable {
  case tt, tb, ll, lr, bb, bt, rr, rl, ct, cl, cb, cr, w, h, minw, maxw, minh, maxh

  /// A line, size or bound that a view holds; far names are other ways to write a near line.
  package enum Target: Equatable, Sendable {
    case line(Line, isFar: Bool)
    case size
    case minimum
    case maximum
  }

  /// The lines of an axis that are measured from its beginning.
  package enum Line: UInt8, Sendable {
    /// Left or top.
    case start
    /// Right or bottom.
    case end
    /// The middle.
    case centre
  }

  package var axis: Axis {
    switch self {
    case .ll, .lr, .rr, .rl, .cl, .cr, .w, .minw, .maxw: .horizontal
    default: .vertical
    }
  }

  package var target: Target {
    switch self {
    case .ll, .tt: .line(.start, isFar: false)
    case .lr, .tb: .line(.start, isFar: true)
    case .rl, .bt: .line(.end, isFar: false)
    case .rr, .bb: .line(.end, isFar: true)
    case .cl, .ct: .line(.centre, isFar: false)
    case .cr, .cb: .line(.centre, isFar: true)
    case .w, .h: .size
    case .minw, .minh: .minimum
    case .maxw, .maxh: .maximum
    }
  }

  /// The name of the near line that a far name also assigns.
  var near: RuleAttribute {
    switch self {
    case .lr: .ll
    case .rr: .rl
    case .cr: .cl
    case .tb: .tt
    case .bb: .bt
    case .cb: .ct
    default: self
    }
  }

  static let names = allCases.map { "\($0)" }

  /// The names' bytes in one number each, in the order of the cases.
  private static let packed = names.map { pack(Array($0.utf8)[...]) }

  /// Up to four bytes in one number; 0 for more.
  static func pack(_ name: ArraySlice<UInt8>) -> UInt32 {
    guard name.count <= 4 else { return 0 }
    return name.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The attribute of a name's bytes.
  init?(name: ArraySlice<UInt8>) {
    let wanted = Self.pack(name)
    guard wanted != 0, let index = Self.packed.firstIndex(of: wanted) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}

/// Horizontal or vertical for a percentage, where its text says which.
package enum PercentageAxis: UInt8, Sendable {
  /// That of the rule that evaluates it.
  case ofRule
  case horizontal
  case vertical

  /// The axis, given that of the rule that evaluates the percentage.
  package func axis(inRuleOf axis: Axis) -> Axis {
    switch self {
    case .ofRule: axis
    case .horizontal: .horizontal
    case .vertical: .vertical
    }
  }
}
