// Factory, MIT licence; see LICENSE
//
// The members of groups: adding and resolving them.
public import FactoryKitCore

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
