// Factory, MIT licence; see LICENSE
//
// Objects that announce their changes.

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where Self.ObjectWillChangePublisher.Failure == Never
  var objectWillChange: Self.ObjectWillChangePublisher { get }
}

final public class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  private let subscriptions = Subscriptions<Void>()

  public init() {}

  final public func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == Never, S.Input == () {
    subscriptions.add(subscriber)
  }

  final public func send() { subscriptions.send(()) }
}

extension ObservableObject where Self.ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that the object's published properties have in common. Like Apple's, it is
  /// found by reflection, and an object without such properties has a new one each time.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any PublishedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      properties += level.children.compactMap { $0.value as? any PublishedProperty }
      mirror = level.superclassMirror
    }
    let publisher =
      properties.lazy.compactMap(\.objectWillChange).first ?? ObservableObjectPublisher()
    for property in properties { property.announce(to: publisher) }
    return publisher
  }
}
