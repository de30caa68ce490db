// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// An application of three modules. Only the application imports the live implementations.
let package = Package(
  name: "Modules",
  platforms: [.iOS(.v15), .macOS(.v12)],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    // What features need, as protocols and as factories that somebody else registers.
    .target(
      name: "LoansInterface", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    // A feature. It compiles, and is tested, without the live implementations.
    .target(
      name: "LoansFeature",
      dependencies: ["LoansInterface", .product(name: "FactoryKit", package: "Factory")]),
    // The live implementations.
    .target(
      name: "LoansLive",
      dependencies: ["LoansInterface", .product(name: "FactoryKit", package: "Factory")]),
    // The application, which connects them.
    .executableTarget(
      name: "loans",
      dependencies: [
        "LoansFeature", "LoansInterface", "LoansLive",
        .product(name: "FactoryKit", package: "Factory"),
      ]),
    .testTarget(
      name: "LoansFeatureTests",
      dependencies: [
        "LoansFeature", "LoansInterface", .product(name: "FactoryTesting", package: "Factory"),
      ]),
    .testTarget(
      name: "WiringTests",
      dependencies: [
        "LoansFeature", "LoansInterface", "loans",
        .product(name: "FactoryTesting", package: "Factory"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
