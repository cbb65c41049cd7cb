import LayoutBenchFixtures
import LayoutModel
import Testing

@Suite("layoutbench explain, of any scene", .timeLimit(.minutes(8)))
struct ExplainUsageTests {
  @Test("every scene that has a layout in constraints is explained", arguments: Fixtures.scenes)
  func scenes(_ file: Fixtures.File) throws {
    let scene = try file.scene()
    guard scene.layouts["constraints"] != nil else { return }
    let answer = try Command.run("explain", file.path, "--step", "\(scene.steps.count)")
    #expect(answer.status == 0, "\(answer.messages)")
    #expect(answer.output.contains("  height "))
  }

  @Test("a name that no view has, and a step that is none, are wrong usage")
  func usage() throws {
    let unknown = try ExplainTests.explain(ExplainTests.row, "titel")
    #expect(unknown.status == 64)
    #expect(unknown.output.isEmpty)
    #expect(unknown.messages.hasPrefix("Error: no view 'titel'; did you mean 'title'?\n"))
    let step = try ExplainTests.explain(ExplainTests.row, "title", "--step", "2")
    #expect(step.status == 64)
    #expect(step.messages.hasPrefix("Error: --step takes 0 to 1, the steps of scene.yaml\n"))
    let calls = try Command.run("explain", "Tests/Fixtures/scenes/layoutkit/order.yaml")
    #expect(calls.status == 64)
    #expect(try Command.run("explain", "no.yaml").status == 66)
  }

  @Test("a view that is out is told, and has reasons once a step has added it")
  func absentView() throws {
    let path = try #require(Fixtures.scenes.first { $0.name == "added-views.yaml" }).path
    let out = try Command.run("explain", path, "badge")
    #expect(out.status == 64 && out.output.isEmpty)
    #expect(out.messages.contains("'badge' is out after the first layout"))
    let later = try Command.run("explain", path, "badge", "--step", "2")
    #expect(later.status == 0 && later.output.contains("left 12") && !later.output.contains("nan"))
    let all = try Command.run("explain", path)
    #expect(all.status == 0 && !all.output.contains("badge") && !all.output.contains("nan"))
  }

  @Test("where there is no layout, the message and status are those of solve")
  func conflict() throws {
    let file = "Tests/Fixtures/refused/conflicting-required.yaml"
    for format in ["table", "json"] {
      let answer = try Command.run("explain", file, "--format", format)
      let solved = try Command.run("solve", file, "--format", format)
      #expect(answer.status == 2)
      #expect(answer.messages == solved.messages)
      #expect(answer.output == solved.output)
    }
  }
}
