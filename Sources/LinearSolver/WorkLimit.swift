/// A limit of the work of several solvers together, so that a question about a large program ends
/// with an answer or with the word that there is none, after a known number of steps.
///
/// An iteration of the simplex method counts as many steps as the program has rows and columns.
public final class WorkLimit {
  /// The steps of a search for a layout, twenty to sixty seconds.
  public static let usualSteps = 6_000_000_000

  /// The steps of a question about a layout that there is: whether it is the only one, or which
  /// constraints conflict; seven to twenty seconds.
  public static let questionSteps = 2_000_000_000

  /// The steps that are left.
  public private(set) var left: Int
  private let steps: Int

  /// A limit of a number of steps, by default those of a question.
  public init(steps: Int = WorkLimit.questionSteps) {
    self.steps = steps
    left = steps
  }

  /// Begins again with all steps, or with no more than a number of them.
  func renew(atMost most: Int = .max) { left = min(steps, most) }

  /// The time of a run beside its iterations, and that of loading a program, in iterations: both
  /// were measured on programs of 4,000 to 40,000 rows.
  private static let run = 40
  private static let loading = 300

  /// The most iterations of a program of `size` rows and columns.
  ///
  /// - Throws: `SolverError.tooMuchWork` where no steps are left.
  func iterations(size: Int) throws(SolverError) -> Int {
    guard left > 0 else { throw .tooMuchWork }
    return left / max(1, size) + 1
  }

  /// Counts the loading of a program.
  ///
  /// - Throws: `SolverError.tooMuchWork` where no steps were left.
  func spendOnLoading(size: Int) throws(SolverError) {
    guard left > 0 else { throw .tooMuchWork }
    left -= Self.loading * size
  }

  func spend(iterations: Int, size: Int) { left -= (iterations + Self.run) * size }
}
