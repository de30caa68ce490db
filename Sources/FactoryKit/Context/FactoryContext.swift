// Factory, MIT licence; see LICENSE
//
// The conditions of the running process that contexts are chosen by.
internal import FactoryCore

/// A condition that selects another closure for a factory.
public enum FactoryContextType: Hashable, Sendable {
  /// The process was started with this argument, or it was set by `FactoryContext.setArg`.
  case arg(String)
  /// Any of these arguments.
  case args([String])
  /// Inside an Xcode preview. Heeded in debug builds only.
  case preview
  /// Inside a test process, XCTest or Swift Testing. Heeded in debug builds only.
  case test
  /// In a debug build. Heeded in debug builds only.
  case debug
  /// In Apple's simulator.
  case simulator
  /// Anywhere but in a simulator.
  case device
}

/// What the process knows of its surroundings.
///
/// A value; `current` is the one that resolutions use. Reading and writing it is safe from any
/// thread. Changing it does not evict instances that are already cached.
///
/// ```swift
/// FactoryContext.current.isPreview = true
/// ```
public struct FactoryContext: Sendable {
  /// The process's arguments.
  public var arguments: [String]
  /// What `setArg` set, by key.
  public var runtimeArguments = [String: String]()
  /// Whether the process shows an Xcode preview.
  public var isPreview = false
  /// Whether the process runs tests.
  public var isTest = false
  /// Whether the library was built for debugging.
  public var isDebug = false
  /// Whether the process runs in Apple's simulator.
  public var isSimulator = false

  /// The context of this process. May be changed, for instance by tests.
  ///
  /// Changing one property, or one of the arguments set at run time, leaves alone what other threads
  /// change at the same time.
  public static var current: FactoryContext {
    get { lock.withLock { stored } }
    set { store { _ in newValue } }
    _modify {
      let before = current
      var after = before
      yield &after
      let changed = after
      store { $0.applyingChanges(from: before, to: changed) }
    }
  }

  /// Sets an argument at run time. Contexts match its value.
  ///
  /// ```swift
  /// FactoryContext.setArg("dark", forKey: "theme")   // chooses .onArg("dark")
  /// ```
  public static func setArg(_ arg: String, forKey key: String) {
    store { $0.setting(arg, forKey: key) }
  }

  /// Removes an argument that `setArg` set.
  public static func removeArg(forKey key: String) {
    store { $0.setting(nil, forKey: key) }
  }

  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var stored = FactoryContext(arguments: CommandLine.arguments)

  private static func store(_ change: (FactoryContext) -> FactoryContext) {
    // The old value is returned so that it is released after the lock.
    _ = lock.withLock {
      let old = stored
      stored = change(old)
      // After the change: a plan that was made with the old context is outdated then.
      factory_context_count_change()
      return old
    }
  }

  private func setting(_ argument: String?, forKey key: String) -> Self {
    var context = self
    context.runtimeArguments[key] = argument
    return context
  }

  /// Makes the changes that lead from one context to another, and no others.
  @inline(never)
  private func applyingChanges(from before: Self, to after: Self) -> Self {
    var context = self
    if before.arguments != after.arguments { context.arguments = after.arguments }
    if before.isPreview != after.isPreview { context.isPreview = after.isPreview }
    if before.isTest != after.isTest { context.isTest = after.isTest }
    if before.isDebug != after.isDebug { context.isDebug = after.isDebug }
    if before.isSimulator != after.isSimulator { context.isSimulator = after.isSimulator }
    for (key, value) in after.runtimeArguments where before.runtimeArguments[key] != value {
      context.runtimeArguments[key] = value
    }
    for key in before.runtimeArguments.keys where after.runtimeArguments[key] == nil {
      context.runtimeArguments[key] = nil
    }
    return context
  }
}

extension FactoryContext {
  /// What a process with these arguments runs in.
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

  /// The closure to use instead of the factory's own, and the context that chose it.
  func select(
    from overrides: [ContextOverride]
  ) -> (override: AnyOverride, context: FactoryContextType)? {
    func find(_ context: FactoryContextType) -> (AnyOverride, FactoryContextType)? {
      overrides.first { $0.context == context }.map { ($0.override, context) }
    }
    for argument in arguments {
      if let found = find(.arg(argument)) { return found }
    }
    // Of those that match, the one with the least key.
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
  /// SwiftPM on Linux runs `…PackageTests.xctest`; on macOS `xctest` or
  /// `swiftpm-testing-helper`. Xcode sets variables whose presence is enough: one of them may be
  /// empty. The class is there on Apple systems once XCTest is loaded.
  private static func isTest(_ arguments: [String]) -> Bool {
    if let program = arguments.first {
      // With a slash in front, so that a name alone is found too.
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

  /// Whether a path ends in that, on Windows or another system.
  @inline(never)
  private static func ends(_ path: String, _ name: String) -> Bool {
    path.hasSuffix(name) || path.hasSuffix(name + ".exe")
  }
}
