// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// A package as a user of the tool's plugins has it.
let package = Package(
  name: "ToolPlugins",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Factory", path: "../../.."),
    .package(path: "../.."),
  ],
  targets: [
    .executableTarget(
      name: "Server",
      dependencies: [.product(name: "FactoryKit", package: "Factory")],
      plugins: [.plugin(name: "FactoryCheck", package: "Tool")])
  ],
  swiftLanguageModes: [.v6]
)
