// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// Tests of the tool. They are a package of their own, because the root package builds the tool only
// with the trait `Tool`.
let package = Package(
  name: "Tool",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Factory", path: "../..", traits: ["Tool"])],
  targets: [
    .testTarget(
      name: "FactoryMigrateTests",
      dependencies: [
        .product(name: "FactoryMigrate", package: "Factory"),
        .product(name: "factory", package: "Factory"),
      ])
  ]
)
