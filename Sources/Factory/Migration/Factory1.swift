// Factory, MIT licence; see LICENSE
//
// Aliases for this module's types, under names that FactoryKit does not have.

/// The types of this module, for files that import `FactoryKit` as well.
///
/// Both modules declare `Container`, `Factory` and other types of the same name.
/// `Factory.Container` cannot distinguish them, because this module has the same name as one of its
/// types. A file that imports both modules writes `FactoryKit.Container` and `Factory1.Container`.
public enum Factory1 {
  /// `SharedContainer` of the module `Factory`, the 1.x API.
  public typealias SharedContainer = _SharedContainer
  /// `Container` of the module `Factory`, the 1.x API.
  public typealias Container = _Container
  /// `AutoRegistering` of the module `Factory`, the 1.x API.
  public typealias AutoRegistering = _AutoRegistering
  /// `Factory` of the module `Factory`, the 1.x API.
  public typealias Factory<T> = _Factory<T>
  /// `ParameterFactory` of the module `Factory`, the 1.x API.
  public typealias ParameterFactory<P, T> = _ParameterFactory<P, T>
  /// `FactoryResetOptions` of the module `Factory`, the 1.x API.
  public typealias FactoryResetOptions = _FactoryResetOptions
  /// `Injected` of the module `Factory`, the 1.x API.
  public typealias Injected<T> = _Injected<T>
  /// `LazyInjected` of the module `Factory`, the 1.x API.
  public typealias LazyInjected<T> = _LazyInjected<T>
  /// `WeakLazyInjected` of the module `Factory`, the 1.x API.
  public typealias WeakLazyInjected<T> = _WeakLazyInjected<T>
}

// `Factory1` cannot declare `typealias Container = Container`: the name on the right would refer to
// the alias itself. So its aliases refer to these.

/// An implementation detail: use `Factory1.SharedContainer`.
public typealias _SharedContainer = SharedContainer
/// An implementation detail: use `Factory1.Container`.
public typealias _Container = Container
/// An implementation detail: use `Factory1.AutoRegistering`.
public typealias _AutoRegistering = AutoRegistering
/// An implementation detail: use `Factory1.Factory`.
public typealias _Factory<T> = Factory<T>
/// An implementation detail: use `Factory1.ParameterFactory`.
public typealias _ParameterFactory<P, T> = ParameterFactory<P, T>
/// An implementation detail: use `Factory1.FactoryResetOptions`.
public typealias _FactoryResetOptions = FactoryResetOptions
/// An implementation detail: use `Factory1.Injected`.
public typealias _Injected<T> = Injected<T>
/// An implementation detail: use `Factory1.LazyInjected`.
public typealias _LazyInjected<T> = LazyInjected<T>
/// An implementation detail: use `Factory1.WeakLazyInjected`.
public typealias _WeakLazyInjected<T> = WeakLazyInjected<T>
