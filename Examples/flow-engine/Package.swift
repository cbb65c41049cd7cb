// swift-tools-version: 6.2
import PackageDescription

// An engine with a dialect of its own, measured by LayoutBench beside the built-in engines.
let package = Package(
  name: "flow-engine",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In a repository of your own: .package(url: "…/LayoutBench", from: "…")
    .package(name: "LayoutBench", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "flow-bench",
      dependencies: [
        .product(name: "LayoutBench", package: "LayoutBench")
      ])
  ],
  swiftLanguageModes: [.v6]
)
