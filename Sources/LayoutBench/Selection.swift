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
  /// - Throws: `ValidationError` for a pattern that matches no name, and where no name is left.
  func apply(to names: [String], what: String) throws -> [String] {
    guard !patterns.isEmpty else { throw ValidationError("no \(what) is named") }
    for pattern in patterns {
      let bare = Self.bare(pattern)
      guard !names.contains(where: { Self.fits($0, bare) }) else { continue }
      guard !bare.hasPrefix("peer:") else {
        // A peer that was not found is left out anyway.
        if pattern != bare { continue }
        let found = PeerConformance.names
        throw ValidationError(
          "no engine '\(bare)': no such peer was found"
            + (found.isEmpty ? "" : ", only \(found.joined(separator: ", "))")
            + "; 'make peers' builds those that come with LayoutBench")
      }
      throw ValidationError(SolveCommand.unknown(what, bare, among: names))
    }
    let positive = patterns.filter { !$0.hasPrefix("!") }
    let chosen = names.filter { name in
      (positive.isEmpty || positive.contains { Self.fits(name, $0) })
        && !patterns.contains { $0.hasPrefix("!") && Self.fits(name, String($0.dropFirst())) }
    }
    guard !chosen.isEmpty || names.isEmpty else {
      throw ValidationError("'\(patterns.joined(separator: ","))' leaves no \(what)")
    }
    return chosen
  }

  /// The patterns without the marks of exclusion.
  var bare: [String] { patterns.map(Self.bare) }

  private static func bare(_ pattern: String) -> String {
    pattern.hasPrefix("!") ? String(pattern.dropFirst()) : pattern
  }

  private static func fits(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, 0) == 0
  }
}

extension Engines {
  /// One of those, for examples in help.
  static var example: String { pair.split(separator: ",").first.map(String.init) ?? pair }

  /// The last two engines that are neither variants nor yardsticks: an example for help texts.
  static var pair: String {
    let names = all.filter { !$0.traits.isYardstick && $0.traits.name.variant == nil }.map(\.name)
    return names.suffix(2).joined(separator: ",")
  }

  /// The engines that patterns select from.
  ///
  /// Oracles are among them only if a pattern names them: by the whole name, or the name before the
  /// colon with `:*`.
  static func choice(for patterns: String?) -> [any LayoutEngine] {
    let named = Selection(patterns).bare
    Registry.admit(named)
    return everyone.filter { engine in
      !engine.traits.onlyWhereNamed || named.contains(engine.name)
        || named.contains("\(engine.traits.name.base):*") || engine.traits.isPeer
    }
  }
}
