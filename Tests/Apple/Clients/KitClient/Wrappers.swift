// Factory, MIT licence; see LICENSE
//
// The property wrappers and functions that inject.
import FactoryKit

final class Wrapped {
  @Injected(\.service) var service
  @Injected(\.optional) var optional: (any Service)?
  @Injected(\.byNumber) var make
  @Injected(\.plugins) var plugins: [any Plugin]
  @Injected(\PaymentsContainer.processor) var processor
  @LazyInjected(\.repository) var lazy
  @LazyInjected(\PaymentsContainer.processor) var lazyProcessor
  @WeakLazyInjected(\.weakly) var weakly
  @DynamicInjected(\.session) var dynamic
  @DynamicInjected(\PaymentsContainer.processor) var dynamicProcessor
  @InjectedContainer var container
  @InjectedContainer(PaymentsContainer.self) var payments
  @InjectedType var type: Network?
  let network = dependency(\.network)
  let processorAgain: any Service = dependency(\PaymentsContainer.processor)
  let number: any Service = dependency(\.byNumber, parameter: 42)

  func use() {
    _ = $service.factory()
    $service.resolve(reset: .scope)
    $lazy.resolve()
    _ = $lazy.resolvedOrNil()
    _ = $weakly.resolvedOrNil()
    _ = make(3)
  }

  deinit { _ = $lazy.resolvedOrNil()?.network }
}

@MainActor final class MainActorWrapped {
  @Injected(\.screenModel) var model
  @LazyInjected(\.screenModel) var lazy
  @WeakLazyInjected(\.screenModel) var weakly
  @DynamicInjected(\.screenModel) var dynamic
  @Injected(\.namedModel) var make
  let named = dependency(\.namedModel, parameter: "name")
  let payments = dependency(\PaymentsContainer.screenModel)

  func use() { _ = (model, lazy, weakly, dynamic, make("name")) }
}

func injectFailing() async throws {
  _ = try dependency(\.settings)
  _ = try dependency(\.settingsByNumber, parameter: 1)
  _ = try await dependency(\.database)
  _ = try await dependency(\.tenant, parameter: 1)
  _ = await dependency(\.cache)
  _ = await dependency(\.screenModel)
}
