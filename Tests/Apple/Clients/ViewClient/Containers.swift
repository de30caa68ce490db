// Factory, MIT licence; see LICENSE
//
// Containers of views, windows and previews.
import FactoryKit
import SwiftUI

final class ViewContainer: SharedContainer {
  @TaskLocal static var shared = ViewContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: ViewContainer) { manager = ContainerManager(childOf: parent) }
}

extension ViewContainer {
  var object: MainActorFactory<ObjectModel> { self { ObjectModel() } }
}

struct ContainerView: View {
  @InjectedContainer private var container
  @InjectedContainer(ViewContainer.self) private var other
  var body: some View {
    Text(container.label())
    Button("Reset") { $container.reset(options: .scope) }
  }
}

struct WindowView: View {
  @State private var container = Container(parent: .shared)
  @State private var other = ViewContainer(parent: .shared)
  var body: some View {
    ContainerView()
      .container(container)
      .container(ViewContainer.$shared, other)
      .id(ObjectIdentifier(container))
  }
}

nonisolated func outsideOfTheMainActor(_ view: ContainerView) -> some View {
  view.container(Container())
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct OtherObjectView: View {
  @InjectedObject(\ViewContainer.object) private var model
  var body: some View { Text("\(model.count)") }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct Windows: Scene {
  let container: Container
  var body: some Scene {
    WindowGroup { WindowView() }.container(container).container(ViewContainer.$shared, .shared)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor func previews() -> [Preview] {
  [
    Preview(traits: .container { $0.label.register { "preview" } }) { ContainerView() },
    Preview("Several", traits: .container(), .container(ViewContainer.$shared, ViewContainer())) {
      ContainerView()
    },
    Preview(traits: .modifier(ContainerPreview { $0.label.register { "preview" } })) {
      ContainerView()
    },
  ]
}
