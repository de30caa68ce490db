// swift-tools-version: 6.1
// Factory, MIT licence; see LICENSE
import PackageDescription

// A privacy manifest is of use on Apple's platforms only. Elsewhere a resource would make SwiftPM
// add an accessor to the library that imports Foundation.
#if canImport(Darwin)
  let privacyManifest = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
  let privacyManifest = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

// The library's imports and types say what programs that enable these features must say, too.
let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// FactoryKit, FactoryTesting and Factory depend on no other package: an app that adds them downloads
// nothing else.
let package = Package(
  name: "Factory",
  platforms: [
    .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v8), .visionOS(.v1), .macCatalyst(.v13),
  ],
  products: [
    .library(name: "FactoryKit", targets: ["FactoryKit"]),
    .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
    .library(name: "Factory", targets: ["Factory"]),
  ],
  targets: [
    .target(name: "FactoryCore"),
    .target(
      name: "FactoryKit", dependencies: ["FactoryCore"], exclude: privacyManifest.exclude,
      resources: privacyManifest.resources, swiftSettings: upcomingFeatures),
    .target(
      name: "FactoryTesting", dependencies: ["FactoryKit"], swiftSettings: upcomingFeatures),
    // The interface of 1.x.
    .target(name: "Factory", dependencies: ["FactoryKit"], swiftSettings: upcomingFeatures),
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
