// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// The modules of ../Modules as one dynamic library, and a program that links nothing else: names
// that are inlined into the program are at other addresses than the library's.
let package = Package(
  name: "ModulesDynamic",
  platforms: [.macOS(.v13)],
  dependencies: [.package(path: "../Modules")],
  targets: [
    .executableTarget(
      name: "check-modules",
      dependencies: [.product(name: "ModulesDynamic", package: "Modules")])
  ]
)
