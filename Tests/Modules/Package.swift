// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// One container used from several modules, linked statically here and dynamically in
// ../ModulesDynamic.
let package = Package(
  name: "Modules",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "ModulesDynamic", type: .dynamic, targets: ["Declaring", "Using", "Adding"])
  ],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    .target(
      name: "Declaring", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .target(name: "Using", dependencies: ["Declaring"]),
    .target(name: "Adding", dependencies: ["Declaring"]),
    .testTarget(
      name: "ModulesTests",
      dependencies: ["Using", "Adding", .product(name: "FactoryTesting", package: "Factory")]),
  ]
)
