// Factory, MIT licence; see LICENSE
//
// Previews with a container of their own.
import FactoryTesting
import SwiftUI
import Testing

private struct Screen: View {
  @InjectedObservable(\.accountModel) private var model
  @InjectedObject(\.accountObject) private var object
  @InjectedContainer private var container
  var body: some View {
    Text(
      [model.account, model.nested.account, object.account, container.account()].map(\.name)
        .joined(separator: " "))
    CustomModelScreen()
  }
}

// The macro expands to what the tests evaluate.
#Preview(traits: .container { $0.account.register { Account("fake") } }) { Screen() }

#Preview("Named", traits: .container { $0.account.register { Account("fake") } }, .container()) {
  Screen()
}

@Suite("The trait of previews", .container, .customContainer) @MainActor
struct PreviewTraitTests {
  private func texts(_ preview: Preview) -> [String] { ViewHost(preview.make()).texts }

  @Test("Views inject from their preview's container, whose registrations reach nothing else")
  func registered() {
    let fake = Preview(traits: .container { $0.account.register { Account("fake") } }) { Screen() }
    #expect(texts(fake) == ["fake fake fake fake", "custom shared"])
    #expect(
      texts(Preview(traits: .container()) { Screen() }).first == "shared shared shared shared")
    #expect(texts(Preview { Screen() }).first == "shared shared shared shared")
    #expect(Container.shared.account().name == "shared")
  }

  @Test("No instance of a preview reaches the next one")
  func instances() {
    var containers: [Container] = []
    func preview() -> Preview {
      Preview(traits: .container { containers.append($0) }) { Screen() }
    }
    let (first, second) = (preview(), preview())
    _ = (texts(first), texts(second))
    #expect(containers.count == 2)
    #expect(containers[0].account() !== containers[1].account())
  }

  @Test("Registrations of the shared container are seen")
  func parent() {
    Container.shared.account.register { Account("registered") }
    #expect(
      texts(Preview(traits: .container()) { Screen() }).first
        == "registered registered registered registered")
  }

  @Test("Evaluating a preview again keeps its container")
  func again() {
    var count = 0
    let preview = Preview(traits: .container { _ in count += 1 }) { Screen() }
    let host = ViewHost(preview.make())
    host.show(preview.make())
    #expect(count == 1)
  }

  @Test("A preview may have a container of another type")
  func custom() {
    let preview = Preview(
      traits: .container { $0.account.register { Account("fake") } },
      .container(CustomContainer.$shared, CustomContainer()) {
        $0.account.register { Account("custom fake") }
      }
    ) { Screen() }
    #expect(texts(preview) == ["fake fake fake fake", "custom fake"])
    #expect(CustomContainer.shared.account().name == "custom shared")
  }

  @Test("If a preview has two containers of one type, the views use the first one")
  func twoOfOneType() {
    let preview = Preview(
      traits: .container { $0.account.register { Account("first") } },
      .container { $0.account.register { Account("second") } }
    ) { Screen() }
    #expect(texts(preview).first == "first first first first")
  }

  @Test("The modifier can be used by itself")
  func modifier() {
    let modifier = ContainerPreview { $0.account.register { Account("fake") } }
    let preview = Preview(traits: .modifier(modifier)) { Screen() }
    #expect(texts(preview).first == "fake fake fake fake")
  }
}
