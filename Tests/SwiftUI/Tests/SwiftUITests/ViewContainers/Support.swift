// Factory, MIT licence; see LICENSE
//
// Containers of accounts, and views whose models inject the account.
import Combine
import FactoryTesting
import Observation
import SwiftUI

final class Account: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// Injects the account in each way in which a model can.
@MainActor @Observable final class AccountModel {
  @ObservationIgnored @Injected(\.account) var account
  @ObservationIgnored @LazyInjected(\.account) var lazy
  @ObservationIgnored @DynamicInjected(\.account) var dynamic
  @ObservationIgnored @InjectedContainer var container
  @ObservationIgnored @Injected(\.nested) var nested
  @ObservationIgnored @Injected(\CustomContainer.account) var custom
  var note = "no note"

  var names: String {
    [account.name, lazy.name, dynamic.name, container.account().name, nested.account.name]
      .joined(separator: " ")
  }
}

final class NestedService: Sendable {
  let account = Container.shared.nestedAccount()
}

@MainActor final class AccountObject: ObservableObject {
  @Injected(\.account) var account
  @Injected(\CustomContainer.account) var custom
  @Published var note: String
  init(note: String = "no note") { self.note = note }
}

extension Container {
  var account: Factory<Account> { self { Account("shared") }.cached }
  var nestedAccount: Factory<Account> { self { dependency(\.account) } }
  var nested: Factory<NestedService> { self { NestedService() } }
  var accountModel: MainActorFactory<AccountModel> { self { AccountModel() } }
  var accountObject: MainActorFactory<AccountObject> { self { AccountObject() } }
  @MainActor var isolatedModel: Factory<AccountModel> { self { AccountModel() } }
  var noteModel: MainActorParameterFactory<String, AccountModel> {
    self { note in
      let model = AccountModel()
      model.note = note
      return model
    }
  }

  /// A child of the shared container with an account.
  static func with(_ name: String) -> Container {
    let container = Container(parent: .shared)
    container.account.register { Account(name) }
    return container
  }
}

extension CustomContainer {
  var account: Factory<Account> { self { Account("custom shared") }.cached }
  var accountModel: MainActorFactory<AccountModel> { self { AccountModel() } }
  var accountObject: MainActorFactory<AccountObject> { self { AccountObject() } }

  static func with(_ name: String) -> CustomContainer {
    let container = CustomContainer(parent: .shared)
    container.account.register { Account(name) }
    return container
  }
}

// MARK: Views

struct ModelScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View { Text(model.account.name) }
}

struct ObjectModelScreen: View {
  @InjectedObject(\.accountObject) private var model
  var body: some View { Text(model.account.name) }
}

struct IsolatedModelScreen: View {
  @InjectedObservable(\.isolatedModel) private var model
  var body: some View { Text(model.account.name) }
}

struct ContainerScreen: View {
  @InjectedContainer private var container
  var body: some View { Text(container.account().name) }
}

struct CustomModelScreen: View {
  @InjectedObservable(\CustomContainer.accountModel) private var model
  var body: some View { Text(model.custom.name) }
}

struct CustomObjectModelScreen: View {
  @InjectedObject(\CustomContainer.accountObject) private var model
  var body: some View { Text(model.custom.name) }
}

struct CustomContainerScreen: View {
  @InjectedContainer(CustomContainer.self) private var container
  var body: some View { Text(container.account().name) }
}

/// Each way in which a view injects.
enum Injection: CaseIterable {
  case observable, object, isolatedFactory, container

  @MainActor var view: AnyView {
    switch self {
    case .observable: AnyView(ModelScreen())
    case .object: AnyView(ObjectModelScreen())
    case .isolatedFactory: AnyView(IsolatedModelScreen())
    case .container: AnyView(ContainerScreen())
    }
  }
}

/// The same with a custom container.
enum CustomInjection: CaseIterable {
  case observable, object, container

  @MainActor var view: AnyView {
    switch self {
    case .observable: AnyView(CustomModelScreen())
    case .object: AnyView(CustomObjectModelScreen())
    case .container: AnyView(CustomContainerScreen())
    }
  }
}
