// Factory, MIT licence; see LICENSE
//
// From which container the views below `container(_:)` inject.
import FactoryTesting
import SwiftUI
import Testing

/// Shows a stored view without a container and, after log-in, with that of an account.
private struct LogInScreen<Content: View>: View {
  let account: Container
  let content: Content
  @State private var isLoggedIn = false

  var body: some View {
    if isLoggedIn { content.container(account) } else { content }
    Button("log in or out") { isLoggedIn.toggle() }
  }
}

@Suite("A container of a view", .container, .customContainer) @MainActor
struct ViewContainerTests {
  @Test("The nearest one wins", arguments: Injection.allCases)
  func nearest(injection: Injection) {
    let host = ViewHost(
      VStack {
        injection.view
        Group { injection.view }.container(.with("Grace"))
        injection.view
      }.container(.with("Ada")))
    #expect(host.texts == ["Ada", "Grace", "Ada"])
  }

  @Test("One value of a view in two containers injects from each", arguments: Injection.allCases)
  func sameValue(injection: Injection) {
    let view = injection.view
    let (ada, grace) = (Container.with("Ada"), Container.with("Grace"))
    let host = ViewHost(
      VStack {
        view.container(ada)
        view.container(grace)
      })
    #expect(host.texts == ["Ada", "Grace"])
  }

  @Test(
    "A stored view injects from the container that it gets after log-in",
    arguments: Injection.allCases)
  func logIn(injection: Injection) {
    let host = ViewHost(LogInScreen(account: .with("Ada"), content: injection.view))
    #expect(host.texts.first == "shared")
    #expect(host.press("log in or out"))
    #expect(host.texts.first == "Ada")
    #expect(host.press("log in or out"))
    #expect(host.texts.first == "shared")
  }

  @Test("Custom containers work the same", arguments: CustomInjection.allCases)
  func custom(injection: CustomInjection) {
    let host = ViewHost(
      VStack {
        injection.view
        VStack {
          injection.view
          injection.view.container(CustomContainer.$shared, .with("nearest"))
        }.container(CustomContainer.$shared, .with("custom"))
      })
    #expect(host.texts == ["custom shared", "custom", "nearest"])
  }

  @Test("A model is created with the container as the shared one, its dependencies too")
  func model() {
    let host = ViewHost(NamesScreen().container(.with("Ada")))
    #expect(host.texts == ["Ada Ada Ada Ada Ada"])
  }

  @Test("A closure that was registered with the shared container resolves for the view's container")
  func closureOfParent() {
    let shared = Container.shared
    shared.nestedAccount.register { [unowned shared] in shared.account() }
    #expect(ViewHost(NamesScreen().container(.with("Ada"))).texts == ["Ada Ada Ada Ada Ada"])
    #expect(
      ViewHost(NamesScreen()).texts == ["shared shared shared shared shared"])
  }

  @Test("A model is created with the view's containers of all types")
  func modelOfAllTypes() {
    let host = ViewHost(
      BothScreen()
        .container(.with("Ada"))
        .container(CustomContainer.$shared, .with("custom")))
    #expect(host.texts == ["Ada custom"])
  }

  @Test("An expression is evaluated with the container as the shared one")
  func expression() {
    let host = ViewHost(
      VStack {
        GivenScreen(note: "a note")
        GivenObjectModelScreen()
      }.container(.with("Ada")))
    #expect(host.texts == ["Ada a note", "Ada"])
  }

  @Test(
    "A lazy wrapper of a model that no child's factory creates injects from the shared container")
  func lazy() {
    let host = ViewHost(LazyScreen().container(.with("Ada")))
    #expect(host.texts == ["Ada shared"])
    let root = Container()
    root.account.register { Account("root") }
    #expect(ViewHost(NamesScreen().container(root)).texts == ["root shared shared root root"])
  }

  @Test("The scope of the container caches the models of its views")
  func cached() {
    let container = Container.with("Ada")
    container.manager.defaultScope = .cached
    _ = ViewHost(
      VStack {
        ModelScreen()
        ModelScreen()
      }.container(container))
    #expect(container.accountModel.resolvedOrNil() != nil)
    #expect(Container.shared.accountModel.resolvedOrNil() == nil)
  }

  @Test("Bindings and changes work in a container", arguments: [true, false])
  func bindings(isObservable: Bool) {
    let container = Container.with("Ada")
    let host = ViewHost(
      isObservable
        ? AnyView(NoteScreen().container(container))
        : AnyView(ObjectNoteScreen().container(container)))
    host.enter("changed", into: "Note")
    #expect(host.texts == ["Ada: changed", "changed"])
  }

  @Test("Injection inside a custom dynamic property injects from the container, and keeps models")
  func nestedProperty() {
    let container = Container.with("Ada")
    let host = ViewHost(NestedScreen().container(container))
    #expect(host.texts == ["Ada Ada Ada"])
    container.account.register { Account("Grace") }
    host.show(NestedScreen().container(container))
    #expect(host.texts == ["Ada Ada Grace"])
  }

  @Test("`@Injected` in a view and `Container.shared` in its body mean the shared container")
  func outside() {
    #expect(ViewHost(OutsideScreen().container(.with("Ada"))).texts == ["shared shared"])
  }

  @Test("A wrapper that is read in a view's initialiser injects from the shared container")
  func readInInit() {
    let host = ViewHost(EarlyScreen().container(.with("Ada")))
    #expect(host.texts == ["early: shared", "body: Ada"])
    #expect(ViewHost(EarlyScreen()).texts == ["early: shared", "body: shared"])
  }

  @Test("SwiftUI may call `update()` on any thread", arguments: Injection.allCases)
  func anyThread(injection: Injection) {
    let host = ViewHost(injection.view.container(.with("Ada"))) { onAnotherThread($0) }
    #expect(host.texts == ["Ada"])
  }

  @Test("The views in the windows of a scene inject from its container")
  func scene() {
    let scene = WindowGroup {
      ModelScreen()
      CustomModelScreen()
      ModelScreen().container(.with("Grace"))
    }
    .container(.with("Ada"))
    .container(CustomContainer.$shared, .with("custom"))
    #expect(ViewHost(windowOf: scene).texts == ["Ada", "custom", "Grace"])
  }
}

private struct NamesScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View { Text(model.names) }
}

private struct BothScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View { Text("\(model.account.name) \(model.custom.name)") }
}

private struct GivenScreen: View {
  @InjectedObservable private var model: AccountModel
  init(note: String) { _model = InjectedObservable(Container.shared.noteModel(note)) }
  var body: some View { Text("\(model.account.name) \(model.note)") }
}

private struct LazyScreen: View {
  @InjectedObservable(AccountModel()) private var model
  var body: some View { Text("\(model.account.name) \(model.lazy.name)") }
}

private struct GivenObjectModelScreen: View {
  @InjectedObject(AccountObject()) private var model
  var body: some View { Text(model.account.name) }
}

private struct NoteScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View {
    Text("\(model.account.name): \(model.note)")
    TextField("Note", text: $model.note)
  }
}

private struct ObjectNoteScreen: View {
  @InjectedObject(\.accountObject) private var model
  var body: some View {
    Text("\(model.account.name): \(model.note)")
    TextField("Note", text: $model.note)
  }
}

@MainActor private struct Models: DynamicProperty {
  @InjectedObservable(\.accountModel) var observable
  @InjectedObject(\.accountObject) var object
  @InjectedContainer var container
}

@MainActor private struct NestedScreen: View {
  private var models = Models()
  var body: some View {
    Text(
      [models.observable.account, models.object.account, models.container.account()]
        .map(\.name).joined(separator: " "))
  }
}

private struct OutsideScreen: View {
  @Injected(\.account) private var account
  var body: some View { Text("\(account.name) \(Container.shared.account().name)") }
}

private struct EarlyScreen: View {
  @InjectedObservable(\.accountModel) private var model
  private var early = ""
  init() { early = model.account.name }
  var body: some View {
    Text("early: \(early)")
    Text("body: \(model.account.name)")
  }
}
