// swift-tools-version: 6.2
// Factory, MIT licence; see LICENSE
import PackageDescription

// Modules as Xcode 26 sets up new projects: isolated to the main actor by default, with
// approachable concurrency. Of its five upcoming features the other three are part of Swift 6 mode.
let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let mainActor = upcomingFeatures + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "DefaultIsolation",
  // `isolated deinit` needs this.
  platforms: [.macOS("15.4")],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    // Nonisolated by default, as packages are.
    .target(
      name: "Services", dependencies: [.product(name: "FactoryKit", package: "Factory")],
      swiftSettings: upcomingFeatures),
    .target(
      name: "App", dependencies: ["Services", .product(name: "FactoryKit", package: "Factory")],
      swiftSettings: mainActor),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App", "Services", .product(name: "FactoryTesting", package: "Factory"),
      ],
      swiftSettings: mainActor),
  ],
  swiftLanguageModes: [.v6]
)
