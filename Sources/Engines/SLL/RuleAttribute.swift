package import LayoutModel

/// The 18 names that SLL rules assign to and read (docs/sll.md, Attributes).
package enum RuleAttribute: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case tt, tb, ll, lr, bb, bt, rr, rl, ct, cl, cb, cr, w, h, minw, maxw, minh, maxh

  /// A line, size or bound of a view; far names are other ways to write a near line.
  package enum Target: Equatable, Sendable {
    case line(Line, isFar: Bool)
    case size
    case minimum
    case maximum
  }

  /// The lines of an axis that are measured from its beginning.
  package enum Line: UInt8, BitwiseCopyable, Sendable {
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

  /// True for a line, false for a size or bound.
  var isLine: Bool { rawValue <= RuleAttribute.cr.rawValue }

  static let names = allCases.map { "\($0)" }

  /// The attribute whose name these bytes are, the first one highest; 0 is none.
  init?(packed name: UInt32) {
    switch name {
    case 0x74_74: self = .tt
    case 0x74_62: self = .tb
    case 0x6C_6C: self = .ll
    case 0x6C_72: self = .lr
    case 0x62_62: self = .bb
    case 0x62_74: self = .bt
    case 0x72_72: self = .rr
    case 0x72_6C: self = .rl
    case 0x63_74: self = .ct
    case 0x63_6C: self = .cl
    case 0x63_62: self = .cb
    case 0x63_72: self = .cr
    case 0x77: self = .w
    case 0x68: self = .h
    case 0x6D_69_6E_77: self = .minw
    case 0x6D_61_78_77: self = .maxw
    case 0x6D_69_6E_68: self = .minh
    case 0x6D_61_78_68: self = .maxh
    default: return nil
    }
  }
}

/// The axis of a percentage, horizontal or vertical where its text names one.
package enum PercentageAxis: UInt8, BitwiseCopyable, Sendable {
  /// The axis of the rule that evaluates it.
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
