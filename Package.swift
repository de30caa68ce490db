// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// Xcode 27, with Swift 6.4, builds for these systems and later ones only.
#if compiler(>=6.4)
  let platforms: [SupportedPlatform] = [
    .iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v15),
  ]
#else
  let platforms: [SupportedPlatform] = [
    .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v8), .visionOS(.v1), .macCatalyst(.v13),
  ]
#endif

// FactoryKit, FactoryTesting and Factory depend on no other package: an app that adds them downloads
// nothing else.
let package = Package(
  name: "Factory",
  platforms: platforms,
  products: [
    .library(name: "FactoryKit", targets: ["FactoryKit"]),
    // For programs in which several images use FactoryKit; see the article "One copy of FactoryKit".
    .library(name: "FactoryKitDynamic", type: .dynamic, targets: ["FactoryKit"]),
    .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
    .library(name: "Factory", targets: ["Factory"]),
  ],
  targets: [
    .target(name: "FactoryCore"),
    .target(name: "FactoryKit", dependencies: ["FactoryCore"]),
    .target(name: "FactoryTesting", dependencies: ["FactoryKit"]),
    // The interface of 1.x.
    .target(name: "Factory", dependencies: ["FactoryKit"]),
    .testTarget(
      name: "FactoryKitTests", dependencies: ["FactoryKit", "FactoryTesting", "FactoryTestSupport"]),
    .testTarget(
      name: "FactoryTestingTests", dependencies: ["FactoryTesting", "FactoryTestSupport"]),
    // Threads, barriers, counters and clocks for the tests; not a part of any product.
    .target(
      name: "FactoryTestSupport", dependencies: ["FactoryKit"], path: "Tests/FactoryTestSupport"),
    .testTarget(
      name: "FactoryProofTests", dependencies: ["FactoryKit", "FactoryTesting", "HazardModel"]),
    // Compiles FactoryCore's `factory_hazards.h` as text, with other macros. It does not depend on
    // FactoryCore: on Apple's systems that would make the header a part of a module.
    .target(
      name: "HazardModel", path: "Tests/HazardModel",
      cSettings: [.headerSearchPath("../../Sources/FactoryCore/include")]),

    // 1.x programs are in Swift 5 mode; those whose factories are constants compile in Swift 6's too.
    .testTarget(
      name: "FactoryTests", dependencies: ["Factory", "FactoryTesting"],
      exclude: ["README.md"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "FactorySwift6Tests", dependencies: ["Factory", "FactoryTesting"]),

    // The example that README.md runs: `swift run tour README.md`.
    .target(name: "TourCore", dependencies: ["FactoryKit"], path: "Examples/Tour/TourCore"),
    .executableTarget(
      name: "tour", dependencies: ["FactoryKit", "TourCore"], path: "Examples/Tour/tour"),
    .testTarget(name: "TourTests", dependencies: ["FactoryTesting", "TourCore"]),
  ],
  swiftLanguageModes: [.v6]
)
