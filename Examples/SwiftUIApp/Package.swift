// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// A small complete application. Open this folder in Xcode and run the scheme SwiftUIApp, or
// `swift run SwiftUIApp` on a Mac.
let package = Package(
  name: "SwiftUIApp",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    .target(
      name: "AppFeatures", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .executableTarget(
      name: "SwiftUIApp",
      dependencies: ["AppFeatures", .product(name: "FactoryKit", package: "Factory")]),
    .testTarget(
      name: "AppFeaturesTests",
      dependencies: ["AppFeatures", .product(name: "FactoryTesting", package: "Factory")]),
  ],
  swiftLanguageModes: [.v6]
)
