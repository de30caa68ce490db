// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// `FactoryKitDynamic` if the environment requests it: then there is one copy.
let product = Context.environment["FACTORY_PRODUCT"] ?? "FactoryKit"

// A dynamic library with its own copy of FactoryKit. `-Bsymbolic` makes Linux use that copy in the
// library's code, as Apple's systems always do.
let package = Package(
  name: "Plugin",
  platforms: [.macOS(.v13)],
  products: [.library(name: "Plugin", type: .dynamic, targets: ["Plugin"])],
  dependencies: [.package(name: "Factory", path: "../../..")],
  targets: [
    .target(
      name: "Plugin", dependencies: [.product(name: product, package: "Factory")],
      // Nothing of it is inlined into the program, where it would use the other copy.
      swiftSettings: [.unsafeFlags(["-disable-cmo"])],
      linkerSettings: [.unsafeFlags(["-Xlinker", "-Bsymbolic"], .when(platforms: [.linux]))])
  ]
)
