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

// The same as in the package at the root.
let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// FactoryLifecycle: a container as a service of swift-service-lifecycle. A separate package,
// because it depends on another one, which the library's package must not do.
let package = Package(
  name: "Lifecycle",
  platforms: platforms,
  products: [
    .library(name: "FactoryLifecycle", targets: ["FactoryLifecycle"])
  ],
  dependencies: [
    .package(name: "Factory", path: ".."),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    // For the tests. swift-service-lifecycle depends on it, too.
    .package(url: "https://github.com/apple/swift-log", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "FactoryLifecycle",
      dependencies: [
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: upcomingFeatures),

    .testTarget(
      name: "LifecycleTests",
      dependencies: [
        "Article", "FactoryLifecycle", "ServerCore", "server",
        .product(name: "FactoryTesting", package: "Factory"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "ServerCore",
      dependencies: [
        "FactoryLifecycle",
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/ServerCore"),
    // The example of the article on shutdowns.
    .target(
      name: "Article",
      dependencies: [
        "FactoryLifecycle",
        .product(name: "FactoryKit", package: "Factory"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/Article"),
    // A server process, to which the tests send signals.
    .executableTarget(
      name: "server",
      dependencies: [
        "FactoryLifecycle", "ServerCore",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/server"),
  ],
  swiftLanguageModes: [.v6]
)
