// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// A package as a user of the tool's plugins has it. With FACTORY_BUNDLE, it uses the bundle of the
// tool, and otherwise compiles the tool.
let tool = Context.environment["FACTORY_BUNDLE"] == nil ? "Tool" : "Binary"
let check = Target.PluginUsage.plugin(name: "FactoryCheck", package: tool)

let package = Package(
  name: "ToolPlugins",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Factory", path: "../../.."),
    tool == "Tool" ? .package(path: "../..") : .package(path: "../../Binary"),
  ],
  targets: [
    .target(
      name: "Client", dependencies: [.product(name: "FactoryKit", package: "Factory")],
      plugins: [check]),
    .executableTarget(
      name: "Server",
      dependencies: ["Client", .product(name: "FactoryKit", package: "Factory")],
      plugins: [check]),
  ],
  swiftLanguageModes: [.v6]
)
