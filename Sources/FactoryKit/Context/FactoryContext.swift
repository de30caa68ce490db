// Factory, MIT licence; see LICENSE
//
// The conditions of the running process that contexts are chosen by.
import FactoryAtomics

/// A condition that selects another closure for a factory. (Guide: Contexts.)
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

/// What the process knows of its surroundings. (Guide: Contexts.)
///
/// A value; `current` is the one that resolutions go by. Reading and writing it is safe from any
/// thread. Changing it does not drop instances that are kept already.
public struct FactoryContext: Sendable {
  /// The process's arguments.
  public var arguments: [String]
  /// What `setArg` set, by key.
  public var runtimeArguments: [String: String] = [:]
  public var isPreview: Bool
  public var isTest: Bool
  public var isDebug: Bool
  public var isSimulator: Bool

  /// The context of this process. May be changed, for instance by tests.
  ///
  /// Changing one field, or one of the arguments set at run time, leaves alone what other threads
  /// change at the same time.
  public static var current: FactoryContext {
    get { lock.withLock { stored } }
    set {
      // The old value is returned so that it goes after the lock.
      _ = lock.withLock {
        let old = stored
        stored = newValue
        return old
      }
    }
    @_alwaysEmitIntoClient _modify {
      let before = current
      var after = before
      yield &after
      change(from: before, to: after)
    }
  }

  /// Makes the changes that lead from one context to another, and no others.
  @usableFromInline
  static func change(from before: FactoryContext, to after: FactoryContext) {
    // The old value goes after the lock.
    _ = lock.withLock {
      let old = stored
      if before.arguments != after.arguments { stored.arguments = after.arguments }
      if before.isPreview != after.isPreview { stored.isPreview = after.isPreview }
      if before.isTest != after.isTest { stored.isTest = after.isTest }
      if before.isDebug != after.isDebug { stored.isDebug = after.isDebug }
      if before.isSimulator != after.isSimulator { stored.isSimulator = after.isSimulator }
      for (key, argument) in after.runtimeArguments
      where before.runtimeArguments[key] != argument {
        stored.runtimeArguments[key] = argument
      }
      for key in before.runtimeArguments.keys where after.runtimeArguments[key] == nil {
        stored.runtimeArguments[key] = nil
      }
      return old
    }
  }

  /// Sets an argument at run time. Contexts match its value.
  ///
  /// ```swift
  /// FactoryContext.setArg("dark", forKey: "theme")   // chooses .onArg("dark")
  /// ```
  public static func setArg(_ arg: String, forKey key: String) {
    _ = lock.withLock { stored.runtimeArguments.updateValue(arg, forKey: key) }
  }

  /// Removes an argument that `setArg` set.
  public static func removeArg(forKey key: String) {
    _ = lock.withLock { stored.runtimeArguments.removeValue(forKey: key) }
  }

  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var stored = FactoryContext(arguments: CommandLine.arguments)
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
    #else
      isDebug = false
    #endif
    #if targetEnvironment(simulator)
      isSimulator = true
    #else
      isSimulator = factory_environment("SIMULATOR_UDID") != nil
    #endif
  }

  /// The closure to use instead of the factory's own, and the context that chose it.
  func select(
    from overrides: ContextOverrides
  ) -> (override: AnyObject, context: FactoryContextType)? {
    func find(_ context: FactoryContextType) -> (AnyObject, FactoryContextType)? {
      overrides.find(context).map { ($0, context) }
    }
    for argument in arguments {
      if let found = find(.arg(argument)) { return found }
    }
    // Of those that match, the one with the least key.
    var first: (key: String, found: (AnyObject, FactoryContextType))?
    for (key, argument) in runtimeArguments {
      if let first, first.key < key { continue }
      if let found = find(.arg(argument)) { first = (key, found) }
    }
    if let first { return first.found }
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
      if isNamed(program, "xctest") || isNamed(program, "swiftpm-testing-helper") { return true }
      if program.hasSuffix(".xctest") { return true }
    }
    for argument in arguments where argument == "--testing-library" { return true }
    return factory_environment("XCTestConfigurationFilePath") != nil
      || factory_environment("XCTestBundlePath") != nil
      || factory_environment("XCTestSessionIdentifier") != nil
      || factory_objc_class_exists("XCTestCase")
  }

  /// Whether a path leads to a program of that name, of Windows or another system.
  private static func isNamed(_ path: String, _ name: String) -> Bool {
    var path = path
    if path.hasSuffix(".exe") { path.removeLast(4) }
    return path == name || path.hasSuffix("/" + name) || path.hasSuffix("\\" + name)
  }
}
