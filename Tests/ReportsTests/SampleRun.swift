import LayoutBenchTiming

/// Runs made up for tests: every number is known.
enum SampleRun {
  /// Two scenes in two phases by three engines, and one that is wrong.
  static func small(
    children: Int = 9, factors: [String: Double] = ["manual": 1, "sll": 4, "glpk": 100],
    seed: UInt64 = 1
  ) -> Run {
    var run = empty()
    var random = SplitMix64(seed: seed)
    for scene in ["one", "two"] {
      for phase in ["build", "resize"] {
        for (engine, factor) in factors.sorted(by: { $0.key < $1.key }) {
          var cell = Cell(
            scene: scene, views: 3, phase: phase, engine: engine,
            dialect: engine == "glpk" ? "constraints" : engine, passes: 8)
          for _ in 0..<children {
            let time = 12.5 * factor * Double.random(in: 0.98...1.02, using: &random)
            cell.samples.append([time * 1.5, time, time * 1.1, time * 1.05])
            cell.switched.append([0])
            cell.shared = (cell.shared ?? []) + [[1]]
          }
          cell.deviation = engine == "glpk" ? 2.5e-13 : 0
          cell.counters = [
            "allocations": 3, "retained bytes": 200 * factor.squareRoot(), "bytes allocated": 900,
            "peak bytes": 800, "rules evaluated": phase == "build" ? 0 : 7,
          ]
          run.cells.append(cell)
        }
      }
    }
    var wrong = Cell(scene: "two", views: 3, phase: "resize", engine: "layoutkit", dialect: "x")
    (wrong.outcome, wrong.reason) = (.wrong, "view a is here, not there")
    run.cells.append(wrong)
    run.children = (0..<children).map {
      Run.Child(started: "2026-01-01T00:00:0\($0 % 10)Z", load: [0.5, 0.6])
    }
    run.computeEstimates()
    return run
  }

  /// A generated scene at five sizes; the time of each engine grows with its exponent.
  static func sizes(
    _ generators: [String] = ["chain"], phases: [String] = ["build"],
    exponents: [String: Double], children: Int = 9
  ) -> Run {
    var run = empty()
    var random = SplitMix64(seed: 2)
    for generator in generators {
      for views in [10, 20, 40, 80, 160] {
        for phase in phases {
          for (engine, exponent) in exponents.sorted(by: { $0.key < $1.key }) {
            var cell = Cell(
              scene: "\(generator)-\(views)", views: views, phase: phase, engine: engine,
              dialect: engine, passes: 8)
            for _ in 0..<children {
              var time = Double.random(in: 0.99...1.01, using: &random)
              for _ in 0..<Int(exponent) { time *= Double(views) }
              cell.samples.append([time, time, time])
              cell.switched.append([])
            }
            run.cells.append(cell)
          }
        }
      }
    }
    run.children = (0..<children).map { _ in Run.Child(started: "2026", load: nil) }
    run.computeEstimates()
    return run
  }

  static func empty(id: String = "2026-01-02T03-04-05Z-abcd") -> Run {
    var machine = Machine.this(libraries: ["GLPK": "5.0"])
    (machine.fingerprint, machine.cpu, machine.cores) = ("f", "A Processor", 2)
    (machine.system, machine.memory) = ("Linux 6.1", 8_000_000_000)
    return Run(
      id: id, command: ["bench", "--scenes", "one,t*"], seed: 1, batchTarget: 500_000, rounds: 4,
      revision: .init(commit: "0123456789abcdef", dirty: false),
      executable: .init(configuration: "release"), machine: machine, cells: [])
  }

  /// 2,000 cells of 20 children and 10 rounds.
  static func large() -> Run {
    var run = empty()
    var random = SplitMix64(seed: 3)
    for scene in 0..<167 {
      let views = 10 + scene
      for phase in ["build", "layout", "resize"] {
        for (engine, factor) in [("manual", 1.0), ("layoutkit", 3), ("sll", 20), ("glpk", 12)] {
          var cell = Cell(
            scene: "screen\(scene)", views: views, phase: phase, engine: engine, dialect: engine,
            passes: 64)
          cell.samples = (0..<20).map { _ in
            (0..<10).map { _ in factor * Double(views) * Double.random(in: 1...1.2, using: &random)
            }
          }
          cell.switched = Array(repeating: [], count: 20)
          cell.counters = ["allocations": 3, "retained bytes": factor * 1000]
          run.cells.append(cell)
        }
      }
    }
    run.children = (0..<20).map { _ in Run.Child(started: "2026", load: nil) }
    return run
  }
}
