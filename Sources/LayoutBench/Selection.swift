import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel

/// Names chosen by patterns: `post,c*,!cell`.
struct Selection {
  private let patterns: [String]

  /// Patterns separated by commas; `nil` chooses everything.
  init(_ text: String?) {
    patterns = (text ?? "*").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The names that a pattern chooses and none excludes, in their own order.
  ///
  /// - Throws: `ValidationError` for a pattern that fits no name.
  func apply(to names: [String], what: String) throws -> [String] {
    for pattern in patterns {
      let bare = pattern.hasPrefix("!") ? String(pattern.dropFirst()) : pattern
      guard !names.contains(where: { Self.fits($0, bare) }) else { continue }
      throw ValidationError(SolveCommand.unknown(what, bare, among: names))
    }
    let positive = patterns.filter { !$0.hasPrefix("!") }
    return names.filter { name in
      (positive.isEmpty || positive.contains { Self.fits(name, $0) })
        && !patterns.contains { $0.hasPrefix("!") && Self.fits(name, String($0.dropFirst())) }
    }
  }

  private static func fits(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, 0) == 0
  }
}

extension Engines {
  /// Two that are often compared, for examples in help: the last of those that rules and constraints are
  /// argued about by.
  static var pair: String {
    let names = all.filter { !$0.traits.isYardstick && $0.traits.name.variant == nil }.map(\.name)
    return names.suffix(2).joined(separator: ",")
  }

  /// Those that patterns choose among: oracles take part only where a pattern has a colon.
  static func choice(for patterns: String?) -> [any LayoutEngine] {
    patterns?.contains(":") == true ? everyone : all
  }
}
