// swift-tools-version: 6.2
// Factory, MIT licence; see LICENSE
import PackageDescription

// A small HTTP service. A package of its own, because it depends on other packages. It is started by
// `swift run`; README.md says what it shows.
let package = Package(
  name: "Service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Factory", path: "../.."),
    .package(path: "../../Lifecycle"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // For a command, which the tests run.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.0.2",
      traits: ["CommandLineArguments"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    // Everything that the process and its tests share.
    .target(
      name: "ServiceCore",
      dependencies: [
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "FactoryLifecycle", package: "Lifecycle"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    // Plug-ins of the service.
    .target(
      name: "ServiceRules",
      dependencies: ["ServiceCore", .product(name: "FactoryKit", package: "Factory")]),
    .executableTarget(
      name: "service",
      dependencies: [
        "ServiceCore", "ServiceRules",
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "ServiceCore", "ServiceRules", "service",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "FactoryLifecycle", package: "Lifecycle"),
        .product(name: "FactoryTesting", package: "Factory"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
