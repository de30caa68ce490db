// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// One container used from two modules, linked statically and, for `DeclaringDynamic`, from a
// dynamic library with copies of the names of its own.
let package = Package(
  name: "Modules",
  platforms: [.macOS(.v13)],
  products: [.library(name: "UsingDynamic", type: .dynamic, targets: ["Using"])],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    .target(
      name: "Declaring", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .target(name: "Using", dependencies: ["Declaring"]),
    .testTarget(
      name: "ModulesTests",
      dependencies: ["Using", .product(name: "FactoryTesting", package: "Factory")]),
  ]
)
