import ArgumentParser
import LayoutBenchHarness
import LayoutModel

/// `layoutbench fit`.
struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Compute the least height that contains a scene at a width.",
    discussion: """
      Like systemLayoutSizeFitting: the width is required, the height as small as the constraints \
      allow. Texts are measured at the widths that they get. Engines that compute this height must \
      agree; SLL rules and LayoutKit's calls do not define it.

        layoutbench fit cell.yaml --width 320
        layoutbench fit cell.yaml --width 320 --width 414 --format json
      """)

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(
    name: .long, help: ArgumentHelp("The width, points; may be repeated.", valueName: "points"))
  var width: [Double]

  @Option(help: "table or json.")
  var format = ExplainCommand.Format.table

  func validate() throws {
    guard !width.isEmpty, width.allSatisfy({ $0 >= 0 && $0 <= 1e9 }) else {
      throw ValidationError("--width takes 0 to 1e9 points")
    }
  }

  func run() throws {
    let scene = try SceneSource.one(file).scene()
    var answers: [(participant: Participant, heights: [Double])] = []
    let all = Participant.preferred(of: scene, forms: Form.inOrder)
    // Manual layouts come last.
    for participant in all.filter({ !$0.engine.traits.isYardstick })
      + all.filter({ $0.engine.traits.isYardstick })
    {
      let entries = scene.variations[participant.dialect]?.entries ?? []
      if let entry = entries.first(where: { $0.condition?.heights != nil }) {
        throw SceneError(
          file: scene.file, position: entry.node.position,
          mistake: CannotState("the least height where entries apply at some heights only"))
      }
      var heights: [Double] = []
      do {
        for width in width {
          guard let height = try participant.fittingHeight(of: scene, width: width) else { break }
          heights.append(height)
        }
      } catch let error as LayoutError {
        Console.error(error.message(file: scene.file))
        throw ExitCode.noLayout
      }
      guard heights.count == width.count else { continue }
      answers.append((participant, heights))
    }
    guard let first = answers.first else {
      let held = scene.layouts.keys.map { "'\($0)'" }.sorted().joined(separator: ", ")
      Console.error(
        "\(scene.file): error: no engine computes its least height, which needs a layout in "
          + "'constraints'; it has \(held)")
      throw ExitCode.noLayout
    }
    let heights = first.heights
    guard !heights.contains(0) else {
      Console.error(
        "\(scene.file): error: its constraints allow a height of 0: none connect the root's top "
          + "with its bottom through the heights of views"
      )
      throw ExitCode.noLayout
    }
    for other in answers {
      for (place, (height, found)) in zip(heights, other.heights).enumerated()
      where abs(height - found) > 1e-6 * max(1, abs(height)) {
        Console.error(
          "\(scene.file): error: at a width of \(NumberText.write(width[place])) "
            + "\(first.participant.label) finds \(NumberText.write(height)), "
            + "\(other.participant.label) \(NumberText.write(found))")
        throw ExitCode(1)
      }
    }
    if heights.contains(where: { $0 > Agreement.greatestNumber }) {
      Console.error(SolveOutput.imprecision(of: file))
    }
    try print(heights, of: scene, by: first.participant)
  }

  private func print(
    _ heights: [Double], of scene: Scene, by participant: Participant
  ) throws {
    let sizes = zip(width, heights).map { Size(width: $0, height: $1) }
    switch format {
    case .table:
      for size in sizes {
        try Console.print("\(scene.name): \(participant.engine.name), \(NumberText.write(size))")
      }
    case .json:
      try Console.print(
        JSONText.object([
          ("scene", .text(scene.name)), ("engine", .text(participant.engine.name)),
          ("sizes", .list(sizes.map { .list([.number($0.width), .number($0.height)]) })),
        ]).written())
    }
  }
}
