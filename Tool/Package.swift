// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// As in the package at the root of the repository. Xcode 27, with Swift 6.4, builds for these
// systems and later ones only.
#if compiler(>=6.4)
  let platforms: [SupportedPlatform] = [
    .iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v15),
  ]
#else
  let platforms: [SupportedPlatform] = [
    .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v8), .visionOS(.v1), .macCatalyst(.v13),
  ]
#endif

// The tool `factory`, its libraries and its plugins. A separate package, because it depends on other
// packages, which the library's package must not do.
//
// The executable's product and target have the same name, because Xcode does not find the tool of a
// plugin otherwise. The name is that of the command. It differs only in case from the module
// `Factory` of 1.x, so the two are not in one package: file systems that ignore case would put both
// into one folder. Programs that use both packages were built on Linux only.
let package = Package(
  name: "Tool",
  platforms: platforms,
  products: [
    .executable(name: "factory", targets: ["factory"]),
    .library(name: "FactoryGraph", targets: ["FactoryGraph"]),
    .library(name: "FactoryMigrate", targets: ["FactoryMigrate"]),
    // `swift package factory check`
    .plugin(name: "FactoryCommand", targets: ["FactoryCommand"]),
    // `factory check` in each build of a target.
    .plugin(name: "FactoryCheck", targets: ["FactoryCheck"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", "5.0.0"..<"7.0.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
  ],
  targets: [
    .target(
      name: "FactoryGraph",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "Yams", package: "Yams"),
      ],
      // The sources of PageText.swift.
      exclude: ["Page/Web"]),
    .target(
      name: "FactoryMigrate",
      dependencies: [
        "FactoryGraph",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "factory",
      dependencies: [
        "FactoryGraph", "FactoryMigrate",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The plugins' sources are in the package `Binary`, which has them with the tool as an executable.
    .plugin(
      name: "FactoryCommand",
      capability: .command(
        intent: .custom(
          verb: "factory", description: "Shows and checks the factories of the package."),
        permissions: [
          .writeToPackageDirectory(
            reason: "'check --fix', 'check --baseline', 'graph --output' and 'migrate' write files"
          )
        ]),
      dependencies: ["factory"], path: "Binary/Plugins/FactoryCommand"),
    .plugin(
      name: "FactoryCheck", capability: .buildTool(), dependencies: ["factory"],
      path: "Binary/Plugins/FactoryCheck"),

    .testTarget(
      name: "FactoryGraphTests",
      dependencies: [
        "FactoryGraph", "GraphSupport",
        // Tells whether the analyser's scopes of names are right.
        .product(name: "SwiftLexicalLookup", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .testTarget(
      name: "FactoryMigrateTests", dependencies: ["FactoryGraph", "FactoryMigrate", "factory"]),
    // Runs the tool as a process, as users do.
    .testTarget(name: "FactoryToolTests", dependencies: ["factory", "own-rule"]),
    // Graphs for the tests: a few declared by hand, and random ones of any size.
    .target(
      name: "GraphSupport", dependencies: ["FactoryGraph"], path: "Tests/GraphSupport"),
    // Writes the pages that `.ci/run graph-page` opens in a browser.
    .executableTarget(
      name: "graph-pages", dependencies: ["FactoryGraph", "GraphSupport"],
      path: "Tests/graph-pages"),
    // Writes large programs, to measure the tool.
    .executableTarget(name: "big-program", path: "Tests/big-program"),
    // A rule of one's own, which the article shows.
    .executableTarget(
      name: "own-rule", dependencies: ["FactoryGraph"], path: "Tests/own-rule"),
  ],
  swiftLanguageModes: [.v6]
)
