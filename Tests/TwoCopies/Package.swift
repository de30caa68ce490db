// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// `FactoryKitDynamic` if the environment requests it: then there is one copy.
let product = Context.environment["FACTORY_PRODUCT"] ?? "FactoryKit"

// A program with one copy of FactoryKit, and a dynamic library with another: the situation of an
// application and its test bundle if both link FactoryKit.
let package = Package(
  name: "TwoCopies",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Factory", path: "../.."), .package(path: "Plugin")],
  targets: [
    .executableTarget(
      name: "check",
      dependencies: [
        .product(name: product, package: "Factory"),
        .product(name: "Plugin", package: "Plugin"),
      ])
  ]
)
