// Factory, MIT licence; see LICENSE
//
// Previews: the macros, what they expand to, and traits.

/// Shows what `body` builds, in Xcode's canvas.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

/// The same with traits.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>,
  _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

#if !SDK_15
  @MainActor
#endif
public struct Preview {
  let name: String?
  let traits: [PreviewTrait<ViewTraits>]
  let body: @MainActor () -> any View

  public enum ViewTraits {}

  #if !SDK_15
    @MainActor
  #endif
  public init(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
  ) {
    self.name = name
    self.traits = traits
    self.body = body
  }
}

extension Preview {
  /// The view as Xcode would create it. The first trait's modifier is the innermost.
  @MainActor public func make() -> any View {
    traits.flatMap(\.modifiers).reduce(body()) { view, modify in modify(view) }
  }
}

/// What `#Preview` declares.
public protocol PreviewRegistry {
  @MainActor static func makePreview() throws -> Preview
}

/// Previews before the macro was introduced.
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

// MARK: Traits

#if !SDK_15
  @MainActor
#endif
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct PreviewTrait<T> {
  let modifiers: [@MainActor (any View) -> any View]

  #if !SDK_15
    @MainActor
  #endif
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
  public init(_ traits: PreviewTrait<T>...) { modifiers = traits.flatMap(\.modifiers) }

  init(_ modifier: @escaping @MainActor (any View) -> any View) { modifiers = [modifier] }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
@MainActor public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  typealias Content = PreviewModifierContent
  @MainActor static func makeSharedContext() async throws -> Self.Context
  @ViewBuilder @MainActor func body(content: Self.Content, context: Self.Context) -> Self.Body
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension PreviewModifier where Context == Void {
  @MainActor public static func makeSharedContext() async throws {}
}

/// The preview that a modifier changes.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
public struct PreviewModifierContent: View, PrimitiveView {
  public typealias Body = Never
  let view: any View

  @MainActor func show(at place: Place, on screen: Screen) {
    place.show(child: view, as: 0, on: screen)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> {
    PreviewTrait { modified($0, by: modifier) }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
@MainActor private func modified<M: PreviewModifier>(_ view: any View, by modifier: M) -> any View {
  guard let context = () as? M.Context else {
    fatalError("\(M.self) has a context, which only Xcode creates")
  }
  return modifier.body(content: PreviewModifierContent(view: view), context: context)
}
