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
  // Constant, and few: each field has exported functions in every program, one that may change has
  // three. What is changed is the whole.
  @usableFromInline let ownArguments: [String]
  @usableFromInline let argumentsSet: [String: String]
  /// One bit for each of the other conditions.
  @usableFromInline let conditions: UInt8

  @_alwaysEmitIntoClient
  init(_ ownArguments: [String], _ argumentsSet: [String: String], _ conditions: UInt8) {
    self.ownArguments = ownArguments
    self.argumentsSet = argumentsSet
    self.conditions = conditions
  }

  /// The context of this process. May be changed, for instance by tests.
  ///
  /// Changing one field, or one of the arguments set at run time, leaves alone what other threads
  /// change at the same time.
  @_alwaysEmitIntoClient
  public static var current: FactoryContext {
    get { copy() }
    set { replace(by: newValue) }
    _modify {
      let before = current
      var after = before
      yield &after
      change(from: before, to: after, after.argumentsChanged(since: before))
    }
  }

  /// Sets an argument at run time. Contexts match its value.
  ///
  /// ```swift
  /// FactoryContext.setArg("dark", forKey: "theme")   // chooses .onArg("dark")
  /// ```
  @_alwaysEmitIntoClient
  public static func setArg(_ arg: String, forKey key: String) {
    change(key, to: arg)
  }

  /// Removes an argument that `setArg` set.
  @_alwaysEmitIntoClient
  public static func removeArg(forKey key: String) {
    change(key, to: nil)
  }

  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var stored = FactoryContext(arguments: CommandLine.arguments)
}

extension FactoryContext {
  /// The process's arguments.
  @_alwaysEmitIntoClient
  public var arguments: [String] {
    get { ownArguments }
    set { self = FactoryContext(newValue, argumentsSet, conditions) }
  }

  /// What `setArg` set, by key.
  @_alwaysEmitIntoClient
  public var runtimeArguments: [String: String] {
    get { argumentsSet }
    set { self = FactoryContext(ownArguments, newValue, conditions) }
  }

  @_alwaysEmitIntoClient
  public var isPreview: Bool {
    get { conditions & 1 != 0 }
    set { set(1, newValue) }
  }

  @_alwaysEmitIntoClient
  public var isTest: Bool {
    get { conditions & 2 != 0 }
    set { set(2, newValue) }
  }

  @_alwaysEmitIntoClient
  public var isDebug: Bool {
    get { conditions & 4 != 0 }
    set { set(4, newValue) }
  }

  @_alwaysEmitIntoClient
  public var isSimulator: Bool {
    get { conditions & 8 != 0 }
    set { set(8, newValue) }
  }

  @_alwaysEmitIntoClient
  mutating func set(_ condition: UInt8, _ isMet: Bool) {
    let others = conditions & ~condition
    self = FactoryContext(ownArguments, argumentsSet, others | (isMet ? condition : 0))
  }
}

extension FactoryContext {
  @usableFromInline
  static func copy() -> FactoryContext {
    lock.withLock { stored }
  }

  @usableFromInline
  static func replace(by new: FactoryContext) {
    // The old value is returned so that it goes after the lock.
    _ = lock.withLock {
      let old = stored
      stored = new
      return old
    }
  }

  /// Makes the changes that lead from one context to another, and no others.
  @usableFromInline
  static func change(
    from before: FactoryContext, to after: FactoryContext,
    _ runtimeArguments: [(key: String, value: String?)]
  ) {
    // The old value goes after the lock.
    _ = lock.withLock {
      let old = stored
      var arguments = old.runtimeArguments
      for (key, value) in runtimeArguments { set(value, forKey: key, in: &arguments) }
      let changed = before.conditions ^ after.conditions
      stored = FactoryContext(
        before.arguments != after.arguments ? after.arguments : old.arguments, arguments,
        old.conditions & ~changed | after.conditions & changed)
      return old
    }
  }

  /// The arguments set at run time that another context has otherwise, or not at all. Found out by
  /// the caller: what reads a dictionary is large.
  @_alwaysEmitIntoClient
  func argumentsChanged(since before: FactoryContext) -> [(key: String, value: String?)] {
    var changes: [(key: String, value: String?)] = []
    for (key, value) in runtimeArguments where before.runtimeArguments[key] != value {
      changes.append((key, value))
    }
    for key in before.runtimeArguments.keys where runtimeArguments[key] == nil {
      changes.append((key, nil))
    }
    return changes
  }

  /// Changes one of the arguments set at run time.
  @_alwaysEmitIntoClient
  static func change(_ key: String, to argument: String?) {
    let context = current
    change(from: context, to: context, [(key, argument)])
  }

  /// Not compiled for the types it is used with: what changes a dictionary is large.
  @_semantics("optimize.sil.specialize.generic.never")
  private static func set<Key, Value>(
    _ value: Value?, forKey key: Key, in dictionary: inout [Key: Value]
  ) {
    dictionary[key] = value
  }
}

extension FactoryContext {
  /// What a process with these arguments runs in.
  private init(arguments: [String]) {
    self.init(arguments, [String: String](), 0)
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
    from overrides: ContextOverrides
  ) -> (override: AnyObject, context: FactoryContextType)? {
    func find(_ context: FactoryContextType) -> (AnyObject, FactoryContextType)? {
      overrides.find(context).map { ($0, context) }
    }
    for argument in arguments {
      if let found = overrides.find(argument: argument) { return (found, .arg(argument)) }
    }
    // Of those that match, the one with the least key.
    var first: (key: String, argument: String)?
    for (key, argument) in runtimeArguments {
      if let first, first.key < key { continue }
      if overrides.find(argument: argument) != nil { first = (key, argument) }
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
