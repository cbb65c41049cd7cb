import Constraints
import LayoutModel

extension ConvertedScene {
  /// Converts a scene in which some entries apply only at some sizes of the root.
  ///
  /// The root's sizes are divided into regions in which the same entries apply. Each region is
  /// converted separately; an entry that occurs in all of them has no condition.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - source: the dialect that is read.
  ///   - convert: the conversion of a scene whose entries always apply.
  /// - Throws: `SceneError`, also for entries that steps activate or give other priorities;
  ///   `LayoutError`.
  init(
    _ scene: Scene, from source: any Dialect, by convert: (Scene) throws -> ConvertedScene
  ) throws {
    try Self.checkRewriting(scene, source)
    try Self.checkNumbers(scene)
    guard let variations = scene.variations[source.name] else {
      self = try convert(scene)
      return
    }
    func refusal(_ what: String, at position: SourcePosition) -> SceneError {
      SceneError(file: scene.file, position: position, mistake: CannotState(what))
    }
    let named = Set(scene.steps.compactMap(\.change.entryName))
    let switched = variations.entries.first { entry in
      entry.condition?.isActive == false || entry.condition?.name.map(named.contains) == true
    }
    if let switched {
      throw refusal(
        "an entry that steps activate, deactivate or give a priority in another dialect",
        at: switched.node.position)
    }
    let widths = Self.intervals(variations.entries.compactMap(\.condition?.widths))
    let heights = Self.intervals(variations.entries.compactMap(\.condition?.heights))
    let work = widths.count * heights.count * max(scene.tree.count, variations.entries.count)
    guard work <= Self.mostWork else {
      throw refusal(
        "conditions that divide the root's sizes into \(widths.count * heights.count) regions, in "
          + "another dialect", at: variations.position)
    }
    var regions: [Region] = []
    for width in widths {
      for height in heights {
        var one = scene
        one.variations = [:]
        one.tree.rootSize = Size(width: width.lowerBound, height: height.lowerBound)
        one.layouts[source.name] = try variations.layout(
          of: variations.holding(at: one.tree.rootSize, Variations.Switches()), in: source,
          of: scene)
        let region = Region(widths: width, heights: height, converted: try convert(one))
        let first = (regions.first ?? region).converted
        guard region.converted.scene.tree.traits == first.scene.tree.traits else {
          throw refusal(
            "contents that differ between sizes of the root in another dialect",
            at: variations.position)
        }
        regions.append(region)
      }
    }
    let first = regions[0].converted
    var converted = first.scene
    converted.tree.rootSize = scene.tree.rootSize
    converted.variations = [first.dialect: variations]
    self.init(
      scene: converted, dialect: first.dialect,
      entries: Self.joined(regions, in: first.dialect, widths.count, heights.count))
  }

  /// The most entries or views of all regions together: some seconds.
  private static var mostWork: Int { 500_000 }

  /// Refuses a scene whose steps change a number: entries of another dialect contain its value.
  private static func checkNumbers(_ scene: Scene) throws(SceneError) {
    guard let step = scene.steps.first(where: { $0.change.kind == .constant }) else { return }
    throw SceneError(
      file: scene.file, position: step.position,
      mistake: CannotState("a step that changes a number, in another dialect"))
  }

  /// Refuses a scene whose steps change the meaning of its entries.
  static func checkRewriting(_ scene: Scene, _ source: any Dialect) throws(SceneError) {
    let changed = source.rewriting(scene).intersection(scene.steps.map(\.change.kind))
    guard let step = scene.steps.first(where: { changed.contains($0.change.kind) }) else { return }
    throw SceneError(
      file: scene.file, position: step.position,
      mistake: CannotState("a step that changes the equations of a stack, as equations"))
  }

  /// Sizes of the root at which the same entries apply.
  private struct Region {
    let widths: Range<Double>
    let heights: Range<Double>
    let converted: ConvertedScene
  }

  /// The intervals between all bounds of some ranges.
  private static func intervals(_ ranges: [Range<Double>]) -> [Range<Double>] {
    let bounds = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] } + [0, .infinity]).sorted()
    return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
  }

  /// The entries of all regions, each with the sizes at which it applies.
  ///
  /// An entry that occurs twice in a region counts as two.
  private static func joined(
    _ regions: [Region], in dialect: DialectName, _ columns: Int, _ rows: Int
  ) -> [String] {
    var texts: [String] = []
    var places: [String: [Int]] = [:]
    for (place, region) in regions.enumerated() {
      var seen: [String: Int] = [:]
      for text in region.converted.entries {
        seen[text, default: 0] += 1
        let key = "\(text)\u{0}\(seen[text] ?? 1)"
        if places[key] == nil { texts.append(key) }
        places[key, default: []].append(place)
      }
    }
    return texts.flatMap { key -> [String] in
      let text = String(key.prefix { $0 != "\u{0}" })
      let own = Set(places[key] ?? [])
      guard own.count < regions.count else { return [text] }
      let held = (0..<columns).map { column in
        (0..<rows).filter { own.contains(column * rows + $0) }
      }
      // Neighbouring columns with the same heights are joined.
      return runs(0..<columns) { held[$0] == held[$1] }.flatMap { columns -> [String] in
        let widths =
          regions[columns.lowerBound * rows].widths
          .lowerBound..<regions[(columns.upperBound - 1) * rows].widths.upperBound
        let held = held[columns.lowerBound]
        return runs(held.indices) { held[$1] == held[$0] + 1 }.map { place in
          let heights =
            regions[held[place.lowerBound]].heights
            .lowerBound..<regions[held[place.upperBound - 1]].heights.upperBound
          let both = [bounds("width", widths), bounds("height", heights)]
          return entry(text, when: both.compactMap(\.self), in: dialect)
        }
      }
    }
  }

  /// The runs of neighbours that belong together.
  private static func runs(
    _ range: Range<Int>, _ belongs: (Int, Int) -> Bool
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in range {
      if let last = runs.last, belongs(place - 1, place) {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    return runs
  }

  /// `width: [0, 500]`; `nil` for the range of all lengths.
  private static func bounds(_ name: String, _ range: Range<Double>) -> String? {
    guard range != 0..<Double.infinity else { return nil }
    let high = range.upperBound.isFinite ? NumberText.write(range.upperBound) : "~"
    return "\(name): [\(NumberText.write(range.lowerBound)), \(high)]"
  }

  private static func entry(_ text: String, when: [String], in dialect: DialectName) -> String {
    let isMapping = dialect != .constraints || text.hasPrefix("linear: ")
    let own = isMapping ? text : "is: \(SourceNode.quoted(text))"
    return "{ when: { \(when.joined(separator: ", ")) }, \(own) }"
  }
}
