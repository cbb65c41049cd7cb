import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchTiming

extension ExitCode {
  /// A check failed.
  static let checkDidNotHold = ExitCode(1)
  /// The scene can be read but has no layout.
  static let noLayout = ExitCode(2)
  /// A file that cannot be read as a scene.
  static let notAScene = ExitCode(65)
  /// No such file.
  static let noSuchFile = ExitCode(66)
  /// The system grants too few open files or too little memory, or a process that a command started
  /// failed.
  static let lacksResources = ExitCode(71)
  /// A result that cannot be written.
  static let cannotWrite = ExitCode(74)
  /// The reader has closed standard output: the status of a process that such a pipe ends.
  static let closedPipe = ExitCode(128 + SIGPIPE)
  /// Control-C.
  static let interrupted = ExitCode(130)
}

/// Turns errors into messages on standard error and into exit statuses, in one place.
enum Failure {
  static func exit(with error: any Error) -> Never {
    let cause = (error as? Reported)?.error ?? error
    guard let status = status(of: cause) else {
      // Help goes to standard output; a message repeats what the user typed.
      let status =
        (error as? LateUsageError).map { Tool.exitCode(for: $0.error) } ?? Tool.exitCode(for: error)
      let text = (error as? LateUsageError)?.message ?? Tool.fullMessage(for: error)
      if !text.isEmpty {
        if status == .success { try? Console.print(text) } else { Console.error(text) }
      }
      Foundation.exit(status.rawValue)
    }
    // A process that the second Control-C has ended is no failure.
    if !(error is Reported), status != .interrupted { Console.error("\(error)") }
    Foundation.exit(status.rawValue)
  }

  private static func status(of error: any Error) -> ExitCode? {
    switch error {
    case let error as SceneError where error.mistake is CannotState: .noLayout
    case is SceneError: .notAScene
    case is ResourceShortage: .lacksResources
    case is SceneFileError, is UnknownScene: .noSuchFile
    case is RecordedRun: .notAScene
    case let failure as RunFile.Failure:
      switch failure {
      case .notFound, .noSuchBaseline: .noSuchFile
      case .cannotWrite: .cannotWrite
      case .notARun, .damaged, .version: .notAScene
      case .cannotMerge: .checkDidNotHold
      case .cannotResume, .noBaseline, .noPlan: .validationFailure
      }
    case is OutputError: .cannotWrite
    case is ClaimsError: .notAScene
    case is ChildError where Interrupts.came: .interrupted
    case is ChildError: .lacksResources
    case is RegistryMistake: .validationFailure
    default: nil
    }
  }
}

/// An error whose message was already printed: only its exit status is left.
struct Reported: Error {
  let error: any Error

  init(_ error: any Error) { self.error = error }
}

/// A mistake in the arguments that a command detected while it ran, with the usage of that command.
struct LateUsageError: Error {
  let error: ValidationError
  let command: any ParsableCommand.Type

  var message: String {
    let usage = Tool.usageString(for: command)
    // The words before the first argument are the command's name.
    let words = usage.split(separator: " ").dropFirst(usage.hasPrefix("Usage:") ? 1 : 0)
    let name = words.prefix { !"<[(-".contains($0.prefix(1)) }.joined(separator: " ")
    let head = usage.hasPrefix("Usage:") ? usage : "Usage: \(usage)"
    return "Error: \(error.message)\n\(head)\n  See '\(name) --help' for more information."
  }
}

/// A file that cannot be written.
struct OutputError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path): error: cannot be written: \(reason)" }
}

/// A process that a command started, such as a benchmark's child, and that failed.
struct ChildError: Error, CustomStringConvertible {
  let description: String
}
