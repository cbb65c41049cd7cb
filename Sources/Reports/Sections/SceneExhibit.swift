/// What a scene looks like and how it is written: plain values, made by whoever can lay scenes out.
public struct SceneExhibit: Sendable {
  /// The scene's name.
  public let name: String
  /// What it is, in a sentence.
  public let summary: String?
  /// How many views it has, the root not counted.
  public let views: Int
  /// The layout in each dialect.
  public var sources: [Source] = []
  /// The frames, by engine.
  public var drawings: [Drawing] = []
  /// Whether the Run does not hold the scene, so that another of the same name is shown.
  public var isBorrowed = false
  /// What must be known beside them: what was left out, and why.
  public var notes: [String] = []

  /// A layout in one dialect.
  public struct Source: Sendable {
    /// The dialect.
    public let dialect: String
    /// Its text, a line for each entry.
    public let text: String
    /// The command that prints it whole; absent where it is whole.
    public let whole: String?

    /// A layout.
    public init(dialect: String, text: String, whole: String? = nil) {
      self.dialect = dialect
      self.text = text
      self.whole = whole
    }
  }

  /// Frames as a picture.
  public struct Drawing: Sendable {
    /// Whose they are.
    public let label: String
    /// SVG without a size of its own.
    public let svg: String
    /// Whether views stand elsewhere than in the first drawing; they are marked in it.
    public let differs: Bool

    /// A picture.
    public init(label: String, svg: String, differs: Bool) {
      self.label = label
      self.svg = svg
      self.differs = differs
    }
  }

  /// A scene without pictures and sources.
  public init(name: String, summary: String?, views: Int) {
    self.name = name
    self.summary = summary
    self.views = views
  }
}
