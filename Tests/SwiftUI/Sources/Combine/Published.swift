// Factory, MIT licence; see LICENSE
//
// Properties whose changes an ObservableObject announces.

@propertyWrapper public struct Published<Value> {
  private let storage: Storage

  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
  public init(initialValue: Value) { storage = Storage(initialValue) }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { storage.value }
    set { storage.value = newValue }
  }

  public static subscript<EnclosingSelf>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value where EnclosingSelf: AnyObject {
    get { object[keyPath: storageKeyPath].storage.value }
    set { object[keyPath: storageKeyPath].storage.change(to: newValue) }
  }

  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    fileprivate let storage: Storage

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Value {
      storage.subscriptions.add(subscriber)
      _ = subscriber.receive(storage.value)
    }
  }

  public var projectedValue: Publisher { mutating get { Publisher(storage: storage) } }

  fileprivate final class Storage {
    var value: Value
    var objectWillChange: ObservableObjectPublisher?
    let subscriptions = Subscriptions<Value>()

    init(_ value: Value) { self.value = value }

    func change(to newValue: Value) {
      objectWillChange?.send()
      subscriptions.send(newValue)
      value = newValue
    }
  }
}

/// The protocol that `objectWillChange` searches for.
protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get }
  func announce(to publisher: ObservableObjectPublisher)
}

extension Published: PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { storage.objectWillChange }
  func announce(to publisher: ObservableObjectPublisher) { storage.objectWillChange = publisher }
}
