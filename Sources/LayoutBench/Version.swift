import Foundation
import LayoutBenchHarness
import LayoutBenchTiming

/// The version of this program; the only place that defines it.
enum Version {
  /// `MAJOR.MINOR.PATCH`, as in CHANGELOG.md.
  static let number = "0.1.0"

  /// The packages that are linked, as Package.swift has them.
  static let packages = [
    ("swift-argument-parser", "1.8.2"), ("Yams", "6.2.2"), ("swift-mustache", "2.1.1"),
  ]

  /// The version, and the versions of what the program was built from: for bug reports and for
  /// results that are quoted.
  static var details: String {
    let machine = Machine.this(libraries: Registry.current.libraries)
    let revision = Benchmark.revision(of: CellSelection.executable)
    let commit = revision.map { revision in
      revision.commit + (revision.dirty ? ", with changes" : "")
        + (revision.outdated == true ? ", or earlier: a source file is newer than the program" : "")
    }
    let exact = Registry.current.judges.map(\.traits.libraries).reduce(into: [:]) { all, own in
      all.merge(own) { first, _ in first }
    }
    let libraries = (machine.libraries ?? [:]).merging(exact) { first, _ in first }.sorted {
      $0.key < $1.key
    }.map {
      "\($0.key) \($0.value)"
    }
    let lines = [
      ("commit", commit ?? "unknown: the program is not in a checkout"),
      ("build", "\(Benchmark.configuration), Swift \(machine.swift)"),
      ("libraries", (libraries + [machine.libc].compactMap(\.self)).joined(separator: ", ")),
      ("packages", packages.map { "\($0.0) \($0.1)" }.joined(separator: ", ")),
      ("suites", Benchmark.edition),
      ("Run format", "\(Run.version)"),
      ("licences", "MIT; GLPK, which is linked, GPL 3 or later: NOTICE has all"),
    ]
    return "layoutbench \(number)\n"
      + lines.map { "  \($0.0.padding(toLength: 11, withPad: " ", startingAt: 0))\($0.1)" }
      .joined(separator: "\n")
  }
}
