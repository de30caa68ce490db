// Factory, MIT licence; see LICENSE
//
// Reads and writes a value that is stored elsewhere.

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public var transaction: Transaction
  let read: () -> Value
  let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    transaction = Transaction()
    self.read = read
    self.write = write
  }

  #if SDK_15
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
      self.init(read: get, write: set)
    }
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
      self.init(read: get, write: { set($0, Transaction()) })
    }
  #else
    // `@_inheritActorContext`, which Apple's pages hide, lets a closure of the main actor be one.
    @preconcurrency public init(
      @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
      @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
      // Only the isolation is erased, and a binding is used where its closures belong.
      let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
      // As above.
      let write = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
      self.init(read: read, write: write)
    }
    @preconcurrency public init(
      @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
      @_inheritActorContext set:
        @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
    ) {
      // As above.
      let write = unsafeBitCast(set, to: (@Sendable (Value, Transaction) -> Void).self)
      // As above.
      let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
      self.init(read: read, write: { write($0, Transaction()) })
    }
  #endif

  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(read: { value }, write: { _ in })
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public init(projectedValue: Binding<Value>) { self = projectedValue }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      read: { read()[keyPath: keyPath] },
      write: { newValue in
        var value = read()
        value[keyPath: keyPath] = newValue
        write(value)
      })
  }
}

public struct Transaction: Sendable {
  public init() {}
}

#if !SDK_15
  // Sendable: as Apple declares it; a binding's closures belong to the main actor.
  extension Binding: @unchecked Sendable where Value: Sendable {}
#endif

extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}
