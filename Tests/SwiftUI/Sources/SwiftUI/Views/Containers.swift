// Factory, MIT licence; see LICENSE
//
// Views that contain others. None of them has a layout: the content is listed in order.

/// Shows its content and nothing else.
protocol Wrapping: PrimitiveView {
  associatedtype Content: View
  #if !SDK_15
    @MainActor
  #endif
  var content: Content { get }
}

extension Wrapping {
  @MainActor func show(at place: Place, on screen: Screen) {
    place.show(child: content, as: 0, on: screen)
  }
}

public struct Group<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct VStack<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct Form<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct NavigationView<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct NavigationStack<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content
  public init(@ViewBuilder root: () -> Content) { content = root() }
}

public struct List<Content: View>: View, Wrapping {
  public typealias Body = Never
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public init<Data, RowContent>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }
}

/// A view for each element, in a place that is identified by the element.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public typealias Body = Never
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: (Data.Element) -> Content

  public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }
}

extension ForEach: PrimitiveView {
  @MainActor func show(at place: Place, on screen: Screen) {
    for element in data {
      place.show(child: content(element), as: element[keyPath: id], on: screen)
    }
  }
}
