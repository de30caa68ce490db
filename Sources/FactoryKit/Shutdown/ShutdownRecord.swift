// Factory, MIT licence; see LICENSE
//
// What a shutdown needs to know about an instance: its hook, and when it was built. And instances that no shutdown closes: those
// that nobody received, and those of a child that was released.
internal import FactoryCore
internal import FactoryKitCore

/// The closure of `onShutdown`, type-erased. ``ShutdownHook`` is the only subclass.
@usableFromInline
class AnyShutdownHook {
  fileprivate init() { _ = ShutdownRecord.recorder }

  /// A function that calls the closure with the instance in a box.
  func closing(_ box: InstanceBox) -> @Sendable () async throws -> Void {
    fatalError("FactoryKit: AnyShutdownHook is abstract")
  }
}

@usableFromInline
final class ShutdownHook<T: Sendable>: AnyShutdownHook {
  private let hook: ShutdownClosure<T>

  @usableFromInline
  init(_ close: ShutdownClosure<T>) { hook = close }

  override func closing(_ box: InstanceBox) -> @Sendable () async throws -> Void {
    // Nil only if the instance is held weakly and gone.
    guard let instance: T = box.instance() else { return {} }
    return { [hook] in try await hook.call(instance) }
  }
}

/// The closure of `onShutdown`.
@usableFromInline
@frozen
struct ShutdownClosure<T>: Sendable {
  @usableFromInline let call: @Sendable (T) async throws -> Void

  @_alwaysEmitIntoClient
  init(_ call: @escaping @Sendable (T) async throws -> Void) { self.call = call }
}

/// The hook of one instance, and its position in the order of construction. Instances that a warm-up builds have a record
/// even without a hook.
final class ShutdownRecord: InstanceRecord, @unchecked Sendable {
  // Sendable: constant, or guarded by `lock`.

  /// The hook in force when the construction began. Immutable, and its closure is `@Sendable`.
  let hook: AnyShutdownHook?
  let factory: ClosableFactory
  /// The warm-up that builds the instance.
  let warmUp: WarmUp?
  /// How many hooks led to the construction: 1 if a hook has built the instance, 2 if a hook of such
  /// an instance has, and so on.
  let depth: Int
  /// When the construction began, as a number of `ConstructionOrder`; zero without a warm-up.
  let begin: UInt64

  /// Guards the state of all records. A leaf lock.
  private static let lock = Lock()
  @exclusivity(unchecked) private var currentNumber: UInt64 = 0
  @exclusivity(unchecked) private var isTaken = false
  @exclusivity(unchecked) private var hasClosed = false

  /// How many instances with a hook were stored so far.
  static var stored: UInt64 { storedCount.withLock { $0 } }
  private static let storedCount = Locked<UInt64>(0)

  /// Read before the first hook is set, and when a warm-up begins.
  static let recorder: Void = InstanceRecorder.shared.set(
    InstanceRecorder { frame, settings in
      // Only `onShutdown` sets it.
      let hook = settings.values.hook.value.map { assumedObject($0.object, AnyShutdownHook.self) }
      let warmUp = WarmUp.isRunning ? WarmUp.current : nil
      return hook == nil && warmUp == nil ? nil : ShutdownRecord(frame, hook, warmUp)
    })

  private init(_ frame: Frame, _ hook: AnyShutdownHook?, _ warmUp: WarmUp?) {
    self.hook = hook
    self.warmUp = warmUp
    factory = ClosableFactory(
      container: frame.pointee.container, key: frame.key, file: frame.pointee.file!,
      line: frame.pointee.line)
    begin = warmUp == nil ? 0 : ConstructionOrder.next()
    depth = HookContext.current?.depth ?? 0
  }

  /// The position of the instance in the order of construction: a dependency has a lower number than
  /// what was built with it.
  var number: UInt64 { Self.lock.withLock { currentNumber } }

  func didBuild() {
    let number = ConstructionOrder.next()
    Self.lock.withLock { currentNumber = number }
  }

  func didStore(_ box: InstanceBox, in place: Place) {
    if hook != nil { Self.storedCount.withLock { $0 += 1 } }
    warmUp?.add(ClosableInstance(self, box, in: place))
  }

  func didLose(_ box: InstanceBox) { LostInstance.close(box, self) }

  func didRelease(with child: String) {
    if hook != nil, !hasBeenTaken { UnclosedInstances.report(factory, child) }
  }

  /// Whether a shutdown has taken the instance.
  var hasBeenTaken: Bool { Self.lock.withLock { isTaken } }

  /// Claims the instance for one shutdown. True once.
  func take() -> Bool {
    Self.lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Whether the hook has run.
  var isClosed: Bool { Self.lock.withLock { hasClosed } }

  func markAsClosed() { Self.lock.withLock { hasClosed = true } }
}

extension InstanceBox {
  var shutdownRecord: ShutdownRecord? {
    // `ShutdownRecord.recorder` creates all records.
    record.map { assumedObject($0, ShutdownRecord.self) }
  }
}

/// The factory of an instance, for messages. Remains valid when the container is gone.
struct ClosableFactory {
  /// The bits of a `ContainerIdentity`.
  let container: UInt64
  let key: factory_key
  /// The location of the declaration.
  let file: UnsafePointer<UInt8>
  let line: UInt32

  /// The factory's name and source location.
  var description: String {
    // Metadata of a type, which is never freed.
    let product = productType(of: unsafeBitCast(key.type, to: Any.Type.self))
    let name = factoryName(ContainerIdentity(bits: container).type, key.name)
    return "\(name)<\(typeName(product))> (\(String(cString: file)):\(line))"
  }
}

/// Closes instances of asynchronous factories that were complete after every waiting task had been cancelled, and that are
/// not cached, because the factory was reset or registered meanwhile, or another construction had begun.
enum LostInstance {
  /// Runs the hook in a task of its own, and logs its error. Does nothing if a failed warm-up closes the instance.
  static func close(_ box: InstanceBox, _ record: ShutdownRecord) {
    guard let hook = record.hook, record.take() else { return }
    let (close, factory) = (hook.closing(box), record.factory)
    let context = HookContext(nil, depth: record.depth + 1, outer: HookContext.current)
    Task {
      if let error = await HookRunner.call(close, context) {
        Log.write(Message.lostHookFailed(factory.description, error))
      }
    }
  }
}

// MARK: -

// Logs that a child container was released although nobody has closed what it kept.

enum UnclosedInstances {
  // Not a set, whose code would be another page of a program. There are few such factories.
  private static let reported = Locked<[FactoryIdentity]>([])

  /// Logs the first such instance of each factory in the process. Called with no lock held.
  static func report(_ factory: ClosableFactory, _ child: String) {
    let container = ContainerIdentity(bits: factory.container).type ?? ContainerManager.self
    let identity = FactoryIdentity(factory.key, in: container)
    let isFirst = reported.withLock { reported in
      if reported.contains(identity) { return false }
      reported.append(identity)
      return true
    }
    if isFirst { Log.write(Message.unclosed(factory.description, child)) }
  }
}
