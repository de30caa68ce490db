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

// The library is written for these upcoming features of the language: `any` is required, imports
// are internal unless they state otherwise, and using a module's members requires importing it.
let upcomingFeatures: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The tests of FactoryKit are several modules, whose sources are folders of Tests/FactoryKitTests: two
// modules compile at the same time, and after a change of one file the compiler reads its whole module.
let kitTests = [
  "FactoryKitTests": ["Context", "Deprecated", "Engine", "Scope"],
  "FactoryKitFactoryTests": ["Factory"],
  "FactoryKitContainerTests": ["Container", "Diagnostics"],
  "FactoryKitInjectionTests": ["Injection", "Resolver"],
  "FactoryKitChildTests": ["Children", "MainActor", "Shutdown", "Throwing"],
  "FactoryKitFeatureTests": ["Async", "Group", "Watching", "Wrap"],
  // A module of its own: in it, every kind of factory conforms to a protocol of the tests.
  "FactoryKitKindTests": ["Kinds"],
]

/// A folder that no module has is an error: it would be a source of all of them.
func kitTestTarget(_ name: String) -> Target {
  .testTarget(
    name: name,
    dependencies: ["FactoryKit", "FactoryTesting", "FactoryTestSupport", "FactoryKitTestSupport"],
    path: "Tests/FactoryKitTests",
    exclude: kitTests.filter { $0.key != name }.flatMap(\.value).sorted() + ["Support"])
}

// The package has no dependencies, so an app that adds it downloads only this package. It has no
// traits either. Code that depends on other packages is in separate packages: the tool in `Tool`,
// and FactoryLifecycle in `Lifecycle`.
let package = Package(
  name: "Factory",
  platforms: platforms,
  products: [
    .library(name: "FactoryKit", targets: ["FactoryKit"]),
    .library(name: "FactoryKitCore", targets: ["FactoryKitCore"]),
    // For programs in which several images use FactoryKit: see the article "Linking".
    .library(name: "FactoryKitDynamic", type: .dynamic, targets: ["FactoryKit", "FactoryKitCore"]),
    .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
    .library(name: "Factory", targets: ["Factory"]),
  ],
  targets: [
    .target(name: "FactoryCore"),
    .target(
      name: "FactoryKitCore", dependencies: ["FactoryCore"], swiftSettings: upcomingFeatures),
    .target(
      name: "FactoryKit", dependencies: ["FactoryKitCore", "FactoryCore"],
      swiftSettings: upcomingFeatures),
    .target(
      name: "FactoryTesting", dependencies: ["FactoryKit"], swiftSettings: upcomingFeatures),
    // The interface of 1.x.
    .target(
      name: "Factory", dependencies: ["FactoryKit", "FactoryKitCore", "FactoryCore"],
      swiftSettings: upcomingFeatures),
    // Does not depend on FactoryKit.
    .testTarget(name: "FactoryKitCoreTests", dependencies: ["FactoryKitCore"]),
    kitTestTarget("FactoryKitTests"),
    kitTestTarget("FactoryKitFactoryTests"),
    kitTestTarget("FactoryKitContainerTests"),
    kitTestTarget("FactoryKitInjectionTests"),
    kitTestTarget("FactoryKitChildTests"),
    kitTestTarget("FactoryKitFeatureTests"),
    kitTestTarget("FactoryKitKindTests"),
    // What these share.
    .target(
      name: "FactoryKitTestSupport", dependencies: ["FactoryTesting", "FactoryTestSupport"],
      path: "Tests/FactoryKitTests/Support"),
    .testTarget(
      name: "FactoryTestingTests",
      dependencies: ["FactoryTesting", "FactoryTestSupport", "FactoryKitTestSupport"]),
    // Threads, barriers, counters and clocks for the tests; not a part of any product.
    .target(
      name: "FactoryTestSupport", dependencies: ["FactoryKit"], path: "Tests/FactoryTestSupport"),
    .testTarget(
      name: "FactoryProofTests",
      dependencies: [
        "FactoryKit", "FactoryModel", "FactoryTesting", "FactoryTestSupport", "HazardModel",
        "SteppedThread",
      ]),
    // Runs a thread one instruction at a time, and records the coverage of exit tests.
    .target(name: "SteppedThread", path: "Tests/SteppedThread"),
    // The reference model of the library, and the random programs that both run.
    .target(
      name: "FactoryModel", dependencies: ["FactoryKit", "FactoryTestSupport"],
      path: "Tests/FactoryModel"),
    // Compiles FactoryCore's `factory_hazards.h` as text, with other macros. It does not depend on
    // FactoryCore: on Apple's systems that would make the header a part of a module.
    .target(
      name: "HazardModel", path: "Tests/HazardModel",
      cSettings: [.headerSearchPath("../../Sources/FactoryCore/include")]),

    // In Swift 5 mode, as 1.x programs are. Programs whose factories are constants also compile in
    // Swift 6 mode.
    .testTarget(
      name: "FactoryTests", dependencies: ["Factory", "FactoryTesting", "FactoryTestSupport"],
      exclude: ["README.md"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "FactorySwift6Tests", dependencies: ["Factory", "FactoryTesting"]),

    // The example that README.md runs: `swift run tour README.md`.
    .target(name: "TourCore", dependencies: ["FactoryKit"], path: "Examples/Tour/TourCore"),
    .executableTarget(
      name: "tour", dependencies: ["FactoryKit", "TourCore"], path: "Examples/Tour/tour"),
    .testTarget(name: "TourTests", dependencies: ["FactoryTesting", "TourCore"]),
    // The example of the article "Child containers": `swift run requests`.
    .executableTarget(
      name: "requests", dependencies: ["FactoryKit"], path: "Examples/Requests",
      exclude: ["output.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer over the random programs of FactoryModel: `FACTORY_FUZZ=1 swift build -c release
// --product fuzz`. Not part of the package otherwise, because its flags are unsafe ones and Apple's
// toolchain has no libFuzzer.
if Context.environment["FACTORY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FactoryModel"], path: "Tests/Fuzz",
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
  // The branches that an input takes in the library and the model guide libFuzzer to the next one.
  for target in package.targets
  where ["FactoryKitCore", "FactoryKit", "FactoryModel"].contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer"])]
  }
}

// `FACTORY_UNOPTIMISED_TESTS=1 swift test -c release` optimises the library and the proof tests, but
// not the tests of statements, whose optimisation takes minutes. Off by default: SwiftPM does not let
// other packages depend on targets with unsafe flags, and code that is inlined into the tests would
// never be tested optimised.
if Context.environment["FACTORY_UNOPTIMISED_TESTS"] != nil {
  for target in package.targets where target.type == .test && target.name != "FactoryProofTests" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
}

// `FACTORY_TESTS=FactoryProofTests swift test -c release` leaves out the other test targets, whose
// release build takes minutes.
if let names = Context.environment["FACTORY_TESTS"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
