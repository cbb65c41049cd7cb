/// The shares by which cells may become slower: a usual one, and exceptions with their reasons.
package struct Thresholds: Codable, Equatable, Sendable {
  /// An exception.
  package struct Exception: Codable, Equatable, Sendable {
    /// The scene that it is for; any if absent.
    package var scene: String?
    /// The phase that it is for; any if absent.
    package var phase: String?
    /// The engine that it is for; any if absent.
    package var engine: String?
    /// The threshold: 0.1 is 10 %.
    package var threshold: Double
    /// The reason why it is not the usual one.
    package var reason: String

    /// An exception.
    package init(
      scene: String? = nil, phase: String? = nil, engine: String? = nil, threshold: Double,
      reason: String
    ) {
      self.scene = scene
      self.phase = phase
      self.engine = engine
      self.threshold = threshold
      self.reason = reason
    }

    /// The number of scene, phase and engine that it names, where it is for this cell.
    fileprivate func rank(for name: CellName) -> Int? {
      var rank = 0
      for (own, other) in [(scene, name.scene), (phase, name.phase), (engine, name.engine)] {
        guard let own else { continue }
        guard own == other else { return nil }
        rank += 1
      }
      return rank
    }
  }

  /// The usual threshold: 0.05 is 5 %.
  package var usual: Double
  /// The exceptions; of several for a cell the one that names most counts, and the last of those.
  package var exceptions: [Exception]
  /// The relative differences that counters may have without a change of the program, by their names.
  ///
  /// 0.01 is 1 %. Those that are absent have the method's.
  package var counters: [String: Double]?

  /// Thresholds.
  package init(
    usual: Double, exceptions: [Exception] = [], counters: [String: Double]? = nil
  ) {
    self.usual = usual
    self.exceptions = exceptions
    self.counters = counters
  }

  /// The thresholds between two executables that are measured in turn: 2 %.
  package static let sideBySide = Thresholds(usual: 0.02)
  /// The thresholds between a Run and one of another day: 5 %.
  package static let baseline = Thresholds(usual: 0.05)

  /// The threshold of a cell, and the reason where it is not the usual one.
  package func threshold(for name: CellName) -> (value: Double, reason: String?) {
    var best: (rank: Int, exception: Exception)?
    for exception in exceptions {
      guard let rank = exception.rank(for: name), rank >= best?.rank ?? 0 else { continue }
      best = (rank, exception)
    }
    guard let best else { return (usual, nil) }
    return (best.exception.threshold, best.exception.reason)
  }

  /// The first mistake in them; `nil` where there is none.
  package var mistake: String? {
    func isFine(_ threshold: Double) -> Bool { threshold > 0 && threshold <= 10 }
    guard isFine(usual) else { return "thresholds.usual must be above 0 and at most 10" }
    for exception in exceptions {
      guard isFine(exception.threshold) else {
        return "a threshold must be above 0 and at most 10 (0.05 is 5 %)"
      }
      guard !exception.reason.allSatisfy(\.isWhitespace) else {
        return "every exception among the thresholds needs a reason"
      }
    }
    for (name, tolerance) in (counters ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard tolerance >= 0, tolerance <= 10 else {
        return "the tolerance of the counter '\(name)' must be 0 to 10 (0.01 is 1 %)"
      }
    }
    return nil
  }
}
