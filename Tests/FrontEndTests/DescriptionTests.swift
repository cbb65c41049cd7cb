import Constraints
import GLPKLayout
import LayoutModel
import SLL
import Testing

/// The printed forms of errors, findings and views.
@Suite("Errors, findings and views print themselves")
struct DescriptionTests {
  private static func screen() -> (screen: View, box: View) {
    let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
    let box = View("box")
    screen.addSubview(box)
    return (screen, box)
  }

  @Test("a conflict names its constraints and calls views by their names")
  func conflict() throws {
    let (screen, box) = Self.screen()
    try Constraint.activate([
      box.leftAnchor.constraint(equalTo: screen.leftAnchor, constant: 10),
      box.widthAnchor.constraint(equalToConstant: 50),
      box.rightAnchor.constraint(equalTo: screen.leftAnchor, constant: 20),
    ])
    let error = #expect(throws: LayoutError.self) { try screen.layoutIfNeeded() }
    let text = try #require(error).description
    #expect(text.hasPrefix("the required constraints exclude each other:\n    "))
    #expect(text.split(separator: "\n").count >= 4)
    #expect(text.contains("\n    H:[box(50)]"))
    #expect(text.contains("H:[box]-(-20)-[screen]"))
    #expect(!text.contains("unsatisfiable"))
    // Each that a program made is told with the place of its call.
    let lines = text.split(separator: "\n").filter { $0.contains("box") }
    #expect(lines.count >= 3)
    for line in lines where !line.hasPrefix("dropping") {
      #expect(line.contains("   FrontEndTests/DescriptionTests.swift:"), "\(line)")
    }
    #expect(!text.contains("root"))
  }

  @Test("a cycle and an unknown view print a sentence")
  func rules() throws {
    let (screen, box) = Self.screen()
    let other = View("other")
    screen.addSubview(other)
    try box.sll.addRule("ll = %ll", other)
    try other.sll.addRule("ll = %ll", box)
    let error = #expect(throws: LayoutError.self) { try screen.sll.layout() }
    #expect(try #require(error).description.hasPrefix("views wait for each other: "))
  }

  @Test("a long conflict is told from its ends")
  func long() {
    let all = (0..<200).map {
      LayoutError.ConflictingConstraint(text: "v\($0).left == 0", line: nil)
    }
    let text = LayoutError.unsatisfiable(all, dropped: nil).description
    #expect(text.split(separator: "\n").count == 22)
    #expect(text.contains("\n    v11.left == 0\n    … and 180 more\n    v192.left == 0\n"))
  }

  @Test("a view and findings print what they are")
  func views() throws {
    let (screen, box) = Self.screen()
    #expect("\(screen)" == "screen: x 0, y 0, 320 × 480, 1 subview")
    #expect("\(box)" == "box: x 0, y 0, 0 × 0")
    var findings = Findings()
    #expect(findings.description.isEmpty)
    findings.violated = [.init(constraint: "a.width == 5", priority: 750, amount: 2.5)]
    findings.ambiguous = [.init(attribute: "a.left", values: (0, 8))]
    #expect(
      findings.description
        == "violated: a.width == 5, priority 750, by 2.5\na.left is ambiguous: 0 and 8 both satisfy the constraints"
    )
  }
}
