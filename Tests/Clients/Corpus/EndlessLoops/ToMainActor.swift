// Factory, MIT licence; see LICENSE
//
// Resolving on an actor from elsewhere, in a loop.
import FactoryKit

public func loopToMainActor(_ container: Container) async {
  while true { consume(await container.keptScreen.resolveOnMainActor()) }
}

public func loopToGlobalActor(_ container: Container) async {
  while true { consume(await container.cached.resolveOnGlobalActor(MainActor.self)) }
}
