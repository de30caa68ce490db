// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// A program on its way from 1.x to 3.0, and the snippets of the 2.x guide, whose deprecated forms
// warn as they should.
let factory = Target.Dependency.product(name: "Factory", package: "Factory")
let factoryKit = Target.Dependency.product(name: "FactoryKit", package: "Factory")
let factoryTesting = Target.Dependency.product(name: "FactoryTesting", package: "Factory")

// GUIDE2_MODE chooses the language mode of the 2.x guide's snippets: "5", or "6", the default.
let guide2Mode: SwiftLanguageMode = Context.environment["GUIDE2_MODE"] == "5" ? .v5 : .v6

let package = Package(
  name: "Migration",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    // The migrated module, the module that is not migrated yet, and the application that uses both.
    .target(name: "Modern", dependencies: [factoryKit]),
    .target(
      name: "Legacy", dependencies: ["Modern", factory],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MigrationTests",
      dependencies: ["Modern", "Legacy", "legacy-app", factory, factoryTesting]),

    // The 1.3 guide's UI testing: a program that reads its arguments.
    .executableTarget(
      name: "legacy-app", dependencies: [factory], swiftSettings: [.swiftLanguageMode(.v5)]),

    .testTarget(
      name: "Guide2Tests", dependencies: [factoryTesting],
      swiftSettings: [.swiftLanguageMode(guide2Mode)]),
  ],
  swiftLanguageModes: [.v6]
)
