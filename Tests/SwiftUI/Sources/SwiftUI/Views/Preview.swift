// Factory, MIT licence; see LICENSE
//
// Previews: the macro, and what it expands to.

/// Shows what `body` builds, in Xcode's canvas.
@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

public struct Preview {
  let name: String?
  let body: @MainActor () -> any View

  public init(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) {
    self.name = name
    self.body = body
  }

  /// The view as Xcode would create it.
  @MainActor public func make() -> any View { body() }
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
