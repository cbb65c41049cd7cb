import LayoutModel

/// How much work a plan has done: exact counts, the same on every machine.
struct RuleWork: BitwiseCopyable {
  /// Passes.
  var passes = 0
  /// Views whose frames were computed.
  var views = 0
  /// Rules' values that were evaluated.
  var rules = 0
  /// Terms of sums that were added up.
  var terms = 0
  /// How often an order of the views was found, the whole or a part of it.
  var orderings = 0

  /// Adds what was done between two readings.
  mutating func add(_ now: RuleWork, since before: RuleWork) {
    passes += now.passes - before.passes
    views += now.views - before.views
    rules += now.rules - before.rules
    terms += now.terms - before.terms
    orderings += now.orderings - before.orderings
  }

  var counters: [Counter] {
    [
      Counter("frames written", views), Counter("rules evaluated", rules),
      Counter("terms evaluated", terms), Counter("orderings", orderings),
    ]
  }
}
