// Factory, MIT licence; see LICENSE
//
// The rules of `factory check`.
public enum Rules {
  /// All rules, in the order of `factory rules`.
  public static let all: [any Rule] = all(roots: [])

  /// All rules.
  ///
  /// - Parameter roots: factories that other programs or languages use, by name.
  package static func all(roots: [String]) -> [any Rule] {
    [
      CircularDependency(), PromiseUnregistered(), PromiseFatal(), PromiseNil(),
      UnusedFactory(roots: roots),
      CaptiveLifetime(), BakedOverride(), ScopeMismatch(),
      StoredFactory(),
      ComputedScope(), ScopeInDefinition(), ObservationTrackedInjection(),
      InjectedParameterFactory(), ParameterIgnored(), ContainerNotFinal(),
      ContainerNotTaskLocal(), ContainerSharedInside(),
      IsolatedClosure(), DoubleImport(),
      SharedStateInTests(), ResetClearsRegistrations(), DuplicateFactory(), RegisteredTwice(),
      DuplicateAutoRegistering(), AutoRegisterResolves(), CapturedContainer(),
      StaticResolution(), FactoryFunction(), SyntaxRule(),
    ]
  }
}
