// Factory, MIT licence; see LICENSE
//
// Values that a view passes to the views below it.

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
      // Stored below, under this key.
      return value as! K.Value
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  public var description: String { "\(values.count) values" }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private enum Content {
    case keyPath(KeyPath<EnvironmentValues, Value>)
    case value(Value)
  }

  private var content: Content

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { content = .keyPath(keyPath) }

  /// Outside of a view's place the default value, which Apple's reports as a mistake.
  public var wrappedValue: Value {
    switch content {
    case .value(let value): value
    case .keyPath(let keyPath): EnvironmentValues()[keyPath: keyPath]
    }
  }

  public mutating func _install(in place: Place, at path: [Int]) {
    if case .keyPath(let keyPath) = content {
      content = .value(place.environment[keyPath: keyPath])
    }
  }
}

#if SDK_15
  @available(*, unavailable)
  extension Environment: Sendable {}
#else
  extension Environment: Sendable where Value: Sendable {}
#endif

// MARK: Modifiers

/// A view with another environment.
struct EnvironmentView<Content: View, Value>: View, PrimitiveView {
  typealias Body = Never
  // Immutable, and used by the host on the main actor.
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let keyPath: WritableKeyPath<EnvironmentValues, Value>
  nonisolated(unsafe) let value: Value

  nonisolated init(
    _ content: Content, _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) {
    self.content = content
    self.keyPath = keyPath
    self.value = value
  }

  @MainActor func show(at place: Place, on screen: Screen) {
    var environment = place.environment
    environment[keyPath: keyPath] = value
    place.show(child: content, as: 0, on: screen, in: environment)
  }
}

/// A view in a place that is identified by a value: another value is another place, with new state.
struct IDView<Content: View, ID: Hashable>: View, PrimitiveView {
  typealias Body = Never
  // Immutable, and used by the host on the main actor.
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let id: ID

  nonisolated init(_ content: Content, id: ID) {
    self.content = content
    self.id = id
  }

  @MainActor func show(at place: Place, on screen: Screen) {
    place.show(child: content, as: id, on: screen)
  }
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    EnvironmentView(self, keyPath, value)
  }

  nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable {
    IDView(self, id: id)
  }
}
