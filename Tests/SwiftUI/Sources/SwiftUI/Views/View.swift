// Factory, MIT licence; see LICENSE
//
// The protocol of views, and the views without content of their own.

#if !SDK_15
  @MainActor @preconcurrency
#endif
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("There is no such view") }
}

#if SDK_15
  public struct EmptyView: View {
    public init() {}
    public typealias Body = Never
  }
#elseif SDK_27
  nonisolated public struct EmptyView: View {
    public init() {}
    public typealias Body = Never
  }
#else
  @MainActor @preconcurrency public struct EmptyView: View {
    nonisolated public init() {}
    public typealias Body = Never
  }
#endif

extension EmptyView: Sendable {}

extension EmptyView: PrimitiveView {
  @MainActor func show(at place: Place, on screen: Screen) {}
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  @MainActor func show(at place: Place, on screen: Screen) {
    if let self { place.show(child: self, as: 0, on: screen) }
  }
}

/// Several views one after the other.
public struct TupleView<T>: View {
  public typealias Body = Never
  let views: [any View]
}

extension TupleView: PrimitiveView {
  @MainActor func show(at place: Place, on screen: Screen) {
    for (index, view) in views.enumerated() { place.show(child: view, as: index, on: screen) }
  }
}

/// One of two views; each has a place of its own.
public struct _ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case first(TrueContent)
    case second(FalseContent)
  }
  let storage: Storage
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
}

extension _ConditionalContent: PrimitiveView where TrueContent: View, FalseContent: View {
  @MainActor func show(at place: Place, on screen: Screen) {
    switch storage {
    case .first(let view): place.show(child: view, as: 0, on: screen)
    case .second(let view): place.show(child: view, as: 1, on: screen)
    }
  }
}

public struct AnyView: View, PrimitiveView {
  public typealias Body = Never
  let view: any View
  public init<V>(_ view: V) where V: View { self.view = view }

  @MainActor func show(at place: Place, on screen: Screen) {
    place.show(child: view, as: 0, on: screen)
  }
}
