// swift-tools-version: 6.2
import PackageDescription

// A target of some ten lines for each product of LayoutBench. Five have the names that clients give
// targets of their own: no target of LayoutBench stands in their way.
func client(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name, dependencies: products.map { .product(name: $0, package: "LayoutBench") })
}

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LayoutBench", path: "../..")],
  targets: [
    client("Timing", "LayoutModel"),
    client("Suite", "LayoutModel", "SLL"),
    client("Reports", "LayoutModel", "LayoutKitCalls"),
    client("Harness", "LayoutModel", "Constraints"),
    client("Convert", "LayoutModel", "Constraints", "Conversion", "SLL"),
    client("Files", "LayoutModel", "Scenes"),
    // These link GLPK.
    client("Fixtures", "LayoutModel", "Constraints", "GLPKLayout"),
    client("Programs", "LinearSolver"),
    client("Bench", "LayoutBench"),
  ],
  swiftLanguageModes: [.v6]
)
