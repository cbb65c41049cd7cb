package import LayoutBenchTiming
package import LayoutModel

/// Two frames of one view that should be one.
package struct Difference: Sendable {
  /// The step or change after which they differ, from 1; `nil` for the first layout.
  package let step: Int?
  /// The view's name.
  package let view: String
  /// Who laid it out otherwise: an engine, or `expect` with its place in the file.
  package let reference: String
  /// The frame there, points.
  package let expected: Rect
  /// The frame found, points.
  package let found: Rect

  /// The difference in words: `view a is [0, 0, 5, 5], sll has [0, 0, 6, 5]`.
  package var text: String {
    "view \(view) is \(NumberText.write(found)), \(reference) has \(NumberText.write(expected))"
  }
}

/// What came of an engine on a scene, or on the changes of a phase.
package enum Verdict: Sendable {
  /// Its frames are those of the others and those expected; the largest difference, points.
  case agrees(deviation: Double)
  /// They are not.
  case differs(Difference)
  /// They are not, after a change that a phase makes: in words.
  case differsLater(String)
  /// It found no layout.
  case noLayout(SolvedScene.Failure)
  /// It found no layout after a change that a phase makes: in words.
  case noLayoutLater(String)
  /// It has no words for what the scene asks, which is no failure.
  case cannotState(LayoutError)
  /// It has none once a view has gone.
  case cannotStateLater(String)
  /// There is nothing that it could lay out.
  case nothingToDo(String)
  /// A pass takes too long.
  case cutOff(String)

  /// What stands in the Run.
  package var outcome: Outcome {
    switch self {
    case .agrees: .timed
    case .differs, .differsLater: .wrong
    case .noLayout, .noLayoutLater: .noSolution
    case .cannotState, .cannotStateLater: .cannotState
    case .nothingToDo: .unsupported
    case .cutOff: .cutOff
    }
  }

  /// Why its frames are not timed, in words; `nil` where they are.
  ///
  /// - Parameters:
  ///   - file: the scene file, as the user named it.
  ///   - label: the engine.
  /// - Returns: a line, or several.
  package func reason(file: String, label: String) -> String? {
    switch self {
    case .agrees: nil
    case .differs(let difference):
      (difference.step.map { "step \($0): " } ?? "") + difference.text
    case .noLayout(let failure): failure.reason.message(file: file, step: failure.step)
    case .cannotState(.cannotState(let what)): "\(label) cannot state \(what)"
    case .cannotState(let error): error.message(file: file)
    case .differsLater(let reason), .noLayoutLater(let reason), .cannotStateLater(let reason),
      .nothingToDo(let reason), .cutOff(let reason):
      reason
    }
  }

  /// Whether frames agree.
  package var isRight: Bool { outcome == .timed }

  /// What came of a layout that failed.
  init(_ failure: SolvedScene.Failure) {
    self = failure.reason.isUnstated ? .cannotState(failure.reason) : .noLayout(failure)
  }
}
