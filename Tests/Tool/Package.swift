// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// The tests of the tool and its libraries. They are a package of their own, because the root package
// builds them only with the trait `Tool`, which downloads swift-syntax, swift-argument-parser and
// Yams.
let package = Package(
  name: "Tool",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Factory", path: "../..", traits: ["Tool"])],
  targets: [
    // Graphs for the tests: a few declared by hand, and random ones of any size.
    .target(
      name: "GraphSupport",
      dependencies: [.product(name: "FactoryGraph", package: "Factory")]),
    // Writes the pages that Scripts/check-graph-page opens in a browser.
    .executableTarget(
      name: "graph-pages",
      dependencies: ["GraphSupport", .product(name: "FactoryGraph", package: "Factory")]),
    // Writes large programs, to measure the tool.
    .executableTarget(name: "big-program"),
    // A rule of one's own, which the article shows.
    .executableTarget(
      name: "own-rule", dependencies: [.product(name: "FactoryGraph", package: "Factory")]),
    .testTarget(
      name: "FactoryGraphTests",
      dependencies: ["GraphSupport", .product(name: "FactoryGraph", package: "Factory")]),
    .testTarget(
      name: "FactoryMigrateTests",
      dependencies: [
        .product(name: "FactoryMigrate", package: "Factory"),
        .product(name: "factory", package: "Factory"),
      ]),
    // Runs the tool as a process, as users do.
    .testTarget(
      name: "FactoryToolTests",
      dependencies: ["own-rule", .product(name: "factory", package: "Factory")]),
  ],
  swiftLanguageModes: [.v6]
)
