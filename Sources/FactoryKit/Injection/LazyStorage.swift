// Factory, MIT licence; see LICENSE
//
// Where the lazy wrappers keep their instance: a cell, so that the first reader makes it and
// others wait, with the same reports of circular waits as everywhere.
import FactoryAtomics

/// The shared storage of one lazily injected property: what to resolve, and behind it, in the same
/// allocation, the cell for the instance. Its functions are told the property's type; the storage
/// itself has none, so that making one needs no type at run time.
///
/// Safe from any thread, though a `ManagedBuffer` cannot say so: the cell guards itself, and the
/// header is constant.
@usableFromInline
final class LazyStorage: ManagedBuffer<DynamicInjected<Void>, factory_cell> {
  /// - Parameter factory: reads a factory of the property's type.
  @usableFromInline @inline(never)
  static func make(_ factory: __owned DynamicInjected<Void>) -> LazyStorage {
    let storage = create(minimumCapacity: 1) { _ in factory }
    storage.withUnsafeMutablePointerToElements { $0.initialize(to: factory_cell()) }
    // `create` makes an object of the class it is called on.
    return unsafeDowncast(storage, to: LazyStorage.self)
  }

  deinit {
    cell.empty()
  }

  /// Valid while `self` lives: a buffer's elements are not moved.
  private var cell: Cell { withUnsafeMutablePointerToElements { $0 } }

  /// All storages are of one "scope": the state machine only needs it to stay the same.
  private static var scope: ObjectIdentifier { ObjectIdentifier(Self.self) }

  // MARK: Without the property's type

  /// A storage for the same that holds `holder` already.
  @usableFromInline
  func replaced(by holder: InstanceBox) -> LazyStorage {
    let storage = Self.make(header)
    storage.cell.restore(SavedCell(instance: holder, scope: Self.scope))
    return storage
  }

  /// Announces the holder, if there is one.
  @usableFromInline
  func look() -> factory_sighting { factory_announce(cell) }

  /// The holder, once whoever makes it has; nil if the caller is to make it.
  @usableFromInline
  func holderOrTurn() -> InstanceBox? {
    let me = factory_current_thread()
    let request = InstanceState.Request(scope: Self.scope, owner: me, timeToLive: nil)
    let action = cell.withLock { state, garbage -> InstanceState.Action in
      // As it is: a request would drop a weak one that has lost its instance.
      if case .ready(let box) = state.phase { return .hit(box, box) }
      return state.request(request, &garbage)
    }
    switch action {
    case .hit(let box, _):
      return box
    case .build:
      return nil
    case .wait(let construction):
      if case .circular(let chains) = WaitGraph.wait(for: construction) {
        CircularDependency.stop(waiting: chains)
      }
      // Set before the waiters were woken; only a holder is ever put there.
      return unsafeDowncast(construction.result!, to: InstanceBox.self)
    case .reentered, .ask:
      // Nobody divides this cell.
      CircularDependency.stop(reentering: me)
    }
  }

  /// Ends the caller's turn. A storage is never invalidated, so it is under construction still.
  @usableFromInline
  func finish(with holder: InstanceBox) {
    let construction: Construction? = cell.withLock { state, garbage in
      guard case .building(let construction) = state.phase else { return nil }
      state.finish(construction, holder, &garbage)
      return construction
    }
    construction?.finish(with: holder)
  }

  /// The holder, if there is one already.
  @usableFromInline
  var existingHolder: InstanceBox? { cell.instance?.box }
}

// MARK: With the property's type

extension InstanceBox {
  /// Holds what a lazy wrapper resolved: a `StrongBox<T>` or, if it is to be held weakly, a
  /// `WeakBox`; a box of neither kind if it cannot be. A weak holder whose instance has gone stays
  /// in the cell: the factory is not asked again.
  @_alwaysEmitIntoClient @inline(__always)
  static func holder<T>(of value: T?, isWeak: Bool) -> InstanceBox {
    guard let value else { return nothing() }
    return isWeak ? weakHolder(of: value) : StrongBox(value)
  }

  @usableFromInline
  static func weakHolder<T>(of value: T) -> InstanceBox { WeakBox(value) ?? nothing() }

  @usableFromInline
  static func nothing() -> InstanceBox { InstanceBox() }

  /// What a holder of this property has, if it is still there.
  @_alwaysEmitIntoClient @inline(__always)
  final func held<T>(isWeak: Bool) -> T? {
    // Only holders of the property's type are put into its cell, and a strong one has its instance.
    isWeak ? (self as? WeakBox)?.value(T.self) : unsafeDowncast(self, to: StrongBox<T>.self).value
  }
}

extension LazyStorage {
  // Not inlined: a cast between the closure and the call would keep the compiler from putting the
  // getter in the key path's place.
  @_alwaysEmitIntoClient @inline(never)
  static func make<T>(_ factory: __owned DynamicInjected<T>) -> LazyStorage {
    make(factory.cast())
  }

  @_alwaysEmitIntoClient
  func factory<T>() -> Factory<T> { header.cast().read() }

  /// A storage for the same that holds `value` already, as if it had been resolved.
  @_alwaysEmitIntoClient
  func replaced<T>(by value: T?, isWeak: Bool) -> LazyStorage {
    replaced(by: InstanceBox.holder(of: value, isWeak: isWeak))
  }

  /// The instance, made on the first call; nil if it is held weakly and has gone.
  @_alwaysEmitIntoClient @inline(__always)
  func instance<T>(isWeak: Bool) -> T? {
    let sighting = look()
    if let pointer = sighting.pointer, let announcement = sighting.announcement {
      // Alive while announced. The lowest bit only says of which kind the holder is.
      let bits = UInt(bitPattern: pointer) & ~1
      let value: T? = Unmanaged<InstanceBox>.fromOpaque(UnsafeRawPointer(bitPattern: bits)!)
        ._withUnsafeGuaranteedRef { $0.held(isWeak: isWeak) }
      Published.withdraw(announcement)
      return value
    }
    if let holder = holderOrTurn() { return holder.held(isWeak: isWeak) }
    let factory: Factory<T> = factory()
    let instance = factory.resolve()
    finish(with: InstanceBox.holder(of: instance, isWeak: isWeak))
    return instance
  }

  /// The instance, if it was made and is still there.
  @_alwaysEmitIntoClient
  func existing<T>(isWeak: Bool) -> T? { existingHolder?.held(isWeak: isWeak) }
}
