/// Why a view's frame is what it is.
public struct ViewExplanation: Sendable {
  /// The view.
  public let view: ViewID
  /// Its edges and its size.
  public let edges: [Edge]
  /// The constraints of the view that hold with room to spare.
  public let slack: [Slack]
  /// The optional constraints of the view that do not hold.
  public let losses: [Loss]

  /// What there is to say about a view.
  public init(view: ViewID, edges: [Edge], slack: [Slack], losses: [Loss]) {
    self.view = view
    self.edges = edges
    self.slack = slack
    self.losses = losses
  }

  /// A constraint as messages write it.
  public struct Reason: Hashable, Sendable {
    /// The constraint's text.
    public let text: String
    /// Its line in the scene file; `nil` of an implied one.
    public let line: Int?

    /// A constraint.
    public init(text: String, line: Int?) {
      self.text = text
      self.line = line
    }
  }

  /// An edge or a size of a frame.
  public struct Edge: Sendable {
    /// `left`, `right`, `top`, `bottom`, `width` or `height`.
    public let name: String
    /// Its value in the superview's coordinates, points.
    public let value: Double
    /// The constraints that determine it and name the view.
    public let determinedBy: [Reason]
    /// Those that determine it and do not name the view, the nearest first.
    public let through: [Reason]
    /// Whether the constraints leave it open.
    public let isAmbiguous: Bool
    /// How an open number was settled, `a.width as small as possible`, in the order of settling.
    public let settled: [String]

    /// An edge or a size.
    public init(
      name: String, value: Double, determinedBy: [Reason], through: [Reason], isAmbiguous: Bool,
      settled: [String]
    ) {
      self.name = name
      self.value = value
      self.determinedBy = determinedBy
      self.through = through
      self.isAmbiguous = isAmbiguous
      self.settled = settled
    }
  }

  /// A constraint that holds, and how far it is from being an equality.
  public struct Slack: Sendable {
    /// The constraint.
    public let reason: Reason
    /// How far it is satisfied beyond equality, points.
    public let amount: Double

    /// A constraint that holds.
    public init(reason: Reason, amount: Double) {
      self.reason = reason
      self.amount = amount
    }
  }

  /// An optional constraint that does not hold.
  public struct Loss: Sendable {
    /// The constraint.
    public let reason: Reason
    /// Its priority.
    public let priority: Double
    /// How far it is from holding, points.
    public let amount: Double
    /// Constraints of higher priority, and implied ones, that exclude it, together with `tradedAgainst`.
    public let to: [Reason]
    /// Constraints of its own priority that would be violated, or violated more.
    public let tradedAgainst: [Reason]
    /// Whether it can never hold, whatever the other constraints.
    public let isImpossible: Bool

    /// A constraint that does not hold.
    public init(
      reason: Reason, priority: Double, amount: Double, to: [Reason], tradedAgainst: [Reason],
      isImpossible: Bool
    ) {
      self.reason = reason
      self.priority = priority
      self.amount = amount
      self.to = to
      self.tradedAgainst = tradedAgainst
      self.isImpossible = isImpossible
    }
  }
}
