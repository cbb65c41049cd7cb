import Foundation
package import LayoutModel

/// A selection of scenes with the number of their measurements, as a file states it.
///
///     layoutbenchSuite: 1
///     summary: what our lists do
///     scenes:
///       - post
///       - cell.yaml                 # a file, found from the suite's folder
///       - chain: [10, 100, 1000]    # a generator and its numbers of views
///     engines: "*,!glpk:plain"      # patterns, as --engines takes them
///     phases: resize,edit
///     forms: program
///     children: 8
///     rounds: 5
package struct SuiteFile: Equatable, Sendable {
  /// A scene, or a generator with sizes.
  package struct Entry: Equatable, Sendable {
    /// The name of a built-in scene, of a generator or of a generated scene, or a file.
    package let scene: String
    /// Numbers of views, where it is a generator.
    package let sizes: [Int]
    /// Its place in the file.
    package let position: SourcePosition
  }

  /// Its purpose, in a sentence.
  package let summary: String?
  /// The scenes, in order.
  package let entries: [Entry]
  /// Patterns of engines, if the suite selects them.
  package let engines: String?
  /// Patterns of phases, if the suite selects them.
  package let phases: String?
  /// Forms, if the suite selects them.
  package let forms: String?
  /// The number of child processes, if the suite sets it.
  package let children: Int?
  /// The number of samples of a cell in each child, if the suite sets it.
  package let rounds: Int?

  /// Reads a suite from text: YAML, or JSON, which is YAML.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - file: its name, for messages.
  ///   - largest: the most views that a generated scene may have.
  /// - Throws: `SceneError` with the place of the first mistake.
  package init(_ text: String, file: String, largest: Int) throws(SceneError) {
    let document = try YAMLSource.read(text, file: file)
    let reader = SceneReader(file: file, dialects: nil)
    let fields = try reader.fields(
      of: document, in: "a suite", required: ["layoutbenchSuite", "scenes"],
      optional: ["summary", "engines", "phases", "forms", "children", "rounds"])
    if let version = fields["layoutbenchSuite"], version.text != "1" {
      throw reader.error(version, .version(version.text ?? version.summary))
    }
    func word(_ key: String) throws(SceneError) -> String? {
      guard let node = fields[key] else { return nil }
      return try reader.text(node)
    }
    func count(_ key: String, from least: Int) throws(SceneError) -> Int? {
      guard let node = fields[key] else { return nil }
      return try reader.whole(node, what: "'\(key)'", from: least, to: 1000)
    }
    summary = try word("summary")
    engines = try word("engines")
    phases = try word("phases")
    forms = try word("forms")
    children = try count("children", from: 1)
    rounds = try count("rounds", from: 3)
    var entries: [Entry] = []
    let scenes = try reader.required(fields, "scenes", of: document)
    let items = try reader.list(scenes, "a list of scenes")
    guard !items.isEmpty else {
      throw reader.error(scenes, .expected("a scene at least", found: "an empty list"))
    }
    for item in items {
      guard let generators = item.entries else {
        entries.append(
          Entry(scene: try reader.text(item), sizes: [], position: item.position))
        continue
      }
      guard !generators.isEmpty else {
        throw reader.error(item, .expected("a scene or a generator", found: "an empty mapping"))
      }
      for generator in generators {
        var sizes: [Int] = []
        guard generator.value.items?.isEmpty != true else {
          throw reader.error(
            generator.value,
            .expected("a number of views, or a list of them", found: "an empty list"))
        }
        for size in generator.value.items ?? [generator.value] {
          sizes.append(
            try reader.whole(size, what: "a number of views", from: 1, to: largest))
        }
        entries.append(
          Entry(
            scene: generator.key, sizes: Array(Set(sizes)).sorted(),
            position: generator.keyPosition))
      }
    }
    self.entries = entries
  }
}

extension SuiteFile {
  /// Returns true if a file declares near its beginning that it is a suite.
  static func isSuite(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    let head = (try? handle.read(upToCount: 4096)) ?? Data()
    return String(decoding: head, as: UTF8.self).split(separator: "\n").contains {
      $0.hasPrefix("layoutbenchSuite:")
    }
  }
}

extension SceneReader {
  /// A whole number in a range.
  fileprivate func whole(
    _ node: SourceNode, what: String, from least: Int, to most: Int
  ) throws(SceneError) -> Int {
    guard let text = node.text, let number = Int(text), (least...most).contains(number) else {
      throw error(
        node, .whole(node.text ?? node.summary, what: what, from: least, to: most))
    }
    return number
  }
}
