import Constraints
import Conversion
import LayoutBenchFixtures
import LayoutModel
import SLL
import Scenes
import Testing

@testable import LayoutBenchHarness

@Suite("The proof of a conversion")
struct ConversionProofTests {
  private static func scene(
    _ layout: String, root: String = "300, 200",
    views: [String] = ["id: label, intrinsic: [120, 20]", "id: button, intrinsic: [90, 30]"]
  ) throws -> Scene {
    try SceneFile.scene(
      from: """
        layoutbench: 2
        name: proof
        root: { size: [\(root)] }
        views:
        \(views.map { "  - { \($0) }" }.joined(separator: "\n"))
        layouts:
        \(layout)
        """, file: "proof.yaml")
  }

  private static let constraints = """
      constraints:
        - label.left == superview.left + 10
        - label.top == superview.top
        - button.left == label.right + 8
        - button.top == label.top
    """

  private static func proof(of rules: String) throws -> ConversionProof {
    try ConversionProof(
      of: scene(constraints), from: .constraints, scene("  sll:\n    - \(rules)"), to: .sll)
  }

  @Test("rules that give the same frames are proved at hundreds of sizes and contents")
  func holds() throws {
    let proof = try Self.proof(
      of: "label: ll = 10, tt = 0\n    - button: [\"ll = %rl + 8, tt = %tt\", label, label]")
    #expect(proof.states > 400)
    #expect(proof.isOfAll)
  }

  @Test(
    "the same frames in some layouts prove all only where nothing but sizes of 0 divides them",
    arguments: [
      ("label: ll = 10, tt = 0, maxw = 1000", false),
      ("label: ll = 10, tt = 0, minw = 10", false),
      ("label: ll = 10, rr = 5, tt = 0, bb = 3", true),
      ("label: ll = 10, w = 20, tt = 0, h = 0", false),
    ])
  func everywhere(rules: String, isOfAll: Bool) throws {
    let scene = try Self.scene(
      "  sll:\n    - \(rules)", views: ["id: label, intrinsic: [120, 20]"])
    let converted = try ConvertedScene(loweringRulesOf: scene)
    let again = try SceneFile.scene(
      from: SceneWriter.text(
        of: converted.scene, layouts: [(.constraints, converted.entries)]), file: "again.yaml")
    let proof = try ConversionProof(of: scene, from: .sll, again, to: .constraints)
    #expect(proof.isOfAll == isOfAll)
  }

  @Test("a scene with numbers is converted with their values")
  func numbers() throws {
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 2
        name: inset
        root: { size: [200, 100] }
        views:
          - { id: card }
        numbers: { inset: 10 }
        layouts:
          sll:
            - card: ["ll = tt = rr = %^f, h = 40", inset]
        """, file: "inset.yaml")
    let converted = try ConvertedScene(loweringRulesOf: scene)
    let again = try SceneFile.scene(
      from: SceneWriter.text(
        of: converted.scene, layouts: [(.constraints, converted.entries)]), file: "again.yaml")
    #expect(try ConversionProof(of: scene, from: .sll, again, to: .constraints).states > 1)
  }

  @Test("what a removed view takes with it must be the same in both, at other sizes too")
  func removal() throws {
    let scene = try Self.scene(
      """
        constraints:
          - label.left == superview.left
          - label.top == superview.top
          - label.width == button.width
          - label.height == superview.height
          - button.left == superview.left + 100
          - button.top == superview.top
          - button.width == 30
          - button.height == 20
      steps: [{ remove: button }]
      """, root: "320, 20", views: ["id: label, intrinsic: [50, 20]", "id: button"])
    let converted = try ConvertedScene(orderingConstraintsOf: scene)
    let again = try SceneFile.scene(
      from: SceneWriter.text(of: converted.scene, layouts: [(.sll, converted.entries)]),
      file: "again.yaml")
    #expect(throws: ConversionProof.Failure.self) {
      try ConversionProof(of: scene, from: .constraints, again, to: .sll)
    }
  }

  @Test("rules of which a removed view takes some with it are right as constraints too")
  func removedRules() throws {
    let scene = try Self.scene(
      """
        sll:
          - label: ["ll = tt = 0, w = %w, h = 20", button]
          - button: "ll = 100, tt = 0, w = 30, h = 20"
      steps: [{ remove: button }]
      """)
    let check = try CrossCheck(scene)
    #expect(check.holds && check.verdicts.contains { $0.participant.label == "glpk (sll)" })
  }

  @Test("one equality too many, or an inequality, leaves frames that are not affine")
  func affine() throws {
    func isAffine(_ entry: String) throws -> Bool {
      try AffineScene.isAffine(
        Self.scene(Self.constraints + "\n    - \(entry)"), in: .constraints)
    }
    #expect(try AffineScene.isAffine(Self.scene(Self.constraints), in: .constraints))
    #expect(try isAffine("button.width == 50"))
    #expect(try !isAffine("button.width <= 50"))
    #expect(try !isAffine("button.width == 50 @400"))
    #expect(try !isAffine("button.width == label.width"))
    #expect(try !isAffine("button.left == label.right + 8"))
  }

  @Test("rules that are right in the scene alone are refused, with the constraint that lost")
  func contents() throws {
    // 138 is the right edge of the label while it is 120 wide.
    let failure = #expect(throws: ConversionProof.Failure.self) {
      try Self.proof(of: "label: ll = 10, tt = 0\n    - button: [\"ll = 138, tt = %tt\", label]")
    }
    let words = failure?.description ?? ""
    #expect(
      words.hasPrefix("proof.yaml: error: 'sll' gives other frames: button.x is 138"))
    #expect(words.contains("with other contents of"))
    #expect(words.contains("\n    button.left == label.right + 8   proof.yaml:11"))
  }

  @Test("rules that are right at the scene's size alone are refused")
  func sizes() throws {
    let rules = """
      label: ll = 10, tt = 0
          - button: ["ll = 46%, tt = %tt", label]
      """
    let failure = #expect(throws: ConversionProof.Failure.self) { try Self.proof(of: rules) }
    #expect(failure?.description.contains("in a root of ") == true)
    #expect(failure?.description.contains("300 × 200") == false)
  }

  @Test("a text whose lines break a twentieth of a point elsewhere is found")
  func lines() throws {
    // There is one break, at 193.7 points of 150.65 to 451.95.
    func scene(advance: Double, _ layout: String) throws -> Scene {
      try Self.scene(
        layout, root: "301.3, 200",
        views: ["id: body, text: { string: \"Some words\", advance: \(advance) }"])
    }
    let constraints = """
        constraints:
          - body.left == superview.left
          - body.right == superview.right
          - body.top == superview.top
      """
    let rules = "  sll: [ { body: \"ll = rr = 0, tt = 0\" } ]"
    let proof = try ConversionProof(
      of: scene(advance: 19.37, constraints), from: .constraints, scene(advance: 19.37, rules),
      to: .sll)
    #expect(proof.states > 400)
    let failure = #expect(throws: ConversionProof.Failure.self) {
      try ConversionProof(
        of: scene(advance: 19.37, constraints), from: .constraints, scene(advance: 19.375, rules),
        to: .sll)
    }
    #expect(failure?.description.contains("body.height is 40, not 20, in a root of 193.7") == true)
  }

  @Test("rules that differ within two points of the root's width alone are refused")
  func narrow() throws {
    func scene(_ width: String) throws -> Scene {
      try Self.scene(
        """
          sll:
            - one: ["ll = 0, tt = 0, h = 1, w = %w - 170, minw = 0, maxw = 1", root]
            - two: ["ll = 0, tt = 0, h = 1, w = %w - 171, minw = 0, maxw = 1", root]
            - label: ["ll = 0, tt = 0, h = 20, w = \(width)", one, two]
        """, views: ["id: one", "id: two", "id: label"])
    }
    let narrow = try scene("50 + %w - %w")
    let failure = #expect(throws: ConversionProof.Failure.self) {
      try ConversionProof(
        of: scene("50 + 0 * %w + 0 * %w"), from: .sll, narrow, to: .sll)
    }
    #expect(failure?.description.contains("label.width is 5") == true, "\(failure as Any)")
    #expect(failure?.description.contains("in a root of 17") == true, "\(failure as Any)")
  }

  @Test("contents far from the scene's own are compared, and states without a layout are counted")
  func extremes() throws {
    func scene(_ layout: String) throws -> Scene {
      try Self.scene(
        layout, root: "320, 480",
        views: [
          "id: a, intrinsic: [~, 20]", "id: c, intrinsic: [4, ~], compression: [900, 900]",
        ])
    }
    let constraints = """
        constraints:
          - a.left == superview.left
          - a.top == superview.top
          - a.width == 40
          - c.left == superview.left
          - c.top == superview.top
          - c.height == a.height
      """
    let rules = "  sll:\n    - a: \"ll = 0, tt = 0, w = 40\"\n    - c: [\"ll = 0, tt = 0, h = %h"
    // Where the content of c is wider than 40, it decides, also on a's height.
    let failure = #expect(throws: ConversionProof.Failure.self) {
      try ConversionProof(
        of: scene(constraints + "\n    - c.width == 2 * c.height"), from: .constraints,
        scene(rules + ", w = 2 * %h\", a, a]"), to: .sll)
    }
    #expect(failure?.description.contains("with other contents of") == true)
    let proof = try ConversionProof(
      of: scene(constraints + "\n    - c.right == superview.right - 250"), from: .constraints,
      scene(rules + ", rr = 250\", a]"), to: .sll)
    #expect(proof.undefined > 0 && proof.states > proof.undefined)
  }

  @Test("a scene without a layout is not converted")
  func noLayout() throws {
    let conflict = try Self.scene(
      Self.constraints + "\n    - label.width == 50\n    - label.width == 60")
    let failure = #expect(throws: ConversionProof.Failure.self) {
      try ConversionProof(of: conflict, from: .constraints, conflict, to: .constraints)
    }
    #expect(failure?.description.hasSuffix("\na scene without a layout is not converted") == true)
  }

  @Test(
    "what is converted of random scenes gives the same frames around them too", arguments: 0..<40)
  func random(seed: Int) throws {
    let text =
      seed.isMultiple(of: 2)
      ? RandomRules(seed: UInt64(seed)).text : RandomConstraints(seed: UInt64(seed)).text
    let scene = try SceneFile.scene(from: text, file: "random.yaml")
    guard (try? CrossCheck(scene).holds) == true else { return }
    for conversion in Registry.current.conversions where scene.layouts[conversion.from] != nil {
      guard let converted = try? conversion(scene) else { continue }
      let written = SceneWriter.text(
        of: converted.scene, layouts: [(conversion.to, converted.entries)])
      let again = try SceneFile.scene(from: written, file: "random.yaml")
      do {
        let proof = try ConversionProof(of: scene, from: conversion.from, again, to: conversion.to)
        #expect(proof.states > 0, "\(text)")
      } catch let failure as ConversionProof.Failure {
        let isEmpty = failure.description.hasSuffix("a scene without a layout is not converted")
        #expect(isEmpty, "\(failure)\n\(text)")
      }
    }
  }
}
