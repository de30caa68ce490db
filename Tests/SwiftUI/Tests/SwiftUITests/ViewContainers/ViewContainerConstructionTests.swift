// Factory, MIT licence; see LICENSE
//
// A view's container starts over, as `run` does: models are built with it, also if a view is rendered in a construction.
import FactoryTesting
import SwiftUI
import Testing

/// Shows the accounts that the model injects. `body` is a part of the construction in which the view is rendered, so it
/// names no container.
private struct NamesScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View {
    Text(
      "\(model.account.name) \(model.lazy.name) \(model.dynamic.name) \(model.nested.account.name)")
  }
}

@Suite("A container of a view in a construction", .container, .customContainer) @MainActor
struct ViewContainerConstructionTests {
  private let window = Container.with("Ada")

  private func texts(in container: Container, _ scope: Scope) -> [String] {
    let texts = MainActorFactory<[String]>(container, key: "texts") { [window] in
      ViewHost(NamesScreen().container(window)).texts
    }
    return texts.scope(scope)()
  }

  @Test("In a construction of another child, models inject from the view's container")
  func otherChild() {
    let other = Container.with("Grace")
    #expect(texts(in: other, .unique) == ["Ada Ada Ada Ada"])
    #expect(texts(in: other, .cached) == ["Ada Ada Ada Ada"])
  }

  @Test("So they do in a construction of the process")
  func process() {
    #expect(texts(in: .shared, .singleton) == ["Ada Ada Ada Ada"])
  }
}
