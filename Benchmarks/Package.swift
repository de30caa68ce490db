// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// Benchmarks of the library. A separate package, so that the library itself has no dependencies.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Factory", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(name: "BenchLimits"),
    .target(name: "BenchCore"),
    .target(
      name: "BenchModule", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "BenchCore", "BenchLimits", "BenchModule",
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "BenchCoreTests", dependencies: ["BenchCore"]),
  ],
  swiftLanguageModes: [.v6]
)
