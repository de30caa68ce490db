// Factory, MIT licence; see LICENSE
//
// Aliases for this module's types, under names that FactoryKit does not have.

/// The types of this module, for files that import `FactoryKit` as well.
///
/// Both modules declare `Container`, `Factory` and other types of the same name.
/// `Factory.Container` cannot distinguish them, because this module has the same name as one of its
/// types. A file that imports both modules writes `FactoryKit.Container` and `Factory1.Container`.
public enum Factory1 {
  public typealias SharedContainer = _SharedContainer
  public typealias Container = _Container
  public typealias AutoRegistering = _AutoRegistering
  public typealias Factory<T> = _Factory<T>
  public typealias ParameterFactory<P, T> = _ParameterFactory<P, T>
  public typealias FactoryResetOptions = _FactoryResetOptions
  public typealias Injected<T> = _Injected<T>
  public typealias LazyInjected<T> = _LazyInjected<T>
  public typealias WeakLazyInjected<T> = _WeakLazyInjected<T>
}

// Inside `Factory1`, each name refers to the alias itself, so the aliases need these names.
public typealias _SharedContainer = SharedContainer
public typealias _Container = Container
public typealias _AutoRegistering = AutoRegistering
public typealias _Factory<T> = Factory<T>
public typealias _ParameterFactory<P, T> = ParameterFactory<P, T>
public typealias _FactoryResetOptions = FactoryResetOptions
public typealias _Injected<T> = Injected<T>
public typealias _LazyInjected<T> = LazyInjected<T>
public typealias _WeakLazyInjected<T> = WeakLazyInjected<T>
