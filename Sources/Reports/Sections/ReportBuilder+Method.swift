import LayoutBenchTiming

extension ReportBuilder {
  /// The method, the machine, and the commands to measure again.
  var method: Report.Section {
    let run = main.run
    var facts = ReportTable([.words("property"), .words("value")])
    func fact(_ name: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      facts.rows.append([ReportTable.Entry(name), ReportTable.Entry(text)])
    }
    fact("Run", run.id)
    fact("part", run.shardText)
    for machine in run.machines ?? [run.machine] {
      fact("processor", "\(machine.cpu), \(machine.cores) cores")
    }
    fact("memory", Quantity.bytes(Double(run.machine.memory)))
    fact("system", run.machine.system + (run.machine.libc.map { ", \($0)" } ?? ""))
    fact("Swift", run.machine.swift)
    fact("Libraries", run.machine.libraryText)
    fact("build", run.executable.configuration)
    fact("executable", run.executable.sha256.map { "SHA-256 \($0)" })
    fact(
      "source", run.revision.map { "\($0.commit)\($0.dirty ? ", with changes" : "")" })
    fact("seed", "\(run.seed)")
    fact("suite", run.suite.map { "\($0.name), digest \($0.digest)" })
    fact("links", run.links.map { "\($0)" })
    if run.machines == nil, let vectors = run.vectors, let vector = vectors.first {
      let kernels = [
        ("integer", vector.integer), ("double", vector.double), ("load", vector.load),
        ("store", vector.store), ("allocate", vector.allocate), ("chase", vector.chase),
      ]
      fact(
        "ns per step of kernels",
        kernels.map { "\($0.0) \(Quantity.short($0.1))" }.joined(separator: ", "))
    }
    if let quiet = run.quiet {
      fact(
        "waited for a quiet core",
        "\(Quantity.fixed(quiet.waited, decimals: 1)) s of \(Quantity.fixed(quiet.seconds, decimals: 1)) s"
      )
    }
    fact(
      "floor",
      (run.machines == nil ? Statistics.overChildren(run.floor) : nil).map {
        "an empty plan takes \(Quantity.time($0)) per pass; shown, never subtracted"
      })
    let loads = run.children.flatMap { $0.load ?? [] }
    if let lowest = loads.min(), let highest = loads.max() {
      fact(
        "load average",
        "\(Quantity.fixed(lowest, decimals: 2)) to \(Quantity.fixed(highest, decimals: 2))")
    }
    let (samples, switched, shared) = run.sampleCounts
    if samples > 0 {
      fact(
        "switched out",
        "during \(Quantity.fixed(100 * Double(switched) / Double(samples), decimals: 1)) % of samples; none is dropped"
      )
    }
    if samples > 0, let shared {
      fact(
        "core shared",
        "during \(Quantity.fixed(100 * Double(shared) / Double(samples), decimals: 1)) % of samples, though each waited for a quiet moment; none is dropped"
      )
    }
    var blocks: [Report.Block] = [
      .list([
        [
          .strong("Processes, not loops. "),
          .text(
            "\(run.children.count) child processes per scene ran one after the other, each with \(run.rounds) rounds of all cells of its scene in random order; a sample is a batch of at least \(Quantity.shortTime(Double(run.batchTarget))), divided by its passes. The loader’s placement of code affects a whole process, so a process is the unit of replication; the linker’s placement affects all processes of a link, so \(run.links ?? 1) \(run.links ?? 1 == 1 ? "link was" : "links were") used in turn."
          ),
        ],
        [
          .strong("Scripts, not cycles. "),
          "Each sample takes plans made for it through a script: sizes and contents drawn from the Run’s seed, the same for all engines, without repetition. The clock includes everything that a program does while it runs, and excludes only the work of its compiler. A phase in which nothing moves is not timed.",
        ],
        [
          .strong("Estimates. "),
          "A process’s value is the lower quartile of its samples, because interference only adds time; with at least three samples that had their core to themselves, only those count. A time is the mean over links of the logarithm of the median over processes; a ratio is taken within each process. Intervals are 95 %, by Student’s t over links, √2 times as wide as that of the true mean: they are made to contain what another Run finds.",
        ],
        [
          .strong("A checksum in every plan. "),
          "Each pass adds the coordinates of one view that it moves to a sum whose value is known from the verified frames; a plan with another sum has drifted and has no time. An engine that is certainly faster than copying the frames is suspect: it has no rank.",
        ],
      ]),
      .table(facts),
    ]
    blocks += peers
    if !main.file.isEmpty {
      blocks.append(
        .paragraph([
          "Every sample in the order taken is in ", .link(main.file, to: main.file),
          "; the times, ratios and counts of every cell are in the page as well, as JSON (",
          .code("run-data"), ").",
        ]))
    }
    blocks += [
      .heading("Reproduce", id: "again"), .code(again),
      .paragraph([
        "This command recomputes every figure here from the recorded samples: ",
        .code(
          "layoutbench report \(main.file.isEmpty ? "RUN.json" : Escaping.shell(main.file)) --format html"
        ), ".",
      ]),
    ]
    return Report.Section("method", "How it was measured", blocks)
  }

  /// The engines of other authors, with their versions and licences.
  private var peers: [Report.Block] {
    guard let peers = main.run.peers, !peers.isEmpty else { return [] }
    var table = ReportTable([
      .words("engine of other authors"), .words("version"), .words("licence"), .words("about"),
      .words("rounds to"),
    ])
    for peer in peers {
      table.rows.append([
        ReportTable.Entry(peer.name), ReportTable.Entry(peer.version),
        ReportTable.Entry(peer.license ?? "–"), ReportTable.Entry(peer.about ?? "–"),
        ReportTable.Entry(peer.grid.map { "\(Quantity.short($0)) points" } ?? "–"),
      ])
    }
    return [
      .paragraph(
        "Each engine of other authors ran in a process of its own, and was timed by its own clock, in batches between those of the other engines; ratios are taken within the child that asked it."
      ), .table(table),
    ]
  }

  /// One command that repeats the whole measurement.
  private var again: String {
    let checkout = main.run.revision.map { "git checkout \($0.commit) && " } ?? ""
    // Recorded commands name the folder of links that 'make' fills.
    func has(_ option: String) -> Bool { main.run.command.contains { $0.hasPrefix(option) } }
    let links = main.run.command.contains { $0.contains("many-links") } ? "many-links" : "links"
    // A plan has its seed.
    let seed = has("--seed") || has("--plan") ? "" : " --seed \(main.run.seed)"
    let command = "\(main.command)\(seed)"
    guard has("--links") else { return "\(checkout)make build && .build/release/\(command)" }
    // Links of another build than the program that verifies would be no repetition.
    return "\(checkout)make \(links) && .build/\(links)/"
      + command.replacing("layoutbench", with: "layoutbench-1", maxReplacements: 1)
  }

  /// A text as JSON that is safe in a script element.
  static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "<", ">", "&",
        _ where scalar.value < 0x20, "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
