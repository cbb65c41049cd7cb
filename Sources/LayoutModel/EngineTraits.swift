/// The name of an engine: `sll`, or with a variant `sll:incremental`.
public struct EngineName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The algorithm's name.
  public let base: String
  /// The variant, where it is not the algorithm itself: the part after the colon.
  public let variant: String?

  /// An engine's name.
  ///
  /// - Parameters:
  ///   - base: letters, digits, `-` and `_`.
  ///   - variant: the same; `nil` for the algorithm itself.
  public init(_ base: String, variant: String? = nil) {
    self.base = base
    self.variant = variant
  }

  /// The name as the command line and results write it.
  public init(stringLiteral text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    self.init(
      parts.first.map(String.init) ?? "", variant: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// `sll:incremental`.
  public var description: String { variant.map { "\(base):\($0)" } ?? base }
}

/// A way to use an engine.
public enum Form: String, CaseIterable, Codable, Sendable {
  /// A plan: flat arrays, made from a scene.
  case plan
  /// A program that lays out `View`s with the engine's library.
  case program

  /// All forms in the order of output: programs first.
  package static let inOrder: [Form] = [.program, .plan]
}

/// The precision with which an engine reproduces its frames.
public enum Exactness: Hashable, Sendable {
  /// Bit for bit, whatever was laid out before.
  case bitwise
  /// Within this many points: a solver's last digits may depend on the layouts before.
  case within(Double)
}

/// The declared properties of an engine: all that verification, timing and reports use.
public struct EngineTraits: Sendable {
  /// The name on the command line and in results.
  public var name: EngineName
  /// A description, in a line for `layoutbench list engines`; for a variant, the difference from
  /// the algorithm itself.
  public var summary: String
  /// The dialects that it reads, its own first.
  public var dialects: [DialectName]
  /// The precision with which it reproduces frames: decides how the sum over timed frames is
  /// compared.
  public var exactness = Exactness.bitwise
  /// The changes that its plans follow; for every other kind a new plan is made, and results say
  /// so.
  public var follows: Set<Change.Kind> = [.resize, .content]
  /// The dialects that it lays out as those of another one: a view that leaves may take more of
  /// their statements with it than of what they become, so that it makes a new plan.
  public var converted: Set<DialectName> = []
  /// The ways in which it can be called.
  public var forms: Set<Form> = [.plan]
  /// Libraries that it links, with their versions, for the record of a Run.
  public var libraries: [String: String] = [:]
  /// True if its plans report violations, ambiguities and the reasons for frames.
  public var explains = false
  /// True if it takes part only where it is named, and in `verify`: an oracle that takes long, or
  /// another notation of the same engine.
  public var onlyWhereNamed = false
  /// True for an oracle that lays out the scripts of small scenes which one other engine alone states,
  /// so that its frames are checked too.
  public var checksScripts = false
  /// True if other engines' times are quoted against its own.
  public var isYardstick = false
  /// True for an engine of other authors in a process of its own: other engines determine the right
  /// frames, and its wrong frames fail no check of this project.
  package var isPeer = false

  /// An engine with the usual traits: bit for bit the same frames, plans that follow resizes and
  /// contents.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - summary: a description, in a line.
  ///   - dialects: the dialects that it reads, its own first.
  public init(name: EngineName, summary: String, dialects: [DialectName]) {
    self.name = name
    self.summary = summary
    self.dialects = dialects
  }
}

extension Change {
  /// The kinds of change that a plan may follow.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// The root gets another size.
    case resize
    /// A view's content gets another size.
    case content
    /// A number that statements name gets another value, such as the constant of a constraint.
    case constant
    /// A view is added, with the statements that name it.
    case addition
    /// A view is removed, with the statements that name it.
    case removal
    /// Entries of a layout apply from now on, or no longer apply.
    case activation
    /// Entries of a layout get another priority.
    case priority
    /// The least height at a width is requested.
    case fit
  }

  /// The kind of the change.
  public var kind: Kind {
    switch self {
    case .resize: .resize
    case .intrinsic, .text: .content
    case .removal: .removal
    case .addition: .addition
    case .activation: .activation
    case .priority: .priority
    case .number: .constant
    case .fit: .fit
    }
  }
}
