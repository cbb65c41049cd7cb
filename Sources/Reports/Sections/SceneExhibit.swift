/// The frames and sources of a scene: plain values, made by code that can lay scenes out.
package struct SceneExhibit: Sendable {
  /// The scene's name.
  package let name: String
  /// The description of the scene, in a sentence.
  package let summary: String?
  /// The number of views, without the root.
  package let views: Int
  /// The layout in each dialect.
  package var sources: [Source] = []
  /// The frames, by engine.
  package var drawings: [Drawing] = []
  /// True if the Run does not contain the scene, so that another of the same name is shown.
  package var isBorrowed = false
  /// Remarks on the sources and drawings: omissions, and their reasons.
  package var notes: [String] = []

  /// A layout in one dialect.
  package struct Source: Sendable {
    /// The dialect.
    package let dialect: String
    /// Its text, a line for each entry.
    package let text: String
    /// The command that prints it in full; `nil` where it is complete.
    package let whole: String?

    /// A layout.
    package init(dialect: String, text: String, whole: String? = nil) {
      self.dialect = dialect
      self.text = text
      self.whole = whole
    }
  }

  /// Frames as a picture.
  package struct Drawing: Sendable {
    /// The engines whose frames they are.
    package let label: String
    /// SVG without a fixed size.
    package let svg: String
    /// True if some views have other positions than in the first drawing; they are marked.
    package let differs: Bool

    /// A picture.
    package init(label: String, svg: String, differs: Bool) {
      self.label = label
      self.svg = svg
      self.differs = differs
    }
  }

  /// A scene without pictures and sources.
  package init(name: String, summary: String?, views: Int) {
    self.name = name
    self.summary = summary
    self.views = views
  }
}
