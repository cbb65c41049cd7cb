/// A report, before it is HTML or Markdown: sections of prose, tables and charts.
package struct Report: Sendable {
  /// The title.
  package var title: String
  /// The Run, its machine and date, in a line.
  package var subtitle: String
  /// Doubts, which are printed before everything else.
  package var warnings: [String] = []
  /// The sections, in order.
  package var sections: [Section] = []
  /// Data for programs, embedded in the page as JSON; absent where there is none.
  package var data: String?
  /// The page that this one belongs to, as a relative link; absent of a page that stands alone.
  package var home: String?

  /// A part of a report.
  package struct Section: Sendable {
    /// Its anchor.
    package let id: String
    /// Its heading.
    package let title: String
    /// The contents.
    package var blocks: [Block]

    /// A section.
    package init(_ id: String, _ title: String, _ blocks: [Block]) {
      self.id = id
      self.title = title
      self.blocks = blocks
    }
  }

  /// A part of a section.
  package indirect enum Block: Sendable {
    /// Prose.
    case paragraph(Prose)
    /// Items, one per line.
    case list([Prose])
    /// Lines to copy, or a source.
    case code(String)
    /// Numbers.
    case table(ReportTable)
    /// A chart with its numbers.
    case chart(ReportChart)
    /// A heading inside a section, with its anchor.
    case heading(String, id: String)
    /// Blocks that are hidden until the reader opens them.
    case fold(title: String, [Block])
    /// Blocks that belong together, such as those of a scene.
    case group([Block])
    /// A claim with its verdict.
    case claim(ClaimResult)
    /// A scene's frames and sources.
    case exhibit(SceneExhibit)
    /// The boxes of numbers at the top.
    case figures([Figure])
    /// Engines by scenes.
    case matrix(ReportMatrix)
    /// A part of the Run's data that the page's script draws when the reader opens it.
    case explorer(Explorer)
  }

  /// A part of the data embedded in the page.
  package struct Explorer: Sendable {
    /// The way in which the script shows it.
    package enum Kind: String, Sendable {
      /// The cells of one scene: a chart, then times, intervals, parts and counters.
      case scene
      /// Time per view over sizes, in a phase that the reader chooses.
      case growth
      /// Every cell, as a table.
      case cells
    }

    /// The way in which it is shown.
    package let kind: Kind
    /// The line that opens it.
    package let title: String
    /// The scene, where it shows one; else empty.
    package var subject = ""
  }

  /// A prominent number, with its meaning.
  package struct Figure: Sendable {
    /// The number.
    package let value: String
    /// The meaning of the number.
    package let label: String
    /// A remark on the number.
    package let note: String

    /// A figure.
    package init(value: String, label: String, note: String) {
      self.value = value
      self.label = label
      self.note = note
    }
  }

  /// A report without sections.
  package init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }
}

/// Words with code, emphasis and links.
package struct Prose: Sendable, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation {
  /// A piece of prose.
  package enum Span: Sendable, ExpressibleByStringInterpolation {
    case text(String)
    case code(String)
    case strong(String)
    case link(String, to: String)

    /// Plain words.
    package init(stringLiteral value: String) { self = .text(value) }
  }

  /// The pieces, in order.
  package var spans: [Span]

  /// Pieces.
  package init(_ spans: [Span]) { self.spans = spans }
  /// Pieces.
  package init(arrayLiteral elements: Span...) { spans = elements }
  /// Plain words.
  package init(stringLiteral value: String) { spans = [.text(value)] }

  /// The words alone.
  package var plain: String {
    spans.map { span in
      switch span {
      case .text(let text), .code(let text), .strong(let text), .link(let text, _): text
      }
    }.joined()
  }
}
