/// Rows of numbers and words, sortable where the format can.
package struct ReportTable: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its heading.
    package let title: String
    /// True if its texts are numbers, which are aligned at their ends.
    package let isNumber: Bool

    /// A column of words.
    package static func words(_ title: String) -> Column { Column(title: title, isNumber: false) }
    /// A column of numbers.
    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  /// A place in a row.
  package struct Entry: Sendable, ExpressibleByStringInterpolation {
    /// The text that is shown.
    package var text: String
    /// The number to sort by; the text if `nil`.
    package var order: Double?
    /// True if the text is emphasised.
    package var isStrong = false
    /// Emphasised text behind it; may be empty.
    package var emphasis = ""
    /// The meaning of the entry beyond its text: `good`, `bad`, `doubt`.
    package var tone: Tone?
    /// The page that it links to, relative; absent of most.
    package var link: String?

    /// The meaning of a value for the reader.
    package enum Tone: String, Sendable { case good, bad, doubt }

    /// Words.
    package init(stringLiteral value: String) { text = value }
    /// A text.
    package init(_ text: String, order: Double? = nil, isStrong: Bool = false, tone: Tone? = nil) {
      self.text = text
      self.order = order
      self.isStrong = isStrong
      self.tone = tone
    }

    /// The entry of a value that was not measured.
    package static let none: Entry = "–"
  }

  /// True if the reader can sort the rows.
  package var isSortable = true
  /// The columns.
  package let columns: [Column]
  /// The rows, each with an entry for each column.
  package var rows: [[Entry]]

  /// A table.
  package init(_ columns: [Column], rows: [[Entry]] = []) {
    self.columns = columns
    self.rows = rows
  }
}

/// A chart with the numbers that it shows.
package struct ReportChart: Sendable {
  /// Its name, fit for a file.
  package let id: String
  /// The subject of the chart, in a sentence.
  package let title: String
  /// The picture.
  package let picture: any Picture
  /// Its numbers.
  package let numbers: ReportTable

  /// A chart.
  package init(id: String, title: String, picture: any Picture, numbers: ReportTable) {
    self.id = Escaping.fileName(id)
    self.title = title
    self.picture = picture
    self.numbers = numbers
  }

  /// SVG for a page that has the charts' style, or for a separate file.
  package func svg(isStandalone: Bool) -> String {
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

/// A picture made of SVG shapes.
package protocol Picture: Sendable {
  /// The size of the picture, pixels.
  var size: (width: Double, height: Double) { get }
  /// Its shapes, as SVG.
  var body: String { get }
}
