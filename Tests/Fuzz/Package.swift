// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// libFuzzer over the decoder of random programs. The model is that of the proof tests, by symbolic
// links.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Factory", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "FactoryKit", package: "Factory")],
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
  ]
)
