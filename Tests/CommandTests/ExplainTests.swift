import LayoutBenchFixtures
import Foundation
import Testing

@Suite("layoutbench explain", .timeLimit(.minutes(8)))
struct ExplainTests {
  /// A row of two views with content sizes; the step squeezes it.
  static let row = """
    layoutbench: 1
    name: row
    root: { size: [320, 100] }
    views:
      - id: title
        intrinsic: [120, 20]
      - id: badge
        intrinsic: [40, 16]
    layouts:
      constraints:
        - "H:|-[title]-(>=8)-[badge]-|"
        - "title.top == superview.top + 10"
        - "badge.centerY == title.centerY"
        - "title.width == 300 @500"
        - "badge.width >= 30"
    steps:
      - resize: [150, 100]
    """

  /// A level whose constraints conflict, and a view that is ambiguous.
  static let trade = """
    layoutbench: 1
    name: trade
    root: { size: [320, 100] }
    views: [ { id: a }, { id: b } ]
    layouts:
      constraints:
        - "a.left == superview.left"
        - "a.width == 100 @500"
        - "a.width == 130 @500"
        - "a.width == 400 @500"
        - "b.width >= a.width"
        - "b.width <= 200"
    """

  static let rules = """
    layoutbench: 1
    name: rules
    root: { size: [200, 100] }
    views: [ { id: a, frame: [3, 4, 20, 10] } ]
    layouts: { sll: [ { a: "ll = 5, minw = 50" } ] }
    """

  static func explain(_ text: String, _ arguments: String...) throws -> Command.Answer {
    try Command.inFolder { folder in
      try text.write(
        to: folder.appendingPathComponent("scene.yaml"), atomically: true, encoding: .utf8)
      return try Command.run(["explain", "scene.yaml"] + arguments, in: folder)
    }
  }

  @Test("each edge is told with what determines it, then what is slack and what lost")
  func edges() throws {
    let answer = try Self.explain(Self.row, "title")
    #expect(answer.status == 0)
    #expect(answer.messages.isEmpty)
    let expected = """
      row: glpk, constraints, root 320 × 100

      title in root
        left 8
          H:|-[title]   (names: '|':root)                 scene.yaml:11
        right 264
          H:[title]-(>=8)-[badge]                         scene.yaml:11
          through H:[badge]-|   (names: '|':root)         scene.yaml:11
          through H:[badge(>=40@750)] (compression resistance)
          through root.width == 320 (root)
        top 10
          title.top == superview.top + 10                 scene.yaml:12
        bottom 30
          title.top == superview.top + 10                 scene.yaml:12
          V:[title(>=20@750)] (compression resistance)
        width 256
          H:[title]-(>=8)-[badge]                         scene.yaml:11
          H:|-[title]   (names: '|':root)                 scene.yaml:11
          through H:[badge]-|   (names: '|':root)         scene.yaml:11
          through H:[badge(>=40@750)] (compression resistance)
          through root.width == 320 (root)
        height 20
          V:[title(>=20@750)] (compression resistance)
        slack
          H:[title(>=120@750)] (compression resistance)   by 136
        lost
          title.width == 300 @500                         scene.yaml:14, by 44
            to H:|-[title]   (names: '|':root)            scene.yaml:11
            to H:[title]-(>=8)-[badge]                    scene.yaml:11
            to H:[badge]-|   (names: '|':root)            scene.yaml:11
            to H:[badge(>=40@750)] (compression resistance)
            to root.width == 320 (root)
          H:[title(<=120@250)] (content hugging)          by 136
            to title.width == 300 @500                    scene.yaml:14

      """
    #expect(answer.output == expected)
  }

  @Test("a layout after a step has reasons of its own")
  func steps() throws {
    let answer = try Self.explain(Self.row, "title", "--step", "1")
    #expect(answer.status == 0)
    let expected = """
      row: glpk, constraints, step 1, root 150 × 100

      title in root
        left 8
          H:|-[title]   (names: '|':root)                 scene.yaml:11
        right 104
          H:[title]-(>=8)-[badge]                         scene.yaml:11
          through H:[badge]-|   (names: '|':root)         scene.yaml:11
          through badge.width >= 30                       scene.yaml:15
          through root.width == 150 (root)
        top 10
          title.top == superview.top + 10                 scene.yaml:12
        bottom 30
          title.top == superview.top + 10                 scene.yaml:12
          V:[title(>=20@750)] (compression resistance)
        width 96
          H:[title]-(>=8)-[badge]                         scene.yaml:11
          H:|-[title]   (names: '|':root)                 scene.yaml:11
          through H:[badge]-|   (names: '|':root)         scene.yaml:11
          through badge.width >= 30                       scene.yaml:15
          through root.width == 150 (root)
        height 20
          V:[title(>=20@750)] (compression resistance)
        slack
          H:[title(<=120@250)] (content hugging)          by 24
        lost
          H:[title(>=120@750)] (compression resistance)   by 24
            to H:|-[title]   (names: '|':root)            scene.yaml:11
            to H:[title]-(>=8)-[badge]                    scene.yaml:11
            to H:[badge]-|   (names: '|':root)            scene.yaml:11
            to badge.width >= 30                          scene.yaml:15
            to root.width == 150 (root)
          title.width == 300 @500                         scene.yaml:14, by 204
            to H:|-[title]   (names: '|':root)            scene.yaml:11
            to H:[title]-(>=8)-[badge]                    scene.yaml:11
            to H:[badge]-|   (names: '|':root)            scene.yaml:11
            to badge.width >= 30                          scene.yaml:15
            to root.width == 150 (root)

      """
    #expect(answer.output == expected)
  }

  @Test("a trade within a priority and what is ambiguous are told, for every view")
  func trades() throws {
    let answer = try Self.explain(Self.trade)
    #expect(answer.status == 0)
    let expected = """
      trade: glpk, constraints, root 320 × 100

      a in root
        left 0
          a.left == superview.left               scene.yaml:7
        right 130
          a.left == superview.left               scene.yaml:7
          a.width == 130 @500                    scene.yaml:9
        top 0
          ambiguous; settled a.top as near to 0 as possible
        bottom 0
          a.height >= 0 (implied)
          ambiguous; settled a.height as small as possible, a.top as near to 0 as possible
        width 130
          a.width == 130 @500                    scene.yaml:9
        height 0
          a.height >= 0 (implied)
          ambiguous; settled a.height as small as possible
        lost
          a.width == 100 @500                    scene.yaml:8, by 30
            traded against a.width == 130 @500   scene.yaml:9
          a.width == 400 @500                    scene.yaml:10, by 270
            to b.width >= a.width                scene.yaml:11
            to b.width <= 200                    scene.yaml:12

      b in root
        left 0
          ambiguous; settled b.left as near to 0 as possible
        right 130
          b.width >= a.width            scene.yaml:11
          through a.width == 130 @500   scene.yaml:9
          ambiguous; settled b.width as small as possible, b.left as near to 0 as possible
        top 0
          ambiguous; settled b.top as near to 0 as possible
        bottom 0
          b.height >= 0 (implied)
          ambiguous; settled b.height as small as possible, b.top as near to 0 as possible
        width 130
          b.width >= a.width            scene.yaml:11
          through a.width == 130 @500   scene.yaml:9
          ambiguous; settled b.width as small as possible
        height 0
          b.height >= 0 (implied)
          ambiguous; settled b.height as small as possible
        slack
          b.width <= 200                scene.yaml:12, by 70

      """
    #expect(answer.output == expected)
  }

  @Test("lowered rules are explained where a scene holds no constraints")
  func lowered() throws {
    let answer = try Self.explain(Self.rules, "a")
    #expect(answer.status == 0)
    let expected = """
      rules: glpk, sll, root 200 × 100

      a in root
        left 5
          H:|-(5)-[a](LTR)   (names: '|':root)
        right 55
          H:|-(5)-[a](LTR)   (names: '|':root)
          H:[a(>=50)]
        top 4
          V:|-(4)-[a]   (names: '|':root)
        bottom 14
          V:|-(4)-[a]   (names: '|':root)
          V:[a(<=10)] (content hugging)
        width 50
          H:[a(>=50)]
        height 10
          V:[a(<=10)] (content hugging)
        slack
          H:[a(>=20@250)] (compression resistance)   by 30
        lost
          H:[a(<=20@250)] (content hugging)          by 30
            to H:[a(>=50)]

      """
    #expect(answer.output == expected)
  }

  @Test("JSON says the same")
  func json() throws {
    let answer = try Self.explain(Self.trade, "a", "--format", "json")
    #expect(answer.status == 0)
    let expected = """
      {
        "scene": "trade",
        "engine": "glpk",
        "layout": "constraints",
        "step": 0,
        "root": [320, 100],
        "views": {
          "a": {
            "left": {
              "value": 0,
              "determinedBy": [
                {
                  "constraint": "a.left == superview.left",
                  "line": 7
                }
              ],
              "through": []
            },
            "right": {
              "value": 130,
              "determinedBy": [
                {
                  "constraint": "a.left == superview.left",
                  "line": 7
                },
                {
                  "constraint": "a.width == 130 @500",
                  "line": 9
                }
              ],
              "through": []
            },
            "top": {
              "value": 0,
              "determinedBy": [],
              "through": [],
              "settled": [
                "a.top as near to 0 as possible"
              ]
            },
            "bottom": {
              "value": 0,
              "determinedBy": [
                {
                  "constraint": "a.height >= 0 (implied)"
                }
              ],
              "through": [],
              "settled": [
                "a.height as small as possible",
                "a.top as near to 0 as possible"
              ]
            },
            "width": {
              "value": 130,
              "determinedBy": [
                {
                  "constraint": "a.width == 130 @500",
                  "line": 9
                }
              ],
              "through": []
            },
            "height": {
              "value": 0,
              "determinedBy": [
                {
                  "constraint": "a.height >= 0 (implied)"
                }
              ],
              "through": [],
              "settled": [
                "a.height as small as possible"
              ]
            },
            "slack": [],
            "lost": [
              {
                "constraint": "a.width == 100 @500",
                "line": 8,
                "priority": 500,
                "by": 30,
                "to": [],
                "tradedAgainst": [
                  {
                    "constraint": "a.width == 130 @500",
                    "line": 9
                  }
                ]
              },
              {
                "constraint": "a.width == 400 @500",
                "line": 10,
                "priority": 500,
                "by": 270,
                "to": [
                  {
                    "constraint": "b.width >= a.width",
                    "line": 11
                  },
                  {
                    "constraint": "b.width <= 200",
                    "line": 12
                  }
                ],
                "tradedAgainst": []
              }
            ]
          }
        }
      }

      """
    #expect(answer.output == expected)
    #expect(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) is [String: Any])
  }

  @Test("an edge that hangs on many constraints tells the nearest; JSON tells all")
  func long() throws {
    let table = try Command.run("explain", "chain-20", "v9")
    #expect(
      table.output.contains(
        """
          left 374
            v9.left == v8.right + 8
            through v8.width == 20
            through v8.left == v7.right + gap8
            through v7.width == 20
            through v7.left == v6.right + 8
            and 13 more

        """))
    let value = try #require(
      JSONSerialization.jsonObject(
        with: Data(try Command.run("explain", "chain-20", "v9", "--format", "json").output.utf8))
        as? [String: Any])
    let views = try #require(value["views"] as? [String: [String: Any]])
    let left = try #require(views["v9"]?["left"] as? [String: Any])
    #expect((left["through"] as? [Any])?.count == 17)
  }
}
