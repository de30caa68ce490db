// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// FactoryKit and FactoryTesting depend on no other package: whoever adds them downloads nothing
// else.
let package = Package(
  name: "Factory",
  platforms: [
    .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v8), .visionOS(.v1), .macCatalyst(.v13),
  ],
  products: [
    .library(name: "FactoryKit", targets: ["FactoryKit"]),
    .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
  ],
  targets: [
    .target(name: "FactoryAtomics"),
    .target(name: "FactoryKit", dependencies: ["FactoryAtomics"]),
    .target(name: "FactoryTesting", dependencies: ["FactoryKit"]),
    .testTarget(name: "FactoryKitTests", dependencies: ["FactoryKit", "FactoryTesting"]),
    .testTarget(name: "FactoryProofTests", dependencies: ["FactoryKit", "FactoryTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
