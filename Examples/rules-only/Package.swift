// swift-tools-version: 6.2
import PackageDescription

// A program that lays out views by rules and wants nothing else: without the trait 'Tool' no other package
// is fetched, and no GLPK is needed.
let package = Package(
  name: "rules-only",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LayoutBench", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "rules-only",
      dependencies: [
        .product(name: "LayoutModel", package: "LayoutBench"),
        .product(name: "SLL", package: "LayoutBench"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
