/// The layout of the scene that `layoutbench new scene` writes: an icon, and a title next to it.
package enum FirstScene {
  /// Its entries in every built-in dialect, indented as in a scene file.
  package static let layouts = """
      sll:
        - icon: ll = tt = 5, w = h = 34
        - title: ["ll = %rl + 10, ct = %ct", icon, icon]
      constraints:
        - H:|-5-[icon(34)]-10-[title]
        - V:|-5-[icon(34)]
        - title.centerY == icon.centerY
      layoutkit:
        - size: { views: [icon], to: [34, 34] }
        - sizeToFit: [title]
        - xPlace: [5, icon, 10, title]
        - yPlace: [5, icon]
        - { ref: icon, yCenter: [title] }
    """
}
