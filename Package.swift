// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: each file imports the modules that it uses.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of what tests test: optimised, with every assertion, where
/// LAYOUTBENCH_OPTIMISED is set (`make optimised-test`).
///
/// Tests themselves are not: that takes as long again to build, and they run no faster.
let code =
  strict
  + (Context.environment["LAYOUTBENCH_OPTIMISED"] == nil
    ? []
    : [
      .unsafeFlags([
        "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
      ])
    ])

/// A dependency that only the command line and scene files need: without the trait `Tool`
/// (`traits: []`) a client neither fetches nor builds it.
func tool(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Tool"]))
}

// Products have the names that clients import; every other target has the prefix LayoutBench, so
// that a client's own targets may be named Timing, Suite or Reports.
let package = Package(
  name: "LayoutBench",
  platforms: [.macOS(.v15)],
  products: [
    // No GLPK below this line and above the next comment: MIT, and built without it.
    .library(name: "LayoutModel", targets: ["LayoutModel"]),
    .library(name: "SLL", targets: ["SLL"]),
    .library(name: "LayoutKitCalls", targets: ["LayoutKitCalls"]),
    .library(name: "Constraints", targets: ["Constraints"]),
    .library(name: "Conversion", targets: ["Conversion"]),
    .library(name: "Scenes", targets: ["Scenes"]),
    // These link GLPK, which is GPLv3.
    .library(name: "LinearSolver", targets: ["LinearSolver"]),
    .library(name: "GLPKLayout", targets: ["GLPKLayout"]),
    .library(name: "LayoutBench", targets: ["LayoutBench"]),
    .executable(name: "layoutbench", targets: ["LayoutBenchMain"]),
  ],
  traits: [
    .trait(
      name: "Tool", description: "Scene files and the command line, with what they depend on."),
    .default(enabledTraits: ["Tool"]),
  ],
  // Exact versions: measurements and CI use only versions that were tested. Clients of the
  // libraries alone use 'traits: []' and fetch none of these.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  ],
  targets: [
    // The types that all engines share.
    .target(
      name: "LayoutModel", swiftSettings: code,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .target(name: "Constraints", dependencies: ["LayoutModel"], swiftSettings: code),
    .target(
      name: "LayoutBenchFunctions", dependencies: ["LayoutModel"], path: "Sources/Functions",
      swiftSettings: code),

    // GLPK: the library, the shim that turns its abort() into a status, and linear programs.
    .systemLibrary(
      name: "LayoutBenchCGLPK", path: "Sources/CGLPK",
      providers: [.apt(["libglpk-dev"]), .brew(["glpk"])]),
    .target(
      name: "LayoutBenchGLPKShim", dependencies: ["LayoutBenchCGLPK"], path: "Sources/GLPKShim",
      linkerSettings: [.linkedLibrary("glpk")]),
    // The integers of any length that GLPK is built with: libglpk-dev brings their header along.
    .systemLibrary(
      name: "LayoutBenchCGMP", path: "Sources/CGMP",
      providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
    .target(
      name: "LinearSolver", dependencies: ["LayoutBenchGLPKShim", "LayoutBenchCGMP"],
      swiftSettings: code,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),

    // One folder per engine; none imports another.
    .target(
      name: "SLL", dependencies: ["LayoutModel", "LayoutBenchFunctions"],
      path: "Sources/Engines/SLL", swiftSettings: code),
    .target(
      name: "LayoutKitCalls", dependencies: ["LayoutModel"], path: "Sources/Engines/LayoutKit",
      swiftSettings: code),
    .target(
      name: "LayoutBenchManual", dependencies: ["LayoutModel"], path: "Sources/Engines/Manual",
      swiftSettings: code),
    .target(
      name: "LayoutBenchReplay", dependencies: ["LayoutModel"], path: "Sources/Engines/Replay",
      swiftSettings: code),
    .target(
      name: "GLPKLayout",
      dependencies: ["LayoutModel", "LayoutBenchFunctions", "Constraints", "LinearSolver"],
      path: "Sources/Engines/GLPK", swiftSettings: code),

    // Converts one dialect into another.
    .target(
      name: "Conversion",
      dependencies: ["LayoutModel", "LayoutBenchFunctions", "SLL", "Constraints"],
      swiftSettings: code),

    // The same engines as a program calls them: their libraries on `View` objects.
    .target(
      name: "LayoutBenchPrograms",
      dependencies: [
        "LayoutModel", "SLL", "LayoutKitCalls", "Constraints", "GLPKLayout", "LayoutBenchManual",
      ], path: "Sources/Programs", swiftSettings: code),

    // Scene files; the scenes that the project publishes, embedded in the executable.
    .target(
      name: "Scenes", dependencies: ["LayoutModel", tool("Yams", "Yams")],
      swiftSettings: code),
    .target(name: "LayoutBenchCScreens", path: "Sources/CScreens"),
    .target(
      name: "LayoutBenchSuite",
      dependencies: ["LayoutModel", "LayoutBenchManual", "Scenes", "LayoutBenchCScreens"],
      path: "Benchmarks/Suite", exclude: ["screens"],
      resources: [.embedInCode("scenes"), .embedInCode("suites")], swiftSettings: code),

    // Measurement, the cross-check of frames, and the reports of both.
    .target(name: "LayoutBenchCTiming", path: "Sources/CTiming"),
    .target(name: "LayoutBenchCAllocations", path: "Sources/CAllocations"),
    .target(
      name: "LayoutBenchTiming", dependencies: ["LayoutBenchCTiming"], path: "Sources/Timing",
      swiftSettings: code),
    // Peers: engines of other authors, in processes of their own.
    .target(
      name: "LayoutBenchPeers",
      dependencies: ["LayoutModel", "Constraints", "SLL", "Conversion", "LayoutBenchTiming"],
      path: "Sources/Peers", swiftSettings: code),
    .target(
      name: "LayoutBenchHarness",
      dependencies: [
        "LayoutBenchPeers",
        "LayoutModel", "Scenes", "LayoutBenchTiming", "LayoutBenchCAllocations", "SLL",
        "LayoutKitCalls", "LayoutBenchManual", "LayoutBenchReplay", "GLPKLayout",
        "LayoutBenchPrograms", "LayoutBenchSuite",
        "Constraints", "Conversion",
      ], path: "Sources/Harness", swiftSettings: code),
    .target(
      name: "LayoutBenchReports",
      dependencies: ["LayoutBenchTiming", tool("Mustache", "swift-mustache")],
      path: "Sources/Reports",
      resources: [
        .embedInCode("Templates"), .embedInCode("Claims/claims.json"),
      ], swiftSettings: code),

    // The command line for any engines; and the executable with the built-in ones.
    .target(
      name: "LayoutBench",
      dependencies: [
        "LayoutModel", "LayoutBenchHarness", "Scenes", "LayoutBenchTiming", "LayoutBenchReports",
        "LayoutBenchSuite",
        tool("ArgumentParser", "swift-argument-parser"),
      ], swiftSettings: code),
    .executableTarget(
      name: "LayoutBenchMain", dependencies: ["LayoutBench"], path: "Sources/Main",
      swiftSettings: code),

    // The tests. Scene files that tests share are in Tests/Fixtures.
    .target(
      name: "LayoutBenchFixtures", dependencies: ["LayoutModel", "Scenes"], path: "Tests/Fixtures",
      exclude: ["scenes", "refused"], swiftSettings: strict),
    // Checks of hostile texts, for tests and for `make fuzz`.
    .target(
      name: "LayoutBenchFuzzing",
      dependencies: [
        "LayoutModel", "Scenes", "LayoutBenchHarness", "LayoutBenchTiming", "LayoutBenchReports",
      ], path: "Tests/Fuzzing/Inputs", swiftSettings: strict),
    .testTarget(
      name: "LayoutModelTests", dependencies: ["LayoutModel", "LayoutBenchTiming"],
      swiftSettings: strict),
    .testTarget(
      name: "ScenesTests", dependencies: ["LayoutModel", "Scenes", "LayoutBenchFixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "SLLTests",
      dependencies: ["LayoutModel", "Scenes", "SLL", "LayoutBenchFixtures", "LayoutBenchTiming"],
      swiftSettings: strict),
    .testTarget(
      name: "LayoutKitTests",
      dependencies: [
        "LayoutModel", "Scenes", "LayoutKitCalls", "SLL", "LayoutBenchFixtures",
        "LayoutBenchTiming",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConstraintsTests", dependencies: ["LayoutModel", "Constraints"],
      swiftSettings: strict),
    .testTarget(
      name: "FrontEndTests",
      dependencies: [
        "LayoutModel", "Constraints", "GLPKLayout", "SLL", "LayoutKitCalls", "LayoutBenchHarness",
        "LayoutBenchSuite",
        "Scenes", "LayoutBenchFixtures", "LayoutBenchTiming",
      ],
      swiftSettings: strict),
    .testTarget(name: "LinearSolverTests", dependencies: ["LinearSolver"], swiftSettings: strict),
    // A peer whose faults tests choose.
    .executableTarget(
      name: "LayoutBenchPeerFixture", path: "Tests/Peers", swiftSettings: strict),
    // An engine that lies, for .ci/liars.
    .executableTarget(
      name: "LayoutBenchLiar",
      dependencies: ["LayoutBench", "LayoutBenchHarness", "LayoutModel", "SLL"],
      path: "Tests/Liars",
      swiftSettings: strict),
    .testTarget(
      name: "PeerTests",
      dependencies: [
        "LayoutBenchPeers", "LayoutBenchHarness", "LayoutBenchSuite", "LayoutModel", "Constraints",
        "SLL", "Scenes",
        "LayoutBenchTiming", "LayoutBenchPeerFixture", "LayoutBenchFuzzing",
      ], swiftSettings: strict),
    .testTarget(
      name: "GLPKTests",
      dependencies: [
        "LayoutModel", "LayoutBenchFunctions", "Constraints", "LinearSolver", "GLPKLayout",
        "Scenes",
        "LayoutBenchHarness", "LayoutBenchSuite", "LayoutBenchFixtures", "LayoutBenchTiming",
      ], swiftSettings: strict),
    .testTarget(
      name: "TimingTests", dependencies: ["LayoutBenchTiming", "LayoutBenchReports"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "LayoutModel", "LayoutBenchReports", "LayoutBenchTiming", "LayoutBenchFixtures",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "LayoutModel", "Scenes", "LayoutBenchHarness", "LayoutBenchSuite", "LayoutBenchFixtures",
        "LayoutBenchTiming", "LayoutBenchFuzzing", "Conversion", "Constraints", "GLPKLayout",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "LayoutBenchMain", "LayoutModel", "Scenes", "LayoutBenchFixtures", "LayoutBenchTiming",
        "LayoutBenchHarness",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `make docs` needs the DocC plugin, and clients do not.
if Context.environment["LAYOUTBENCH_DOCC"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

// `make fuzz`: a static library that links with libFuzzer, whose executable brings its own main().
if Context.environment["LAYOUTBENCH_FUZZ"] != nil {
  package.products.append(
    .library(name: "LayoutBenchFuzzer", type: .static, targets: ["LayoutBenchFuzzer"]))
  package.targets.append(
    .target(
      name: "LayoutBenchFuzzer", dependencies: ["LayoutBenchFuzzing", "LayoutBenchTiming"],
      path: "Tests/Fuzzing/LibFuzzer", swiftSettings: strict))
}
