/// Rows of numbers and words, sortable where the format can.
public struct ReportTable: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// Its heading.
    public let title: String
    /// Whether its texts end evenly: numbers.
    public let isNumber: Bool

    /// A column of words.
    public static func words(_ title: String) -> Column { Column(title: title, isNumber: false) }
    /// A column of numbers.
    public static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  /// A place in a row.
  public struct Entry: Sendable, ExpressibleByStringInterpolation {
    /// What is read.
    public var text: String
    /// What it is sorted by; its text if `nil`.
    public var order: Double?
    /// Whether it stands out.
    public var isStrong = false
    /// What stands out behind it; empty where nothing does.
    public var emphasis = ""
    /// What it means, where that is more than its text: `good`, `bad`, `doubt`.
    public var tone: Tone?

    /// Whether a value is welcome.
    public enum Tone: String, Sendable { case good, bad, doubt }

    /// Words.
    public init(stringLiteral value: String) { text = value }
    /// A text.
    public init(_ text: String, order: Double? = nil, isStrong: Bool = false, tone: Tone? = nil) {
      self.text = text
      self.order = order
      self.isStrong = isStrong
      self.tone = tone
    }

    /// Nothing was measured.
    public static let none: Entry = "–"
  }

  /// The columns.
  public let columns: [Column]
  /// The rows, each with an entry for each column.
  public var rows: [[Entry]]

  /// A table.
  public init(_ columns: [Column], rows: [[Entry]] = []) {
    self.columns = columns
    self.rows = rows
  }
}

/// A chart with the numbers that it shows.
public struct ReportChart: Sendable {
  /// Its name, fit for a file.
  public let id: String
  /// What it shows, in a sentence.
  public let title: String
  /// The picture.
  public let picture: any Picture
  /// Its numbers.
  public let numbers: ReportTable

  /// A chart.
  public init(id: String, title: String, picture: any Picture, numbers: ReportTable) {
    self.id = Escaping.fileName(id)
    self.title = title
    self.picture = picture
    self.numbers = numbers
  }

  /// SVG to stand in a page that has the charts' style, or as a file of its own.
  public func svg(isStandalone: Bool) -> String {
    let style = isStandalone ? "<style>\(ChartStyle.css)</style>\n" : ""
    let size = picture.size
    let (width, height) = (
      Quantity.fixed(size.width, decimals: 0), Quantity.fixed(size.height, decimals: 0)
    )
    let fixed = isStandalone ? " width=\"\(width)\" height=\"\(height)\"" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="lb" viewBox="0 0 \(width) \(height)"\(fixed) role="img" \
      aria-label="\(Escaping.markup(title))">
      \(style)\(isStandalone ? "<title>\(Escaping.markup(title))</title>\n" : "")\
      \(picture.body)</svg>

      """
  }
}

/// What can be drawn.
public protocol Picture: Sendable {
  /// How large it is, pixels.
  var size: (width: Double, height: Double) { get }
  /// Its shapes, as SVG.
  var body: String { get }
}
