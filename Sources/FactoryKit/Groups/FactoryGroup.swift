// Factory, MIT licence; see LICENSE
//
// A group: the instances of several factories, which any module may add.
public import FactoryCore
public import FactoryKitCore

/// A list of instances to which any module can add members, bound to a container.
///
/// Resolving a group resolves its members, and returns them by their order, then as they were added.
/// A member is a factory, with its own scope, or a closure. Members are registrations of the
/// container: they are removed by `reset(.registration)` and restored by `pop()`, and another
/// container, such as a test's, has its own. See <doc:Groups>.
///
/// A group is a factory of an array, and has all modifiers of a factory, but usually needs none.
/// Without a scope, each resolution resolves every member; with one, the array is cached until a
/// member is added. A group may be resolved and changed from any thread.
///
/// ```swift
/// extension Container {
///   var plugins: FactoryGroup<any Plugin> { group() }
/// }
/// Container.shared.plugins.add(\.csvPlugin)
/// let plugins = Container.shared.plugins()
/// ```
@frozen
public struct FactoryGroup<T>: PlainFactoryKind, InjectableFactoryKind {
  public typealias Parameter = Void
  public typealias Product = [T]
  public typealias Closure = () -> [T]
  public typealias StoredClosure = Closure

  public var _definition: FactoryDefinition
  @usableFromInline let container: any AnyObject & Sendable

  /// Creates a group of `container`. In an extension of a container, write `group()` instead. The
  /// arguments are those of ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    _definition = FactoryDefinition(container, name, key: key, file, line)
    // A strict test reports the members of a group, and not the group.
    _definition.declaration.record(FACTORY_IS_GROUP)
    self.container = container
  }

  /// Returns the members' instances, sorted by `order`; those of equal order come as they were added.
  ///
  /// May be called from any thread. The members are those that the group has at that moment; they
  /// are resolved on the calling thread, with no lock held. A registered closure, or one for a
  /// context, replaces the whole list. Traps with a message that shows the chain if a member needs
  /// the group. Costs one lookup, and a resolution for each member.
  ///
  /// ```swift
  /// let plugins = Container.shared.plugins.resolve()
  /// ```
  @_alwaysEmitIntoClient
  public func resolve() -> [T] { _injectable.resolve() }

  /// Returns the members' instances. The same as ``resolve()``.
  @_alwaysEmitIntoClient
  public func callAsFunction() -> [T] { resolve() }

  /// Returns the instances of members that are cached already, in the same order as ``resolve()``.
  ///
  /// May be called from any thread. Calls no closure of a factory, and does not wait for one. A
  /// member that was added as a closure caches nothing. If the group itself has a cached array, the
  /// result is that array. While a registration or a context replaces the members, they are left
  /// out.
  ///
  /// ```swift
  /// for plugin in Container.shared.plugins.existing() { plugin.flush() }
  /// ```
  @_alwaysEmitIntoClient
  public func existing() -> [T] {
    if let cached: [T] = _definition.existingInstance(Self._types, ()) { return cached }
    return _definition.existingMembers(Self._types, of: container)
  }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    Factory<[T]>._override(closure)
  }

  @_alwaysEmitIntoClient
  public var _injectable: Factory<[T]> {
    let (definition, container) = (_definition, container)
    return Factory(definition) { definition.members(Self._types, of: container) }
  }

  @_alwaysEmitIntoClient
  public func _resolve(_: Void) -> [T] { _injectable.resolve() }
}

extension FactoryGroup: Sendable where T: Sendable {}

extension ManagedContainer {
  /// Creates a group of this container. The type of the property determines the type of its members.
  /// Costs as much as creating a factory value. See <doc:Groups>.
  ///
  /// ```swift
  /// extension Container {
  ///   public var plugins: FactoryGroup<any Plugin> { group() }
  /// }
  /// ```
  @_alwaysEmitIntoClient
  public func group<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> FactoryGroup<T> {
    FactoryGroup(self, key: key, name: name, file: file, line: line)
  }
}

// MARK: Members

extension FactoryGroup {
  /// Adds a factory, unless the group has it already.
  ///
  /// The factory is resolved whenever the group is: from the group's own container if that is a
  /// `Container`, and otherwise from `Container.shared`. So registrations, contexts and the scope of
  /// the factory apply. See <doc:Groups>.
  ///
  /// May be called from any thread. If the group has a scope, its cached array is evicted, except in
  /// the container's `autoRegister` and in the group's definition.
  ///
  /// ```swift
  /// Container.shared.plugins.add(\.csvPlugin)
  /// Container.shared.plugins.add(\.fallbackPlugin, order: 10)
  /// ```
  /// - Parameters:
  ///   - keyPath: the factory. Its instances must have the type of the group's members: for a factory
  ///     of another type, add a closure.
  ///   - order: members with a lower order come first.
  ///   - file: the file that contains the call.
  ///   - function: the property that contains the call. A call in the group's own definition is
  ///     recognised by it.
  ///   - line: the line of the call.
  ///   - column: the column of the call.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func add(
    _ keyPath: KeyPath<Container, Factory<T>>, order: Int = 0, file: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, column: UInt = #column
  ) -> Self {
    // A closure, because the compiler replaces a literal one by a call of the getter.
    add(
      .factory { ($0 as? Container ?? Container.injected(.now))[keyPath: keyPath] }, keyPath, order,
      CallSite(file, function, line, column))
  }

  /// Adds a factory of another container type, unless the group has it already.
  ///
  /// It is resolved from the group's own container if that has this type, and otherwise from the
  /// type's shared container. In all other respects, it is the same as for `Container`.
  ///
  /// ```swift
  /// Container.shared.plugins.add(\PaymentsContainer.csvPlugin)
  /// ```
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func add<
    C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>, order: Int = 0, file: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line, column: UInt = #column
  ) -> Self where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    add(
      .factory { ($0 as? C ?? C.injected(.now))[keyPath: keyPath]._injectable }, keyPath, order,
      CallSite(file, function, line, column))
  }

  /// Adds a closure, which each resolution of the group calls.
  ///
  /// Each call of `add` adds a member. Only in the group's own definition, which runs on every read, a
  /// call adds its member once. The container stores the closure. If the closure uses the container,
  /// capture it `unowned`; otherwise the two retain each other until a reset. May be called from any
  /// thread. See <doc:Groups>.
  ///
  /// ```swift
  /// Container.shared.plugins.add(order: -1) { JSONPlugin() }
  /// ```
  /// - Parameters:
  ///   - order: members with a lower order come first.
  ///   - file: the file that contains the call.
  ///   - function: the property that contains the call.
  ///   - line: the line of the call.
  ///   - column: the column of the call.
  ///   - factory: creates the member.
  @_alwaysEmitIntoClient @discardableResult
  public func add(
    order: Int = 0, file: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line, column: UInt = #column, factory: @escaping () -> T
  ) -> Self {
    add(.closure(factory), nil, order, CallSite(file, function, line, column))
  }

  @_alwaysEmitIntoClient
  func add(
    _ source: MemberSource<T>.Source, _ keyPath: AnyKeyPath?, _ order: Int, _ site: CallSite
  ) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    if !manager.hasMember(keyPath, site, declaration, Self._types) {
      manager.add(
        Member(MemberSource(source), keyPath, site, order), declaration, Self._types,
        _definition.scope)
    }
    return declaration.contains(site) ? self : recordingLayer
  }
}

// MARK: Property wrappers

// Groups of other containers use the overloads for factories.

extension FunctionInjecting {
  /// Injects the members of a group of `Container.shared`. See <doc:Groups>.
  ///
  /// ```swift
  /// @Injected(\.plugins) private var plugins: [any Plugin]
  /// ```
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where Value == [Member] {
    self.init(_injecting: { Container.injected($0)[keyPath: keyPath]._injectable }, Container.self)
  }
}

// MARK: -

// The members of groups: adding and resolving them.

/// What a member of a group is resolved from. ``MemberSource`` is the only subclass.
@usableFromInline
class AnyMemberSource {
  /// The factories that must be registered before the member is resolved, but are not.
  func missingRegistrations(in container: AnyObject) -> [MissingRegistration] {
    fatalError("FactoryKit: AnyMemberSource is abstract")
  }
}

/// What a member of a group of `T` is resolved from.
@usableFromInline
final class MemberSource<T>: AnyMemberSource {
  @usableFromInline
  @frozen
  enum Source {
    /// Reads the factory from the container on which the group is resolved.
    case factory((AnyObject) -> Factory<T>)
    case closure(() -> T)
  }

  @usableFromInline let source: Source

  @usableFromInline
  init(_ source: Source) {
    self.source = source
  }

  override func missingRegistrations(in container: AnyObject) -> [MissingRegistration] {
    guard case .factory(let read) = source else { return [] }
    return read(container)._definition.missingRegistrations(Factory<T>._types, in: container)
  }
}

extension ContainerManager {
  /// Whether a call of `add` has no effect, because the group has its member already, or because of
  /// `.once()`.
  @usableFromInline @inline(never)
  func hasMember(
    _ keyPath: AnyKeyPath?, _ site: CallSite, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    guard let settings = store.nearestSettings(declaration.key(types)) else { return false }
    return settings.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce)
      || settings.values.members.contains(
        keyPath, site, isInDefinition: declaration.contains(site))
  }

  /// Adds a member, unless the group has it already.
  @usableFromInline @inline(never)
  func add(
    _ member: Member, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let isInDefinition = declaration.contains(member.site)
    member.isInDefinition = isInDefinition
    member.depth = core.depth
    if !isInDefinition { member.run = autoRegistrationRun }
    let node = store.node(declaration.key(types))
    var isDone = false
    while !isDone {
      // Compared without the lock. If another thread changes the settings meanwhile, the loop repeats it.
      let settings = store.currentSettings(node)
      if settings.values.members.contains(member) { return }
      changeRegistration(declaration, types, scope, mayEvict: !isInDefinition) { state, node in
        guard state.isCurrent(node), state.settings(node) === settings else { return false }
        var values = state.own(node).values
        values.members.append(member)
        if !isInDefinition { values.countLayer(at: core.depth) }
        state.replace(node, by: Settings(values))
        isDone = true
        return true
      }
    }
  }

  /// The members of a group at this moment, in the order in which they are resolved: in a child,
  /// those of its parent and its own.
  @usableFromInline @inline(never)
  func members(_ declaration: FactoryDeclaration, _ types: FactoryTypes) -> [Member] {
    let key = declaration.key(types)
    let acting = actingNow
    let list = acting.readRegistrations { acting.memberList(of: key) }
    let members = list?.inOrder ?? []
    if acting.core == core { return members }
    // The definition has added its members in this container, and perhaps not in the one as which it acts.
    let own = readRegistrations { memberList(of: key) }?.inOrder ?? []
    let missing = own.filter { $0.isInDefinition && !members.contains($0) }
    return missing.isEmpty ? members : (missing + members).inOrder
  }
}

extension FactoryDefinition {
  /// Resolves the members of a group. Called by the closure of the group's factory. Specialised for
  /// each type, which halves the cost.
  @_alwaysEmitIntoClient @inline(never)
  func members<T>(_ types: FactoryTypes, of container: AnyObject) -> [T] {
    let members = manager.members(declaration, types)
    var instances: [T] = []
    instances.reserveCapacity(members.count)
    for member in members {
      // An entry's key contains the type: its members have a `MemberSource<T>`.
      switch assumedObject(member.source, MemberSource<T>.self).source {
      case .factory(let read): instances.append(read(container).resolve())
      case .closure(let make): instances.append(make())
      }
    }
    return instances
  }

  /// The instances that members of a group have cached.
  @usableFromInline @inline(never)
  func existingMembers<T>(_ types: FactoryTypes, of container: AnyObject) -> [T] {
    if isRegistered(types, orInContext: true) { return [] }
    return manager.members(declaration, types).compactMap { member in
      // As in `members`.
      guard case .factory(let read) = assumedObject(member.source, MemberSource<T>.self).source
      else {
        return nil
      }
      return read(container).resolvedOrNil()
    }
  }
}
