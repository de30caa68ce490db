// Factory, MIT licence; see LICENSE
//
// The conditions of the running process that select a factory's context closure.
internal import FactoryCore

/// A condition of the process under which a factory uses another closure. See <doc:Contexts>.
///
/// ```swift
/// Container.shared.analytics.context(.preview, .test) { NoAnalytics() }
/// ```
public enum FactoryContextType: Hashable, Sendable {
  /// The process was started with this argument, or ``FactoryContext/setArg(_:forKey:)`` set it.
  case arg(String)
  /// The process has one of these arguments.
  case args([String])
  /// The process shows an Xcode preview. Ignored in release builds.
  case preview
  /// The process runs tests, with XCTest or Swift Testing. Ignored in release builds.
  case test
  /// The library was built for debugging. Ignored in release builds.
  case debug
  /// The process runs in one of Apple's simulators.
  case simulator
  /// The process does not run in a simulator.
  case device
}

/// The conditions that select the context closures of factories.
///
/// Resolutions use ``current``, which may be read and written from any thread. Changing it does not
/// evict instances that are already cached. See <doc:Contexts>.
///
/// ```swift
/// FactoryContext.current.isPreview = true
/// ```
public struct FactoryContext: Sendable {
  /// The command-line arguments of the process.
  public var arguments: [String]
  /// The arguments set by ``setArg(_:forKey:)``, by key.
  public var runtimeArguments = [String: String]()
  /// Whether the process shows an Xcode preview. Ignored in release builds.
  public var isPreview = false
  /// Whether the process runs tests. Ignored in release builds.
  public var isTest = false
  /// Whether the library was built for debugging. Ignored in release builds.
  public var isDebug = false
  /// Whether the process runs in one of Apple's simulators.
  public var isSimulator = false

  /// The context of the process. Tests may change it to simulate a condition.
  ///
  /// Changing one property, or one of the runtime arguments, does not overwrite what other threads
  /// change at the same time.
  public static var current: FactoryContext {
    get { stored.withLock { $0 } }
    set { store { $0 = newValue } }
    _modify {
      let before = current
      var after = before
      yield &after
      let changed = after
      store { $0.applyChanges(from: before, to: changed) }
    }
  }

  /// Sets an argument at run time. Contexts match its value, not its key.
  ///
  /// ```swift
  /// FactoryContext.setArg("dark", forKey: "theme")   // chooses .onArg("dark")
  /// ```
  public static func setArg(_ arg: String, forKey key: String) {
    set(arg, forKey: key)
  }

  /// Removes an argument that was set by ``setArg(_:forKey:)``.
  public static func removeArg(forKey key: String) {
    set(nil, forKey: key)
  }

  @inline(never)
  private static func set(_ argument: String?, forKey key: String) {
    store { $0.runtimeArguments[key] = argument }
  }

  private static let stored = Locked(FactoryContext(arguments: CommandLine.arguments))

  private static func store(_ change: (inout FactoryContext) -> Void) {
    // The old value is returned so that it is released after the lock.
    _ = stored.withLock { stored in
      let old = stored
      change(&stored)
      // After the change, so that settings created with the old context are found to be outdated.
      factory_context_count_change()
      return old
    }
  }

  /// Applies the differences between two other contexts.
  @inline(never)
  private mutating func applyChanges(from before: Self, to after: Self) {
    if before.arguments != after.arguments { arguments = after.arguments }
    if before.isPreview != after.isPreview { isPreview = after.isPreview }
    if before.isTest != after.isTest { isTest = after.isTest }
    if before.isDebug != after.isDebug { isDebug = after.isDebug }
    if before.isSimulator != after.isSimulator { isSimulator = after.isSimulator }
    for (key, value) in after.runtimeArguments where before.runtimeArguments[key] != value {
      runtimeArguments[key] = value
    }
    for key in before.runtimeArguments.keys where after.runtimeArguments[key] == nil {
      runtimeArguments[key] = nil
    }
  }
}

extension FactoryContext {
  /// The context of a process with these arguments.
  private init(arguments: [String]) {
    self.arguments = arguments
    isPreview =
      factory_environment("XCODE_RUNNING_FOR_PREVIEWS").map { String(cString: $0) == "1" } ?? false
    isTest = Self.isTest(arguments)
    #if DEBUG
      isDebug = true
    #endif
    #if targetEnvironment(simulator)
      isSimulator = true
    #else
      isSimulator = factory_environment("SIMULATOR_UDID") != nil
    #endif
  }

  /// The index of the context that holds, of those of one or several containers, the innermost container's first. A context of
  /// a child takes precedence over all those of its parents.
  func select(from overrides: [ContextOverride]) -> Int? {
    var rest = overrides[...]
    while let depth = rest.first?.origin.depth {
      let level = rest.prefix { $0.origin.depth == depth }
      if let chosen = select(fromContainer: level) { return chosen }
      rest = rest.dropFirst(level.count)
    }
    return nil
  }

  private func select(fromContainer overrides: ArraySlice<ContextOverride>) -> Int? {
    func find(_ context: FactoryContextType) -> Int? {
      overrides.firstIndex { $0.context == context }
    }
    for argument in arguments {
      if let found = find(.arg(argument)) { return found }
    }
    // If several match, the one whose key sorts first.
    var first: (key: String, argument: String)?
    for (key, argument) in runtimeArguments {
      if let first, first.key < key { continue }
      if find(.arg(argument)) != nil { first = (key, argument) }
    }
    if let first { return find(.arg(first.argument)) }
    #if DEBUG
      if isPreview, let found = find(.preview) { return found }
      if isTest, let found = find(.test) { return found }
    #endif
    if let found = find(isSimulator ? .simulator : .device) { return found }
    #if DEBUG
      if isDebug, let found = find(.debug) { return found }
    #endif
    return nil
  }
}

extension FactoryContext {
  /// True under XCTest and Swift Testing, started by SwiftPM or by Xcode.
  ///
  /// SwiftPM runs `…PackageTests.xctest` on Linux, and `xctest` or `swiftpm-testing-helper` on
  /// macOS. Xcode sets environment variables, whose values may be empty. On Apple systems the class
  /// `XCTestCase` exists once XCTest is loaded.
  private static func isTest(_ arguments: [String]) -> Bool {
    if let program = arguments.first {
      // The slash makes a bare file name match too.
      let path = "/" + program
      if ends(path, "/xctest") || ends(path, "\\xctest")
        || ends(path, "/swiftpm-testing-helper") || ends(path, "\\swiftpm-testing-helper")
        || path.hasSuffix(".xctest")
      {
        return true
      }
    }
    for argument in arguments where argument == "--testing-library" { return true }
    return factory_environment("XCTestConfigurationFilePath") != nil
      || factory_environment("XCTestBundlePath") != nil
      || factory_environment("XCTestSessionIdentifier") != nil
      || factory_objc_class_exists("XCTestCase")
  }

  /// Whether a path ends in a program's name, with or without the extension it has on Windows.
  @inline(never)
  private static func ends(_ path: String, _ name: String) -> Bool {
    path.hasSuffix(name) || path.hasSuffix(name + ".exe")
  }
}
