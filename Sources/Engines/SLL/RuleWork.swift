import LayoutModel

/// The work of a plan: exact counts, the same on every machine.
struct RuleWork: BitwiseCopyable {
  /// Passes.
  var passes = 0
  /// Views whose frames were computed.
  var views = 0
  /// Rules' values that were evaluated.
  var rules = 0
  /// Terms of sums that were added up.
  var terms = 0
  /// Dependencies between views that were found, for orders.
  var dependencies = 0
  /// Orders of the views that were found, whole or partial.
  var orderings = 0

  /// Adds the work between two readings.
  mutating func add(_ now: RuleWork, since before: RuleWork) {
    passes += now.passes - before.passes
    views += now.views - before.views
    rules += now.rules - before.rules
    terms += now.terms - before.terms
    dependencies += now.dependencies - before.dependencies
    orderings += now.orderings - before.orderings
  }

  var counters: [Counter] {
    [
      Counter("frames written", views), Counter("rules evaluated", rules),
      Counter("terms evaluated", terms), Counter("dependencies", dependencies),
      Counter("orderings", orderings),
    ]
  }
}
