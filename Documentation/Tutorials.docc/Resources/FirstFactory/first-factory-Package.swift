// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Reminders",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "Factory", path: "../Factory")
  ],
  targets: [
    .target(
      name: "Reminders",
      dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .testTarget(
      name: "RemindersTests",
      dependencies: [
        "Reminders",
        .product(name: "FactoryTesting", package: "Factory"),
      ]),
  ]
)
