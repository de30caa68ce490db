// swift-tools-version: 6.2
// Factory, MIT licence; see LICENSE
import CompilerPluginSupport
import PackageDescription

// Compiles the library's sources against a small module that is named SwiftUI and declares what
// Apple's does. README.md says declaration by declaration what it mirrors. The sources are in three
// places of the repository; Tests/SwiftUI/assemble puts them together.
//
// SWIFTUI_SDK chooses whose declarations: "15" those of Xcode 14 and 15, with FactoryKit in
// Swift 5 mode; "26", the default, those of Xcode 16 to 26; "27" those of Xcode 27.
let sdk = Context.environment["SWIFTUI_SDK"] ?? "26"
let modes: [String: SwiftLanguageMode] = ["15": .v5, "26": .v6, "27": .v6]
guard let mode = modes[sdk] else { fatalError("SWIFTUI_SDK is 15, 26 or 27, not \(sdk)") }

// Apple's modules are built in Swift 5 mode.
let apple: [SwiftSetting] = [.define("SDK_\(sdk)"), .swiftLanguageMode(.v5)]
var ours: [SwiftSetting] = [.define("SDK_\(sdk)"), .swiftLanguageMode(mode)]
// A main-actor closure is Sendable. A part of Swift 6 mode, in which the library is always compiled.
if sdk == "15" { ours.append(.enableUpcomingFeature("GlobalActorIsolatedTypesUsability")) }

let package = Package(
  name: "SwiftUIStandIn",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "FactoryKit", targets: ["FactoryKit"]),
    .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
  ],
  targets: [
    .target(name: "Combine", swiftSettings: apple),
    .macro(name: "PreviewsMacros", swiftSettings: apple),
    .target(name: "SwiftUI", dependencies: ["Combine", "PreviewsMacros"], swiftSettings: apple),
    .target(name: "FactoryCore"),
    .target(name: "FactoryKitCore", dependencies: ["FactoryCore"], swiftSettings: ours),
    .target(
      name: "FactoryKit", dependencies: ["FactoryCore", "FactoryKitCore", "SwiftUI"],
      exclude: ["FactoryKit.docc"], swiftSettings: ours),
    .target(name: "FactoryTesting", dependencies: ["FactoryKit"], swiftSettings: ours),
    .testTarget(
      name: "SwiftUITests", dependencies: ["AppFeatures", "FactoryTesting", "SwiftUI"],
      swiftSettings: ours),
    // The guide of 2.x was written for Swift 5 mode, and its services are not Sendable. It uses
    // forms that are deprecated now, so this target alone does without warnings.
    .testTarget(
      name: "Guide2Tests", dependencies: ["FactoryTesting", "SwiftUI"],
      swiftSettings: apple + [.unsafeFlags(["-suppress-warnings"])]),
    // The wrappers for SwiftUI in a project that Xcode 26 created: isolated to the main actor by
    // default. Tests/DefaultIsolation has the rest of the interface.
    .testTarget(
      name: "DefaultIsolationTests", dependencies: ["FactoryTesting", "SwiftUI"],
      swiftSettings: ours + [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),

    // Examples/SwiftUIApp, with a manifest of its own for Xcode.
    .target(name: "AppFeatures", dependencies: ["FactoryKit", "SwiftUI"], swiftSettings: ours),
    .executableTarget(
      name: "SwiftUIApp", dependencies: ["AppFeatures", "FactoryKit", "SwiftUI"],
      // As if in another package than FactoryKit, as it is in Xcode.
      packageAccess: false, swiftSettings: ours),
    .testTarget(
      name: "AppFeaturesTests", dependencies: ["AppFeatures", "FactoryTesting", "SwiftUI"],
      swiftSettings: ours),
  ]
)
