/// The reasons for a view's frame.
public struct ViewExplanation: Sendable {
  /// The view.
  public let view: ViewID
  /// Its edges and its size.
  public let edges: [Edge]
  /// The constraints of the view that are satisfied with slack.
  public let slack: [Slack]
  /// The optional constraints of the view that are violated.
  public let losses: [Loss]

  /// An explanation of a view's frame.
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
    /// True if the constraints do not determine it.
    public let isAmbiguous: Bool
    /// The choices that settled an ambiguous number, such as `a.width as small as possible`, in
    /// order.
    public let settled: [String]
    /// False where finding its constraints is more work than the limit of an explanation.
    public let isLookedFor: Bool

    /// An edge or a size.
    public init(
      name: String, value: Double, determinedBy: [Reason], through: [Reason], isAmbiguous: Bool,
      settled: [String], isLookedFor: Bool = true
    ) {
      self.isLookedFor = isLookedFor
      self.name = name
      self.value = value
      self.determinedBy = determinedBy
      self.through = through
      self.isAmbiguous = isAmbiguous
      self.settled = settled
    }
  }

  /// A satisfied constraint, and its distance from equality.
  public struct Slack: Sendable {
    /// The constraint.
    public let reason: Reason
    /// The distance from equality, points.
    public let amount: Double

    /// A satisfied constraint.
    public init(reason: Reason, amount: Double) {
      self.reason = reason
      self.amount = amount
    }
  }

  /// A violated optional constraint.
  public struct Loss: Sendable {
    /// The constraint.
    public let reason: Reason
    /// Its priority.
    public let priority: Double
    /// The amount by which it is violated, points.
    public let amount: Double
    /// Constraints of higher priority, and implied ones, that exclude it, together with
    /// `tradedAgainst`.
    public let to: [Reason]
    /// Constraints of its own priority that would be violated, or violated more.
    public let tradedAgainst: [Reason]
    /// True if it can never be satisfied, whatever the other constraints.
    public let isImpossible: Bool
    /// False where finding the others is more work than the limit of an explanation.
    public let isLookedFor: Bool

    /// A violated constraint.
    public init(
      reason: Reason, priority: Double, amount: Double, to: [Reason], tradedAgainst: [Reason],
      isImpossible: Bool, isLookedFor: Bool = true
    ) {
      self.isLookedFor = isLookedFor
      self.reason = reason
      self.priority = priority
      self.amount = amount
      self.to = to
      self.tradedAgainst = tradedAgainst
      self.isImpossible = isImpossible
    }
  }
}
