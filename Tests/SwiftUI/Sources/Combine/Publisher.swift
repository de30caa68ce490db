// Factory, MIT licence; see LICENSE
//
// The part of Combine that SwiftUI's property wrappers are made of: publishers that never fail and
// subscribers that take everything.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  public struct Demand {
    public static let unlimited = Demand()
  }
}

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable {
  func request(_ demand: Subscribers.Demand)
}

/// Cancels when it is released.
public final class AnyCancellable: Cancellable {
  private var onCancel: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { onCancel = cancel }
  deinit { cancel() }

  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let sink = Sink(receiveValue)
    receive(subscriber: sink)
    return AnyCancellable { sink.subscription?.cancel() }
  }
}

private final class Sink<Input>: Subscriber {
  typealias Failure = Never
  var subscription: (any Subscription)?
  private let onValue: (Input) -> Void

  init(_ onValue: @escaping (Input) -> Void) { self.onValue = onValue }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    onValue(input)
    return .unlimited
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

/// The subscribers of a publisher.
final class Subscriptions<Output> {
  private var receivers: [(id: ObjectIdentifier, receive: (Output) -> Void)] = []

  func add<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Never {
    let place = Place(self)
    receivers.append((ObjectIdentifier(place), { _ = subscriber.receive($0) }))
    subscriber.receive(subscription: place)
  }

  func send(_ output: Output) {
    for receiver in receivers { receiver.receive(output) }
  }

  private final class Place: Subscription {
    private weak var subscriptions: Subscriptions?
    init(_ subscriptions: Subscriptions) { self.subscriptions = subscriptions }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {
      subscriptions?.receivers.removeAll { $0.id == ObjectIdentifier(self) }
    }
  }
}
