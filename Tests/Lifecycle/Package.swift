// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// FactoryLifecycle with the real swift-service-lifecycle: a server process, and the tests that send
// it signals.
let package = Package(
  name: "Lifecycle",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Factory", path: "../..", traits: ["Lifecycle"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "ServerCore",
      dependencies: [
        .product(name: "FactoryLifecycle", package: "Factory"),
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "Article",
      dependencies: [
        .product(name: "FactoryLifecycle", package: "Factory"),
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "server",
      dependencies: ["ServerCore", .product(name: "Logging", package: "swift-log")]),
    .testTarget(
      name: "LifecycleTests",
      dependencies: [
        "Article", "ServerCore", "server",
        .product(name: "FactoryTesting", package: "Factory"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
  ]
)
