// Factory, MIT licence; see LICENSE
//
// What settings store: the closures of modifiers and registrations, the time to live, the layers that `wrap` adds, and the
// members of groups.
internal import FactoryCore

/// The closure of a modifier, type-erased.
@usableFromInline
// Immutable. Its closure runs where the factory is resolved; a closure that may run in
// several tasks at once is `@Sendable`.
package class ModifierClosure {
  let closure: ClosureIdentity

  init(_ closure: ClosureIdentity) {
    self.closure = closure
  }
}

/// A closure that replaces the own closure of a synchronous factory.
@usableFromInline
package final class Override<P, T, Failure: Error>: ModifierClosure {
  let make: (P) throws(Failure) -> T

  @usableFromInline
  package init(_ make: @escaping (P) throws(Failure) -> T, _ closure: ClosureIdentity) {
    self.make = make
    super.init(closure)
  }
}

/// A closure that replaces the own closure of an asynchronous factory.
@usableFromInline
package final class AsyncOverride<P, T, Failure: Error>: ModifierClosure {
  @usableFromInline package let make: @Sendable (P) async throws(Failure) -> T

  @usableFromInline
  package init(
    _ make: @escaping @Sendable (P) async throws(Failure) -> T, _ closure: ClosureIdentity
  ) {
    self.make = make
    super.init(closure)
  }
}

/// A decorator of one factory.
@usableFromInline
package final class Decoration<T>: ModifierClosure {
  let apply: (T, Bool) -> Void

  @usableFromInline
  package init(_ apply: @escaping (T, Bool) -> Void, _ closure: ClosureIdentity) {
    self.apply = apply
    super.init(closure)
  }
}

/// Identifies a closure by its function and its captured context.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
///
/// A modifier in a factory's definition is applied again on every read. If its closure is identical
/// to the stored one, nothing changes and nothing is allocated. This works for closures that
/// capture nothing or a single reference, except for the contexts of groups. The stored closure keeps
/// its context alive, so no other closure can have the same identity in the meantime.
@frozen
public struct ClosureIdentity: Equatable, Sendable {
  @usableFromInline package let function: UInt
  @usableFromInline package let context: UInt

  /// - Parameter closure: a struct that consists of a closure, or a closure all of whose types are type parameters.
  ///   As a generic argument, any other closure would be wrapped in a temporary one, whose address another one has
  ///   soon: for example one that returns `Void`, or that also has a `Bool` as a parameter.
  @_alwaysEmitIntoClient @_transparent
  package init<Closure>(of closure: Closure) {
    // A closure value is two words. They are only compared, never called. On arm64e the first one is
    // signed, with the type as the discriminator and not the address at which the value is stored, so
    // copies of a closure have equal words.
    self = unsafeBitCast(closure, to: ClosureIdentity.self)
  }
}

/// The time to live of an instance and the current time, both in nanoseconds of the container's
/// clock.
struct TimeToLive {
  let limit: UInt64
  let now: UInt64

  /// An unknown time of use. No clock reaches this value.
  static let unknown = UInt64.max

  /// The new time of last use of an instance that is used now. A thread that read the clock earlier
  /// than another one does not set it back.
  func use(after lastUse: UInt64) -> UInt64 {
    lastUse == Self.unknown ? now : max(now, lastUse)
  }

  /// Whether an instance has expired. An instance with an unknown last use has not: the time to
  /// live was set after it was cached.
  func hasExpired(lastUse: UInt64) -> Bool {
    lastUse != Self.unknown && now >= lastUse && now - lastUse >= limit
  }
}

// MARK: -

// The layers that `wrap` adds to a factory, as settings store them, and the locations of calls in the
// source.

/// The location of a call in the source.
@usableFromInline
@frozen
// The pointers are to literals, which are never changed.
package struct CallSite {
  @usableFromInline package let file: UnsafePointer<UInt8>
  /// The function or property that contains the call.
  @usableFromInline package let function: UnsafePointer<UInt8>
  @usableFromInline package let line: UInt32
  @usableFromInline package let column: UInt32

  @_alwaysEmitIntoClient @inline(__always)
  package init(_ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file.start
    self.function = function.start
    self.line = UInt32(truncatingIfNeeded: line)
    self.column = UInt32(truncatingIfNeeded: column)
  }

  func isSame(as other: CallSite) -> Bool {
    line == other.line && column == other.column && factory_same_text(file, other.file)
  }

  /// Whether the call is in the definition of the factory that is declared with this name in this
  /// file and line. If the name is nil, because the factory has an explicit key, a call in any
  /// property from that line on counts.
  func isIn(_ name: UnsafePointer<UInt8>?, _ file: UnsafePointer<UInt8>, _ line: UInt32) -> Bool {
    guard self.line >= line, factory_same_text(self.file, file) else { return false }
    if let name { return factory_same_text(function, name) }
    // `#function` is a property's name, or a function's with parentheses.
    var next = function
    while next.pointee != 0 {
      if next.pointee == UInt8(ascii: "(") { return false }
      next += 1
    }
    return true
  }
}

/// A closure that wraps new instances of a factory, type-erased: a `Layer<T>`.
@usableFromInline
package class AnyLayer: ModifierClosure {
  let site: CallSite
  /// Whether the call is in the function that declares the factory. Set before the layer is added.
  @exclusivity(unchecked) var isInDefinition = false
  /// Whether it only tells that the definition has this layer: see `StoreState.expectLayers`.
  let isExpected: Bool

  init(_ closure: ClosureIdentity, _ site: CallSite, isExpected: Bool = false) {
    self.site = site
    self.isExpected = isExpected
    super.init(closure)
  }
}

/// A closure that wraps new instances of a factory.
@usableFromInline
package final class Layer<T>: AnyLayer {
  let apply: (T) -> T

  @usableFromInline
  package init(_ apply: @escaping (T) -> T, _ closure: ClosureIdentity, _ site: CallSite) {
    self.apply = apply
    super.init(closure, site)
  }
}

extension [AnyLayer] {
  /// Wraps a new instance in all layers, the first one innermost. Called with no lock held.
  func wrapped<T>(_ value: T) -> T {
    var value = value
    for layer in self where !layer.isExpected {
      // An entry's key contains the type: only a `Layer<T>` is stored in it.
      value = assumedObject(layer, Layer<T>.self).apply(value)
    }
    return value
  }

  /// Whether the call site has added this closure.
  func contains(_ closure: ClosureIdentity, _ site: CallSite) -> Bool {
    contains { $0.closure == closure && !$0.isExpected && $0.site.isSame(as: site) }
  }

  /// Whether the layer of a call is expected: adding it changes no instance.
  func expects(_ site: CallSite) -> Bool { contains { $0.isExpected && $0.site.isSame(as: site) } }

  /// Adds a layer as the outermost one, or replaces the one that its call site has added.
  /// Returns whether it is the first one of the call.
  @discardableResult
  mutating func add(_ layer: AnyLayer) -> Bool {
    if let index = firstIndex(where: { $0.site.isSame(as: layer.site) }) {
      self[index] = layer
      return false
    }
    append(layer)
    return true
  }
}

/// The layers of an asynchronous factory, for the task that runs its closure.
// Sendable: the closures of an asynchronous factory's layers are `@Sendable`.
package struct Layers: @unchecked Sendable {
  package let list: [AnyLayer]
}

// MARK: -

// The layers of factories: adding them, and wrapping new instances.

extension FactoryDeclaration {
  /// Whether a call is in this factory's definition, which repeats it whenever the factory is read.
  @usableFromInline
  package func contains(_ site: CallSite) -> Bool {
    // The name of a factory with an explicit key need not be that of a property.
    site.isIn(keyFile == nil ? nil : name, file, line)
  }
}

extension ContainerManager {
  /// Whether a call of `wrap` has no effect, because the factory has its layer already, or because of
  /// `.once()`.
  @usableFromInline @inline(never)
  package func hasLayer(
    _ closure: ClosureIdentity, _ site: CallSite, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    has(declaration, types) { $0.values.layers.contains(closure, site) }
  }

  /// Adds a layer.
  @usableFromInline @inline(never)
  package func add(
    _ layer: AnyLayer, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let isInDefinition = declaration.contains(layer.site)
    layer.isInDefinition = isInDefinition
    changeRegistration(declaration, types, scope, mayEvict: !isInDefinition) { state, node in
      var values = state.own(node).values
      let isExpected = values.layers.expects(layer.site)
      let isNew = values.layers.add(layer)
      if isNew, !isInDefinition { values.countLayer(at: core.depth) }
      state.replace(node, by: Settings(values))
      return !isExpected
    }
  }
}

extension StoreState {
  /// Records the layers that the definition has added in another container, without their closures, which may retain that
  /// one. When the definition is first read here, its layers are no new ones, and evict nothing. Returns whether there were
  /// any.
  mutating func expectLayers(_ definition: Settings, of node: Node) -> Bool {
    let own = own(node)
    let new = definition.values.layers.filter { layer in
      !own.values.layers.contains { $0.site.isSame(as: layer.site) }
    }
    if new.isEmpty { return false }
    var values = own.values
    for layer in new {
      let expected = AnyLayer(layer.closure, layer.site, isExpected: true)
      expected.isInDefinition = layer.isInDefinition
      values.layers.add(expected)
      if !layer.isInDefinition { values.countLayer(at: core.depth) }
    }
    replace(node, by: Settings(values))
    return true
  }
}

extension Layers {
  /// Wraps a new instance. Called in the task and the resolution that the closure runs in.
  package func wrapped<T>(_ value: T) -> T {
    list.isEmpty ? value : list.wrapped(value)
  }
}

/// A member of a group.
@usableFromInline
// Not changed after it was added. Its closure is called on the thread that resolves.
package final class Member {
  /// What the member is resolved from: an object of the module that declares groups.
  @usableFromInline package let source: AnyObject
  /// The key path that was added; nil for a closure.
  package let keyPath: AnyKeyPath?
  package let site: CallSite
  let order: Int
  /// Whether the group's definition has added it. Set before the member is added.
  @exclusivity(unchecked) package var isInDefinition = false
  /// How many parents the container has to which it was added. Set before the member is added.
  @exclusivity(unchecked) package var depth: UInt32 = 0
  /// The call of `autoRegister` that has added it. Set before the member is added.
  @exclusivity(unchecked) package var run: AutoRegistrationRun?

  /// Whether it was added by a call of `autoRegister` during which the container was reset, or `pop` was called. If the
  /// call was repeated, that has added it once more.
  var isOutdated: Bool { run != nil && run!.isOutdated }

  @usableFromInline
  package init(_ source: AnyObject, _ keyPath: AnyKeyPath?, _ site: CallSite, _ order: Int) {
    self.source = source
    self.keyPath = keyPath
    self.site = site
    self.order = order
  }

  /// The key by which members are sorted.
  fileprivate var rank: (Int, Int) { (order, isInDefinition ? 0 : 1) }

  /// Whether each call adds one more: a key path is added once, and so is a closure in the group's
  /// definition, which repeats its calls.
  fileprivate var isAddedByEachCall: Bool { keyPath == nil && !isInDefinition }

  /// Whether a call has added this member.
  fileprivate func isSame(as keyPath: AnyKeyPath?, _ site: CallSite) -> Bool {
    if let keyPath { return self.keyPath == keyPath }
    return self.keyPath == nil && self.site.isSame(as: site)
  }
}

/// A member that is resolved once, compared by its key path or its call site.
private struct AddedOnce: Hashable {
  let member: Member

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.member.isSame(as: rhs.member.keyPath, rhs.member.site)
  }

  func hash(into hasher: inout Hasher) {
    if let keyPath = member.keyPath {
      hasher.combine(keyPath)
    } else {
      hasher.combine(member.site.line)
      hasher.combine(member.site.column)
    }
  }
}

// A key path may contain arguments of the user's types, which it compares and hashes. So the functions
// below are called with no lock held.

extension [Member] {
  /// Whether a call of `add` has added its member already.
  package func contains(_ keyPath: AnyKeyPath?, _ site: CallSite, isInDefinition: Bool) -> Bool {
    if keyPath == nil, !isInDefinition { return false }
    return contains { $0.isSame(as: keyPath, site) && !$0.isOutdated }
  }

  /// Whether it has an equal member.
  package func contains(_ member: Member) -> Bool {
    contains(member.keyPath, member.site, isInDefinition: member.isInDefinition)
  }

  /// The members as they are resolved, sorted by their order. Of those of equal order, the definition's come first (after a
  /// reset, it adds them again), then those of a parent before those of its child, each as they were added. Of equal members,
  /// only the first is kept: a parent may have got one after its child.
  package var inOrder: [Member] {
    if isInOrder { return self }
    // Sorting is stable.
    let members = filter { !$0.isOutdated }.sorted { $0.rank < $1.rank }
    // Key paths need not be hashed if all members are in one container.
    if members.allSatisfy({ $0.depth == members[0].depth }) { return members }
    var known = Set<AddedOnce>(minimumCapacity: members.count)
    return members.filter { $0.isAddedByEachCall || known.insert(AddedOnce(member: $0)).inserted }
  }

  /// Whether nothing has to be moved or left out, as in most groups.
  private var isInOrder: Bool {
    guard var previous = first else { return true }
    for member in self {
      if member.isOutdated || member.depth != previous.depth || member.rank < previous.rank {
        return false
      }
      previous = member
    }
    return true
  }
}
