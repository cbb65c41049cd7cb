// swift-tools-version: 6.2
import PackageDescription

// The cells for ordo-one/benchmark, in a package of its own: the root package neither fetches nor
// builds it.
let package = Package(
  name: "LayoutBenchBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, so that the checkout's folder may have any name.
    .package(name: "LayoutBench", path: ".."),
    // No traits: this measurement does not need jemalloc.
    .package(url: "https://github.com/ordo-one/benchmark.git", exact: "1.38.1", traits: []),
  ],
  targets: [
    // The plugin treats executables whose folder's parent is `Benchmarks` as benchmarks.
    .executableTarget(
      name: "LayoutCells",
      dependencies: [
        .product(name: "LayoutBench", package: "LayoutBench"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "LayoutCells",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
