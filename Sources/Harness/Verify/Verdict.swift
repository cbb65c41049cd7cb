package import LayoutBenchTiming
package import LayoutModel

/// Two frames of one view that should be equal.
package struct Difference: Sendable {
  /// The step or change after which they differ, from 1; `nil` for the first layout.
  package let step: Int?
  /// The view's name.
  package let view: String
  /// The engine that laid it out differently, or `expect` with its place in the file.
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

/// The result of an engine on a scene, or on the changes of a phase.
package enum Verdict: Sendable {
  /// All frames agree; the largest difference, points.
  case agrees(deviation: Double)
  /// A frame differs.
  case differs(Difference)
  /// A frame differs in the first layout or after a change of the phase; the message.
  case differsLater(String)
  /// The engine found no layout.
  case noLayout(SolvedScene.Failure)
  /// The engine found no layout after a change of the phase; the message.
  case noLayoutLater(String)
  /// The engine cannot express the scene, which is no failure.
  case cannotState(LayoutError)
  /// The engine cannot lay the scene out once a view is removed; the message.
  case cannotStateLater(String)
  /// The scene has nothing to lay out; the message.
  case nothingToDo(String)
  /// A pass exceeds the time limit; the message.
  case cutOff(String)
  /// The engine's process ended, or gave an invalid answer; the message.
  case crashed(String)

  /// The outcome that the Run stores.
  package var outcome: Outcome {
    switch self {
    case .agrees: .timed
    case .differs, .differsLater: .wrong
    case .noLayout, .noLayoutLater: .noSolution
    case .cannotState, .cannotStateLater: .cannotState
    case .nothingToDo: .unsupported
    case .cutOff: .cutOff
    case .crashed: .crashed
    }
  }

  /// The reason why the cell is not timed, in words; `nil` where it is.
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
      .nothingToDo(let reason), .cutOff(let reason), .crashed(let reason):
      reason
    }
  }

  /// True if frames agree.
  package var isRight: Bool { outcome == .timed }

  /// The result on two scripts: the first that is not right, or the larger deviation.
  func orWorse(_ other: Verdict) -> Verdict {
    guard case .agrees(let deviation) = self else { return self }
    guard case .agrees(let later) = other else { return other }
    return .agrees(deviation: max(deviation, later))
  }

  /// The result of a layout that failed.
  init(_ failure: SolvedScene.Failure) {
    switch failure.reason {
    case .crashed(let reason): self = .crashed(reason)
    case .outOfTime(let reason): self = .cutOff(reason)
    case let reason where reason.isUnstated: self = .cannotState(reason)
    default: self = .noLayout(failure)
    }
  }
}
