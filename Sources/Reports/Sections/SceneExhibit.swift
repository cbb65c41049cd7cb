/// What a scene looks like and how it is written: plain values, made by whoever can lay scenes out.
package struct SceneExhibit: Sendable {
  /// The scene's name.
  package let name: String
  /// What it is, in a sentence.
  package let summary: String?
  /// How many views it has, the root not counted.
  package let views: Int
  /// The layout in each dialect.
  package var sources: [Source] = []
  /// The frames, by engine.
  package var drawings: [Drawing] = []
  /// Whether the Run does not hold the scene, so that another of the same name is shown.
  package var isBorrowed = false
  /// What must be known beside them: what was left out, and why.
  package var notes: [String] = []

  /// A layout in one dialect.
  package struct Source: Sendable {
    /// The dialect.
    package let dialect: String
    /// Its text, a line for each entry.
    package let text: String
    /// The command that prints it whole; absent where it is whole.
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
    /// Whose they are.
    package let label: String
    /// SVG without a size of its own.
    package let svg: String
    /// Whether views stand elsewhere than in the first drawing; they are marked in it.
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
