// Factory, MIT licence; see LICENSE
//
// Loops on the main actor.
import FactoryKit

@MainActor
public func loopOnMainActor(_ container: Container) {
  while true { consume(container.screen()) }
}

@MainActor
public func loopOnMainActorKept(_ container: Container) async {
  while true {
    consume(container.keptScreen().title)
    await Task.yield()
  }
}
