import LayoutBenchManual

/// Frames by hand of a generated scene in which views at a distance have a number each, as
/// `SceneDraft.number` makes them.
protocol HandWrittenNumbers: HandWrittenCode {}

extension HandWrittenNumbers {
  static func numberCount(of count: Int) -> Int { SceneDraft.numberCount(among: count - 1) }

  static func container(ofNumber number: Int, count: Int) -> Int {
    (number + 1) * SceneDraft.step(ofNumbersAmong: count - 1)
  }

  /// The number of a view that has one.
  ///
  /// - Parameters:
  ///   - view: its place, from 1.
  ///   - count: the number of views, the root included.
  /// - Returns: the place in the scene's `numbers`.
  @inline(__always)
  static func number(of view: Int, among count: Int) -> Int {
    view / SceneDraft.step(ofNumbersAmong: count - 1) - 1
  }
}
