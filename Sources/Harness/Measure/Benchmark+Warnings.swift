import Foundation
import LayoutBenchTiming

extension Benchmark {
  /// Adds a warning for each doubt about the numbers.
  mutating func warn(load: Double) {
    run.warnings = []
    func add(_ code: String, _ text: String) {
      run.warnings.append(Run.Warning(code: code, text: text))
    }
    if load > Double(run.machine.cores) {
      add("load", "load average \(load) on \(run.machine.cores) cores before the run")
    }
    if Clock.resolution > 1000 { add("clock", "the clock's step is \(Clock.resolution) ns") }
    let (samples, switched, shared) = run.sampleCounts
    if switched * 10 > samples {
      add("switched", "the thread was switched out in \(switched) of \(samples) samples")
    }
    if let shared, shared * 10 > samples {
      add(
        "shared",
        "\(100 * shared / samples) % of samples shared their core with another process, though they "
          + "waited for a quiet moment; ratios of two Runs may differ by more than their intervals")
      if shared * 10 > 9 * samples {
        add("never quiet", "this Run almost never had a core to itself")
      }
    }
    // A thread that was switched out in the middle of a reading has read what cannot be.
    let readings = (run.quiet?.readings ?? []).filter { $0 >= CoreReading.least }
    if let least = readings.min(), readings.count >= Statistics.fewestForInterval {
      let usual = Statistics.median(readings)
      if usual > 1.3 * least {
        add(
          "busy",
          "the core took \(String(format: "%.2f", usual / least)) times as long for its usual step as at "
            + "its quietest, in the median of the last readings: other work ran beside most samples"
        )
      }
    }
    if let vectors = run.vectors, let kernel = MachineVector.change(vectors) {
      add("vector", "the machine changed its speed during the Run: \(kernel)")
    }
    let steals = run.children.compactMap(\.steal)
    if let steal = steals.max(), steal > 0.01 {
      add(
        "steal",
        "other machines of the host took up to \(Int((100 * steal).rounded(.up))) % of the processors' time "
          + "in a child")
    }
    // The same few instructions each time: where they take longer, another process shares the
    // processor.
    if run.floor.count >= Statistics.fewestForInterval {
      let slow = Statistics.quantile(0.9, of: run.floor)
      let quick = Statistics.quantile(0.1, of: run.floor)
      if slow > 1.15 * quick {
        let ends = [quick, slow].map { String(format: "%.2f", $0) }
        add(
          "speed",
          "an empty plan took \(ends[0]) ns in some children and \(ends[1]) in others: the processor "
            + "is shared or changes its speed, so ratios of two Runs may differ by as much; compare "
            + "builds by 'ab'")
      }
    }
    if run.revision?.outdated == true {
      add(
        "outdated",
        "a source file is newer than this program: it was built before, so the Run's revision may "
          + "not be the measured one; build it again")
    }
    if options.links.count > 1, let own = run.executable.sha256,
      run.executable.links?.contains(own) == false
    {
      add(
        "other links",
        "the links are of another build than the program that verified and counted; run one of them, or run 'make links' again"
      )
    }
    if let governor = run.machine.governor, governor != "performance" {
      add("governor", "the processor's frequency is governed by '\(governor)'")
    }
    if run.executable.configuration == "debug" {
      add("debug", "a debug build: its times do not measure the engines")
    }
    if !run.children.isEmpty, !run.hasIntervals {
      let links = run.links ?? 1
      add(
        "links",
        "\(links == 1 ? "one link" : "\(links) links") of the executable: no 95 % intervals, and engines "
          + "that differ by less than 10 % share a rank; 'make links' makes six links for --links")
    }
  }
}
