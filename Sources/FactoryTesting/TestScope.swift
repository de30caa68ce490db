// Factory, MIT licence; see LICENSE
//
// The containers that the traits of the current test have created, so that its other traits use
// them too.
internal import FactoryKit
internal import Testing

/// A container of the current test.
struct TestScope: Sendable {
  let test: Test.ID
  let container: any SharedContainer
  let options: ContainerTestOptions
  /// Nil if the container is not strict.
  let issues: StrictIssues?
  let unregistered: UnregisteredIssues?

  /// Those of the current task, outermost first.
  @TaskLocal static var all: [TestScope] = []

  /// Whether a trait of this test has started without singletons.
  static func hasFreshSingletons(_ test: Test) -> Bool {
    all.contains { $0.test == test.id && $0.options.contains(.freshSingletons) }
  }
}

/// A trait for a container of any type.
protocol AnyContainerTrait: Sendable {
  var options: ContainerTestOptions { get }
}

extension Test {
  /// The options of all of the test's container traits, including those of its suites.
  var containerOptions: ContainerTestOptions {
    traits.reduce(into: []) { options, trait in
      if let trait = trait as? any AnyContainerTrait { options.formUnion(trait.options) }
    }
  }
}

/// A copy of the current singletons, or none.
func singletons(_ options: ContainerTestOptions) -> Scope.Singleton {
  let copy = Scope.singleton.clone()
  if options.contains(.freshSingletons) { copy.reset() }
  return copy
}
