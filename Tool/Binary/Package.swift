// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// The tool's plugins with the tool as an executable, for programs that do not want to compile
// swift-syntax. The sources of the plugins are in this folder, because SwiftPM reads none outside a
// package's folder; the package `Tool` compiles the same ones.

// The artifact bundle of a release. The workflow `release-tool` prints both values. Until there is a
// release, the package uses the bundle in this folder, which `Tool/Scripts/build-bundle` makes.
let url = ""
let checksum = ""

// The path of another bundle, relative to this folder.
let path = Context.environment["FACTORY_BUNDLE"] ?? (url.isEmpty ? "factory.artifactbundle" : nil)

let package = Package(
  name: "FactoryPlugins",
  products: [
    .plugin(name: "FactoryCommand", targets: ["FactoryCommand"]),
    .plugin(name: "FactoryCheck", targets: ["FactoryCheck"]),
    .executable(name: "FactoryBinary", targets: ["FactoryBinary"]),
  ],
  targets: [
    path.map { .binaryTarget(name: "FactoryBinary", path: $0) }
      ?? .binaryTarget(name: "FactoryBinary", url: url, checksum: checksum),
    .plugin(
      name: "FactoryCommand",
      capability: .command(
        intent: .custom(
          verb: "factory", description: "Shows and checks the factories of the package."),
        permissions: [
          .writeToPackageDirectory(
            reason: "'check --fix', 'check --baseline', 'graph --output' and 'migrate' write files"
          )
        ]),
      dependencies: ["FactoryBinary"]),
    .plugin(name: "FactoryCheck", capability: .buildTool(), dependencies: ["FactoryBinary"]),
  ]
)
