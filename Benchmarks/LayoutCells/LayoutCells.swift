import Benchmark
import Foundation
import LayoutBench

/// The cells of the built-in scenes, in the form that the plugin's generated `main` requires.
let benchmarks: @Sendable () -> Void = {
  // Some of the other metrics need hardware counters or hooks in the allocator, and the counts of
  // retains crash under Swift 6.3.
  Benchmark.defaultConfiguration.metrics = [.wallClock, .throughput]
  // A sample is one plan, of a script with all its steps.
  Benchmark.defaultConfiguration.scalingFactor = .one

  do {
    let cells = try MeasurableCell.all { refused in
      FileHandle.standardError.write(Data("not measured: \(refused)\n".utf8))
    }
    for cell in cells {
      Benchmark(cell.name) { benchmark in
        do {
          try cell.run(
            plans: benchmark.scaledIterations.count, start: benchmark.startMeasurement,
            stop: benchmark.stopMeasurement)
        } catch {
          benchmark.error("\(error)")
        }
      }
    }
  } catch {
    fatalError("a built-in scene cannot be read: \(error)")
  }
}
