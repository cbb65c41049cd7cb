import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import Scenes

/// `layoutbench convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a scene in another dialect, with the same frames.",
    discussion: """
      Visual formats and stacks become equations. SLL rules become linear constraints; clamps \
      become optional constraints on levels of their own. Constraints that are equalities without \
      a cycle become SLL rules. What the other dialect cannot express is refused with the rule or \
      constraint and the reason (exit status 2).

      Every conversion is tested before it is written: its text is read again, and both layouts \
      must have the same frames after every step, at every half point of the root's width and \
      height and of each content (at fewer in large scenes), and at hundreds of others. Where \
      equalities alone decide, without texts and clamps, this proves it for all sizes, and the \
      message says so.

        layoutbench convert post --to constraints -o post-constraints.yaml
        layoutbench verify post-constraints.yaml
      """)

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(
    name: .customLong("to"),
    help:
      "The dialect: \(Set(Registry.current.conversions.map(\.to.text)).sorted().joined(separator: ", "))."
  )
  var target: String

  @Option(
    name: .customLong("from"),
    help: "The dialect to convert; by default the first of the scene's that can be converted.")
  var source: String?

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func run() throws {
    let scene = try SceneSource.one(file).scene()
    let conversion = try conversion(of: scene)
    do {
      let converted = try conversion(scene)
      let text = SceneWriter.text(
        of: converted.scene, layouts: [(conversion.to, converted.entries)])
      try prove(text, scene, conversion)
      try Console.write(text, to: output)
    } catch let failure as ConversionProof.Failure {
      Console.error(failure.description)
      throw ExitCode.noLayout
    } catch let error as LayoutError {
      Console.error(error.message(file: scene.file))
      throw ExitCode.noLayout
    }
  }

  /// Reads the text that will be written, and compares it with the scene.
  private func prove(_ text: String, _ scene: Scene, _ conversion: SceneConversion) throws {
    let again: Scene
    do {
      again = try SceneSource(file: scene.file, text: text).scene()
    } catch {
      throw ConversionProof.Failure(
        description:
          "\(scene.file): error: the scene in '\(conversion.to)' cannot be read again: "
          + "\(error)")
    }
    let proof = try ConversionProof(of: scene, from: conversion.from, again, to: conversion.to)
    if output != nil {
      Console.error(
        "the same frames in \(proof.states) layouts"
          + (proof.isOfAll
            ? ", which proves it for all sizes of the root and of the contents in it at which no view's size is 0"
            : "")
      )
    }
    if !proof.isWithinPromise { Console.error(SolveOutput.imprecision(of: file)) }
    if proof.undefined > 0 {
      Console.error(
        "note: '\(conversion.to)' has a layout in \(proof.undefined) of the states tried in which "
          + "'\(conversion.from)' has none")
    }
  }

  /// The conversion that was requested.
  private func conversion(of scene: Scene) throws -> SceneConversion {
    let registry = Registry.current
    for name in [target, source].compactMap(\.self)
    where registry.dialect(DialectName(name)) == nil {
      throw ValidationError(
        SolveCommand.unknown("dialect", name, among: registry.dialects.map(\.name.text)))
    }
    let known = registry.conversions.filter { $0.to.text == target }
    let wanted = known.filter { source == nil || $0.from.text == source }
    if let found = wanted.first(where: { scene.layouts[$0.from] != nil }) { return found }
    let held = scene.layouts.keys.map(\.text).sorted()
    let ways = registry.conversions.map { "'\($0.from)' to '\($0.to)'" }.joined(separator: ", ")
    guard !wanted.isEmpty else {
      throw ValidationError(
        "no conversion \(source.map { "from '\($0)' " } ?? "")to '\(target)'; there are \(ways)")
    }
    let missing = wanted.map { "'\($0.from)'" }.joined(separator: " or ")
    throw ValidationError(
      "\(file) has no layout in \(missing) to convert from; it has "
        + held.joined(separator: ", "))
  }
}
