// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with: a file's imports are what it uses.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "LayoutBench",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    // No GLPK below this line and above the next comment: MIT, and built without it.
    .library(name: "LayoutModel", targets: ["LayoutModel"]),
    .library(name: "SLL", targets: ["SLL"]),
    .library(name: "LayoutKitCalls", targets: ["LayoutKitCalls"]),
    .library(name: "Constraints", targets: ["Constraints"]),
    .library(name: "Conversion", targets: ["Conversion"]),
    .library(name: "Scenes", targets: ["Scenes"]),
    .library(name: "Timing", targets: ["Timing"]),
    // These link GLPK, which is GPLv3.
    .library(name: "LinearSolver", targets: ["LinearSolver"]),
    .library(name: "GLPKLayout", targets: ["GLPKLayout"]),
    .library(name: "Harness", targets: ["Harness"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // What all engines share.
    .target(name: "LayoutModel", swiftSettings: strict),
    .target(name: "Constraints", dependencies: ["LayoutModel"], swiftSettings: strict),

    // GLPK: the library, the shim that turns its abort() into a status, and linear programs.
    .systemLibrary(
      name: "CGLPK", providers: [.apt(["libglpk-dev"]), .brew(["glpk"])]),
    .target(
      name: "GLPKShim", dependencies: ["CGLPK"], linkerSettings: [.linkedLibrary("glpk")]),
    .target(name: "LinearSolver", dependencies: ["GLPKShim"], swiftSettings: strict),

    // One folder for each name of --engine.
    .target(
      name: "SLL", dependencies: ["LayoutModel"], path: "Sources/Engines/SLL",
      swiftSettings: strict),
    // One dialect into another.
    .target(
      name: "Conversion", dependencies: ["LayoutModel", "SLL", "Constraints"],
      swiftSettings: strict),
    .target(
      name: "LayoutKitCalls", dependencies: ["LayoutModel"], path: "Sources/Engines/LayoutKit",
      swiftSettings: strict),
    .target(
      name: "ManualLayout", dependencies: ["LayoutModel"], path: "Sources/Engines/Manual",
      swiftSettings: strict),
    .target(
      name: "GLPKLayout",
      dependencies: ["LayoutModel", "Constraints", "LinearSolver", "Conversion"],
      path: "Sources/Engines/GLPK", swiftSettings: strict),

    // Scene files; the scenes that we publish, embedded in the executable.
    .target(
      name: "Scenes", dependencies: ["LayoutModel", .product(name: "Yams", package: "Yams")],
      swiftSettings: strict),
    .target(
      name: "Suite", dependencies: ["LayoutModel", "Scenes"], path: "Benchmarks/Suite",
      resources: [.embedInCode("scenes"), .embedInCode("suites")], swiftSettings: strict),

    // Measurement, the proof that frames agree, and what is said of both.
    .target(name: "CTiming"),
    .target(name: "CAllocations"),
    .target(name: "Timing", dependencies: ["CTiming"], swiftSettings: strict),
    .target(
      name: "Harness",
      dependencies: [
        "LayoutModel", "Scenes", "Timing", "CAllocations", "SLL", "LayoutKitCalls", "ManualLayout",
        "GLPKLayout", "LinearSolver",
        "Suite", "Constraints", "Conversion",
      ], swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: ["Timing", .product(name: "Mustache", package: "swift-mustache")],
      resources: [
        .embedInCode("Templates"), .embedInCode("Claims/claims.json"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "LayoutModel", "Harness", "Scenes", "Timing", "Reports", "Suite", "Conversion",
        "GLPKLayout", "LinearSolver",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // What must hold. Scene files that tests share lie in Tests/Fixtures.
    .target(
      name: "Fixtures", dependencies: ["LayoutModel", "Scenes"], path: "Tests/Fixtures",
      exclude: ["scenes", "refused"], swiftSettings: strict),
    .testTarget(name: "LayoutModelTests", dependencies: ["LayoutModel"], swiftSettings: strict),
    .testTarget(
      name: "ScenesTests", dependencies: ["LayoutModel", "Scenes", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "SLLTests", dependencies: ["LayoutModel", "Scenes", "SLL", "Fixtures", "Timing"],
      swiftSettings: strict),
    .testTarget(
      name: "LayoutKitTests",
      dependencies: ["LayoutModel", "Scenes", "LayoutKitCalls", "SLL", "Fixtures", "Timing"],
      swiftSettings: strict),
    .testTarget(
      name: "ConstraintsTests", dependencies: ["LayoutModel", "Constraints"],
      swiftSettings: strict),
    .testTarget(
      name: "FrontEndTests",
      dependencies: [
        "LayoutModel", "Constraints", "GLPKLayout", "Harness", "Suite", "Scenes", "Fixtures",
        "Timing",
      ],
      swiftSettings: strict),
    .testTarget(name: "LinearSolverTests", dependencies: ["LinearSolver"], swiftSettings: strict),
    .testTarget(
      name: "GLPKTests",
      dependencies: [
        "LayoutModel", "Constraints", "LinearSolver", "GLPKLayout", "Scenes", "Harness", "Suite",
        "Fixtures", "Timing",
      ], swiftSettings: strict),
    .testTarget(name: "TimingTests", dependencies: ["Timing", "Reports"], swiftSettings: strict),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "Timing", "Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "LayoutModel", "Scenes", "Harness", "Suite", "Fixtures", "Timing", "Conversion",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: ["layoutbench", "LayoutModel", "Scenes", "Fixtures", "Timing"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
