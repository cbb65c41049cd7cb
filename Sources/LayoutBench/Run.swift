import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchTiming
@_exported public import LayoutModel

// An engine is written with the types of LayoutModel: one import is enough for both.

/// Runs the command line with the built-in engines and additional ones.
///
/// It reads the arguments of this process, runs the command, and ends the process with an exit
/// status. Benchmarks start this program again as their children: call it before anything else in
/// `main`.
///
/// - Parameters:
///   - engines: engines that take part in every command, each with a name of its own.
///   - dialects: the dialects that they read and LayoutBench does not include.
///   - scenes: scenes that are added to the built-in ones.
public func run(
  engines: [any LayoutEngine] = [], dialects: [any Dialect] = [], scenes: [SceneText] = []
) -> Never {
  do {
    try ResourceShortage.check()
    try Registry.install(
      engines: engines, dialects: dialects, scenes: scenes.map { SceneSource($0) })
    // The parser ends at '--version', whatever follows it.
    if Set(CommandLine.arguments.dropFirst()) == ["--version", "--verbose"] {
      try Console.print(Version.details)
      exit(0)
    }
    if let number = CommandLine.arguments.firstIndex(where: { $0.contains(where: \.isNewline) }) {
      // In messages it would look like a line of the program's own.
      throw ValidationError("argument \(number) contains a line break")
    }
    let arguments = Tool.withNegativeNumbers(Array(CommandLine.arguments.dropFirst()))
    try Tool.checkCommand(arguments)
    var command = try Tool.parseAsRoot(arguments)
    do {
      try command.run()
    } catch let error as ValidationError {
      throw LateUsageError(error: error, command: type(of: command))
    }
    exit(0)
  } catch {
    Failure.exit(with: error)
  }
}

/// A scene that a program brings along.
public struct SceneText: Sendable {
  /// The name of its file, for messages.
  public let file: String
  /// The whole text, YAML or JSON.
  public let text: String

  /// A scene.
  ///
  /// - Parameters:
  ///   - file: the name of its file, for messages; it selects the scene on the command line.
  ///   - text: the whole text, YAML or JSON.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}

extension SceneSource {
  fileprivate init(_ scene: SceneText) { self.init(file: scene.file, text: scene.text) }
}
